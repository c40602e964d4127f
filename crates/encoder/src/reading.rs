//! Results of a reader, and the interface that gives them.

use std::ops::Range;

use super::cross_encoder::GoOn;
use super::error::InferenceError;
use super::undone::NearText;

/// Maximum tokens of an answer.
const LONGEST_SPAN: usize = 40;

/// Number of starts to try for the best span.
const STARTS: usize = 10;

/// Number of a statement's tokens whose evidence counts, the likeliest ones, as in training.
const EVIDENCE_TOKENS: usize = 12;

/// Result of the reader for one passage.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// Logit for the passage's fit to the question, which orders passages of one question.
    pub rank: f32,
    /// Logit for an answer in the passage; above 0 means yes.
    pub answers: f32,
    /// Sum of the logits of "no answer here".
    pub(super) none: f32,
    /// Tokens of the passage that were read: byte range, and logits of being the answer's first and last.
    pub(super) tokens: Vec<ReadToken>,
}

impl Reading {
    /// Returns the best span of the whole passage; `None` for a passage without tokens.
    pub fn best(&self) -> Option<Span> {
        self.best_within(0..usize::MAX)
    }

    /// Returns the evidence of a statement: a logit that orders the statements of one question by whether they belong to
    /// its answer. `None` if no token lies within this byte range of the passage.
    pub fn evidence_within(&self, bytes: Range<usize>) -> Option<f32> {
        let inside = |t: &&ReadToken| t.bytes.start >= bytes.start && t.bytes.end <= bytes.end;
        let mut tokens: Vec<f32> = self.tokens.iter().filter(inside).map(|t| t.evidence).collect();
        tokens.sort_by(|a, b| b.total_cmp(a));
        tokens.truncate(EVIDENCE_TOKENS);
        // At most 12: exact in f32.
        #[allow(clippy::cast_precision_loss)]
        (!tokens.is_empty()).then(|| tokens.iter().sum::<f32>() / tokens.len() as f32)
    }

    /// Returns the best span whose tokens all lie within this byte range of the passage.
    pub fn best_within(&self, bytes: Range<usize>) -> Option<Span> {
        let first = self.tokens.iter().position(|t| t.bytes.start >= bytes.start)?;
        let inside = |t: &&ReadToken| t.bytes.end <= bytes.end;
        let tokens: Vec<&ReadToken> = self.tokens.iter().skip(first).take_while(inside).collect();
        let mut starts: Vec<usize> = (0..tokens.len()).collect();
        starts.sort_by(|a, b| {
            let start = |n: &usize| tokens.get(*n).map_or(f32::NEG_INFINITY, |t| t.start);
            start(b).total_cmp(&start(a))
        });
        let mut best: Option<Span> = None;
        for from in starts.into_iter().take(STARTS) {
            let Some(begin) = tokens.get(from) else { continue };
            for end in tokens.iter().skip(from).take(LONGEST_SPAN) {
                let margin = begin.start + end.end - self.none;
                if best.as_ref().is_none_or(|b| margin > b.margin) {
                    best = Some(Span { bytes: begin.bytes.start..end.bytes.end, margin });
                }
            }
        }
        best
    }
}

/// A token of a passage that was read.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ReadToken {
    pub(super) bytes: Range<usize>,
    pub(super) start: f32,
    pub(super) end: f32,
    /// Logit of being a part of the answer.
    pub(super) evidence: f32,
}

/// A run of words in a passage that may be the answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Span {
    /// Byte range in the passage.
    pub bytes: Range<usize>,
    /// Logits of its start and end minus those of "no answer here"; above 0, the reader considers it the
    /// answer.
    pub margin: f32,
}

/// Interface of the reader. A trait, so that tests can use their own reader.
pub trait ReadPassages: Send + Sync {
    /// Reads passages with a question and returns the results in their order. Pass the best first if they are
    /// known: passages that `go_on` skips are `None`.
    fn read(
        &self,
        question: &str,
        passages: &[&str],
        go_on: GoOn<'_>,
    ) -> Result<Vec<Option<Reading>>, InferenceError>;

    /// Returns, for each text, the probability that it cancels its statement; empty from a reader that can't tell.
    fn undone(&self, texts: &[NearText<'_>]) -> Result<Vec<f32>, InferenceError> {
        let _ = texts;
        Ok(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(none: f32, tokens: &[(usize, usize, f32, f32)]) -> Reading {
        let tokens = tokens.iter().map(|(a, b, start, end)| ReadToken {
            bytes: *a..*b,
            start: *start,
            end: *end,
            evidence: *start,
        });
        Reading { rank: 0.0, answers: 0.0, none, tokens: tokens.collect() }
    }

    #[test]
    fn the_best_span_ends_where_it_starts_or_later() {
        let r = reading(1.0, &[(0, 3, 0.0, 9.0), (4, 7, 5.0, 0.0), (8, 11, 1.0, 4.0)]);
        assert_eq!(r.best(), Some(Span { bytes: 4..11, margin: 8.0 }));
        assert_eq!(r.best_within(0..7), Some(Span { bytes: 0..3, margin: 8.0 }));
        assert_eq!(r.best_within(8..11).map(|s| s.margin), Some(4.0));
        assert_eq!(r.best_within(9..11), None);
        assert_eq!(reading(0.0, &[]).best(), None);
    }

    #[test]
    fn evidence_of_a_statement_is_the_mean_of_its_likeliest_tokens() {
        let tokens: Vec<_> =
            (0..20).map(|n: u8| (usize::from(n) * 2, usize::from(n) * 2 + 1, f32::from(n), 0.0)).collect();
        let r = reading(0.0, &tokens);
        assert_eq!(r.evidence_within(0..usize::MAX), Some(13.5));
        assert_eq!(r.evidence_within(0..3), Some(0.5));
        assert_eq!(r.evidence_within(1..2), None);
    }

    proptest::proptest! {
        #[test]
        fn any_logits_and_any_range(
            logits in proptest::collection::vec((-1e5f32..1e5, -1e5f32..1e5), 0..80),
            from in 0usize..400, length in 0usize..400,
        ) {
            let tokens: Vec<_> =
                logits.iter().enumerate().map(|(n, (s, e))| (n * 5, n * 5 + 4, *s, *e)).collect();
            let r = reading(0.0, &tokens);
            if let Some(span) = r.best_within(from..from + length) {
                proptest::prop_assert!(from <= span.bytes.start && span.bytes.end <= from + length);
                proptest::prop_assert!(span.bytes.start < span.bytes.end);
            }
        }
    }
}
