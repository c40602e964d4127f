//! Reply that lists the remembered answers.

use serde_json::{Value, json};

use twolane_answer::Remembered;

/// Builds the object of `memory list` and `GET /memory`.
pub fn memory_reply(entries: &[Remembered]) -> Value {
    json!({ "entries": entries })
}
