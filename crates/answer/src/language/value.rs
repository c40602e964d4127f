//! Values of the kind that a question asks for.

use std::ops::Range;

use crate::language::question_terms::QuestionTerms;
use twolane_archive::terms;
use twolane_retrieve::Expected;
use twolane_text::{Token, TokenKind, tokens, year_of};

/// Kinds of values that are compared with each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ValueKind {
    /// An amount of money.
    Money,
    /// A share in percent.
    Percent,
    /// A number with a unit, or of things that the question counts.
    Quantity,
    /// A calendar date, a month or a year.
    Date,
    /// A time of day.
    Time,
    /// A person, a firm, a body, a place.
    Name,
    /// A vote: passed or not.
    Decision,
}

/// A value in a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Value {
    /// Kind of the value.
    pub kind: ValueKind,
    /// Byte range in the given text.
    pub range: Range<usize>,
    /// Value as the text prints it.
    pub raw: String,
    /// Normal form; equal forms are the same value.
    pub normal: String,
    /// Unit, or the thing counted; empty when none is printed.
    pub unit: String,
    /// True when the unit is printed next to the number; a counted thing is not a unit.
    pub explicit_unit: bool,
    /// Number of adjacent values of its kind, itself included: `$20/$30 $75`.
    pub run: usize,
}

/// Returns the kinds of values that a question asks for, by its words.
pub fn asked_kinds(question: &str) -> Vec<ValueKind> {
    let mut kinds = Vec::new();
    match Expected::of(question) {
        Expected::Money => kinds.push(ValueKind::Money),
        Expected::Quantity => {
            kinds.extend([ValueKind::Quantity, ValueKind::Percent, ValueKind::Money, ValueKind::Time]);
        }
        Expected::Date => kinds.extend([ValueKind::Date, ValueKind::Time]),
        Expected::Name => kinds.push(ValueKind::Name),
        Expected::Decision => kinds.push(ValueKind::Decision),
        Expected::Definition => {}
        // Nothing shows the kind: any value with a unit of its own can still be compared.
        Expected::Any | Expected::Cause => {
            kinds.extend([ValueKind::Money, ValueKind::Percent, ValueKind::Quantity])
        }
    }
    kinds
}

/// Returns the values of these kinds in a text. A value that the question itself states is not an answer.
pub fn values(text: &str, kinds: &[ValueKind], question: &str) -> Vec<Value> {
    let asked = tokens(question);
    let counted = counted_terms(question);
    let mut found: Vec<Value> = Vec::new();
    for token in tokens(text) {
        if asked.iter().any(|a| a.kind == token.kind && a.normal == token.normal) {
            continue;
        }
        if let Some((kind, normal, unit)) = kinds.iter().find_map(|k| as_kind(&token, *k, &counted, question))
        {
            let explicit_unit = !token.value_and_unit().1.is_empty();
            let (range, raw) = (token.range, token.raw);
            found.push(Value { kind, range, raw, normal, unit, explicit_unit, run: 1 });
        }
    }
    if kinds.contains(&ValueKind::Decision) {
        found.extend(decisions(text));
    }
    found.sort_by_key(|v| v.range.start);
    count_runs(text, &mut found);
    found
}

fn count_runs(text: &str, found: &mut [Value]) {
    let joined = |a: &Value, b: &Value| {
        !text.get(a.range.end..b.range.start).unwrap_or("x").chars().any(char::is_alphabetic)
    };
    for run in found.chunk_by_mut(|a, b| joined(a, b)) {
        let length = run.len();
        for value in run {
            value.run = length;
        }
    }
}

/// Removes the question's words that only name the kind of value, such as "how much", "cost", "date".
pub(crate) fn subject_terms(all: &QuestionTerms) -> QuestionTerms {
    const KIND: &str = "much many cost costs price fee fees charge amount number numbered date day year time hour \
        percent percentage long large far high big often total sum current currently old new name named number \
        least most maximum minimum greatest highest lowest require required must allowed";
    all.without(&terms(KIND).into_iter().collect())
}

/// Returns the terms of the noun that "how many" counts, or of the whole question without "how many".
fn counted_terms(question: &str) -> Vec<String> {
    let lower = question.to_lowercase();
    let after = lower.split_once("how many").map(|(_, rest)| rest);
    let noun: String =
        after.map_or(lower.clone(), |rest| rest.split_whitespace().take(4).collect::<Vec<_>>().join(" "));
    terms(&noun)
}

fn as_kind(
    token: &Token,
    kind: ValueKind,
    counted: &[String],
    question: &str,
) -> Option<(ValueKind, String, String)> {
    let (value, unit) = token.value_and_unit();
    let of = |unit: &str| Some((kind, value.to_owned(), unit.to_owned()));
    match (kind, token.kind) {
        (ValueKind::Money, TokenKind::Number) if unit == "usd" => of("usd"),
        // Amounts in tables may have no currency sign.
        (ValueKind::Money, TokenKind::Number) if unit.is_empty() && has_cents(&token.raw) => of("usd"),
        (ValueKind::Percent, TokenKind::Number) if unit == "%" => of("%"),
        (ValueKind::Quantity, TokenKind::Number) if unit == "usd" || unit == "%" || unit == "th" => None,
        (ValueKind::Quantity, TokenKind::Number) if !unit.is_empty() => of(unit),
        (ValueKind::Quantity, TokenKind::Number) if year_of(&token.raw).is_some() => None,
        (ValueKind::Quantity, TokenKind::Number) => {
            let things = terms(&token.counted.join(" "));
            let thing = things.iter().find(|t| counted.contains(t))?;
            of(thing)
        }
        (ValueKind::Date, TokenKind::Date) if token.normal.len() >= 4 => {
            Some((kind, token.normal.clone(), String::new()))
        }
        (ValueKind::Date, TokenKind::Number) if year_of(&token.raw).is_some() && asks_year(question) => {
            of("")
        }
        (ValueKind::Time, TokenKind::Time) => Some((kind, token.normal.clone(), String::new())),
        (ValueKind::Name, TokenKind::Name) => {
            let known = terms(question);
            let own = terms(&token.raw);
            let said = own.iter().all(|t| known.contains(t));
            (!said && !own.is_empty()).then(|| (kind, token.normal.clone(), String::new()))
        }
        _ => None,
    }
}

fn decisions(text: &str) -> Vec<Value> {
    const OUTCOMES: &[(&str, &str)] = &[
        ("approved", "yes"),
        ("passed", "yes"),
        ("carried", "yes"),
        ("adopted", "yes"),
        ("granted", "yes"),
        ("accepted", "yes"),
        ("denied", "no"),
        ("defeated", "no"),
        ("failed", "no"),
        ("rejected", "no"),
        ("not approved", "no"),
        ("not adopted", "no"),
    ];
    let lower = text.to_lowercase();
    let mut found: Vec<Value> = Vec::new();
    for (word, outcome) in OUTCOMES {
        for (at, _) in lower.match_indices(word) {
            let Some(raw) = text.get(at..at + word.len()) else { continue };
            found.push(Value {
                kind: ValueKind::Decision,
                range: at..at + word.len(),
                raw: raw.to_owned(),
                normal: (*outcome).to_owned(),
                unit: String::new(),
                explicit_unit: false,
                run: 1,
            });
        }
    }
    // "not approved" contains "approved"; the longer one counts.
    let longer: Vec<Range<usize>> = found.iter().map(|v| v.range.clone()).collect();
    found.retain(|v| {
        !longer.iter().any(|l| l.len() > v.range.len() && l.start <= v.range.start && v.range.end <= l.end)
    });
    found
}

fn has_cents(raw: &str) -> bool {
    raw.rsplit_once('.')
        .is_some_and(|(_, cents)| cents.len() == 2 && cents.bytes().all(|b| b.is_ascii_digit()))
}

fn asks_year(question: &str) -> bool {
    let lower = question.to_lowercase();
    ["when", "year", "date"].iter().any(|w| lower.split(|c: char| !c.is_alphanumeric()).any(|q| q == *w))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raws(question: &str, text: &str) -> Vec<String> {
        values(text, &asked_kinds(question), question).into_iter().map(|v| v.raw).collect()
    }

    #[test]
    fn of_the_kind_asked_for() {
        for (question, text, expected) in [
            ("What does a burn permit cost?", "A burn permit is $10 from May 1.", vec!["$10"]),
            ("What does a burn permit cost?", "Burn permit  10.00", vec!["10.00"]),
            (
                "How many trash barrels are there?",
                "pickup of 186 public trash barrels in 2 trucks",
                vec!["186"],
            ),
            ("How many days may a sign stand?", "for 30 days, $5 each", vec!["30 days", "$5"]),
            ("When does the hearing start?", "on May 4, 2026 at 7 p.m.", vec!["May 4, 2026", "7 p.m."]),
            ("Who chairs the Planning Board?", "Ann Hale chairs the Planning Board.", vec!["Ann Hale"]),
            ("How did the board vote on the sign?", "The sign was not approved.", vec!["not approved"]),
            ("What does \"lot\" mean?", "A lot of 2 acres.", vec![]),
        ] {
            assert_eq!(raws(question, text), expected, "{question} / {text}");
        }
    }
}
