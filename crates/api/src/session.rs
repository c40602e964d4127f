//! Reply that lists the sessions.

use serde_json::{Value, json};

use twolane_answer::session::Session;

/// Builds the object of `session list`.
pub fn sessions_reply(sessions: &[Session]) -> Value {
    let rows: Vec<_> = sessions
        .iter()
        .map(|s| {
            json!({
                "id": s.id, "created_at": s.created_at, "updated_at": s.updated_at, "expires_at": s.expires_at,
                "title": session_title(s), "turns": s.turns.len(), "sources": s.sources.len(), "fields": s.fields,
            })
        })
        .collect();
    json!({ "sessions": rows })
}

/// Returns a session's title: that of its situation, or its last question where that is empty.
pub fn session_title(session: &Session) -> &str {
    let asked = session.turns.last().map_or("", |t| t.question.as_str());
    if session.situation.title.is_empty() { asked } else { &session.situation.title }
}
