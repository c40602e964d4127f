//! Settings of an answer.

use serde::{Deserialize, Serialize};

use super::ChoiceOptions;
use super::ConflictOptions;
use super::VerifyOptions;

/// Settings of an answer made of verbatim sentences.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AnswerOptions {
    /// Chunks that sentences are taken from.
    pub passages: usize,
    /// Most facts of an answer (CONTRACT: a case counts within the first five).
    pub max_facts: usize,
    /// Quotes from other papers in the same words that a fact takes beside its own.
    pub max_copies: usize,
    /// Searches for one part of a question alone (SPEC EVD-8: one or two).
    pub max_expansions: usize,
    /// How much a question is one of law (0 to 1) from which on state law answers it beside a text of
    /// the user about another place.
    pub legal_salience: f32,
    /// Most words of one quote (CONTRACT).
    pub max_quote_words: usize,
    /// Most lines of one quote (CONTRACT).
    pub max_quote_lines: usize,
    /// Most quotes that one statement is shown in. A longer one is shortened, and left out where what is
    /// cut would turn its meaning.
    pub max_quote_pieces: usize,
    /// Candidates that are embedded; the rest is left by word overlap alone, which bounds the
    /// time of an answer.
    pub max_embedded: usize,
    /// How readily an answer is refused.
    pub caution: Caution,
    /// What a candidate is ranked by.
    pub weights: Weights,
    /// When an answer is refused.
    pub abstain: AbstainOptions,
    /// How strong the record is where the reader took part.
    pub strength: ReaderStrength,
    /// When quotes disagree.
    pub conflicts: ConflictOptions,
    /// What the verifier insists on.
    pub verify: VerifyOptions,
    /// When a part of the question counts as answered.
    pub gaps: GapOptions,
    /// How answer choices are judged without a language model.
    pub choices: ChoiceOptions,
}

/// Shares (0 to 1) of the question's words, weighted by rarity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GapOptions {
    /// A fact covers a facet that has a value of its kind and at least this share.
    pub least_covered: f32,
    /// A sentence that the search by exact words finds becomes a fact beside others from this share
    /// on.
    pub least_beside: f32,
    /// The same where there is no other fact: as high as the share from which a low cosine does not
    /// count.
    pub least_alone: f32,
}

impl Default for GapOptions {
    fn default() -> Self {
        crate::tuning::table("answer.gaps")
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
            max_embedded: 300,
            caution: Caution::default(),
            weights: Weights::default(),
            abstain: AbstainOptions::default(),
            strength: ReaderStrength::default(),
            conflicts: ConflictOptions::default(),
            verify: VerifyOptions::default(),
            gaps: GapOptions::default(),
            choices: ChoiceOptions::default(),
        }
    }
}

/// Weights of a candidate's features, each scaled to 0..1 first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// Cosine of question and candidate.
    pub cosine: f32,
    /// IDF-weighted share of the question's words in the candidate itself.
    pub overlap: f32,
    /// The same, counting the header and the rest of the chunk at a discount.
    pub context: f32,
    /// Score of the chunk among the chunks found.
    pub chunk: f32,
    /// The candidate holds a value of the kind that is asked for.
    pub kind: f32,
    /// Taken from a candidate in the notes behind a section of law.
    pub note: f32,
    /// The candidate stands in a section of law that a question of law names by its heading.
    pub headed: f32,
    /// The candidate stands in a section of law, and the question asks which law it is.
    pub asked_law: f32,
    /// The reader takes words of the candidate for the answer.
    pub span: f32,
    /// The reader says that the candidate's chunk answers.
    pub answers: f32,
}

impl Default for Weights {
    fn default() -> Self {
        crate::tuning::table("answer.weights")
    }
}

/// Thresholds below which the papers are said to be silent. They belong to all-MiniLM-L6-v2;
/// another model's cosines lie elsewhere.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AbstainOptions {
    /// Least answerability (0..1) with a model, for a question that asks for a value.
    pub min_answerability: f32,
    /// Least answerability of a question for yes or no, weighed by `indirect`.
    pub min_yes_no: f32,
    /// Least answerability of a question that tells a story first, weighed by `indirect`.
    pub min_scenario: f32,
    /// How the signals are weighed where the reader takes part; the thresholds above are for the others.
    pub reader: ReaderAbstention,
    /// How a question is weighed that a rule answers in words of its own.
    pub indirect: IndirectWeights,
    /// Share of the best sentence's cosine in answerability; the rest is the best chunk's
    /// closeness.
    pub meaning: f32,
    /// Share of the question's words in the first candidate from which a low cosine does not count:
    /// a motion that names everything asked for is an answer, however short the question.
    pub enough_words: f32,
    /// Least share of the question's words that the first candidate accounts for, without a model.
    pub min_words: f32,
    /// How far below the least answerability the nearest quotes are still shown, under the words
    /// "Insufficient evidence".
    pub nearest_band: f32,
    /// Quotes that are shown then.
    pub nearest_facts: usize,
    /// Facts whose score is below this share of the best one's are left out.
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
            reader: ReaderAbstention { least: self.reader.least * reader, ..self.reader.clone() },
            ..self.clone()
        }
    }
}

/// A logistic model of whether the passages answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReaderAbstention {
    /// Probability from which on an answer is given.
    pub least: f32,
    /// What it starts from.
    pub bias: f32,
    /// The reader's best logit of "this passage answers", in tens.
    pub answers: f32,
    /// Best sentence's cosine.
    pub cosine: f32,
    /// A section of law is there that a question of law names by its heading.
    pub headed: f32,
}

impl Default for ReaderAbstention {
    fn default() -> Self {
        crate::tuning::table("answer.abstain.reader")
    }
}

/// How likely the first quote is to be the answer, by a logistic model: the tier of the record's strength.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReaderStrength {
    /// What it starts from.
    pub bias: f32,
    /// The share (0..1) that the reader gives the first candidate's words over "no answer here".
    pub span: f32,
    /// Whether the reader says that the first candidate's chunk answers, 0..1.
    pub answers: f32,
    /// The first candidate's cosine with the question.
    pub cosine: f32,
    /// Probability from which on the record is A.
    pub clear: f32,
    /// Probability from which on the record is B; below it is C.
    pub likely: f32,
}

impl Default for ReaderStrength {
    fn default() -> Self {
        crate::tuning::table("answer.strength")
    }
}

/// Weights of answerability where sentences do not repeat the question's words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IndirectWeights {
    /// Best sentence's cosine.
    pub cosine: f32,
    /// Best chunk's closeness.
    pub closeness: f32,
    /// Share of the question's words that the first candidate accounts for.
    pub words: f32,
    /// Natural logarithm of the question's tokens: the longer, the less of it one sentence can hold.
    pub length: f32,
}

impl Default for IndirectWeights {
    fn default() -> Self {
        crate::tuning::table("answer.abstain.indirect")
    }
}

impl Default for AbstainOptions {
    fn default() -> Self {
        crate::tuning::table("answer.abstain")
    }
}
