//! Decides whether the passages contain an answer at all.

use crate::language::question::Question;
use crate::language::question_form::QuestionForm;
use crate::language::question_terms::term_set;
use crate::options::{AbstainOptions, ReaderAbstention, ReaderStrength};
use twolane_retrieve::{Expected, ReadChunk};
use twolane_text::Quote;

use super::ranked::{Passage, Ranked, logistic};

/// Number of first passages whose closeness counts.
const CLOSE: usize = 5;

/// Signals for and against an answer in the passages, each from 0 to 1.
#[derive(Debug, Clone, PartialEq, Default, serde::Serialize)]
pub struct Signals {
    /// Best cosine of a candidate; 0 without a model.
    pub best_cosine: f32,
    /// Best cosine of a candidate with one part of the question. It equals `best_cosine` for a question of one part.
    pub part_cosine: f32,
    /// Best late-interaction score of a chunk with the question, above its background; `None` without a second stage.
    pub closeness: Option<f32>,
    /// Best IDF-weighted share of the question's words in one candidate with its header and chunk.
    pub best_context: f32,
    /// IDF-weighted share of the question's words in the first-ranked candidate with its header and chunk.
    pub first_context: f32,
    /// Best share of the words of one part of the question in one of the first candidates.
    pub part_context: f32,
    /// Share of the question's words in the first candidate itself.
    pub first_overlap: f32,
    /// 1 when the first candidates hold a value of the requested kind, else 0.
    pub kind: f32,
    /// Number of tokens in the question by the model's tokenizer; 0 without a model.
    pub question_tokens: usize,
    /// Best logit of the reader for "this passage answers", over the first passages; `None` without a reader.
    pub reader_answers: Option<f32>,
    /// Margin of the reader's best span in the first passages over "no answer here".
    pub reader_margin: Option<f32>,
    /// Words of the first fact that the reader selects as the answer.
    pub first_value: Option<String>,
    /// Probability, by the reader's evidence, that the first candidate belongs to the answer.
    pub first_evidence: Option<f32>,
    /// Best relevance of a candidate by the cross-encoder; `None` without it.
    pub best_relevance: Option<f32>,
    /// Relevance of the first candidate by the cross-encoder; `None` without it.
    pub first_relevance: Option<f32>,
    /// Weighted sum of the first candidate's features without the gains for its form: at most about 1.3, below 0 with
    /// several penalties.
    pub first_score: f32,
    /// True when a question of law has the heading of a section among the first passages.
    pub headed: bool,
    /// Words of the question that no passage contains, rarest first.
    pub missing: Vec<String>,
}

impl Signals {
    /// Computes the signals from ranked candidates, best first.
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
            first_value: first.and_then(Ranked::value).map(str::to_owned),
            first_evidence: first.and_then(|r| r.features.evidence),
            best_relevance: ranked.iter().filter_map(|r| r.features.relevance).reduce(f32::max),
            first_relevance: first.and_then(|r| r.features.relevance),
            first_score: 0.0,
            headed: passages.iter().take(CLOSE).any(|p| p.headed),
            missing: question.terms().missing(&all),
        }
    }

    /// Drops the reader's value when no quote of the first fact contains it.
    pub fn pointing_into(mut self, quotes: &[Quote]) -> Self {
        self.first_value =
            self.first_value.filter(|value| quotes.iter().any(|quote| quote.text().contains(value.as_str())));
        self
    }
}

impl ReaderAbstention {
    /// Returns the probability that the passages answer, by a logistic model.
    fn probability(&self, signals: &Signals, answers: f32) -> f32 {
        let sum = self.bias
            + self.answers * (answers / LOGITS).clamp(-1.0, 1.0)
            + self.cosine * signals.best_cosine
            + self.relevance * signals.best_relevance.unwrap_or(0.0)
            + if signals.headed { self.headed } else { 0.0 };
        logistic(sum)
    }
}

impl ReaderStrength {
    /// Returns the probability that the first candidate answers; `None` when the reader took no part.
    pub fn probability(&self, signals: &Signals) -> Option<f32> {
        signals.reader_answers?;
        // A chunk that the reader did not read counts as one without evidence, as in the fit of these weights.
        let evidence = signals.first_evidence.unwrap_or(0.0);
        let relevance = signals.first_relevance.unwrap_or(0.0);
        let sum = self.bias
            + self.evidence * evidence
            + self.score * signals.first_score
            + self.relevance * relevance;
        Some(logistic(sum))
    }
}

/// Largest absolute value at which the reader's logits still count; larger ones add nothing.
const LOGITS: f32 = 10.0;

/// Verdict on the passages: whether they answer the question.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Answerability {
    /// Score from 0 to about 1.
    pub value: f32,
    /// Least value at which an answer is given.
    pub least: f32,
    /// True when the nearest quotes may be shown as such without an answer. They are near in words and meaning,
    /// whatever the reader's verdict.
    pub near: bool,
}

impl Answerability {
    /// Combines the best sentence's cosine with the best chunk's closeness; without a model, only words count. A
    /// sentence's cosine is the best signal for "the right page, but the fact is missing". A chunk's closeness shows
    /// whether it is the right page.
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

    /// Judges by the bi-encoder: this is the verdict without a reader, and decides with a reader which quotes count as
    /// near.
    fn by_meaning(signals: &Signals, form: QuestionForm, options: &AbstainOptions) -> Self {
        let words = signals.first_context;
        // Without a second stage, the cosine replaces the closeness.
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

    /// Returns true when an answer may be given.
    pub fn is_enough(&self) -> bool {
        self.value >= self.least
    }

    /// Returns true when no answer may be given, but the nearest quotes may be shown as such.
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
            let signals = Signals {
                reader_answers: Some(answers),
                best_cosine: cosine,
                best_relevance: Some(0.5),
                ..Signals::default()
            };
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
        let of = |reader_answers, first_evidence: Option<f32>| {
            // A cosine and a share of words of 0.9, in the best chunk, with a value of the kind asked for.
            let first_score = 0.83 + 0.35 * first_evidence.unwrap_or(0.0);
            let signals = Signals {
                reader_answers,
                first_evidence,
                first_relevance: Some(0.8),
                first_score,
                ..Signals::default()
            };
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
        // A short question and a long one.
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
