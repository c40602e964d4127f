//! The extractive writer: drafts the best verbatim sentences and table rows (SPEC SYN-6).

use std::collections::HashSet;
use std::ops::Range;

use crate::draft::{Draft, DraftFact};
use crate::error::AskError;
use crate::language::question::Question;
use crate::language::question_terms::term_set;
use crate::options::{AbstainOptions, AnswerOptions};
use twolane_archive::{Archive, SourceSummary};
use twolane_encoder::{Embedder, Role, Span};
use twolane_retrieve::{Expected, Periods, ReadChunk};
use twolane_text::pattern::pattern;
use twolane_text::{Embedding, Source, TokenKind, rule_parts, sentences, states_decision, tokens_of};

use super::alternatives::{Alternatives, Choice, Statement};
use super::answerability::{Answerability, Signals};
use super::asked_heading::keep_asked_heading;
use super::candidate::{Candidate, candidates, usize_of};
use super::case::{case_of_party, whole_case};
use super::edition::{Edition, is_superseded};
use super::identifiers::Identifiers;
use super::named_group::{NamedGroup, behind_others};
use super::newer::newer_first;
use super::ranked::{Features, Passage, Ranked, logistic};
use super::relevance::add_relevance;
use super::speaker::{Speaker, own_statement_first};
use super::voice::states_nothing;
use super::whole::{
    is_of_day_without_paper, row_of_parts, total_first, whole_enumeration, whole_record, whole_section,
    whole_table,
};
use super::years::AskedYears;

/// Penalty for a row when the question names another group of its table. It equals the penalty for a note after a
/// section of law. Such a row leads only where the named group has nothing near the question.
const OTHER_GROUP: f32 = 0.30;
/// Penalty for a question, a supposition or a wish.
const STATES_NOTHING: f32 = 0.30;
/// Formats of mail.
const MAIL: [&str; 3] = ["eml", "mbox", "msg"];
/// Gain for a text that defines the term in quotation marks whose meaning the question asks for.
const DEFINES: f32 = 0.60;
/// Gain for a rule with a condition, where the question asks what holds if something happens.
const HAS_A_CONDITION: f32 = 0.10;
/// Penalty for a paper that calls itself superseded.
const SUPERSEDED: f32 = 0.30;
/// Penalty for a mail, which tells what one person says.
const IN_MAIL: f32 = 0.10;
/// Penalty for text of another year than the question asks about.
const OTHER_YEAR: f32 = 0.30;
/// Penalty for text of a paper of another day than the question names, which is as clear as a number of a case.
const OTHER_DAY: f32 = 0.60;
/// Penalty for a statement where the question chooses another: another weekday, a later or the first one, residents.
const OTHER_CHOICE: f32 = 0.30;
/// Gain for a statement that the question chooses among others.
const CHOSEN: f32 = 0.10;
/// Least number of words of a text that may be a fact, unless it has a label: "Decision: denied."
const WORDS: usize = 3;
/// Penalty for a later one ("second offense") beside the first, where the question does not choose.
const LATER: f32 = 0.10;

/// Least share of the first candidate's score at which another row of its table is a fact too: "Not spayed" beside "Spayed".
const ALIKE: f32 = 0.95;
/// Least evidence of a further fact.
const LEAST_EVIDENCE: f32 = 0.10;

// A question of what happened at a meeting: its day is that of a paper, and no deadline.
pattern!(
    OF_A_MEETING,
    r"(?i)\b(?:votes?|voted|motions?|decisions?|decided?|meetings?|met|minutes|sessions?|hearings?|sa(?:y|id)|t(?:ell|old)|report(?:ed)?|discuss(?:ed)?|happen(?:ed)?|present|attend(?:ed)?)\b"
);
pattern!(LABELLED, r"^\p{Alphabetic}[\w ]{1,30}:\s+\w");

/// Returns true for a text with a label before it: "Decision: denied."
pub(super) fn is_labelled(text: &str) -> bool {
    LABELLED.get().is_match(text)
}

/// Result of the extraction: the draft with its inputs.
#[derive(Debug, Clone, Default)]
pub struct Extraction {
    /// Draft of the extracted facts.
    pub draft: Draft,
    /// Signals for and against an answer in the passages.
    pub signals: Signals,
    /// Verdict from these signals.
    pub answerable: Answerability,
    /// Every candidate, best first.
    pub ranked: Vec<Ranked>,
    /// Texts of the facts that a text beside them cancels, in the reader's view.
    pub cancelled: Vec<String>,
    /// Texts of the facts that are for other hours or another group of people than the question.
    pub other_choice: Vec<String>,
}

impl Extraction {
    /// Returns true where the reader doubts an answer too much for facts without a value of the requested kind.
    pub(crate) fn is_doubtful(&self, options: &AbstainOptions) -> bool {
        self.signals.reader_answers.is_some() && self.answerable.value < options.reader.least_uncovered
    }
}

/// Ranks the candidates of the passages, best first.
pub fn rank(
    archive: &Archive,
    embedder: Option<&dyn Embedder>,
    question: &Question,
    passages: &[Passage],
    options: &AnswerOptions,
) -> Result<Vec<Ranked>, AskError> {
    let mut ranked = gather(archive, passages, question, options)?;
    let is_read = embedder.is_some() && ranked.iter().any(|r| r.features.evidence.is_some());
    by_score(&mut ranked, options, if is_read { Models::Reader } else { Models::None });
    if let Some(embedder) = embedder {
        let embedded = ranked.len().min(options.max_embedded);
        add_cosines(ranked.split_at_mut(embedded).0, embedder, question)?;
        let models = if is_read { Models::Reader } else { Models::Embedder };
        by_score(&mut ranked, options, models);
        if is_read && options.max_scored > 0 {
            add_relevance(&mut ranked, embedder, question, options.max_scored)?;
            by_score(&mut ranked, options, models);
        }
    }
    Ok(ranked)
}

/// Writes a draft from the passages.
pub fn extract(
    archive: &Archive,
    embedder: Option<&dyn Embedder>,
    question: &Question,
    passages: &[Passage],
    options: &AnswerOptions,
) -> Result<Extraction, AskError> {
    let mut ranked = rank(archive, embedder, question, passages, options)?;
    let known = !Speaker::of(question.text()).is_some_and(|speaker| speaker.is_absent(passages));
    let identifiers = Identifiers::of(question.text());
    let identified = identifiers.keep(&mut ranked) && known;
    newer_first(question, &mut ranked);
    own_statement_first(question, &mut ranked);
    let mut signals = Signals::of(&ranked, question, passages);
    signals.first_score =
        ranked.first().map_or(0.0, |r| r.score - gains(r, options) - by_cross_encoder(&r.features, options));
    // Two special tokens do not count.
    signals.question_tokens = embedder.map_or(0, |e| e.count_tokens(question.text()).saturating_sub(2));
    let answerable = Answerability::of(&signals, question.form(), embedder.is_some(), &options.abstain);
    let record = whole_record(question.text(), &ranked, options);
    let identified = identified && !is_of_day_without_paper(question.text(), &ranked, archive)?;
    let mut draft = Draft::default();
    let of_outcome =
        question.expected() == Expected::Decision || OF_A_MEETING.get().is_match(question.text());
    let record = match record.is_empty() && identified {
        true if of_outcome && !identifiers.is_empty() => whole_case(&identifiers, &ranked, options),
        true if identifiers.is_empty() => case_of_party(question, &ranked, options),
        _ => record,
    };
    if !record.is_empty() && identified {
        draft.facts = record;
        return Ok(Extraction { draft, signals, answerable, ranked, ..Extraction::default() });
    }
    total_first(question, &mut ranked);
    let mut chosen = select(&ranked, options);
    keep_asked_heading(question, &mut chosen);
    let enough = answerable.is_enough();
    let part = row_of_parts(question, &ranked, enough);
    draft.facts = chosen.iter().copied().filter_map(as_fact).collect();
    // Below the threshold, only the whole table of the parts answers; above it, it leads before sentences.
    let is_whole =
        (enough || part.is_some()) && whole_table(question.text(), &mut draft.facts, &chosen, part, options);
    let answers = enough || is_whole;
    if answers && identified {
        whole_section(question, &mut draft.facts, &chosen, &ranked, options);
        whole_first(&mut draft.facts, |f| f.cut);
        whole_enumeration(&mut draft.facts, &chosen, options);
    } else if known && (answerable.is_near() || !identified) {
        let near = chosen.iter().copied().take(options.abstain.nearest_facts);
        draft.facts = near.filter_map(as_fact).collect();
        whole_first(&mut draft.facts, |f| f.cut);
    } else {
        draft.facts.clear();
    }
    draft.insufficient = draft.facts.is_empty() || !answers || !identified;
    Ok(Extraction { draft, signals, answerable, ranked, ..Extraction::default() })
}

fn gather(
    archive: &Archive,
    passages: &[Passage],
    question: &Question,
    options: &AnswerOptions,
) -> Result<Vec<Ranked>, AskError> {
    let (terms, parts, expected) = (question.terms(), question.one_by_one(), question.expected());
    let years = AskedYears::of(question.text());
    let days = Some(Periods::of(question.text())).filter(|_| OF_A_MEETING.get().is_match(question.text()));
    let days = days.unwrap_or_default();
    let of_a_case = question.text().split_whitespace().any(|word| word.eq_ignore_ascii_case("if"));
    let mut seen: HashSet<(String, Range<usize>)> = HashSet::new();
    let mut ranked = Vec::new();
    let mut has_day = false;
    for passage in passages.iter().take(options.passages) {
        let source = archive.source(&passage.chunk.source_id)?;
        let record = &passage.chunk.record;
        let around = term_set(&record.text);
        let header = term_set(&format!("{} {}", record.header, passage.title));
        let lines = usize_of(record.first_line)..usize_of(record.end_line);
        let summary = archive.summary(source.id())?;
        let notes = summary.as_ref().and_then(|summary| notes_from(summary, &source));
        let date = summary.as_ref().and_then(|summary| summary.meta.date.clone()).unwrap_or_default();
        let is_law = summary.as_ref().is_some_and(|summary| summary.meta.lane == "state");
        let in_mail = summary.as_ref().is_some_and(|summary| MAIL.contains(&summary.kind.as_str()));
        let superseded = summary.as_ref().is_some_and(|summary| is_superseded(&source, summary));
        let edition = summary.as_ref().map(|summary| Edition::of(&summary.meta)).unwrap_or_default();
        for candidate in candidates(&source, lines, options) {
            if !seen.insert((source.id().0.clone(), candidate.bytes.clone())) {
                continue;
            }
            let Some(text) = source.reading().text().get(candidate.bytes.clone()) else { continue };
            let text = text.trim().to_owned();
            if text.split_whitespace().count() < WORDS && !candidate.table && !is_labelled(&text) {
                continue;
            }
            let described = described(&source, &candidate, &text, true);
            let own = term_set(&text);
            // A heading that only repeats the question's words answers nothing.
            if own.iter().all(|term| terms.has(term) || header.contains(term)) {
                continue;
            }
            // Column heads and labels count like headings: they belong to every row of a table.
            let labels = term_set(described.strip_suffix(text.as_str()).unwrap_or(""));
            let group = NamedGroup::of(&source, &candidate, question.text()).filter(|_| candidate.table);
            // Column heads would make every row similar to a question with their words. They count only where the
            // question names the row.
            let is_named = group.is_some_and(NamedGroup::is_named);
            let embedded = self::described(&source, &candidate, &text, is_named);
            let overlap = terms.share(&own);
            let credit = |term: &str| {
                if own.contains(term) {
                    1.0
                } else if header.contains(term) || labels.contains(term) {
                    0.8
                } else if around.contains(term) {
                    0.6
                } else {
                    0.0
                }
            };
            let context = terms.share_with(credit);
            // A part of one word carries no meaning by itself.
            let part_context = parts
                .iter()
                .filter(|part| part.len() > 1)
                .map(|part| part.share_with(credit))
                .fold(context, f32::max);
            let has_kind = expected == Expected::Any || expected.is_in(&described);
            let kind = if has_kind { 1.0 } else { 0.0 };
            let read = passage.read.as_ref();
            let inside = read.and_then(|read| Some((read, inside_of(&record.text, &text)?)));
            let evidence = inside.as_ref().and_then(|(read, inside)| read.evidence_within(inside.clone()));
            let span = inside.and_then(|(read, inside)| span_of(read, &record.text, &text, inside));
            let named = [record.header.as_str(), passage.title.as_str()];
            let other_year = !is_law && years.differ_from(&described, &named, &date);
            let of_day = days.has_day(&date);
            has_day |= of_day;
            let has_own_day =
                || tokens_of(&text, TokenKind::Date).iter().any(|token| days.has_day(&token.normal));
            let other_day = days.has_days() && !of_day && !is_law && !has_own_day();
            let in_notes = notes.is_some_and(|at| candidate.bytes.start >= at);
            let note = if in_notes { 1.0 } else { 0.0 };
            let features = Features {
                cosine: 0.0,
                part_cosine: 0.0,
                overlap,
                context,
                part_context,
                chunk: passage.score,
                kind,
                note,
                headed: if passage.headed { 1.0 } else { 0.0 },
                asked_law: if passage.asked_law { 1.0 } else { 0.0 },
                evidence: evidence.map(logistic),
                relevance: None,
            };
            let case = of_a_case && has_condition(&text);
            let header = record.header.clone();
            let before =
                record.text.find(&text).and_then(|at| record.text.get(..at)).unwrap_or("").to_owned();
            ranked.push(Ranked {
                source: source.clone(),
                candidate,
                text,
                embedded,
                group,
                other_group: false,
                alternatives: Alternatives::of(&described),
                choice: Choice::Open,
                other_year,
                date: date.clone(),
                other_day,
                edition: edition.clone(),
                in_mail,
                is_law,
                superseded,
                defines: expected == Expected::Definition && defines_quoted(&described, question),
                described,
                has_condition: case,
                header,
                before,
                terms: own,
                value: span.map(|span| span.bytes),
                features,
                score: 0.0,
            });
        }
    }
    ranked.iter_mut().for_each(|r: &mut Ranked| r.other_day &= has_day);
    let groups: Vec<_> = ranked.iter().map(|r| r.group.map(|g| (r.source.id().0.as_str(), g))).collect();
    for (r, behind) in behind_others(&groups).into_iter().enumerate() {
        if let Some(r) = ranked.get_mut(r) {
            r.other_group = behind;
        }
    }
    let statements = ranked.iter().map(|r| Statement {
        alternatives: &r.alternatives,
        paper: &r.source.id().0,
        has_value: r.features.kind > 0.0,
        in_mail: r.in_mail,
    });
    let choices = Alternatives::choose(question.text(), &statements.collect::<Vec<_>>());
    for (r, choice) in ranked.iter_mut().zip(choices) {
        r.choice = choice;
    }
    Ok(ranked)
}

/// Puts the captions and labels before a row, as in its quote, and its column heads if `with_heads` is true.
fn described(source: &Source, candidate: &Candidate, text: &str, with_heads: bool) -> String {
    let statements = source.statements();
    let row = statements.touching(candidate.bytes.clone()).first().copied();
    let Some(row) = row.filter(|_| candidate.table) else { return text.to_owned() };
    let of_group = statements.groups_of(row);
    let labels = statements.labels_of(row).iter().filter_map(|at| Some((at, statements.all().get(*at)?)));
    let labels = labels.filter(|(at, label)| with_heads || !label.label || of_group.contains(at));
    let mut out: String = labels.map(|(_, label)| label.text(source.reading()) + ": ").collect();
    out.push_str(text);
    out
}

/// Returns the byte in the reading text where the notes after a section of law begin. An act's earlier changes are
/// seldom the rule of today.
fn notes_from(summary: &SourceSummary, source: &Source) -> Option<usize> {
    let lines = source.lines();
    let at = summary.notes_start(lines)?;
    Some(source.reading().bytes_of(at..lines.len())?.start)
}

/// Returns the byte range of a candidate in its chunk. When a candidate crosses the border of the chunk, its part inside
/// counts.
fn inside_of(chunk: &str, candidate: &str) -> Option<Range<usize>> {
    match chunk.find(candidate) {
        Some(start) => Some(start..start + candidate.len()),
        None => shared_edge(chunk, candidate),
    }
}

/// Returns the reader's best span in a candidate, which is at `inside` in its chunk, as a byte range of the candidate.
fn span_of(read: &ReadChunk, chunk: &str, candidate: &str, inside: Range<usize>) -> Option<Span> {
    let span = read.best_within(inside.clone())?;
    let at = candidate.find(chunk.get(inside.clone())?)?;
    let here = |byte: usize| byte.saturating_sub(inside.start) + at;
    Some(Span { bytes: here(span.bytes.start)..here(span.bytes.end), ..span })
}

/// Returns the byte range of a chunk that is the start or end of a candidate, of four words or more.
fn shared_edge(chunk: &str, candidate: &str) -> Option<Range<usize>> {
    let breaks: Vec<usize> = candidate.match_indices(' ').map(|(at, _)| at).collect();
    let few = |part: &str| part.split_whitespace().take(4).count() < 4;
    let mut tails = breaks.iter().filter_map(|at| candidate.get(at + 1..)).take_while(|tail| !few(tail));
    if let Some(tail) = tails.find(|tail| chunk.starts_with(tail)) {
        return Some(0..tail.len());
    }
    let mut heads = breaks.iter().rev().filter_map(|at| candidate.get(..*at)).take_while(|head| !few(head));
    heads.find_map(|head| chunk.find(head).map(|start| start..start + head.len()))
}

/// Returns true for a text in which a rule has a condition.
fn has_condition(text: &str) -> bool {
    sentences(text)
        .into_iter()
        .filter_map(|range| text.get(range))
        .any(|sentence| !rule_parts(sentence).conditions.is_empty())
}

/// Returns true for a text such as `"Lot" means a parcel of land`, where the question has the word in quotation marks.
fn defines_quoted(text: &str, question: &Question) -> bool {
    let mut quoted = text.split(['"', '\u{201c}', '\u{201d}']).skip(1).step_by(2).map(term_set);
    let is_asked =
        |terms: &HashSet<String>| !terms.is_empty() && terms.iter().all(|t| question.terms().has(t));
    Expected::Definition.is_in(text) && quoted.any(|terms| is_asked(&terms))
}

fn by_score(ranked: &mut [Ranked], options: &AnswerOptions, models: Models) {
    for r in ranked.iter_mut() {
        r.score = weigh(r, options, models);
    }
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score));
}

/// Returns the cosine of two embeddings of length one, clamped to 0..1.
fn cosine(a: &Embedding, b: &Embedding) -> f32 {
    let dot: f32 = a.values.iter().zip(&b.values).map(|(a, b)| a * b).sum();
    dot.clamp(0.0, 1.0)
}

fn add_cosines(ranked: &mut [Ranked], embedder: &dyn Embedder, question: &Question) -> Result<(), AskError> {
    let never = |_: usize, _: usize| true;
    let texts: Vec<&str> = ranked.iter().map(|r| r.embedded.as_str()).collect();
    let vectors = embedder.embed(&texts, Role::Passage, &never)?;
    let Some((asked, parts)) = question.embedded(embedder)?.split_first() else { return Ok(()) };
    for (r, v) in ranked.iter_mut().zip(vectors) {
        r.features.cosine = cosine(asked, &v);
        r.features.part_cosine = parts.iter().map(|part| cosine(part, &v)).fold(r.features.cosine, f32::max);
    }
    Ok(())
}

/// Inputs of a rank beside the words.
#[derive(Clone, Copy, PartialEq)]
enum Models {
    /// Words alone, which then carry the whole weight.
    None,
    /// The bi-encoder's cosines.
    Embedder,
    /// The bi-encoder's cosines and the reader's evidence.
    Reader,
}

fn weigh(r: &Ranked, options: &AnswerOptions, models: Models) -> f32 {
    let (f, w) = (&r.features, &options.weights);
    let taken = |applies: bool, weight: f32| if applies { weight } else { 0.0 };
    let other = taken(r.other_group, OTHER_GROUP)
        + taken(r.other_year, OTHER_YEAR)
        + taken(r.other_day, OTHER_DAY)
        + taken(r.choice == Choice::Other, OTHER_CHOICE)
        + taken(r.choice == Choice::Later, LATER)
        - taken(r.choice == Choice::Chosen, CHOSEN)
        + taken(states_nothing(&r.text), STATES_NOTHING)
        + taken(r.in_mail, IN_MAIL)
        + taken(r.superseded, SUPERSEDED);
    let overlap = if models == Models::Reader { 0.0 } else { w.overlap * f.overlap };
    let words = overlap + w.context * f.context + w.chunk * f.chunk + w.kind * f.kind;
    let words = words - other - w.note * f.note + gains(r, options);
    match models {
        Models::None => {
            words * (1.0 + w.cosine / (w.overlap + w.context + w.chunk + w.kind).max(f32::EPSILON))
        }
        Models::Embedder | Models::Reader => words + w.cosine * f.cosine + by_reader(f, options),
    }
}

/// Returns the gains of a text for its form: a section of law that the question names or asks for, a definition where one
/// is asked for, a rule with a condition.
fn gains(r: &Ranked, options: &AnswerOptions) -> f32 {
    let given = |applies: bool, gain: f32| if applies { gain } else { 0.0 };
    options.weights.headed * r.features.headed
        + options.weights.asked_law * r.features.asked_law
        + given(r.defines, DEFINES)
        + given(r.has_condition, HAS_A_CONDITION)
}

/// Returns the part of the score that the reader and the cross-encoder give.
fn by_reader(f: &Features, options: &AnswerOptions) -> f32 {
    options.weights.evidence * f.evidence.unwrap_or(0.0) + by_cross_encoder(f, options)
}

fn by_cross_encoder(f: &Features, options: &AnswerOptions) -> f32 {
    options.weights.relevance * f.relevance.unwrap_or(0.0)
}

/// Selects the best candidates that do not repeat each other's bytes.
fn select<'a>(ranked: &'a [Ranked], options: &AnswerOptions) -> Vec<&'a Ranked> {
    let mut chosen: Vec<&Ranked> = Vec::new();
    let Some(first) = ranked.first() else { return chosen };
    let belongs = |r: &Ranked| match (first.features.evidence, r.features.evidence) {
        // How a matter ended belongs to it, whatever the question's words.
        (Some(_), _) if !r.is_law && states_decision(&r.text) => true,
        (Some(_), _) if r.score >= first.score * ALIKE && is_row_beside(first, r) => true,
        (Some(_), evidence) => evidence.unwrap_or(0.0) >= LEAST_EVIDENCE,
        (None, _) => r.score >= first.score * options.abstain.keep_share,
    };
    let is_read = first.features.evidence.is_some();
    let mut seen = 0;
    for (at, r) in ranked.iter().enumerate() {
        if seen >= options.max_facts {
            break;
        }
        let repeats = chosen.iter().any(|c| {
            (c.source.id() == r.source.id() && repeats(&c.candidate, &r.candidate)) || c.text == r.text
        });
        // Next to the row of the requested group, the same row of another group only confuses.
        let of_other = |c: &&Ranked| match (c.group, r.group) {
            (Some(chosen), Some(own)) => c.source.id() == r.source.id() && own.is_behind(chosen),
            _ => false,
        };
        if repeats || chosen.iter().any(of_other) {
            continue;
        }
        seen += 1;
        // The best of the other lane stays: law beside the record, or the record beside law. A cut candidate can't be
        // the first fact.
        let other_lane = is_read && at < options.max_facts && chosen.iter().all(|c| c.is_law != r.is_law);
        let has_whole = chosen.iter().any(|c| !c.candidate.cut);
        if !has_whole || other_lane || belongs(r) {
            chosen.push(r);
        }
    }
    chosen
}

/// Returns true for two rows of one table under the same labels.
fn is_row_beside(a: &Ranked, b: &Ranked) -> bool {
    let place = |r: &Ranked| {
        let statements = r.source.statements();
        let row = *statements.touching(r.candidate.bytes.clone()).first()?;
        Some((statements.table_of(row)?, statements.groups_of(row).to_vec()))
    };
    a.source.id() == b.source.id()
        && a.candidate.table
        && b.candidate.table
        && place(a).is_some_and(|of_a| Some(of_a) == place(b))
}

/// Moves the first uncut fact to the front, because a cut one can't be the first fact. Without an uncut fact, the list
/// is cleared.
pub(crate) fn whole_first<F>(facts: &mut Vec<F>, cut: impl Fn(&F) -> bool) {
    match facts.iter().position(|f| !cut(f)) {
        Some(whole) => {
            if let Some(head) = facts.get_mut(..=whole) {
                head.rotate_right(1);
            }
        }
        None => facts.clear(),
    }
}

/// Returns true when one candidate shows the text for which the other was chosen.
fn repeats(a: &Candidate, b: &Candidate) -> bool {
    let shows = |c: &Candidate, bytes: &Range<usize>| c.pieces.iter().any(|p| touch(p, bytes));
    touch(&a.bytes, &b.bytes) || shows(a, &b.bytes) || shows(b, &a.bytes)
}

fn touch(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

pub(crate) fn as_fact(r: &Ranked) -> Option<DraftFact> {
    r.candidate.fact(&r.source, r.features.context)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_candidate_over_a_border_counts_with_its_part_inside() {
        let chunk = "on the first day of May. The clerk sends a bill to each owner whose dog";
        assert_eq!(shared_edge(chunk, "All licences end on the first day of May."), Some(0..24));
        let begins = shared_edge(chunk, "The clerk sends a bill to each owner whose dog has none by June.");
        assert_eq!(begins.and_then(|r| chunk.get(r)), Some("The clerk sends a bill to each owner whose dog"));
        assert_eq!(shared_edge(chunk, "Nothing of this stands in there at all."), None);
        assert_eq!(shared_edge(chunk, "dog"), None);
    }
}
