//! Settings of an answer.

use serde::{Deserialize, Serialize};

use super::conflict::ConflictOptions;
use super::verify::VerifyOptions;

/// Settings of an answer made of verbatim sentences.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AnswerOptions {
    /// Chunks that sentences are taken from.
    pub passages: usize,
    /// Most facts of an answer (CONTRACT: a case counts within the first five).
    pub max_facts: usize,
    /// Most words of one quote (CONTRACT).
    pub max_quote_words: usize,
    /// Most lines of one quote (CONTRACT).
    pub max_quote_lines: usize,
    /// Candidates that are embedded; the rest is left by word overlap alone, which bounds the
    /// time of an answer.
    pub max_embedded: usize,
    /// What a candidate is ranked by.
    pub weights: Weights,
    /// When an answer is refused.
    pub abstain: AbstainOptions,
    /// When quotes disagree.
    pub conflicts: ConflictOptions,
    /// What the verifier insists on.
    pub verify: VerifyOptions,
}

impl Default for AnswerOptions {
    fn default() -> Self {
        AnswerOptions {
            passages: 15,
            max_facts: 5,
            max_quote_words: 60,
            max_quote_lines: 3,
            max_embedded: 300,
            weights: Weights::default(),
            abstain: AbstainOptions::default(),
            conflicts: ConflictOptions::default(),
            verify: VerifyOptions::default(),
        }
    }
}

/// Weights of a candidate's features, each scaled to 0..1 first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
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
}

impl Default for Weights {
    fn default() -> Self {
        // Middle of a wide plateau of 600 random weights on our papers' questions and one half of
        // the sample questions; the other half was only looked at afterwards.
        Weights { cosine: 0.22, overlap: 0.09, context: 0.30, chunk: 0.31, kind: 0.08 }
    }
}

/// Thresholds below which the papers are said to be silent. They belong to all-MiniLM-L6-v2;
/// another model's cosines lie elsewhere.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AbstainOptions {
    /// Least answerability (0..1) with a model.
    pub min_answerability: f32,
    /// Share of the best cosine in answerability; the rest is the share of the question's words
    /// that the first candidate accounts for.
    pub meaning: f32,
    /// Share of the question's words in the first candidate from which a low cosine does not count:
    /// a motion that names everything asked for is an answer, however short the question.
    pub enough_words: f32,
    /// Least share of the question's words that the first candidate accounts for, without a model.
    pub min_words: f32,
    /// Facts whose score is below this share of the best one's are left out.
    pub keep_share: f32,
}

impl Default for AbstainOptions {
    fn default() -> Self {
        // Where our papers' questions and one half of the sample questions lose at most a tenth of
        // the answerable ones; the few unanswerable ones (4 and 6) make this a rough choice.
        AbstainOptions {
            min_answerability: 0.595,
            meaning: 0.95,
            enough_words: 0.8,
            min_words: 0.53,
            keep_share: 0.55,
        }
    }
}
