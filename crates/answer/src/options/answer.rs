//! Settings of an answer.

use serde::{Deserialize, Serialize};

use super::ChoiceOptions;
use super::ConflictOptions;
use super::ContextOptions;
use super::VerifyOptions;

/// Settings of an answer made of verbatim sentences.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AnswerOptions {
    /// Chunks from which sentences are taken.
    pub passages: usize,
    /// Most facts of an answer (CONTRACT: a case counts within the first five).
    pub max_facts: usize,
    /// Most quotes from other papers in the same words that a fact has in addition to its own.
    pub max_copies: usize,
    /// Most searches for one part of a question alone (SPEC EVD-8: one or two).
    pub max_expansions: usize,
    /// Least legal salience (0 to 1) of a question at which state law answers it together with a text of the user about
    /// another place.
    pub legal_salience: f32,
    /// Most words of one quote (CONTRACT).
    pub max_quote_words: usize,
    /// Most lines of one quote (CONTRACT).
    pub max_quote_lines: usize,
    /// Most quotes of one statement. A longer statement is shortened, or left out where the cut would change its
    /// meaning.
    pub max_quote_pieces: usize,
    /// Most candidates that are embedded: the best by their words and the reader's evidence. The others have no
    /// cosine. Embedding all of them took most of the time of an answer.
    pub max_embedded: usize,
    /// Most candidates that the cross-encoder scores: the best without it.
    pub max_scored: usize,
    /// The readiness to refuse an answer.
    pub caution: Caution,
    /// Weights of the features that rank a candidate.
    pub weights: Weights,
    /// Thresholds below which the program abstains.
    pub abstain: AbstainOptions,
    /// Strength of the record where the reader took part.
    pub strength: ReaderStrength,
    /// Thresholds for texts around a fact that may cancel it.
    pub context: ContextOptions,
    /// Thresholds at which quotes disagree.
    pub conflicts: ConflictOptions,
    /// Requirements of the verifier.
    pub verify: VerifyOptions,
    /// Thresholds at which a part of the question counts as answered.
    pub gaps: GapOptions,
    /// Judgement of answer choices without a language model.
    pub choices: ChoiceOptions,
}

/// Shares (0 to 1) of the question's words, weighted by rarity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GapOptions {
    /// Least share with which a fact covers a facet; the fact must also have a value of its kind.
    pub least_covered: f32,
    /// Least share with which a sentence found by exact words becomes a fact in addition to others.
    pub least_beside: f32,
    /// Least share with which such a sentence becomes the only fact. It equals the share above which a low cosine does
    /// not count.
    pub least_alone: f32,
}

impl Default for GapOptions {
    fn default() -> Self {
        twolane_retrieve::tuning::table("answer.gaps")
    }
}

impl Default for AnswerOptions {
    fn default() -> Self {
        AnswerOptions {
            passages: 15,
            max_facts: 5,
            max_copies: 2,
            max_expansions: 2,
            // As in the merge of the lanes.
            legal_salience: 0.5,
            max_quote_words: 60,
            max_quote_lines: 3,
            max_quote_pieces: 12,
            max_embedded: 64,
            max_scored: 12,
            caution: Caution::default(),
            weights: Weights::default(),
            abstain: AbstainOptions::default(),
            strength: ReaderStrength::default(),
            context: ContextOptions::default(),
            conflicts: ConflictOptions::default(),
            verify: VerifyOptions::default(),
            gaps: GapOptions::default(),
            choices: ChoiceOptions::default(),
        }
    }
}

/// Weights of a candidate's features, each first scaled to 0..1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// Cosine of question and candidate.
    pub cosine: f32,
    /// IDF-weighted share of the question's words in the candidate itself, where no reader took part.
    pub overlap: f32,
    /// IDF-weighted share of the question's words, where header and rest of the chunk count at a discount.
    pub context: f32,
    /// Score of the chunk among the chunks found.
    pub chunk: f32,
    /// Value of the requested kind in the candidate.
    pub kind: f32,
    /// Penalty for a candidate in the notes after a section of law.
    pub note: f32,
    /// Candidate in a section of law that a question of law names by its heading.
    pub headed: f32,
    /// Candidate in a section of law, when the question asks for the law itself.
    pub asked_law: f32,
    /// Candidate that belongs to the answer by the reader's evidence.
    pub evidence: f32,
    /// Relevance by the cross-encoder.
    pub relevance: f32,
}

impl Default for Weights {
    fn default() -> Self {
        twolane_retrieve::tuning::table("answer.weights")
    }
}

/// Thresholds below which the program abstains. They belong to all-MiniLM-L6-v2; another model's cosines have another
/// range.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AbstainOptions {
    /// Least answerability (0 to 1) with a model, for a question that asks for a value.
    pub min_answerability: f32,
    /// Least answerability of a yes-or-no question, weighted by `indirect`.
    pub min_yes_no: f32,
    /// Least answerability of a question that tells a story first, weighted by `indirect`.
    pub min_scenario: f32,
    /// Weights of the signals where the reader takes part; the thresholds above are for the other case.
    pub reader: ReaderAbstention,
    /// Weights for a question that a rule answers in words of its own.
    pub indirect: IndirectWeights,
    /// Share of the best sentence's cosine in answerability; the rest is the best chunk's closeness.
    pub meaning: f32,
    /// Least share of the question's words in the first candidate at which a low cosine does not count. A motion that
    /// names everything asked for is an answer, even to a short question.
    pub enough_words: f32,
    /// Least share of the question's words that the first candidate covers, without a model.
    pub min_words: f32,
    /// Largest distance below the least answerability at which the nearest quotes are still shown, with the words
    /// "Insufficient evidence".
    pub nearest_band: f32,
    /// Most quotes that are then shown.
    pub nearest_facts: usize,
    /// Least share of the best fact's score; facts below it are left out.
    pub keep_share: f32,
}

/// The readiness to refuse an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Caution {
    /// Answers more often, and more often wrongly.
    Low,
    /// Answers as fitted.
    #[default]
    Default,
    /// Refuses more often.
    High,
}

/// Largest value that caution gives to `least_uncovered`: some answers are still given.
const MOST_UNCOVERED: f32 = 0.9;

impl AbstainOptions {
    /// Returns the thresholds for a degree of caution: a sixth lower or higher, the reader's half as high or
    /// twice as high.
    pub fn with_caution(&self, caution: Caution) -> AbstainOptions {
        let (scale, reader) = match caution {
            Caution::Low => (5.0 / 6.0, 0.5),
            Caution::Default => return self.clone(),
            Caution::High => (7.0 / 6.0, 2.0),
        };
        AbstainOptions {
            min_answerability: self.min_answerability * scale,
            min_yes_no: self.min_yes_no * scale,
            min_scenario: self.min_scenario * scale,
            min_words: self.min_words * scale,
            reader: ReaderAbstention {
                least: self.reader.least * reader,
                least_uncovered: (self.reader.least_uncovered * reader).min(MOST_UNCOVERED),
                ..self.reader.clone()
            },
            ..self.clone()
        }
    }
}

/// A logistic model of the probability that the passages answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReaderAbstention {
    /// Least probability at which an answer is given.
    pub least: f32,
    /// Least probability at which an answer is given whose facts have no value of the requested kind.
    pub least_uncovered: f32,
    /// Intercept of the model.
    pub bias: f32,
    /// Weight of the reader's best logit of "this passage answers", in tens.
    pub answers: f32,
    /// Weight of the best sentence's cosine.
    pub cosine: f32,
    /// Weight of a found section of law that a question of law names by its heading.
    pub headed: f32,
    /// Weight of the cross-encoder's best relevance, from 0 to 1.
    pub relevance: f32,
}

impl Default for ReaderAbstention {
    fn default() -> Self {
        twolane_retrieve::tuning::table("answer.abstain.reader")
    }
}

/// A logistic model of the probability that the first quote is the answer, for the tier of the record's strength.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReaderStrength {
    /// Intercept of the model.
    pub bias: f32,
    /// Weight of the reader's evidence for the first candidate, from 0 to 1.
    pub evidence: f32,
    /// Weight of the first candidate's score, the sum of `answer.weights`. It belongs to those weights.
    pub score: f32,
    /// Weight of the cross-encoder's relevance of the first candidate, from 0 to 1.
    pub relevance: f32,
    /// Least probability of a record of tier A.
    pub clear: f32,
    /// Least probability of a record of tier B; below it, the tier is C.
    pub likely: f32,
}

impl Default for ReaderStrength {
    fn default() -> Self {
        twolane_retrieve::tuning::table("answer.strength")
    }
}

/// Weights of answerability where sentences do not repeat the question's words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IndirectWeights {
    /// Weight of the best sentence's cosine.
    pub cosine: f32,
    /// Weight of the best chunk's closeness.
    pub closeness: f32,
    /// Weight of the share of the question's words that the first candidate covers.
    pub words: f32,
    /// Weight of the natural logarithm of the question's token count: one sentence covers less of a longer question.
    pub length: f32,
}

impl Default for IndirectWeights {
    fn default() -> Self {
        twolane_retrieve::tuning::table("answer.abstain.indirect")
    }
}

impl Default for AbstainOptions {
    fn default() -> Self {
        twolane_retrieve::tuning::table("answer.abstain")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caution_moves_every_threshold() {
        let thresholds = |caution| {
            let o = AbstainOptions::default().with_caution(caution);
            [o.min_answerability, o.min_yes_no, o.min_scenario, o.min_words, o.reader.least]
        };
        let (low, high) = (thresholds(Caution::Low), thresholds(Caution::High));
        let default = thresholds(Caution::Default);
        for ((low, default), high) in low.iter().zip(default).zip(high) {
            assert!(*low < default && default < high, "{low} {default} {high}");
        }
        assert!(high[4] < 1.0, "some answer is still given");
    }
}
