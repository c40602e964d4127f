//! Settings of research.

use serde::{Deserialize, Serialize};

/// Keys of `[research]` in `twolane.toml`. The least confidence of a completed step is
/// `retrieval.eval_confidence_threshold`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ResearchOptions {
    /// True to research each question that is routed as one of several steps; false to research only with the form
    /// `research`.
    pub by_route: bool,
    /// Most steps for a question.
    pub most_steps: usize,
    /// Number of completed steps after which research ends.
    pub most_completed: usize,
    /// Number of consecutive failed steps after which research ends, if all of them are below `stagnation`.
    pub most_failures: usize,
    /// Confidence that is no better than chance.
    pub stagnation: f32,
    /// Largest difference in confidence at which two consecutive failed steps count as no progress.
    pub similar_failures: f32,
    /// Passages that a step reads.
    pub passages: usize,
    /// Passages that a step reads of one named paper or section.
    pub passages_of_one: usize,
    /// Most facts from one step.
    pub facts: usize,
    /// Most facts of an answer from later steps, unless the form is `research`.
    pub facts_beside: usize,
    /// Least share of a part's own words, weighted by rarity, with which a fact covers the part.
    pub least_covered: f32,
    /// Most steps that look up a defined term.
    pub definitions: usize,
    /// Least words of a step's question; a shorter one gets words of the whole question.
    pub least_words: usize,
    /// Characters of each step's answer that a model sees when it decides on the next step.
    pub answer_chars: usize,
    /// Model calls left to the writer and its repair.
    pub calls_left_to_writer: u64,
    /// Most tokens in and out for decisions and rewording.
    pub max_tokens: u64,
    /// Most seconds for all steps together; the answer then uses the facts found so far.
    pub seconds: u64,
}

impl Default for ResearchOptions {
    fn default() -> Self {
        ResearchOptions {
            // Off until recorded answers to questions with this route show a benefit
            // (`benches/runs/2026-11-25-answers-steps.json` contains no such question).
            by_route: false,
            // Specification HOP-2.
            most_steps: 4,
            most_completed: 3,
            most_failures: 3,
            // The 99th percentile of random pairs on the common scale (RET-10).
            stagnation: 0.35,
            similar_failures: 0.05,
            // Specification HOP-1.
            passages: 5,
            // A named paper's best and second passage: more would displace the results of the question itself.
            passages_of_one: 2,
            facts: 3,
            // As many as the separate searches for parts, which these steps replace (EVD-8).
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
