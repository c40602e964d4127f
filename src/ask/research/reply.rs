//! How research goes on, as a model replies it under a schema.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Longest question of a step, in characters: thirty words.
const QUESTION: usize = 240;
/// Longest reason.
const REASON: usize = 120;

/// What comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Decision {
    /// Another step.
    NextStep,
    /// The last one again, in other words.
    Retry,
    /// Nothing.
    Complete,
}

/// A model's reply. Unknown and missing fields are errors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NextStep {
    /// What comes next.
    pub(super) decision: Decision,
    /// What it asks; empty when nothing comes.
    pub(super) question: String,
    /// Why; nobody is shown it.
    pub(super) reason: String,
}

impl NextStep {
    /// Reads a reply; `None` for anything but one JSON object of the schema's fields and types.
    pub(super) fn read(text: &str) -> Option<NextStep> {
        serde_json::from_str(text).ok()
    }
}

/// The schema of the reply.
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
