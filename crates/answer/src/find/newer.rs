//! Puts the statement of a newer paper before the same statement of an older one: of two fee schedules, the later.

use std::collections::HashSet;

use twolane_retrieve::Periods;
use twolane_text::pattern::pattern;
use twolane_text::{TokenKind, tokens_of};

use crate::language::question::Question;
use crate::language::question_terms::term_set;

use super::alternatives::Choice;
use super::ranked::Ranked;
use super::source_status::speaks_of_change;

// How a motion ended, in words that let it take effect and in words that do not.
pattern!(ADOPTED, r"(?i)\b(?:voted|carried|adopted|passe[sd]|approved|in favor)\b");
pattern!(
    FAILED,
    concat!(
        r"(?i)\b(?:fail(?:s|ed)|lost|defeated|denied|rejected|withdr(?:ew|awn)|tabled|rescinded|postponed|passed over",
        r"|did not (?:carry|pass|prevail)|not (?:to|approved|adopted|carried|passed)",
        r"|voted (?:down|against|\d+\s?-\s?\d+ against|to (?:hold|consider)))\b"
    )
);
// A sum that is only proposed.
pattern!(
    PROPOSED,
    r"(?i)\bpropos\w*|\bto see if\b|\bpublic hearing\b|\bwould (?:be|set|raise)\b|\bdrafts?\b"
);

/// Number of first candidates that a newer paper may replace, and of those behind each among which it is looked for.
const FIRST: usize = 8;
const BEHIND: usize = 40;
/// Least number of words that two statements share, and their least share of the shorter statement.
const SHARED: usize = 2;
const ALIKE: f32 = 0.5;
/// The same share for an amendment, much of which describes the change itself.
const IN_A_CHANGE: f32 = 0.3;
/// The same share where the reader finds the newer statement less likely to answer.
const THE_SAME: f32 = 0.8;
/// Least share of the older statement's evidence at which the newer one is as likely to answer.
const AS_LIKELY: f32 = 0.6;

/// Moves before each statement of an older paper the most similar one of a newer paper, among the first candidates. The
/// newer one has every word of the question that the older one has, and the question chooses it no less. A question that
/// names a time keeps its order.
pub(super) fn newer_first(question: &Question, ranked: &mut [Ranked]) {
    if !Periods::of(question.text()).is_empty() {
        return;
    }
    let mut at = 0;
    while at < ranked.len().min(FIRST) {
        let Some((older, behind)) = ranked.get(at..).and_then(<[Ranked]>::split_first) else { return };
        let likeness = |newer: &Ranked| {
            let evidence = |r: &Ranked| r.features.evidence.unwrap_or(0.0);
            let mut asked = older.terms.iter().filter(|term| question.terms().has(term));
            let in_force = older.superseded
                && !newer.superseded
                && !newer.in_mail
                && newer.edition.may_replace(&older.edition);
            let replaces = (newer.edition.follows(&older.edition)
                || in_force
                || (newer.edition.is_firsthand_beside(&older.edition) && !speaks_of_change(&older.text))
                || is_later_sum(newer, older))
                && newer.features.kind >= older.features.kind
                && newer.choice <= older.choice.max(Choice::Open)
                && asked.all(|term| newer.terms.contains(term));
            let least = match evidence(newer) >= AS_LIKELY * evidence(older) {
                true if newer.edition.is_change() => IN_A_CHANGE,
                true => ALIKE,
                false => THE_SAME,
            };
            let alike = || match row_key(older).zip(row_key(newer)) {
                // "Refrigerator" and "Refrigerator or freezer": the longer key has the shorter one.
                Some((old, new)) if newer.edition.follows(&older.edition) && old.is_subset(&new) => {
                    Some(old.len())
                }
                _ => None,
            };
            let is_same = || shared(&labelled(newer), &labelled(older), least).or_else(alike);
            replaces.then(is_same).flatten()
        };
        let newer = behind.iter().take(BEHIND).enumerate().filter_map(|(n, r)| Some((likeness(r)?, n)));
        let best = newer.max_by_key(|(shared, n)| (*shared, std::cmp::Reverse(*n))).map(|(_, n)| at + 1 + n);
        if let Some(moved) = best.and_then(|from| ranked.get_mut(at..=from)) {
            moved.rotate_right(1);
        }
        at += 1;
    }
}

/// Returns true for a statement of a later paper of another kind whose sums are others: a vote that raised a fee, beside
/// an older list of questions and answers. Minutes count where they tell how a motion ended.
fn is_later_sum(newer: &Ranked, older: &Ranked) -> bool {
    let sums = |r: &Ranked| -> Vec<String> {
        let numbers = tokens_of(&r.text, TokenKind::Number).into_iter().map(|token| token.normal);
        numbers.filter(|normal| normal.ends_with(" usd")).collect()
    };
    // How a motion ended may be in another sentence of the statement.
    let is_decided = || {
        let whole = newer.candidate().shown(newer.source());
        ADOPTED.get().is_match(&whole) && !FAILED.get().is_match(&whole)
    };
    if !newer.edition.is_later(&older.edition)
        || older.edition.is_of_a_day()
        || newer.in_mail
        || newer.superseded
        || PROPOSED.get().is_match(&newer.text)
        || (newer.edition.is_of_a_day() && !is_decided())
    {
        return false;
    }
    let (new, old) = (sums(newer), sums(older));
    let is_other = new.iter().any(|sum| !old.contains(sum));
    let has_same = new.iter().any(|sum| old.contains(sum));
    // "Raised from $20 to $28" has the older sum too.
    !old.is_empty() && is_other && (!has_same || speaks_of_change(&newer.text))
}

/// Returns the words of a statement, and of a row those of its labels: "Resident" and "Sticker $25".
fn labelled(r: &Ranked) -> HashSet<String> {
    let mut terms = r.terms.clone();
    if r.candidate().table {
        terms.extend(term_set(&r.candidate().shown(r.source())));
    }
    terms
}

/// Returns the words of a row before its first figure; `None` without a row, or without such words.
fn row_key(r: &Ranked) -> Option<HashSet<String>> {
    let key =
        r.text.split(|c: char| c.is_ascii_digit() || c == '$').next().filter(|_| r.candidate().table)?;
    Some(term_set(key)).filter(|key| !key.is_empty())
}

/// Returns the number of words that two statements share, figures aside, if it is enough of the shorter one.
fn shared(a: &HashSet<String>, b: &HashSet<String>, least: f32) -> Option<usize> {
    let words = |terms: &'_ HashSet<String>| terms.iter().filter(|t| !is_figure(t)).count();
    let shared = a.intersection(b).filter(|t| !is_figure(t)).count();
    let shorter = words(a).min(words(b));
    (shared >= SHARED && small(shared) >= least * small(shorter)).then_some(shared)
}

fn is_figure(term: &str) -> bool {
    term.contains(|c: char| c.is_ascii_digit())
}

fn small(n: usize) -> f32 {
    f32::from(u16::try_from(n).unwrap_or(u16::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_of_the_same_matter() {
        let of = |text: &str| crate::language::question_terms::term_set(text);
        for (a, b, expected) in [
            ("Sticker, first vehicle $24", "Transfer station sticker, first vehicle $43", true),
            ("The fine for a first offense is $80.", "First offense: the fine is now $170.", true),
            ("Sticker, first vehicle $24", "Dog license, spayed $7", false),
            ("Fee $24", "Fee $43", false),
        ] {
            assert_eq!(shared(&of(a), &of(b), ALIKE).is_some(), expected, "{a} {b}");
        }
    }
}
