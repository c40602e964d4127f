//! Context of the first facts: texts of their papers and of others that may cancel them, quoted beside them.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use crate::draft::DraftFact;
use crate::error::AskError;
use crate::language::question_terms::term_set;
use crate::options::AnswerOptions;
use twolane_archive::{Archive, SourceSummary};
use twolane_encoder::{Embedder, NearText};
use twolane_retrieve::Scope;
use twolane_text::pattern::pattern;
use twolane_text::{Place, Source, SourceId, Statement, Surrounding, pieces};

use super::alternatives::Choice;
use super::amendment::is_section;
use super::candidate::{Candidate, left_between};
use super::elsewhere::{OnMatter, OtherPapers};
use super::extract::{Extraction, as_fact, is_labelled};
use super::identifiers::leading;
use super::matter::shared_weights;
use super::ranked::Ranked;

/// Number of facts whose context is read: one of them becomes the first fact.
const FACTS: usize = 3;
/// Maximum number of words of its own paper that are quoted beside a fact.
const MOST_WORDS: usize = 80;

/// Maximum number of sentences elsewhere in the paper that the reader checks for the first fact.
const SAME_MATTER: usize = 6;
/// Number of statements before and after a fact that are searched for them.
const WITHIN: usize = 300;
/// Maximum number of lines above a statement that are read for the number of its section.
const SECTION_WITHIN: usize = 12;

/// Number of lines above a statement among which the number of its case is looked for.
const CASE_WITHIN: usize = 40;
/// Least evidence of the reader with which the fact of a later paper counts as an answer.
const ANSWERS: f32 = 0.5;

// The day on which somebody last saw to a page, that the page itself replaces an older one, and that it may be printed:
// none of these takes back what the page says.
pattern!(
    UPKEEP,
    concat!(
        r"(?i)^\W*(?:for immediate release\W*$|(?:this |the )?(?:page |document |list )?(?:was |is )?last ",
        r"(?:looked over|updated|reviewed|revised|modified|edited|checked)(?: (?:on|in|by|at))?:? ?(?-i:[A-Z][a-z.]*|[\d/,:-]+|\s)*\W*$",
        r"|this (?:page|list|schedule|version|edition) (?:replaces|supersedes) (?:the |all )?",
        r"(?:(?:earlier|older|previous|prior) )?(?:page|list|schedule|version|edition)s?\b)"
    )
);
pattern!(OF_ITSELF, r"(?i)\b(?:above|below|section|article)\b");

/// Returns true for a text of upkeep.
fn is_upkeep(text: &str) -> bool {
    UPKEEP.get().is_match(text) && !OF_ITSELF.get().is_match(text)
}

pattern!(
    NOTES,
    r"(?i)^\W*(?:notes?|corrections?|exceptions?|effective|amend\w*|repeal\w*|updates?|warning|caution|status|as of)\b"
);

/// Returns true for an entry of a block, which is about the block: "Decision: denied". No note and no correction is one.
fn is_entry(text: &str) -> bool {
    is_labelled(text) && !NOTES.get().is_match(text)
}

/// A fact of the draft with the texts around it.
struct Around<'r> {
    /// Place of the fact in the draft.
    fact: usize,
    source: &'r Source,
    candidate: &'r Candidate,
    statement: &'r str,
    /// The statement behind the nearest heading above it.
    headed: String,
    /// The same behind the title of its paper.
    titled: String,
    /// True for a statement of other hours or of another group of people than the question's.
    is_for_another: bool,
    texts: Vec<(Surrounding, String)>,
    /// Sentences of other papers on its matter.
    others: Vec<OnMatter>,
}

/// Adds to the first facts the texts that may cancel them, and lists the facts that are considered cancelled and those
/// of another choice than the question's. Facts of a paper come after those of the paper that replaces it.
pub(super) fn add_context(
    archive: &Archive,
    embedder: Option<&dyn Embedder>,
    scope: &Scope,
    extraction: &mut Extraction,
    options: &AnswerOptions,
) -> Result<(), AskError> {
    let Extraction { draft, ranked, cancelled, other_choice, .. } = extraction;
    let mut others = OtherPapers::new(archive, scope, options);
    let (mut around, mut papers): (Vec<Around<'_>>, Vec<(SourceSummary, &str)>) = Default::default();
    for (place, fact) in draft.facts.iter().enumerate().take(FACTS) {
        let of_fact = |r: &&Ranked| {
            let is_of = fact.support.first().is_some_and(|c| c.source_id == *r.source.id());
            is_of && as_fact(r).is_some_and(|own| own.text == fact.text)
        };
        let Some(r) = ranked.iter().find(of_fact) else { continue };
        let Some(summary) = archive.summary(r.source.id())?.filter(|s| !s.is_section_of_law()) else {
            continue;
        };
        let is_first = around.is_empty();
        let texts = texts_around(&r.source, &r.candidate, if is_first { SAME_MATTER } else { 0 });
        let heading = texts.iter().find(|(text, _)| text.place == Place::Heading).map(|(_, words)| words);
        let headed = over(heading.map(String::as_str), &r.text);
        let titled = over(Some(&summary.title), &headed);
        let others = if is_first { others.on_matter(&r.source, &summary, &titled)? } else { Vec::new() };
        around.push(Around {
            fact: place,
            source: &r.source,
            candidate: &r.candidate,
            statement: &r.text,
            headed,
            titled,
            is_for_another: r.choice == Choice::Other && r.alternatives.is_clear(),
            texts,
            others,
        });
        papers.push((summary, r.header()));
    }
    let probabilities = read(embedder, &around)?;
    let mut rest = probabilities.iter().copied();
    let mut replaced: Vec<(SourceId, SourceId)> = Vec::new();
    for (near, (summary, header)) in around.iter().zip(&papers) {
        let mut read = |count: usize| -> Vec<f32> { rest.by_ref().take(count).collect() };
        let (found, elsewhere) = (read(near.texts.len()), read(near.others.len()));
        let Some(fact) = draft.facts.get_mut(near.fact) else { continue };
        if let Some(with) = with_context(near, &found, fact, options) {
            *fact = with;
        }
        if let Some(decision) = others.decision(near.source, near.statement, header, summary)? {
            *fact = decision.behind(fact);
        }
        let over = match section_start(near.source, near.candidate) {
            Some(start) => format!("{header} \u{203a} {start}"),
            None => (*header).to_owned(),
        };
        let amendment = others.amendment(near.source, summary, near.statement, &over)?;
        if let Some(amendment) = amendment.as_ref().filter(|amendment| !amendment.is_in(fact)) {
            *fact = amendment.behind(fact);
            replaced.extend(amendment.replaced_by.iter().map(|by| (near.source.id().clone(), by.clone())));
        }
        let repeal = others.repeal(near.source, summary)?;
        if let Some(repeal) = &repeal {
            *fact = repeal.behind(fact);
            replaced.extend(repeal.replaced_by.iter().map(|by| (near.source.id().clone(), by.clone())));
        }
        let limits = &options.context;
        let best = near.others.iter().zip(elsewhere).max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((other, p)) = best.filter(|(_, p)| *p >= limits.other_paper.shown)
            && let Some(text) =
                others.quote(other, p >= limits.other_paper.cancels).filter(|t| !t.is_in(fact))
        {
            *fact = text.behind(fact);
            replaced.extend(text.replaced_by.iter().map(|by| (near.source.id().clone(), by.clone())));
            if text.replaced_by.is_some() {
                cancelled.push(fact.text.clone());
            }
        }
        if repeal.is_some()
            || amendment.is_some()
            || near.texts.iter().zip(&found).any(|((text, _), p)| *p >= limits.least(text.place).cancels)
        {
            cancelled.push(fact.text.clone());
        }
        if near.is_for_another {
            other_choice.push(fact.text.clone());
        }
    }
    later_first(&mut draft.facts, ranked, &replaced);
    Ok(())
}

/// Moves the facts of replaced papers behind those of the papers that replace them, where the reader finds that one of
/// these answers.
fn later_first(facts: &mut [DraftFact], ranked: &[Ranked], replaced: &[(SourceId, SourceId)]) {
    let of = |fact: &DraftFact, paper: &SourceId| fact.support.first().is_some_and(|c| c.source_id == *paper);
    let answers = |fact: &DraftFact, paper: &SourceId| {
        let own = ranked.iter().filter(|r| r.source.id() == paper && fact.text.contains(r.text()));
        !fact.cut && own.filter_map(|r| r.features.evidence).any(|evidence| evidence >= ANSWERS)
    };
    for (old, new) in replaced {
        if let Some(first) = facts.iter().position(|fact| of(fact, new) && answers(fact, new))
            && let Some(head) = facts.get_mut(..=first)
        {
            head.sort_by_key(|fact| of(fact, old));
        }
    }
}

/// Returns the line above a candidate that begins with the number of its section.
fn section_start<'s>(source: &'s Source, candidate: &Candidate) -> Option<&'s str> {
    let first = source.reading().lines_of(candidate.bytes.clone())?.start;
    let above = source.lines().get(..=first)?.iter().rev().take(SECTION_WITHIN);
    let mut above = above.take_while(|line| line.heading.is_none());
    // "3. Pay the fee" may be an item of a list.
    above.find(|line| is_section(&line.text)).map(|line| line.text.as_str())
}

/// Returns the texts around a candidate that its quotes do not contain.
///
/// At most `most` sentences elsewhere in the paper are among them.
fn texts_around(source: &Source, candidate: &Candidate, most: usize) -> Vec<(Surrounding, String)> {
    let (statements, reading) = (source.statements(), source.reading());
    let own = statements.touching(candidate.bytes.clone());
    let shown: Vec<usize> = candidate.pieces.iter().flat_map(|p| statements.touching(p.clone())).collect();
    let text = |at: &usize| statements.all().get(*at).map(|s| s.text(reading)).unwrap_or_default();
    let in_block = own.first().is_some_and(|at| is_entry(&text(at)));
    let mut found = Vec::new();
    // Another case of the same record says nothing of this one.
    let case = |at: usize| {
        let bytes = statements.all().get(at)?.parts.first()?.clone();
        let line = reading.lines_of(bytes)?.start;
        let above = source.lines().get(..=line)?.iter().rev().take(CASE_WITHIN);
        // An article of bylaws may change another one.
        above.filter_map(|line| leading(&line.text)).find(|label| label.kind != "article")
    };
    let own_case = own.first().and_then(|at| case(*at));
    let is_of_case = |at: usize| match (&own_case, case(at)) {
        (Some(own), Some(other)) => own.is_same(&other),
        _ => true,
    };
    for mut near in statements.surroundings(&own, source.lines(), reading) {
        near.statements.retain(|at| {
            let apart = || is_upkeep(&text(at)) || (!in_block && is_entry(&text(at)));
            !shown.contains(at) && (near.bound || !apart()) && is_of_case(*at)
        });
        let words = near.statements.iter().map(text).collect::<Vec<_>>().join(" ");
        if !words.trim().is_empty() {
            found.push((near, words));
        }
    }
    let mut known: BTreeSet<usize> = found.iter().flat_map(|(near, _)| near.statements.clone()).collect();
    known.extend(own.iter().chain(&shown));
    let heading =
        found.iter().find(|(near, _)| near.place == Place::Heading).map(|(_, words)| words.as_str());
    let same = same_matter(source, &own, heading.unwrap_or_default(), &known).into_iter().take(most);
    let same = same.filter(|at| is_of_case(*at)).map(|at| Surrounding {
        statements: vec![at],
        place: Place::Elsewhere,
        bound: false,
    });
    found.extend(same.map(|near| (near.clone(), near.statements.iter().map(text).collect())));
    found
}

/// Returns the sentences of the paper, apart from those known, that share the rarest words with a statement and its
/// heading.
fn same_matter(source: &Source, own: &[usize], heading: &str, known: &BTreeSet<usize>) -> Vec<usize> {
    let (all, reading) = (source.statements().all(), source.reading());
    let (Some(first), Some(last)) = (own.first(), own.last()) else { return Vec::new() };
    let (begin, end) = (first.saturating_sub(WITHIN), (last + WITHIN).min(all.len()));
    let near: Vec<(usize, &Statement)> = (begin..end).filter_map(|at| Some((at, all.get(at)?))).collect();
    let terms: Vec<HashSet<String>> = near.iter().map(|(_, s)| term_set(&s.text(reading))).collect();
    let of_own = near.iter().zip(&terms).filter(|((at, _), _)| own.contains(at));
    let of_own: BTreeSet<String> =
        of_own.flat_map(|(_, terms)| terms.iter().cloned()).chain(term_set(heading)).collect();
    let mut shared: Vec<(usize, f32)> = Vec::new();
    for ((at, s), weight) in near.iter().zip(shared_weights(&of_own, &terms)) {
        let is_sentence = !s.heading && !s.row && !s.label && !s.struck && !s.instructs;
        // "She said that …" is about the sentence before it.
        if is_sentence && weight > 0.0 && !known.contains(at) && !opens_with_pronoun(&s.text(reading)) {
            shared.push((*at, weight));
        }
    }
    shared.sort_by(|a, b| b.1.total_cmp(&a.1));
    shared.into_iter().take(SAME_MATTER).map(|(at, _)| at).collect()
}

/// Returns true for a sentence whose subject is in the sentence before it.
fn opens_with_pronoun(text: &str) -> bool {
    const PRONOUNS: [&str; 4] = ["he", "she", "it", "they"];
    let mut words = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words.next().is_some_and(|first| PRONOUNS.iter().any(|word| first.eq_ignore_ascii_case(word)))
}

/// Returns a text behind a heading or title, as the model for cancelled statements reads it.
fn over(heading: Option<&str>, text: &str) -> String {
    heading.map_or_else(|| text.to_owned(), |heading| format!("{heading} \u{203a} {text}"))
}

/// Returns the probability of each text to cancel its statement, those of its paper before those of others, fact by fact;
/// empty without a reader.
fn read(embedder: Option<&dyn Embedder>, around: &[Around<'_>]) -> Result<Vec<f32>, AskError> {
    let reader = embedder.map(Embedder::reader).transpose()?.flatten();
    let texts: Vec<NearText<'_>> = around
        .iter()
        .flat_map(|near| {
            let own = near.texts.iter().map(|(text, words)| NearText {
                // The nearest heading is not under itself.
                statement: if text.place == Place::Heading { near.statement } else { &near.headed },
                text: words,
                place: text.place,
            });
            let others = near.others.iter().map(|other| NearText {
                statement: &near.titled,
                text: &other.text,
                place: Place::Elsewhere,
            });
            own.chain(others)
        })
        .collect();
    match reader {
        Some(reader) if !texts.is_empty() => Ok(reader.undone(&texts)?),
        _ => Ok(Vec::new()),
    }
}

/// Returns the fact with the texts that belong beside it; `None` without such texts, or where a quote of them would
/// leave out what turns its own sentence.
fn with_context(
    near: &Around<'_>,
    probabilities: &[f32],
    fact: &DraftFact,
    options: &AnswerOptions,
) -> Option<DraftFact> {
    let mut chosen: Vec<(&Surrounding, usize, f32)> = near
        .texts
        .iter()
        .zip(probabilities.iter().copied())
        .filter(|((text, _), p)| text.bound || *p >= options.context.least(text.place).shown)
        .map(|((text, words), p)| (text, words.split_whitespace().count(), p))
        .collect();
    chosen.sort_by(|a, b| b.0.bound.cmp(&a.0.bound).then(b.2.total_cmp(&a.2)));
    let (statements, reading) = (near.source.statements(), near.source.reading());
    let mut kept = near.candidate.clone();
    let mut words = 0;
    for (text, count, p) in &chosen {
        if words + *count > MOST_WORDS {
            continue;
        }
        let parts = text.statements.iter().filter_map(|at| statements.all().get(*at));
        let mut parts: Vec<Range<usize>> = parts.flat_map(|s| s.parts.iter().cloned()).collect();
        parts.sort_by_key(|part| part.start);
        let more = pieces(reading, &parts, options.max_quote_words, options.max_quote_lines);
        let mut all = kept.pieces.clone();
        all.extend(more.into_iter().filter(|piece| !kept.pieces.iter().any(|own| meet(own, piece))));
        all.sort_by_key(|piece| piece.start);
        // A text that does not adjoin the statement breaks its quote in two, so it needs a higher probability.
        let adjoins = text.bound || *p >= options.context.apart || adjoin(near.source, &kept.pieces, &all);
        if all.len() > kept.pieces.len() && adjoins && !statements.turned_by_cut(reading, &all) {
            kept.pieces = all;
            words += *count;
        }
    }
    if kept.pieces == near.candidate.pieces {
        return None;
    }
    let mut with = kept.fact(near.source, fact.coverage)?;
    with.support.extend(fact.support.iter().skip(fact.pieces).cloned());
    Some(with)
}

/// Returns true when more pieces do not add a gap, in words that the page shows, to those between the pieces.
fn adjoin(source: &Source, pieces: &[Range<usize>], more: &[Range<usize>]) -> bool {
    let gaps = |pieces: &[Range<usize>]| {
        let pairs = pieces.iter().zip(pieces.iter().skip(1));
        pairs.filter(|(a, b)| left_between(source, a.end..b.start)).count()
    };
    gaps(more) <= gaps(pieces)
}

fn meet(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::candidate::candidates;
    use twolane_text::{ContentHash, Line, LineFlags, SourceId};

    fn source(lines: &[&str]) -> Source {
        let lines = lines.iter().zip(1u32..).map(|(text, number)| {
            let heading = text.starts_with('#').then_some(2);
            let flags = LineFlags::PARAGRAPH_START;
            Line { flags, heading, ..Line::plain(1, number, text.trim_start_matches("# ")) }
        });
        Source::new(SourceId("s".into()), "S".into(), ContentHash::of(b""), lines.collect())
    }

    /// Returns the fact of the last line, where every text around it has this probability.
    fn fact(lines: &[&str], probability: f32) -> String {
        let (source, options) = (source(lines), AnswerOptions::default());
        let last = lines.len() - 1;
        let candidate = candidates(&source, last..last + 1, &options).pop().unwrap();
        let fact = candidate.fact(&source, 1.0).unwrap();
        let texts = texts_around(&source, &candidate, SAME_MATTER);
        let probabilities = vec![probability; texts.len()];
        let near = Around {
            fact: 0,
            source: &source,
            candidate: &candidate,
            statement: &fact.text,
            headed: fact.text.clone(),
            titled: fact.text.clone(),
            is_for_another: false,
            texts,
            others: Vec::new(),
        };
        with_context(&near, &probabilities, &fact, &options).unwrap_or(fact).text
    }

    #[test]
    fn a_text_that_may_cancel_is_quoted_with_the_fact() {
        let lines = [
            "# Harbor",
            "Skiffs need a tag.",
            "Ask inside.",
            "Bring a pen.",
            "# Of the old harbor",
            "A tag for a skiff is $4.",
        ];
        assert_eq!(fact(&lines, 0.01), "A tag for a skiff is $4.");
        let with = fact(&lines, 0.9);
        assert!(with.ends_with("Of the old harbor A tag for a skiff is $4."), "{with}");
    }

    #[test]
    fn upkeep_takes_nothing_back() {
        let lines = ["# Harbor", "Last updated on May 1, 2024.", "# Tags", "A tag for a skiff is $4."];
        assert!(!fact(&lines, 0.9).contains("Last updated"), "{}", fact(&lines, 0.9));
        let lines =
            ["# Harbor", "This page replaces the list of 2021, which is void.", "A tag for a skiff is $4."];
        assert!(!fact(&lines, 0.9).contains("replaces"), "{}", fact(&lines, 0.9));
        for text in [
            "Last revised by Ordinance 12; the fee is void.",
            "Last reviewed in 2009 and no longer in force.",
            "This list was replaced.",
            "This amendment replaces the fee of $4 above with $9.",
            "These rates replace the rates above from July 1.",
            "This section supersedes Section 4.",
        ] {
            assert!(!is_upkeep(text), "{text}");
        }
        for text in [
            "Last looked over on November 1, 2024.",
            "Last updated: 5/1/2024",
            "Page last updated May 2, 2024",
            "FOR IMMEDIATE RELEASE",
        ] {
            assert!(is_upkeep(text), "{text}");
        }
    }

    #[test]
    fn a_correction_of_the_same_matter_is_quoted() {
        let lines = [
            "Of the harbor.",
            "Mind the step.",
            "# Boats",
            "Skiffs may be left here.",
            "The tag costs $9, not what we print.",
            "# Tags",
            "A tag for a skiff is $4.",
        ];
        assert!(fact(&lines, 0.7).contains("not what we print"));
        assert!(!fact(&lines, 0.35).contains("not what we print"), "it needs more than what adjoins");
        let source = source(&lines);
        let (found, own) = (
            same_matter(&source, &[6], "", &BTreeSet::from([6])),
            same_matter(&source, &[], "", &BTreeSet::new()),
        );
        assert_eq!(found, [3, 4], "both share a word with it");
        assert!(
            opens_with_pronoun("She said that the tag costs more.") && !opens_with_pronoun("Item 4 changed.")
        );
        assert!(own.is_empty());
    }

    #[test]
    fn an_article_may_change_another() {
        let lines = [
            "# Bylaws of the Hill",
            "# Article VIII. Changes",
            "For the word thirty in Article III read eighteen.",
            "# Article III. Meetings",
            "At a meeting thirty members make a quorum.",
        ];
        assert!(fact(&lines, 0.9).contains("read eighteen"), "{}", fact(&lines, 0.9));
    }

    #[test]
    fn a_long_text_is_left_out() {
        let long = format!("Of {}", "the old harbor and ".repeat(30));
        let lines = ["# Harbor", long.trim(), "# Tags", "A tag for a skiff is $4."];
        assert!(!fact(&lines, 0.9).contains("old harbor"));
    }
}
