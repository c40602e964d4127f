//! Reply that lists the traces.

use serde_json::{Value, json};

/// Builds the object of `trace list`.
pub fn traces_reply(found: &[Value]) -> Value {
    let pick = |t: &Value, key: &str| t.get(key).cloned().unwrap_or(Value::Null);
    let rows: Vec<Value> = found
        .iter()
        .map(|t| {
            json!({
                "id": pick(t, "id"), "session_id": pick(t, "session_id"), "at": pick(t, "at"),
                "status": pick(t, "status"), "question": pick(t, "question"),
                "total_ms": t.pointer("/timing_ms/conversation").cloned(),
            })
        })
        .collect();
    json!({ "traces": rows })
}
