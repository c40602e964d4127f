//! Decision on the next step, as a model returns it under a schema.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Longest question of a step, in characters: thirty words.
const QUESTION: usize = 240;
/// Longest reason, in characters.
const REASON: usize = 120;

/// Decision on what comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Decision {
    /// Take another step.
    NextStep,
    /// Repeat the last step in other words.
    Retry,
    /// End the research.
    Complete,
}

/// Reply of a model. Unknown and missing fields are errors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NextStep {
    /// Decision on what comes next.
    pub(super) decision: Decision,
    /// Question of the step; empty when research ends.
    pub(super) question: String,
    /// Reason for the decision, which is never shown.
    pub(super) reason: String,
}

impl NextStep {
    /// Parses a reply; `None` for anything but one JSON object of the schema's fields and types.
    pub(super) fn read(text: &str) -> Option<NextStep> {
        serde_json::from_str(text).ok()
    }
}

/// Returns the schema of the reply.
pub(super) fn next_step_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "decision": { "enum": ["next_step", "retry", "complete"] },
            "question": { "type": "string", "maxLength": QUESTION },
            "reason": { "type": "string", "maxLength": REASON },
        },
        "required": ["decision", "question", "reason"],
        "additionalProperties": false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_a_reply_and_what_is_not() {
        for (text, expected) in [
            (
                r#"{"decision":"next_step","question":"Who sets it?","reason":"open"}"#,
                Some(Decision::NextStep),
            ),
            (r#"{"decision":"complete","question":"","reason":""}"#, Some(Decision::Complete)),
            (r#"{"decision":"stop","question":"","reason":""}"#, None),
            (r#"{"decision":"retry","question":""}"#, None),
            (r#"{"decision":"retry","question":"","reason":"","more":1}"#, None),
            ("I would look for the fee.", None),
            ("", None),
        ] {
            assert_eq!(NextStep::read(text).map(|r| r.decision), expected, "{text}");
        }
    }
}
