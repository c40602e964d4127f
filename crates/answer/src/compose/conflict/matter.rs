//! Compares the subject and predicate of two sentences: the rare words of the question that both have, and the other
//! words that both have.

use std::collections::HashSet;

use crate::language::question_terms::{QuestionTerms, term_set};
use crate::language::value::{Value, ValueKind, values};
use twolane_text::pattern::pattern;
use twolane_text::{sentences, tokens};

use super::evidence::Evidence;

/// Words that a value's sentence shares with the question.
#[derive(Debug, Clone)]
pub(super) struct Matter {
    /// Terms of the value's sentence, without values.
    pub own: HashSet<String>,
    /// Terms close to the value, without values.
    pub near: HashSet<String>,
    /// Terms of the sentence, its chunk, header and titles.
    pub context: HashSet<String>,
    /// True for a negation close to the value: "not spayed".
    pub negated: bool,
    /// Share of the question's words close to the value, from 0 to 1.
    pub near_share: f32,
    /// Share of the question's words in the sentence, from 0 to 1.
    pub own_share: f32,
    /// Share of the question's words in sentence, chunk, header and titles, where the last three count at a discount.
    pub context_share: f32,
}

/// A value with its matter.
#[derive(Debug, Clone)]
pub(super) struct StatedValue<'a> {
    /// Evidence that contains the value.
    pub evidence: &'a Evidence,
    /// The value itself.
    pub value: Value,
    /// Words around the value that name its subject.
    pub matter: Matter,
}

pattern!(NEGATION, r"(?i)\b(?:not|no|non|without|never)\b");

/// Bytes on each side of a value that count as close to it.
const NEAR: usize = 48;
/// Weight of a word that is not in the sentence but in its header, or in its chunk.
const HEADER: f32 = 0.8;
const AROUND: f32 = 0.6;

/// Returns all values of these kinds in a quote, each with its sentence.
pub(super) fn said<'a>(
    evidence: &'a Evidence,
    kinds: &[ValueKind],
    question: &str,
    terms: &QuestionTerms,
) -> Vec<StatedValue<'a>> {
    let text = evidence.quote.text();
    let found = values(text, kinds, question);
    if found.is_empty() {
        return Vec::new();
    }
    let header = term_set(&evidence.header);
    let around = term_set(&evidence.around);
    let row = evidence.table.then_some(0..text.len());
    let parts: Vec<_> = if evidence.table { row.into_iter().collect() } else { sentences(text) };
    let bare = without_values(text);
    let ranges: Vec<std::ops::Range<usize>> = found.iter().map(|v| v.range.clone()).collect();
    found
        .into_iter()
        .enumerate()
        .filter_map(|(i, value)| {
            let sentence = parts.iter().find(|p| p.start <= value.range.start && value.range.end <= p.end)?;
            let own = term_set(bare.get(sentence.clone())?);
            // Words beyond a neighbouring value belong to that value.
            let before = neighbour_end(text, ranges.get(..i).unwrap_or(&[]), value.range.start);
            let behind = neighbour_start(text, ranges.get(i + 1..).unwrap_or(&[]), value.range.end);
            let from = floor(&bare, value.range.start.saturating_sub(NEAR).max(sentence.start).max(before));
            let to = (value.range.end + NEAR).min(sentence.end).min(behind).max(value.range.end);
            let to = ceil(&bare, to);
            let near = term_set(bare.get(from..to)?);
            let negated = NEGATION.get().is_match(bare.get(from..to)?);
            let context = own.iter().chain(&header).chain(&around).cloned().collect();
            let near_share = terms.share(&near);
            let own_share = terms.share(&own);
            let context_share = terms.share_with(|t| {
                if own.contains(t) {
                    1.0
                } else if header.contains(t) {
                    HEADER
                } else if around.contains(t) {
                    AROUND
                } else {
                    0.0
                }
            });
            Some(StatedValue {
                evidence,
                value,
                matter: Matter { own, near, context, negated, near_share, own_share, context_share },
            })
        })
        .collect()
}

/// Returns the end of the nearest value before this place that has words after it. `$20/$30 $75` is one run of values
/// that share the words around it.
fn neighbour_end(text: &str, before: &[std::ops::Range<usize>], mut at: usize) -> usize {
    for range in before.iter().rev() {
        let between = text.get(range.end..at).unwrap_or("");
        if between.chars().any(char::is_alphabetic) {
            return range.end;
        }
        at = range.start;
    }
    0
}

/// Returns the start of the nearest value after this place that has words before it.
fn neighbour_start(text: &str, behind: &[std::ops::Range<usize>], mut at: usize) -> usize {
    for range in behind {
        let between = text.get(at..range.start).unwrap_or("");
        if between.chars().any(char::is_alphabetic) {
            return range.start;
        }
        at = range.end;
    }
    text.len()
}

/// Replaces numbers, dates and times by blanks; all bytes keep their places.
fn without_values(text: &str) -> String {
    use twolane_text::TokenKind::{Date, Number, Section, Time};
    let mut bytes = text.as_bytes().to_vec();
    for token in tokens(text).into_iter().filter(|t| matches!(t.kind, Number | Date | Time | Section)) {
        if let Some(part) = bytes.get_mut(token.range) {
            part.fill(b' ');
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

fn floor(text: &str, mut at: usize) -> usize {
    while at > 0 && !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn ceil(text: &str, mut at: usize) -> usize {
    while at < text.len() && !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

/// Returns the share (0 to 1) of words that two sets have in common.
#[allow(clippy::cast_precision_loss)] // Words of a sentence.
pub(super) fn in_common(a: &HashSet<String>, b: &HashSet<String>) -> f32 {
    let all = a.union(b).count();
    if all == 0 { 0.0 } else { a.intersection(b).count() as f32 / all as f32 }
}

/// Returns the share (0 to 1) of the question's words that both sentences have, among those that either has. Words are
/// weighted by rarity; the share is 1 when neither has any.
pub(super) fn question_in_common(terms: &QuestionTerms, a: &HashSet<String>, b: &HashSet<String>) -> f32 {
    let either = terms.share_with(|t| if a.contains(t) || b.contains(t) { 1.0 } else { 0.0 });
    let both = terms.share_with(|t| if a.contains(t) && b.contains(t) { 1.0 } else { 0.0 });
    if either <= 0.0 { 1.0 } else { both / either }
}
