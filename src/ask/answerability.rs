//! Whether the passages hold an answer at all.

use crate::retrieve::Expected;

use super::extract::{Passage, Ranked};
use super::options::AbstainOptions;
use super::question_terms::{QuestionTerms, term_set};

/// What speaks for and against an answer being there, each 0..1.
#[derive(Debug, Clone, PartialEq, Default, serde::Serialize)]
pub struct Signals {
    /// Best cosine of a candidate; 0 without a model.
    pub best_cosine: f32,
    /// Best IDF-weighted share of the question's words that one candidate with its header and
    /// chunk accounts for.
    pub best_context: f32,
    /// The same for the candidate that is ranked first.
    pub first_context: f32,
    /// Share of the question's words in the first candidate itself.
    pub first_overlap: f32,
    /// The first candidates hold a value of the kind asked for.
    pub kind: f32,
    /// Words of the question that stand in none of the passages, rarest first.
    pub missing: Vec<String>,
}

impl Signals {
    /// From ranked candidates, best first.
    pub fn of(ranked: &[Ranked], expected: Expected, terms: &QuestionTerms, passages: &[Passage]) -> Self {
        let first = ranked.first();
        let best = |f: &dyn Fn(&Ranked) -> f32| ranked.iter().map(f).fold(0.0, f32::max);
        let top = ranked.iter().take(3);
        let kind =
            if expected == Expected::Any { 1.0 } else { top.map(|r| r.features.kind).fold(0.0, f32::max) };
        let mut all = std::collections::HashSet::new();
        for passage in passages {
            all.extend(term_set(&passage.chunk.record.text));
            all.extend(term_set(&passage.chunk.record.header));
            all.extend(term_set(&passage.title));
        }
        Signals {
            best_cosine: best(&|r| r.features.cosine),
            best_context: best(&|r| r.features.context),
            first_context: first.map_or(0.0, |r| r.features.context),
            first_overlap: first.map_or(0.0, |r| r.features.overlap),
            kind,
            missing: terms.missing(&all),
        }
    }
}

/// The verdict.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Answerability {
    /// 0..1.
    pub value: f32,
    least: f32,
}

impl Answerability {
    /// Combines the signals. Off-topic questions are caught by any of them; "the right page, but
    /// the fact is not there" needs the words and the kind of value together.
    pub fn of(signals: &Signals, with_model: bool, options: &AbstainOptions) -> Self {
        let words = signals.first_context.max(0.9 * signals.best_context);
        let meaning = if with_model { signals.best_cosine } else { words };
        let value = (0.5 * words + 0.4 * meaning + 0.1 * signals.kind).clamp(0.0, 1.0);
        Answerability { value, least: options.min_answerability }
    }

    /// True when an answer may be given.
    pub fn is_enough(&self) -> bool {
        self.value >= self.least
    }
}
