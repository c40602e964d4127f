//! Follow-up questions, rewritten to be complete without the one before (SPEC SES-1): "And in 2024?", "Who voted
//! against it?". The rewriting is by rule, and adds only words of prior turns.

use crate::language::reference::{Reference, ReferenceKind, references};
use crate::language::rules::Rules;
use crate::language::words::{Word, words};
use twolane_text::{TokenKind, tokens_of, year_of};

use super::session::Turn;

/// A question that is complete without its context.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowUp {
    /// Words of the question.
    pub text: String,
    /// True when words of a prior turn were added.
    pub from_prior: bool,
}

/// Completes a question from the turns before it, newest last. `places` are the towns and associations of the archive.
pub fn self_contained(question: &str, turns: &[Turn], places: &[String], rules: &Rules) -> FollowUp {
    let same = FollowUp { text: question.trim().to_owned(), from_prior: false };
    let Some(prior) = turns.last().filter(|t| !t.self_contained.is_empty()) else { return same };
    let rest = without_opening(question, rules);
    if let Some(text) =
        elliptic(rest.unwrap_or(question), rest.is_some(), &prior.self_contained, places, rules)
    {
        return FollowUp { text, from_prior: true };
    }
    let asked = rest.unwrap_or(question).trim();
    let mut text = asked.to_owned();
    let mut changed = false;
    for reference in references(asked, rules).into_iter().rev() {
        if let Some(antecedent) = antecedent(&reference, turns, rules) {
            text.replace_range(reference.range.clone(), &antecedent);
            changed = true;
        }
    }
    if !changed && rest.is_none() {
        return same;
    }
    FollowUp { text: with_setting(&text, &prior.self_contained, places), from_prior: true }
}

/// Returns the words after "And" or "What about"; `None` when a question does not begin so.
fn without_opening<'q>(question: &'q str, rules: &Rules) -> Option<&'q str> {
    let trimmed = question.trim_start();
    let lower = trimmed.to_lowercase();
    rules
        .takes_up
        .iter()
        .filter_map(|opening| {
            let rest = lower.strip_prefix(opening.as_str())?;
            rest.starts_with([' ', ',']).then(|| trimmed.get(opening.len()..)).flatten()
        })
        .map(|rest| rest.trim_start_matches([' ', ',']))
        .min_by_key(|rest| rest.len())
}

/// Completes "in 2024?" after "What was the budget in 2023?": the prior question with that part replaced.
fn elliptic(part: &str, opened: bool, prior: &str, places: &[String], rules: &Rules) -> Option<String> {
    let part = part.trim().trim_end_matches(['?', '.', '!']).trim();
    let found = words(part);
    let first = found.first()?;
    let leads = rules.prepositions.contains(&first.lower);
    let whole =
        found.iter().any(|w| rules.auxiliaries.contains(&w.lower) || rules.question_words.contains(&w.lower));
    if whole || found.len() > 8 || !(opened || leads) || !references(part, rules).is_empty() {
        return None;
    }
    let bare = if leads { part.get(first.range.end..)?.trim() } else { part };
    let replaced = replace_date(bare, prior)
        .or_else(|| replace_place(bare, prior, places))
        .or_else(|| replace_alike(bare, prior, rules));
    Some(replaced.unwrap_or_else(|| {
        let stem = prior.trim_end().trim_end_matches(['?', '.']);
        let joint = if leads { String::new() } else { "for ".to_owned() };
        format!("{stem} {joint}{part}?")
    }))
}

fn dates(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut found: Vec<_> = tokens_of(text, TokenKind::Date).into_iter().map(|t| t.range).collect();
    for word in words(text) {
        if year_of(&word.text).is_some()
            && !found.iter().any(|r| r.start <= word.range.start && word.range.end <= r.end)
        {
            found.push(word.range);
        }
    }
    found.sort_by_key(|r| r.start);
    found
}

fn replace_date(part: &str, prior: &str) -> Option<String> {
    let own = dates(part);
    let whole = own.first().filter(|r| r.start == 0 && r.end + 1 >= part.len())?;
    let old = dates(prior).pop()?;
    let mut text = prior.to_owned();
    text.replace_range(old, part.get(whole.clone())?);
    Some(text)
}

fn replace_place(part: &str, prior: &str, places: &[String]) -> Option<String> {
    places.iter().find(|p| p.eq_ignore_ascii_case(part) || starts_alike(p, part))?;
    let lower = prior.to_lowercase();
    let (at, name) = places
        .iter()
        .flat_map(|p| [p.clone(), first_word(p)])
        .filter_map(|name| Some((lower.find(&name.to_lowercase())?, name)))
        .max_by_key(|(_, name)| name.len())?;
    let mut text = prior.to_owned();
    let range = at..at + name.len();
    // Lower case may change lengths; then the range is not one of the prior text.
    text.get(range.clone())?;
    text.replace_range(range, part);
    Some(text)
}

fn first_word(place: &str) -> String {
    place.split_whitespace().next().unwrap_or_default().to_owned()
}

fn starts_alike(place: &str, part: &str) -> bool {
    let (first, head) = (first_word(place), first_word(part));
    first.chars().count() > 3 && first.eq_ignore_ascii_case(&head)
}

/// Completes "a burn permit" after "What does a tree permit cost?": replaces the words before the common noun.
fn replace_alike(part: &str, prior: &str, rules: &Rules) -> Option<String> {
    let own = words(part);
    let head = own.last()?;
    let found = words(prior);
    let at = found.iter().rposition(|w| w.lower == head.lower)?;
    let from = (0..at)
        .rev()
        .take(4)
        .take_while(|i| {
            found.get(*i).is_some_and(|w| {
                !w.breaks && (!rules.is_function_word(&w.lower) || rules.determiners.contains(&w.lower))
            })
        })
        .last()
        .unwrap_or(at);
    let mut text = prior.to_owned();
    text.replace_range(found.get(from)?.range.start..found.get(at)?.range.end, part);
    Some(text)
}

/// Finds the antecedent of a reference in the earlier turns, newest first.
fn antecedent(reference: &Reference, turns: &[Turn], rules: &Rules) -> Option<String> {
    let recent = turns.iter().rev().take(4);
    match reference.kind {
        ReferenceKind::Day | ReferenceKind::Owned => None,
        ReferenceKind::Demonstrative => recent
            .flat_map(|t| phrases(&t.self_contained, rules))
            .find(|p| p.words.contains(&reference.noun))
            .map(|p| p.text),
        ReferenceKind::Pronoun => {
            let person = rules.person_pronouns.contains(&reference.noun) || reference.noun == "his";
            if person {
                return recent.flat_map(people).next();
            }
            let turn = turns.last()?;
            let several = rules.group_pronouns.contains(&reference.noun) || reference.noun == "their";
            let mut found = phrases(&turn.self_contained, rules);
            found.retain(|p| !p.date);
            let pick =
                |test: &dyn Fn(&Phrase) -> bool| found.iter().rev().find(|p| test(p)).map(|p| p.text.clone());
            let body = |p: &Phrase| p.words.last().is_some_and(|w| rules.field_of(w).is_some());
            let text = if several {
                pick(&|p| body(p) || p.words.last().is_some_and(|w| w.ends_with('s') && !w.ends_with("ss")))
            } else {
                pick(&|p| p.numbered)
                    .or_else(|| pick(&|p| !p.name && !body(p)))
                    .or_else(|| pick(&|p| !body(p)))
            };
            let text = text.or_else(|| pick(&|_| true))?;
            let owns = rules.possessive_pronouns.contains(&reference.noun) && reference.noun != "her";
            Some(if owns { format!("{text}'s") } else { text })
        }
    }
}

/// Returns the names of people in a turn and its answer.
fn people(turn: &Turn) -> Vec<String> {
    let asked = tokens_of(&turn.self_contained, TokenKind::Name).into_iter().map(|t| t.raw);
    turn.names.iter().cloned().chain(asked).collect()
}

struct Phrase {
    text: String,
    words: Vec<String>,
    name: bool,
    numbered: bool,
    date: bool,
}

/// Returns names and nouns with an article, in their order.
fn phrases(text: &str, rules: &Rules) -> Vec<Phrase> {
    let found = words(text);
    let dates = dates(text);
    let mut out = Vec::new();
    let mut index = 0;
    while let Some(word) = found.get(index) {
        let named = word.is_marked() && !(word.first && rules.is_function_word(&word.lower));
        let led = rules.determiners.contains(&word.lower);
        if !named && !led {
            index += 1;
            continue;
        }
        let mut end = index + 1;
        // "the Alder council vote": a name ends with the word for the kind of body.
        let body = |w: &Word| rules.field_of(&w.lower).is_some_and(|f| f.name == "board");
        while !found.get(end - 1).is_some_and(|w: &Word| (w.breaks || body(w)) && end - 1 > index)
            && found.get(end).is_some_and(|w| {
                if named { w.is_marked() } else { !rules.is_function_word(&w.lower) && end - index <= 4 }
            })
        {
            end += 1;
        }
        if let (Some(first), Some(last)) = (found.get(index), found.get(end - 1))
            && (named || end > index + 1)
        {
            let range = first.range.start..last.range.end;
            let run = found.get(index..end).unwrap_or_default();
            out.push(Phrase {
                date: dates.iter().any(|d| d.start < range.end && range.start < d.end),
                text: text.get(range).unwrap_or_default().to_owned(),
                words: run.iter().map(|w| w.lower.clone()).collect(),
                name: named,
                numbered: named && run.iter().any(|w| w.text.chars().any(|c| c.is_ascii_digit())),
            });
        }
        index = end;
    }
    out
}

/// Adds the place and date of the prior question, when the new one names neither.
fn with_setting(text: &str, prior: &str, places: &[String]) -> String {
    let mut setting = Vec::new();
    let lower = text.to_lowercase();
    let names = |text: &str, place: &str| text.contains(&first_word(place).to_lowercase());
    let prior_lower = prior.to_lowercase();
    if !places.iter().any(|p| names(&lower, p))
        && let Some(place) = places.iter().find(|p| names(&prior_lower, p))
    {
        setting.push(place.clone());
    }
    if dates(text).is_empty()
        && let Some(date) = dates(prior).pop()
    {
        setting.extend(prior.get(date).map(str::to_owned));
    }
    if setting.is_empty() {
        return text.to_owned();
    }
    let stem = text.trim_end().trim_end_matches('?');
    format!("{stem} ({})?", setting.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(prior: &str, names: &[&str], question: &str) -> String {
        let turn = Turn {
            question: prior.into(),
            self_contained: prior.into(),
            names: names.iter().map(|n| (*n).to_owned()).collect(),
            ..Turn::default()
        };
        let places = ["Alder".to_owned(), "Birch Hollow".to_owned()];
        self_contained(question, &[turn], &places, Rules::built_in()).text
    }

    #[test]
    fn follow_ups_stand_alone() {
        for (prior, question, expected) in [
            (
                "What was the budget of Alder in 2023?",
                "And in 2024?",
                "What was the budget of Alder in 2024?",
            ),
            (
                "What does a tree permit cost in Alder?",
                "What about Birch Hollow?",
                "What does a tree permit cost in Birch Hollow?",
            ),
            (
                "What does a tree permit cost in Alder?",
                "What about a burn permit?",
                "What does a burn permit cost in Alder?",
            ),
            (
                "How did the Alder council vote on Resolution 300 in April 2024?",
                "Who voted against it?",
                "Who voted against Resolution 300 (Alder, April 2024)?",
            ),
            (
                "How did the Alder council vote on Resolution 300?",
                "When do they meet?",
                "When do the Alder council meet?",
            ),
            (
                "Is alcohol allowed in the Grange Hall?",
                "Is alcohol allowed in the Grange Hall?",
                "Is alcohol allowed in the Grange Hall?",
            ),
            ("What was the budget in 2023?", "Who is the clerk of Alder?", "Who is the clerk of Alder?"),
        ] {
            assert_eq!(after(prior, &[], question), expected, "{prior} / {question}");
        }
        assert_eq!(
            after("Who was elected moderator?", &["Ada Moss"], "When was she elected?"),
            "When was Ada Moss elected?"
        );
    }
}
