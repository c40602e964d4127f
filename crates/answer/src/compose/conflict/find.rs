//! The search for conflicts itself.

use std::collections::BTreeMap;

use crate::check::answer::{Conflict, ConflictValue};
use crate::find::source_status::speaks_of_change;
use crate::find::told_apart::{Side, told_apart};
use crate::find::years::AskedYears;
use crate::language::question::Question;
use crate::language::question_terms::QuestionTerms;
use crate::language::value::{ValueKind, subject_terms};
use crate::options::ConflictOptions;
use twolane_text::pattern::pattern;
use twolane_text::{Token, TokenKind, tokens, year_of};

use super::compare::differ;
use super::designator::tell_apart;
use super::evidence::Evidence;
use super::matter::{StatedValue, in_common, question_in_common, said};

/// Finds the values on which the evidence (best first) disagrees, for each kind that the question asks for. Each
/// conflict lists every value once, with its quote.
pub fn conflicts(question: &Question, evidence: &[Evidence], options: &ConflictOptions) -> Vec<Conflict> {
    let terms = &subject_terms(question.terms());
    let years = AskedYears::of(question.text());
    let mut found = Vec::new();
    for kind in question.kinds().iter().copied() {
        let all: Vec<StatedValue<'_>> = evidence
            .iter()
            .take(options.quotes)
            .filter(|e| {
                !years.differ_from(e.quote.text(), &[&e.header], e.source.date.as_deref().unwrap_or_default())
            })
            .flat_map(|e| said(e, &[kind], question.text(), terms))
            .filter(|s| {
                s.matter.own_share >= options.least_own && s.matter.context_share >= options.least_context
            })
            .collect();
        let answers = closest(&all, kind, options);
        if let Some(conflict) = of_kind(question.text(), terms, &answers, options) {
            found.push(conflict);
        }
    }
    found
}

/// Adds the found conflicts that are not yet listed: an answer that leaves a conflict out is not valid (SPEC EVD-3). A
/// found conflict replaces a listed one with fewer of the same values.
pub fn list(listed: &mut Vec<Conflict>, found: Vec<Conflict>) {
    let holds = |whole: &Conflict, part: &Conflict| {
        part.values.iter().all(|v| whole.values.iter().any(|w| w.value == v.value))
    };
    for conflict in found {
        if !listed.iter().any(|l| holds(l, &conflict)) {
            listed.retain(|l| !holds(&conflict, l));
            listed.push(conflict);
        }
    }
}

/// Selects the values that answer. The words near a value have about as many question words as those near the best
/// value of its page and overall. Its sentence has about as many as the best sentence.
fn closest<'s, 'e>(
    all: &'s [StatedValue<'e>],
    kind: ValueKind,
    options: &ConflictOptions,
) -> Vec<&'s StatedValue<'e>> {
    let best = all.iter().map(|s| s.matter.own_share).fold(0.0, f32::max);
    let nearest = all.iter().map(|s| s.matter.near_share).fold(0.0, f32::max);
    let best_of_source = |s: &StatedValue<'_>| {
        let at = |e: &Evidence| (e.quote.source_id().clone(), e.quote.locator().page());
        let place = at(s.evidence);
        let same = all.iter().filter(|o| at(o.evidence) == place);
        same.map(|o| o.matter.near_share).fold(0.0, f32::max)
    };
    let alone = |s: &StatedValue<'_>| {
        // A sentence with several names does not say which one is asked for.
        kind != ValueKind::Name
            || !all.iter().any(|o| same_quote(o.evidence, s.evidence) && o.value.normal != s.value.normal)
    };
    all.iter()
        .filter(|s| {
            s.matter.own_share >= best * options.least_of_best
                && s.matter.near_share > 0.0
                && s.matter.near_share >= nearest * options.least_near
                && s.matter.near_share >= best_of_source(s) * options.least_of_source
                && s.evidence.read.is_none_or(|answers| answers >= options.least_answers)
                && alone(s)
        })
        .collect()
}

fn of_kind(
    question: &str,
    terms: &QuestionTerms,
    answers: &[&StatedValue<'_>],
    options: &ConflictOptions,
) -> Option<Conflict> {
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    let mut delta = None;
    for (i, a) in answers.iter().enumerate() {
        for (j, b) in answers.iter().enumerate().skip(i + 1) {
            let Some(difference) = differ(&a.value, &b.value, options) else { continue };
            if same_quote(a.evidence, b.evidence) || !same_matter(terms, a, b, answers, options) {
                continue;
            }
            delta = delta.or(difference.delta);
            pairs.push((i, j));
        }
    }
    // Each value once, at its best quote.
    let mut values: BTreeMap<String, &StatedValue<'_>> = BTreeMap::new();
    let mut order: Vec<String> = Vec::new();
    for index in pairs.iter().flat_map(|(i, j)| [*i, *j]) {
        let Some(said) = answers.get(index) else { continue };
        if !values.contains_key(&said.value.normal) {
            order.push(said.value.normal.clone());
            values.insert(said.value.normal.clone(), said);
        }
    }
    let listed: Vec<&StatedValue<'_>> = order.iter().filter_map(|n| values.get(n).copied()).collect();
    // Several values of one paper are a list of different things.
    let of_one_paper = |s: &&StatedValue<'_>| {
        listed.iter().filter(|o| o.evidence.quote.source_id() == s.evidence.quote.source_id()).count()
    };
    if listed.len() < 2 || listed.iter().map(of_one_paper).max() > Some(MOST_OF_ONE) {
        return None;
    }
    let sides = listed.iter().map(|s| Side { source: &s.evidence.source, quote: s.evidence.quote.text() });
    let sides: Vec<Side<'_>> = sides.collect();
    Some(Conflict {
        key: key(question, terms, &listed),
        values: listed
            .iter()
            .map(|s| ConflictValue { value: s.value.raw.clone(), quote: s.evidence.quote.clone() })
            .collect(),
        delta: if listed.len() == 2 { delta } else { None },
        notes: told_apart(&sides),
    })
}

/// Builds the key of subject and predicate: the question's words that the quotes share, in the question's order.
fn key(question: &str, terms: &QuestionTerms, listed: &[&StatedValue<'_>]) -> String {
    let words: Vec<&str> = question
        .split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '-')
        .filter(|word| {
            let own = twolane_archive::terms(word);
            !own.is_empty()
                && own.iter().all(|t| {
                    terms.has(t)
                        && listed.iter().filter(|s| s.matter.own.contains(t)).count() * 2 >= listed.len()
                })
        })
        .collect();
    if words.is_empty() { question.trim_end_matches('?').to_owned() } else { words.join(" ") }
}

fn same_quote(a: &Evidence, b: &Evidence) -> bool {
    a.quote.source_id() == b.quote.source_id() && a.bytes.start < b.bytes.end && b.bytes.start < a.bytes.end
}

fn same_matter(
    terms: &QuestionTerms,
    a: &StatedValue<'_>,
    b: &StatedValue<'_>,
    all: &[&StatedValue<'_>],
    options: &ConflictOptions,
) -> bool {
    let rows = a.evidence.table || b.evidence.table;
    let least = if rows { options.least_common_rows } else { options.least_common };
    if question_in_common(terms, &a.matter.own, &b.matter.own) < least {
        return false;
    }
    if tell_apart(a.evidence.quote.text(), b.evidence.quote.text())
        || a.matter.negated != b.matter.negated
        || of_other_dates(a, b)
        || of_two_meetings(a, b)
        || question_in_common(terms, &a.matter.context, &b.matter.context) < SAME_CONTEXT
    {
        return false;
    }
    // Names occur in many sentences about something else, so the words next to them must match.
    if a.value.kind == ValueKind::Name
        && question_in_common(terms, &a.matter.near, &b.matter.near) < options.least_common
    {
        return false;
    }
    if a.evidence.quote.source_id() == b.evidence.quote.source_id() {
        return within_one_source(a, b, options);
    }
    // A value that the other source also states about the same matter is no disagreement, unless one of them says that
    // the value was changed.
    let has = |side: &StatedValue<'_>, other: &StatedValue<'_>| {
        all.iter().any(|s| {
            s.evidence.quote.source_id() == other.evidence.quote.source_id()
                && differ(&s.value, &side.value, options).is_none()
        })
    };
    if rows_of_two_editions(a, b) {
        return true;
    }
    match (has(b, a), has(a, b)) {
        (false, false) => true,
        (true, true) => false,
        (true, false) => speaks_of_change(a.evidence.quote.text()),
        (false, true) => speaks_of_change(b.evidence.quote.text()),
    }
}

/// Returns true when both quotes say of which dates or years their values are, and none is the same: "as of 1/12/22" and
/// "in 2023". The day on which something was said does not count: "on May 4 the engineer put it at $900".
fn of_other_dates(a: &StatedValue<'_>, b: &StatedValue<'_>) -> bool {
    let of = |s: &StatedValue<'_>| -> Vec<String> {
        let is_own = |t: &Token| t.range.start < s.value.range.end && s.value.range.start < t.range.end;
        let dates = tokens(s.evidence.quote.text()).into_iter().filter(|t| {
            t.kind == TokenKind::Date || t.kind == TokenKind::Number && year_of(&t.raw).is_some()
        });
        let before = |t: &Token| s.evidence.quote.text().get(..t.range.start).unwrap_or("");
        dates.filter(|t| !is_own(t) && OF_A_TIME.get().is_match(before(t))).map(|t| t.normal).collect()
    };
    let (a, b) = (of(a), of(b));
    !a.is_empty()
        && !b.is_empty()
        && !a.iter().any(|x| b.iter().any(|y| x.starts_with(y) || y.starts_with(x)))
}

/// Returns true for times of day and for figures of two meetings, in minutes of two days: each meeting has its own time,
/// and its own balance of a fund.
fn of_two_meetings(a: &StatedValue<'_>, b: &StatedValue<'_>) -> bool {
    let of_meeting = |s: &StatedValue<'_>| {
        s.evidence.source.doc_type.as_deref() == Some("minutes")
            && match s.value.kind {
                ValueKind::Time => OF_A_MEETING.get().is_match(s.evidence.quote.text()),
                ValueKind::Money | ValueKind::Quantity => IS_A_STATE.get().is_match(s.evidence.quote.text()),
                _ => false,
            }
    };
    let (one, other) = (&a.evidence.source.date, &b.evidence.source.date);
    of_meeting(a) && of_meeting(b) && one.is_some() && other.is_some() && one != other
}

pattern!(
    OF_A_MEETING,
    r"(?i)\b(?:call(?:ed)? to order|adjourn\w*|conven\w+|recess\w*|reconven\w+|closed the hearing|(?:next|this) meeting)\b"
);
pattern!(IS_A_STATE, r"(?i)\b(?:balances?|total assets|receipts|disbursements|on hand|payroll|manifests?)\b");
pattern!(OF_A_TIME, r"(?i)\b(?:as of|in|for|during|through|fy|(?:fiscal )?year)\s*$");

/// Largest number of values that one paper has in a disagreement.
const MOST_OF_ONE: usize = 2;
/// Least share of the question's words, by rarity, that both contexts have among those that either has.
const SAME_CONTEXT: f32 = 0.8;
/// Most values of a row that prints an old and a new value.
const OLD_AND_NEW: usize = 3;

/// Returns true for the same row, in words, of two papers of different dates, where one prints the other's value next
/// to another one.
fn rows_of_two_editions(a: &StatedValue<'_>, b: &StatedValue<'_>) -> bool {
    let dates = (&a.evidence.source.date, &b.evidence.source.date);
    let few = |s: &StatedValue<'_>| s.value.run <= OLD_AND_NEW;
    dates.0.is_some()
        && dates.1.is_some()
        && dates.0 != dates.1
        && few(a)
        && few(b)
        && (a.value.run > 1) != (b.value.run > 1)
        && in_common(&a.matter.near, &b.matter.near) >= SAME_ROW
}

/// Least share of words near the values that the same row of two editions has in common.
const SAME_ROW: f32 = 0.6;

/// Compares two values of one paper, whose table rows and list items differ because their subjects differ. A paper
/// contradicts itself only where it makes a statement twice in nearly the same words.
fn within_one_source(a: &StatedValue<'_>, b: &StatedValue<'_>, options: &ConflictOptions) -> bool {
    let page = |s: &StatedValue<'_>| s.evidence.quote.locator().page();
    let apart = page(a) != page(b) || !(a.evidence.table || b.evidence.table);
    apart && in_common(&a.matter.near, &b.matter.near) >= options.least_common_within
}
