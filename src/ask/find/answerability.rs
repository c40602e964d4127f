//! Whether the passages hold an answer at all.

use crate::ask::language::question::Question;
use crate::ask::language::question_form::QuestionForm;
use crate::ask::language::question_terms::term_set;
use crate::ask::options::{AbstainOptions, ReaderAbstention, ReaderStrength};
use crate::retrieve::{Expected, ReadChunk};
use crate::text::Quote;

use super::extract::{Passage, Ranked, logistic};

/// Passages whose closeness counts.
const CLOSE: usize = 5;

/// What speaks for and against an answer being there, each 0..1.
#[derive(Debug, Clone, PartialEq, Default, serde::Serialize)]
pub struct Signals {
    /// Best cosine of a candidate; 0 without a model.
    pub best_cosine: f32,
    /// Best cosine of a candidate with one part of the question; equal to `best_cosine` for a
    /// question of one part.
    pub part_cosine: f32,
    /// Best late interaction of a chunk with the question, above its background; `None` without a
    /// second stage.
    pub closeness: Option<f32>,
    /// Best IDF-weighted share of the question's words that one candidate with its header and
    /// chunk accounts for.
    pub best_context: f32,
    /// The same for the candidate that is ranked first.
    pub first_context: f32,
    /// The best share of one part of the question that one of the first candidates accounts for.
    pub part_context: f32,
    /// Share of the question's words in the first candidate itself.
    pub first_overlap: f32,
    /// The first candidates hold a value of the kind asked for.
    pub kind: f32,
    /// Tokens of the question as the model counts them; 0 without a model.
    pub question_tokens: usize,
    /// The reader's best logit of "this passage answers", over the first passages; `None` without it.
    pub reader_answers: Option<f32>,
    /// The margin of the reader's best span in the first passages, over "no answer here".
    pub reader_margin: Option<f32>,
    /// Whether the reader takes words of the first candidate for the answer, 0..1.
    pub first_span: Option<f32>,
    /// The words of the first fact that the reader takes for the answer.
    pub first_value: Option<String>,
    /// Whether the reader says that the first candidate's chunk answers, 0..1.
    pub first_answers: Option<f32>,
    /// The first candidate's cosine with the question; 0 without a model.
    pub first_cosine: f32,
    /// A section of law is among the first passages that a question of law names by its heading.
    pub headed: bool,
    /// Words of the question that stand in none of the passages, rarest first.
    pub missing: Vec<String>,
}

impl Signals {
    /// From ranked candidates, best first.
    pub fn of(ranked: &[Ranked], question: &Question, passages: &[Passage]) -> Self {
        let first = ranked.first();
        let best = |f: &dyn Fn(&Ranked) -> f32| ranked.iter().map(f).fold(0.0, f32::max);
        let top = ranked.iter().take(3);
        let kind = if question.expected() == Expected::Any {
            1.0
        } else {
            top.map(|r| r.features.kind).fold(0.0, f32::max)
        };
        let mut all = std::collections::HashSet::new();
        for passage in passages {
            all.extend(term_set(&passage.chunk.record.text));
            all.extend(term_set(&passage.chunk.record.header));
            all.extend(term_set(&passage.title));
        }
        let read = || passages.iter().filter_map(|p| p.read.as_ref());
        Signals {
            best_cosine: best(&|r| r.features.cosine),
            part_cosine: best(&|r| r.features.part_cosine),
            closeness: passages.iter().take(CLOSE).filter_map(|p| p.closeness).reduce(f32::max),
            best_context: best(&|r| r.features.context),
            first_context: first.map_or(0.0, |r| r.features.context),
            part_context: ranked.iter().take(3).map(|r| r.features.part_context).fold(0.0, f32::max),
            first_overlap: first.map_or(0.0, |r| r.features.overlap),
            kind,
            question_tokens: 0,
            reader_answers: read().map(ReadChunk::answers).reduce(f32::max),
            reader_margin: read().map(ReadChunk::margin).reduce(f32::max),
            first_answers: first.and_then(|r| r.features.answers),
            first_span: first.and_then(|r| r.features.span),
            first_value: first.and_then(Ranked::value).map(str::to_owned),
            first_cosine: first.map_or(0.0, |r| r.features.cosine),
            headed: passages.iter().take(CLOSE).any(|p| p.headed),
            missing: question.terms().missing(&all),
        }
    }

    /// Without the value where the fact that was put first has it in none of its quotes.
    pub fn pointing_into(mut self, quotes: &[Quote]) -> Self {
        self.first_value =
            self.first_value.filter(|value| quotes.iter().any(|quote| quote.text().contains(value.as_str())));
        self
    }
}

impl ReaderAbstention {
    /// How likely it is that the passages answer, by a logistic model.
    fn probability(&self, signals: &Signals, answers: f32) -> f32 {
        let sum = self.bias
            + self.answers * (answers / LOGITS).clamp(-1.0, 1.0)
            + self.cosine * signals.best_cosine
            + if signals.headed { self.headed } else { 0.0 };
        logistic(sum)
    }
}

impl ReaderStrength {
    /// How likely it is that the first candidate answers; `None` where the reader took no part.
    pub fn probability(&self, signals: &Signals) -> Option<f32> {
        signals.reader_answers?;
        // What the reader did not read counts as what it found nothing in, as when these were fitted.
        let answers = signals.first_answers.unwrap_or(0.0);
        let span = signals.first_span.unwrap_or(0.0);
        let sum = self.bias + self.span * span + self.answers * answers + self.cosine * signals.first_cosine;
        Some(logistic(sum))
    }
}

/// The reader's logits count up to this much; beyond it they say no more.
const LOGITS: f32 = 10.0;

/// The verdict.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Answerability {
    /// 0 to about 1.
    pub value: f32,
    /// Value from which on an answer is given.
    pub least: f32,
    /// The nearest quotes may be shown as such where no answer may be given: they are near in words and
    /// meaning, whatever a reader says of them.
    pub near: bool,
}

impl Answerability {
    /// The best sentence's cosine with the best chunk's closeness; the words alone without a model.
    /// The cosine of a sentence is what tells "the right page, but the fact is not there" best of
    /// the signals there are, closeness of a chunk tells whether it is the right page.
    pub fn of(signals: &Signals, form: QuestionForm, with_model: bool, options: &AbstainOptions) -> Self {
        let words = signals.first_context;
        if !with_model {
            return Answerability::new(words.clamp(0.0, 1.0), options.min_words, options);
        }
        if let Some(answers) = signals.reader_answers {
            let reader = &options.reader;
            let near = Answerability::by_meaning(signals, form, options).near;
            return Answerability { value: reader.probability(signals, answers), least: reader.least, near };
        }
        Answerability::by_meaning(signals, form, options)
    }

    /// With a bi-encoder: the verdict without a reader; with one, what may be shown as near.
    fn by_meaning(signals: &Signals, form: QuestionForm, options: &AbstainOptions) -> Self {
        let words = signals.first_context;
        // Without a second stage the cosine stands for both.
        let close = signals.closeness.unwrap_or(signals.best_cosine);
        let (value, least) = match form {
            QuestionForm::Value => {
                let meaning = options.meaning.clamp(0.0, 1.0);
                let cosine = signals.best_cosine.max(signals.part_cosine);
                (meaning * cosine + (1.0 - meaning) * close, options.min_answerability)
            }
            QuestionForm::YesNo | QuestionForm::Scenario => {
                let w = &options.indirect;
                let tokens = f32::from(u16::try_from(signals.question_tokens.max(1)).unwrap_or(u16::MAX));
                let value = w.cosine * signals.best_cosine
                    + w.closeness * close
                    + w.words * words
                    + w.length * tokens.ln();
                let yes_no = form == QuestionForm::YesNo;
                (value, if yes_no { options.min_yes_no } else { options.min_scenario })
            }
        };
        let words =
            words.max(if signals.part_context > signals.best_context { signals.part_context } else { 0.0 });
        let value = if words >= options.enough_words { value.max(least) } else { value };
        Answerability::new(value.max(0.0), least, options)
    }

    fn new(value: f32, least: f32, options: &AbstainOptions) -> Self {
        Answerability { value, least, near: value > 0.0 && value >= least - options.nearest_band }
    }

    /// True when an answer may be given.
    pub fn is_enough(&self) -> bool {
        self.value >= self.least
    }

    /// True when no answer may be given, but the nearest quotes may be shown as such.
    pub fn is_near(&self) -> bool {
        !self.is_enough() && self.near
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
            Answerability::of(&signals, QuestionForm::Value, with_model, &options).is_enough()
        };
        assert!(of(0.8, 0.8, true) && of(0.0, 0.8, false));
        assert!(of(0.5, 0.9, true) && !of(0.3, 0.7, true) && !of(0.9, 0.2, false));
        assert!(!of(0.0, 0.0, true) && !of(0.0, 0.0, false));
    }

    #[test]
    fn the_reader_decides_where_it_takes_part() {
        let options = AbstainOptions::default();
        let of = |answers: f32, cosine: f32, form: QuestionForm| {
            let reader_answers = Some(answers);
            let signals = Signals { reader_answers, best_cosine: cosine, ..Signals::default() };
            Answerability::of(&signals, form, true, &options).is_enough()
        };
        for form in [QuestionForm::Value, QuestionForm::YesNo, QuestionForm::Scenario] {
            assert!(of(4.0, 0.6, form) && of(0.0, 0.6, form) && !of(-4.0, 0.6, form));
            assert!(!of(-1.0, 0.2, form), "the reader's no counts more where no sentence is near");
            assert!(!of(f32::NAN, f32::NAN, form), "what is no number is no answer");
        }
    }

    #[test]
    fn what_the_reader_did_not_read_makes_no_strong_record() {
        let of = |reader_answers, first_answers: Option<f32>| {
            let (first_span, first_cosine) = (first_answers, 0.9);
            let signals =
                Signals { reader_answers, first_answers, first_span, first_cosine, ..Signals::default() };
            ReaderStrength::default().probability(&signals)
        };
        let options = ReaderStrength::default();
        assert!(of(Some(3.0), Some(1.0)).unwrap() >= options.clear);
        assert!(of(Some(3.0), None).unwrap() < options.likely);
        assert_eq!(of(None, None), None, "without a reader other signs decide");
    }

    #[test]
    fn the_right_page_lets_a_weaker_sentence_pass() {
        let options = AbstainOptions::default();
        let of = |cosine: f32, closeness: Option<f32>, form: QuestionForm| {
            let signals = Signals { best_cosine: cosine, closeness, ..Signals::default() };
            Answerability::of(&signals, form, true, &options).is_enough()
        };
        assert!(of(0.6, Some(0.95), QuestionForm::Value) && !of(0.6, Some(0.7), QuestionForm::Value));
        // A short one and a long one.
        let of = |cosine: f32, closeness: f32, tokens: usize, form: QuestionForm| {
            let (closeness, question_tokens) = (Some(closeness), tokens);
            let signals = Signals {
                best_cosine: cosine,
                closeness,
                question_tokens,
                first_context: 0.4,
                ..Signals::default()
            };
            Answerability::of(&signals, form, true, &options).is_enough()
        };
        assert!(of(0.6, 0.7, 12, QuestionForm::YesNo) && !of(0.2, 0.2, 12, QuestionForm::YesNo));
        assert!(of(0.6, 0.6, 100, QuestionForm::Scenario) && !of(0.3, 0.3, 40, QuestionForm::Scenario));
    }
}
