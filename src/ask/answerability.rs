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
    /// The best cosine, with a little of the words; the words alone without a model. A cosine is
    /// what tells "the right page, but the fact is not there" best of the signals there are.
    pub fn of(signals: &Signals, with_model: bool, options: &AbstainOptions) -> Self {
        let words = signals.first_context;
        let (value, least) = if with_model {
            let meaning = options.meaning.clamp(0.0, 1.0);
            let mixed = meaning * signals.best_cosine + (1.0 - meaning) * words;
            let enough = words >= options.enough_words;
            (if enough { mixed.max(options.min_answerability) } else { mixed }, options.min_answerability)
        } else {
            (words, options.min_words)
        };
        Answerability { value: value.clamp(0.0, 1.0), least }
    }

    /// True when an answer may be given.
    pub fn is_enough(&self) -> bool {
        self.value >= self.least
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_carry_it_without_a_model() {
        let options = AbstainOptions::default();
        let of = |cosine: f32, context: f32, with_model: bool| {
            let signals = Signals { best_cosine: cosine, first_context: context, ..Signals::default() };
            Answerability::of(&signals, with_model, &options).is_enough()
        };
        assert!(of(0.8, 0.8, true) && of(0.0, 0.8, false));
        assert!(of(0.5, 0.9, true) && !of(0.3, 0.7, true) && !of(0.9, 0.2, false));
        assert!(!of(0.0, 0.0, true) && !of(0.0, 0.0, false));
    }
}
