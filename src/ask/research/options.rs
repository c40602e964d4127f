//! Settings of research.

use serde::{Deserialize, Serialize};

/// Keys of `[research]` in `twolane.toml`. The confidence from which on a step counts as completed is
/// `retrieval.eval_confidence_threshold`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ResearchOptions {
    /// A question that is routed as one of several steps is researched; off: only where the form is
    /// `research`.
    pub by_route: bool,
    /// Steps of a question at most.
    pub most_steps: usize,
    /// Completed steps after which it ends.
    pub most_completed: usize,
    /// Failed steps in a row after which it ends, if all of them are below `stagnation`.
    pub most_failures: usize,
    /// Confidence that is no better than chance.
    pub stagnation: f32,
    /// Two failed steps in a row whose confidence differs by no more than this are no progress.
    pub similar_failures: f32,
    /// Passages that a step reads.
    pub passages: usize,
    /// Passages that a step reads of one paper or section that was named.
    pub passages_of_one: usize,
    /// Facts that a step brings at most.
    pub facts: usize,
    /// Of an answer's facts so many may come of later steps, unless the form is `research`.
    pub facts_beside: usize,
    /// Share of its own words, weighted by rarity, from which on a fact covers a part of a question.
    pub least_covered: f32,
    /// Steps that look up a defined term at most.
    pub definitions: usize,
    /// Words of a step's question at least; a shorter one gets words of the whole question.
    pub least_words: usize,
    /// Characters of each step's answer that a model is shown when it decides how to go on.
    pub answer_chars: usize,
    /// Calls of a model that are left to the writer and its repair.
    pub calls_left_to_writer: u64,
    /// Tokens in and out that deciding and rewording may cost.
    pub max_tokens: u64,
    /// Seconds that all steps together may take; then the answer is made of what there is.
    pub seconds: u64,
}

impl Default for ResearchOptions {
    fn default() -> Self {
        ResearchOptions {
            // Until kept answers to questions that are routed so show that it pays
            // (`benches/runs/2026-11-25-answers-steps.json` has none).
            by_route: false,
            // Specification HOP-2.
            most_steps: 4,
            most_completed: 3,
            most_failures: 3,
            // The 99th percentile of random pairs on the common scale (RET-10).
            stagnation: 0.35,
            similar_failures: 0.05,
            // HOP-1.
            passages: 5,
            // A named paper's best and its second: more crowd out what the question itself finds.
            passages_of_one: 2,
            facts: 3,
            // As many as the searches for parts alone that these steps stand in for (EVD-8).
            facts_beside: 2,
            least_covered: 0.5,
            definitions: 2,
            least_words: 10,
            answer_chars: 300,
            calls_left_to_writer: 2,
            max_tokens: 16_384,
            seconds: 60,
        }
    }
}
