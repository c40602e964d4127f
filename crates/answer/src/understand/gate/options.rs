//! Settings of the gate.

use serde::{Deserialize, Serialize};

/// Settings of the gate (SPEC GATE-1, GATE-2).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GateOptions {
    /// False lets every question proceed.
    pub enabled: bool,
    /// Least clarity (0 to 1) of the request. From the specification.
    pub tau_intent: f32,
    /// Least share of the values needed for an answer that must be known. From the specification.
    pub tau_param: f32,
    /// Least share of the question's words that the archive or the session's texts contain. From the specification.
    pub retrieval_min_coverage: f32,
    /// Number of rounds without a reply after which the same question proceeds at the next time. From the
    /// specification.
    pub max_same_prompt_rounds: u32,
    /// Minutes without the question after which its rounds count from zero again. From the specification.
    pub cooldown_minutes: u32,
    /// Most clarification rounds of a session in all; 0 means no limit. From the specification.
    pub clarify_rounds_cap: u32,
    /// Number of a question's own words with which it proceeds without clarification, although it refers to something
    /// ("it", "that place").
    pub own_words: usize,
    /// Chunks of the first quick look.
    pub look: usize,
    /// Least share of the first look's score with which a place counts as a possible subject of the answer.
    pub place_share: f32,
    /// Most options that a question offers.
    pub most_options: usize,
    /// Most questions that are asked at once.
    pub most_questions: usize,
    /// True to ask for clarification where the rule found makes the asker's own case depend on an unknown fact.
    pub personal_conditions: bool,
    /// True to let the language model, where there is one, word the clarifying questions, with one call for each
    /// question. False uses the gate's own words, which ask for the same.
    pub worded_by_model: bool,
}

impl Default for GateOptions {
    fn default() -> Self {
        GateOptions {
            enabled: true,
            tau_intent: 0.60,
            tau_param: 0.70,
            retrieval_min_coverage: 0.60,
            max_same_prompt_rounds: 3,
            cooldown_minutes: 10,
            clarify_rounds_cap: 0,
            // Measured on 110 questions typed as residents type them, written by a person who did not see the program.
            // Of the 82 questions that the papers answer, 8 were sent back for "it" or "that". All 8 have as many
            // words, and none of our own questions that need clarification does.
            own_words: 3,
            // As many as one lane returns.
            look: 12,
            place_share: 0.25,
            most_options: 8,
            most_questions: 3,
            personal_conditions: true,
            worded_by_model: false,
        }
    }
}
