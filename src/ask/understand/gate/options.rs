//! Settings of the gate.

use serde::{Deserialize, Serialize};

/// Settings of the gate (SPEC GATE-1, GATE-2).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GateOptions {
    /// Off: every question goes on.
    pub enabled: bool,
    /// Least score (0..1) of what is wanted being clear. From the specification.
    pub tau_intent: f32,
    /// Least share of what an answer depends on that is known. From the specification.
    pub tau_param: f32,
    /// Least share of the question's words that the archive or the session's texts hold. From the
    /// specification.
    pub retrieval_min_coverage: f32,
    /// The same question left unanswered this often goes on at the next time. From the
    /// specification.
    pub max_same_prompt_rounds: u32,
    /// A question that was not asked for this long starts counting again. From the specification.
    pub cooldown_minutes: u32,
    /// Most times that a session is asked back in all; 0: no limit. From the specification.
    pub clarify_rounds_cap: u32,
    /// A question that points at something ("it", "that place") is not asked back when it has this many words of
    /// its own to be searched with.
    pub own_words: usize,
    /// Chunks of the first cheap look.
    pub look: usize,
    /// A place counts as one that an answer may be about when it has this share of the first
    /// look's score.
    pub place_share: f32,
    /// Most choices that a question offers.
    pub most_options: usize,
    /// Most questions that are asked at once.
    pub most_questions: usize,
    /// Ask back where the rule that was found makes a question about the asker's own case depend
    /// on something that is not known.
    pub personal_conditions: bool,
    /// Have the language model, where there is one, word what is asked back: a call for each question. Off: the
    /// gate's own words ask for the same.
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
            // 110 questions typed as residents type them, written by somebody who did not see the program: 8 of 82
            // that the papers answer were asked back for "it" or "that"; all 8 have as many, and none of our own
            // questions that need asking back has.
            own_words: 3,
            // As many as one lane brings.
            look: 12,
            place_share: 0.25,
            most_options: 8,
            most_questions: 3,
            personal_conditions: true,
            worded_by_model: false,
        }
    }
}
