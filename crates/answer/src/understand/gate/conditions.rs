//! Questions about the asker's own case ("Am I entitled to …?"). By the rule in the papers, the answer may depend on a
//! fact not yet stated. The gate asks in the rule's own words and never guesses. The task is that of ShARC, Saeidi et
//! al. 2018. This is a rule-based reader of lists and of clauses with "if", "unless", "when".

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::error::AskError;
use crate::language::rules::Rules;
use crate::language::words::{Word, words};
use twolane_archive::{Archive, Chunk, terms};
use twolane_retrieve::Scope;
use twolane_text::{Line, LineFlags, sentences};

/// Least share (by rarity) of a condition's words with which a statement settles it. The first value is for a reply to
/// a clarifying question, the second for a free statement. Both were chosen on one half of a public set of such
/// questions; the plateau is wide.
const SETTLES: (f32, f32) = (0.25, 0.30);
/// Least share of its words with which a reply also settles a condition other than the nearest one.
const WHOLE: f32 = 0.75;
/// Least share of a reply's words that belong to the condition, for a reply with fewer of the condition's words.
const WITHIN: f32 = 0.5;
/// Least share of the question's words with which a passage is its rule.
const ITS_RULE: f32 = 0.5;
/// Number of passages that are searched for the rule.
const RULES: usize = 5;
/// Most characters of a condition in a clarifying question.
const LONGEST: usize = 240;

/// A statement about the asker's case.
#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    /// Words of the statement; for a reply, those of the clarifying question.
    pub text: String,
    /// Reply to a clarifying question, if the statement is one.
    pub reply: Option<bool>,
}

/// Conditions on which an answer about the asker's own case still depends, in the rule's own words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenConditions {
    /// Title and place of the rule.
    pub rule: String,
    /// Conditions that no statement settles.
    pub open: Vec<String>,
    /// Number of all its conditions.
    pub all: usize,
}

/// Returns true for a yes-or-no question about the asker's own case.
pub fn is_personal(question: &str, rules: &Rules) -> bool {
    let found = words(question);
    let Some(last) = found.last().map(|w| w.sentence) else { return false };
    let asked: Vec<&Word> = found.iter().filter(|w| w.sentence == last).collect();
    let yes_no = asked.first().is_some_and(|w| rules.auxiliaries.contains(&w.lower));
    let own = asked.iter().any(|w| {
        rules.speakers.contains(&w.lower)
            || rules.owners.contains(&w.lower)
            || matches!(w.lower.as_str(), "me" | "us")
    });
    let pointed = asked.windows(2).any(|w| {
        matches!(w, [a, b] if matches!(a.lower.as_str(), "this" | "these") && !rules.is_function_word(&b.lower) && !rules.periods.contains(&b.lower))
    });
    yes_no && (own || pointed)
}

/// Returns the sentences before the last one as statements about the case.
pub fn told(question: &str) -> Vec<Statement> {
    let found = sentences(question);
    let before = found.len().saturating_sub(1);
    found
        .into_iter()
        .take(before)
        .filter_map(|range| question.get(range))
        .map(|text| Statement { text: text.trim().to_owned(), reply: None })
        .collect()
}

/// Finds the question's rule and its open conditions. Returns `None` when there is no such rule, or the statements
/// settle it.
///
/// # Errors
/// Returns the errors of reading the archive.
pub fn open_conditions(
    archive: &Archive,
    question: &str,
    said: &[Statement],
    scope: &Scope,
) -> Result<Option<OpenConditions>, AskError> {
    let cut = words(question);
    let last = cut.last().map(|w| w.sentence);
    let asked: HashSet<String> =
        cut.iter().filter(|w| Some(w.sentence) == last).flat_map(|w| terms(&w.text)).collect();
    let Some(chunk) = rule(archive, question, said, &asked, scope)? else { return Ok(None) };
    let source = archive.source(&chunk.source_id)?;
    let lines = source.lines().get(chunk.record.lines()).unwrap_or_default();
    if !speaks_to_the_reader(lines) {
        return Ok(None);
    }
    let found = conditions(lines);
    if found.texts.is_empty() {
        return Ok(None);
    }
    let mut all: Vec<String> = found.texts.iter().flat_map(|c| terms(c)).collect();
    all.extend(said.iter().flat_map(|s| terms(&s.text)));
    all.sort_unstable();
    all.dedup();
    let rarity = Rarity::of(archive, &all)?;
    let settled: Vec<Option<bool>> = settle(&found.texts, said, &asked, &rarity);
    let replied = said.iter().any(|s| s.reply.is_some());
    // Without an "if", the relation of the sentences is unknown; one reply about them is enough.
    if found.are_sentences && replied && settled.iter().any(Option::is_some) {
        return Ok(None);
    }
    let found = found.texts;
    let together = is_conjunction(lines);
    let decided = settled.iter().all(Option::is_some)
        || (found.len() > 1 && together && settled.contains(&Some(false)))
        || (found.len() > 1 && !together && settled.contains(&Some(true)));
    if decided {
        return Ok(None);
    }
    let open: Vec<String> = found
        .iter()
        .zip(&settled)
        .filter(|(_, s)| s.is_none())
        .map(|(c, _)| c.chars().take(LONGEST).collect())
        .collect();
    let locator = source.locator(chunk.record.lines()).map(|l| l.to_string()).unwrap_or_default();
    let rule = format!("{}, {locator}", source.title());
    Ok(Some(OpenConditions { rule, all: found.len(), open }))
}

/// Returns the passage that is the question's rule: the first of the nearest few with enough of the question's own
/// words.
fn rule(
    archive: &Archive,
    question: &str,
    said: &[Statement],
    asked: &HashSet<String>,
    scope: &Scope,
) -> Result<Option<Chunk>, AskError> {
    let mut query = question.to_owned();
    for statement in said {
        query.push(' ');
        query.push_str(&statement.text);
    }
    let hits = scope.lexical(archive, &query, RULES)?;
    let mut all: Vec<String> = asked.iter().cloned().collect();
    all.sort_unstable();
    let rarity = Rarity::of(archive, &all)?;
    for chunk in archive.chunks(&hits.iter().map(|h| h.chunk).collect::<Vec<_>>())? {
        let title = archive.summary(&chunk.source_id)?.map(|s| s.title).unwrap_or_default();
        let held: HashSet<String> =
            terms(&format!("{} {title} {}", chunk.record.header, chunk.record.text)).into_iter().collect();
        if rarity.share(asked.iter(), |t| held.contains(t)) >= ITS_RULE {
            return Ok(Some(chunk));
        }
    }
    Ok(None)
}

/// Rarity of terms in an archive.
struct Rarity(HashMap<String, f32>);

impl Rarity {
    #[allow(clippy::cast_precision_loss)] // Counts far below 2^24 matter here, larger ones need no precision.
    fn of(archive: &Archive, terms: &[String]) -> Result<Self, AskError> {
        let (frequencies, chunks) = archive.document_frequencies(terms)?;
        let idf = |df: u64| (1.0 + (chunks.max(df) as f32 - df as f32 + 0.5) / (df as f32 + 0.5)).ln();
        Ok(Rarity(terms.iter().cloned().zip(frequencies.into_iter().map(idf)).collect()))
    }

    fn share<'t>(
        &self,
        terms: impl Iterator<Item = &'t String> + Clone,
        held: impl Fn(&String) -> bool,
    ) -> f32 {
        let weight = |t: &String| self.0.get(t).copied().unwrap_or(0.0);
        let all: f32 = terms.clone().map(weight).sum();
        if all <= 0.0 { 0.0 } else { terms.filter(|t| held(t)).map(weight).sum::<f32>() / all }
    }
}

/// Decides each condition by the statements. A reply concerns only the condition that it is nearest to; a free
/// statement may concern several.
fn settle(
    conditions: &[String],
    said: &[Statement],
    asked: &HashSet<String>,
    rarity: &Rarity,
) -> Vec<Option<bool>> {
    let own = own_terms(conditions, asked);
    let mut best: Vec<(f32, Option<bool>)> = vec![(0.0, None); conditions.len()];
    for statement in said {
        let words: HashSet<String> = terms(&statement.text).into_iter().collect();
        let new: Vec<&String> = words.iter().filter(|w| !asked.contains(*w)).collect();
        // The stated share of the condition, and the share of the statement that belongs to the condition.
        let shares: Vec<(f32, f32)> = own
            .iter()
            .map(|own| {
                let said = rarity.share(own.iter(), |t| words.contains(t));
                let within = rarity.share(new.iter().copied(), |t| own.contains(t));
                (said, within)
            })
            .collect();
        let nearness =
            |(said, within): (f32, f32)| if statement.reply.is_some() { said + within } else { said };
        let most = shares.iter().map(|s| nearness(*s)).fold(0.0, f32::max);
        for (pair, best) in shares.iter().zip(&mut best) {
            let near = nearness(*pair);
            let enough = match statement.reply {
                Some(_) => near >= most && (pair.0 >= SETTLES.0 || pair.1 >= WITHIN) || pair.0 >= WHOLE,
                None => pair.0 >= SETTLES.1,
            };
            // Of two replies about the same condition, the later one counts.
            if near > best.0 || (statement.reply.is_some() && enough && near >= best.0) {
                let holds = statement.reply.unwrap_or_else(|| !is_negated(&statement.text));
                if enough || best.1.is_none() {
                    *best = (near, enough.then_some(holds));
                }
            }
        }
    }
    best.into_iter().map(|(_, settled)| settled).collect()
}

/// Returns the terms that identify each condition: those that the question lacks, or all of them if it lacks no term.
fn own_terms(conditions: &[String], asked: &HashSet<String>) -> Vec<Vec<String>> {
    let all: Vec<Vec<String>> = conditions
        .iter()
        .map(|c| {
            let mut own = terms(c);
            own.sort_unstable();
            own.dedup();
            own
        })
        .collect();
    all.iter()
        .map(|own| {
            let new: Vec<String> = own.iter().filter(|t| !asked.contains(*t)).cloned().collect();
            if new.is_empty() { own.clone() } else { new }
        })
        .collect()
}

fn is_negated(text: &str) -> bool {
    text.to_lowercase().replace('\u{2019}', "'").split(|c: char| !c.is_alphanumeric() && c != '\'').any(|w| {
        matches!(w, "not" | "no" | "never" | "without" | "nor" | "none" | "neither" | "cannot")
            || w.ends_with("n't")
    })
}

/// Returns true for a list whose conditions must all hold ("You must: …"), false for one where a single case is enough.
fn is_conjunction(lines: &[Line]) -> bool {
    let list_and =
        lines.iter().any(|l| is_item(l) && l.text.trim_end().trim_end_matches([',', ';']).ends_with(" and"));
    let must = lines.iter().any(|l| {
        l.text.to_lowercase().split(|c: char| !c.is_alphanumeric()).any(|w| w == "must")
            || l.text.to_lowercase().contains("all of")
    });
    list_and || must
}

/// Returns true for a text that addresses its reader, as a leaflet does. The "if" of an ordinance is about other
/// people, and makes no sense in a clarifying question.
fn speaks_to_the_reader(lines: &[Line]) -> bool {
    lines.iter().flat_map(|l| words(&l.text)).any(|w| matches!(w.lower.as_str(), "you" | "your"))
}

fn is_item(line: &Line) -> bool {
    line.flags.contains(LineFlags::LIST_ITEM) || line.text.trim_start().starts_with(['*', '-', '\u{2022}'])
}

/// Conditions of a rule.
struct Conditions {
    texts: Vec<String>,
    /// True when they are the rule's sentences, because nothing in it has the form of a condition.
    are_sentences: bool,
}

/// Extracts the conditions of a rule: items of its lists and clauses with "if" and the like; without either, its
/// sentences.
fn conditions(lines: &[Line]) -> Conditions {
    let mut found: Vec<String> = Vec::new();
    let mut body = String::new();
    for line in lines {
        let text = line.text.trim();
        if line.is_furniture() || line.heading.is_some() || text.starts_with('#') || text.is_empty() {
            continue;
        }
        if is_item(line) {
            let item =
                text.trim_start_matches(|c: char| !c.is_alphanumeric()).trim_end_matches([';', ',', '.']);
            found.push(item.to_owned());
        } else {
            body.push_str(text);
            body.push(' ');
        }
    }
    let sentences: Vec<&str> =
        sentences(&body).into_iter().filter_map(|r| body.get(r)).map(str::trim).collect();
    for sentence in sentences.iter().filter(|s| !s.ends_with(':')) {
        found.extend(clauses(sentence));
    }
    let are_sentences = found.is_empty();
    if are_sentences {
        found.extend(sentences.iter().map(|s| (*s).to_owned()));
    }
    found.retain(|c| !terms(c).is_empty());
    Conditions { texts: found, are_sentences }
}

/// Words that begin a condition.
const OPENERS: &[&[&str]] =
    &[&["if"], &["unless"], &["when"], &["provided"], &["as", "long", "as"], &["except"], &["who"]];

/// Returns the items of an enumeration that begins at a word, each with the index after its last word. An example is
/// "you go back to work, work more hours or earn more money". It needs at least three items, all but the first are
/// short, and "or" precedes the last one; otherwise the result is empty.
fn enumerated(sentence: &str, found: &[Word], from: usize) -> Vec<(Range<usize>, usize)> {
    let mut items: Vec<Range<usize>> = Vec::new();
    let (mut start, mut at, mut last_item) = (from, from, false);
    while let Some(word) = found.get(at) {
        let opens =
            word.lower == "because" || OPENERS.iter().any(|o| o.first() == Some(&word.lower.as_str()));
        let joins = word.lower == "or" && !last_item;
        if at > start && (opens || joins) {
            items.push(start..at);
            start = if joins { at + 1 } else { at };
            last_item |= joins;
            if opens {
                break;
            }
        } else if word.breaks {
            items.push(start..at + 1);
            start = at + 1;
            let comma = sentence.get(word.range.end..).is_some_and(|rest| rest.starts_with(','));
            if last_item || !comma {
                break;
            }
        }
        at += 1;
    }
    if at >= found.len() && start < found.len() {
        items.push(start..found.len());
    }
    let long = items.iter().skip(1).any(|item| item.len() > ITEM);
    if !last_item || items.len() < 3 || long {
        return Vec::new();
    }
    items
        .into_iter()
        .filter_map(|item| {
            let (first, last) = (found.get(item.start)?, found.get(item.end.checked_sub(1)?)?);
            Some((first.range.start..last.range.end, item.end))
        })
        .collect()
}

/// Most words of an item of an enumeration.
const ITEM: usize = 6;

/// Words that refer to the items of a list, in a clause with at most `POINTING` words.
const LISTS: &[&str] = &["these", "following", "conditions", "requirements", "criteria"];

const POINTING: usize = 8;

fn clauses(sentence: &str) -> Vec<String> {
    let found = words(sentence);
    let mut out = Vec::new();
    let mut index = 0;
    while index < found.len() {
        let opener = OPENERS.iter().find(|opener| {
            opener.iter().enumerate().all(|(i, word)| found.get(index + i).is_some_and(|w| w.lower == *word))
        });
        let Some(opener) = opener else {
            index += 1;
            continue;
        };
        let from = index + opener.len();
        let mut end = from;
        while let Some(word) = found.get(end) {
            end += 1;
            if word.breaks {
                break;
            }
        }
        if let (Some(first), Some(last)) = (found.get(from), found.get(end.saturating_sub(1)))
            && end > from
        {
            let listed = enumerated(sentence, &found, from);
            if !listed.is_empty() {
                end = listed.last().map_or(end, |(_, last)| *last).max(end);
                out.extend(
                    listed.into_iter().filter_map(|(range, _)| sentence.get(range).map(str::to_owned)),
                );
                index = end;
                continue;
            }
            // "only if you meet all of these" adds nothing to the list that follows.
            let inner = found.get(from..end).unwrap_or_default();
            let points = inner.len() <= POINTING && inner.iter().any(|w| LISTS.contains(&w.lower.as_str()));
            if !points {
                out.extend(sentence.get(first.range.start..last.range.end).map(str::to_owned));
            }
        }
        index = end.max(index + 1);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use twolane_text::Line;

    fn lines(text: &str) -> Vec<Line> {
        text.lines().enumerate().map(|(i, t)| Line::plain(0, i as u32 + 1, t)).collect()
    }

    #[test]
    fn conditions_of_rules() {
        for (rule, expected) in [
            ("You may fish if you hold a licence.", vec!["you hold a licence"]),
            ("To qualify you must:\n* live in town\n* be over 60", vec!["live in town", "be over 60"]),
            ("The fee is waived unless the lot is vacant, as shown on the map.", vec!["the lot is vacant"]),
            (
                "You qualify only if you meet all of these. You must:\n- live in town\n- be over 60",
                vec!["live in town", "be over 60"],
            ),
            (
                "It stops if you go back to work, work more hours or earn more money.",
                vec!["you go back to work", "work more hours", "earn more money"],
            ),
            (
                "None is paid if you live in Alder, Birch or Cedar because it is warm there.",
                vec!["you live in Alder", "Birch", "Cedar"],
            ),
            ("The clerk keeps the list.", vec!["The clerk keeps the list."]),
        ] {
            assert_eq!(conditions(&lines(rule)).texts, expected, "{rule}");
        }
        assert!(
            is_conjunction(&lines("You must:\n* a\n* b")) && !is_conjunction(&lines("Any of:\n* a\n* b"))
        );
    }

    #[test]
    fn a_reply_is_about_one_condition() {
        let texts =
            ["cost of a bus to the hearing", "cost of a car, 12 cents a mile", "meals"].map(str::to_owned);
        let rarity = |said: &[Statement]| {
            let all = texts.iter().chain(said.iter().map(|s| &s.text)).flat_map(|t| terms(t));
            Rarity(all.map(|t| (t, 1.0)).collect())
        };
        let reply = |text: &str, yes| Statement { text: text.to_owned(), reply: Some(yes) };
        for (said, expected) in [
            (vec![reply("is it the cost of a bus?", false)], [Some(false), None, None]),
            (vec![reply("is it a meal?", true)], [None, None, Some(true)]),
            (vec![reply("is it a meal?", false), reply("is it a meal?", true)], [None, None, Some(true)]),
            (vec![reply("do you own a dog?", true)], [None, None, None]),
            (
                vec![Statement { text: "I did not have meals.".into(), reply: None }],
                [None, None, Some(false)],
            ),
        ] {
            let got = settle(&texts, &said, &HashSet::new(), &rarity(&said));
            assert_eq!(got, expected, "{said:?}");
        }
    }

    #[test]
    fn personal_questions() {
        let rules = Rules::built_in();
        for (question, expected) in [
            ("Am I entitled to an abatement?", true),
            ("Can I burn brush?", true),
            ("Does my lot need a permit?", true),
            ("I own a barn. Can I open a shop in it?", true),
            ("May hens be kept at the village?", false),
            ("What does my permit cost?", false),
            ("When do I have to register my dog?", false),
            ("Must a provider deliver its plan?", false),
        ] {
            assert_eq!(is_personal(question, rules), expected, "{question}");
        }
    }

    #[test]
    fn what_was_told_comes_before() {
        let told: Vec<String> =
            told("I am 70. My house is small. Can I get an abatement?").into_iter().map(|s| s.text).collect();
        assert_eq!(told, ["I am 70.", "My house is small."]);
        assert!(super::told("Can I get an abatement?").is_empty());
    }
}
