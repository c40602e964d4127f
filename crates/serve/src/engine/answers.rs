//! Keeps answers under addresses, and checks a kept answer before it is given out again.

use std::fmt::Write as _;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::access::caller::Caller;
use crate::cancel::Cancel;
use crate::problem::Problem;
use crate::requests::AskRequest;
use twolane_answer::{Recheck, Verdict, Watch, recheck_watched};
use twolane_archive::{StoredAnswer, Visibility};

use super::Engine;

/// The largest kept answer, in bytes.
const LARGEST: usize = 256 << 10;
/// The number of random bytes in an id, so that nobody can guess one.
const RANDOM: usize = 16;
/// The beginning of every id.
const PREFIX: &str = "a-";

/// The address of a kept answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Address {
    /// The id of the answer.
    pub id: String,
    /// The time of the answer, RFC 3339 UTC.
    pub at: String,
}

/// The stored content of a kept answer.
#[derive(Debug, Serialize, Deserialize)]
struct Content {
    at: String,
    question: String,
    /// The state of the archive that gave the answer.
    state: String,
    answer: Value,
    /// The level of its asker; an answer of a version without levels may be of any.
    #[serde(default = "highest")]
    sees: Visibility,
}

fn highest() -> Visibility {
    Visibility::Sealed
}

/// The finding about a kept answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Standing {
    /// Every quote and every other text holds.
    Holds,
    /// Every quote holds; a remark about the archive does not.
    QuotesHold,
    /// A quote is no longer there word for word.
    Changed,
}

impl Standing {
    fn of(found: &Recheck) -> Standing {
        let quoted = found.quotes.iter().all(|quote| quote.verdict == Verdict::Exact);
        let is_given = |place: &str| {
            place.starts_with("evidence.facts") || place.starts_with("evidence.citations_index")
        };
        let stated = found.failed_texts().all(|text| !is_given(&text.place));
        match (found.accounted, quoted && stated && !found.quotes.is_empty()) {
            (true, _) => Standing::Holds,
            (false, true) => Standing::QuotesHold,
            (false, false) => Standing::Changed,
        }
    }
}

impl Engine {
    /// Keeps an answer of a session under an address, if nothing forbids it. An answer that was asked for without
    /// memory or without personal words is not kept, nor is one from the user's own text.
    pub fn keep(&self, asked: &AskRequest, reply: &Value, caller: &Caller) -> Option<Address> {
        let store = self.kept_for()?;
        let conversation = &self.shared.settings.conversation;
        let forbidden = asked.no_memory
            || asked.no_personal
            || !conversation.memory.enabled
            || conversation.memory.keep == 0
            || conversation.trace.keep == 0
            || !conversation.trace.personal_text;
        let own_text = reply.get("session_sources")?.as_array().is_none_or(|texts| !texts.is_empty());
        if forbidden || own_text || !reply.get("evidence")?.is_object() {
            return None;
        }
        let session = caller.session(reply.get("session_id")?.as_str()?);
        let now = Timestamp::now();
        let address = Address { id: new_id()?, at: now.to_string() };
        let content = Content {
            at: address.at.clone(),
            question: asked.question.clone(),
            state: self.shared.whole.state_hash(),
            sees: self.sees,
            answer: reply.clone(),
        };
        let body = serde_json::to_string(&content).ok().filter(|body| body.len() <= LARGEST)?;
        let stored = StoredAnswer { id: address.id.clone(), session, at: now.as_second(), body };
        match store.put_answer(&stored, conversation.memory.keep) {
            Ok(kept) => kept.then_some(address),
            Err(error) => {
                tracing::warn!(%error, "an answer was not kept under an address");
                None
            }
        }
    }

    /// Returns a kept answer with the finding of a new check. The finding decides which parts are given out.
    ///
    /// # Errors
    /// Fails when no answer has this id, and 503 once the client is gone.
    pub fn kept(&self, id: &str, caller: &Caller, cancel: &Cancel) -> Result<Value, Problem> {
        let Some(store) = self.shared.store.as_ref().filter(|_| is_id(id)) else { return Err(not_kept()) };
        let stored = store.answer(id, Timestamp::now().as_second())?.ok_or_else(not_kept)?;
        let content: Content =
            serde_json::from_str(&stored.body).map_err(|error| Problem::internal(&error))?;
        let archive = self.archive();
        let go_on = || cancel.goes_on();
        let watch = Watch { go_on: Some(&go_on), ..Watch::default() };
        let saved = content.answer.to_string();
        let found = recheck_watched(&archive, self.vocabulary(), &|_| None, watch, &saved)?;
        let standing = Standing::of(&found);
        // A question, also one completed from a conversation, can tell of papers that its asker saw, as can the text of
        // an answer. Only quotes go down.
        let goes_down = content.sees > self.sees;
        if goes_down && (standing == Standing::Changed || found.quotes.is_empty()) {
            return Err(not_kept());
        }
        let answer = match standing {
            Standing::Holds if goes_down => quotes_alone(&content.answer),
            Standing::Holds => given_out(content.answer, caller),
            Standing::QuotesHold => quotes_alone(&content.answer),
            Standing::Changed => Value::Null,
        };
        let exact = found.quotes.iter().filter(|quote| quote.verdict == Verdict::Exact).count();
        Ok(json!({
            "id": id,
            "at": content.at,
            "question": (!goes_down).then_some(content.question),
            "standing": if goes_down { Standing::QuotesHold } else { standing },
            "quotes": found.quotes.len(),
            "quotes_exact": exact,
            "archive_changed": self.shared.whole.state_hash() != content.state,
            "answer": answer,
        }))
    }
}

/// Removes the session's name from an answer, which is its asker's, and the trace's, which is an admin's.
fn given_out(mut answer: Value, caller: &Caller) -> Value {
    if let Some(map) = answer.as_object_mut() {
        map.insert("session_id".into(), Value::Null);
        if !caller.admin {
            map.insert("trace_id".into(), Value::Null);
        }
    }
    answer
}

/// Returns the parts of an answer that a check of its quotes covers.
fn quotes_alone(answer: &Value) -> Value {
    let part = |path: &str| answer.pointer(path).cloned().unwrap_or_default();
    json!({
        "status": part("/status"),
        "session_sources": [],
        "form": { "name": "levels", "markdown": "" },
        "evidence": {
            "mode": part("/evidence/mode"),
            "facts": part("/evidence/facts"),
            "citations_index": part("/evidence/citations_index"),
            "record_strength": { "tier": part("/evidence/record_strength/tier"), "reasons": [] },
            "gaps": [], "conflicts": [], "limitations": [], "suggested_followups": [],
        },
    })
}

/// Returns a new id; `None` where the system has no random bytes.
fn new_id() -> Option<String> {
    let mut bytes = [0_u8; RANDOM];
    getrandom::fill(&mut bytes).ok()?;
    let mut id = PREFIX.to_owned();
    for byte in bytes {
        write!(id, "{byte:02x}").ok()?;
    }
    Some(id)
}

fn is_id(id: &str) -> bool {
    id.strip_prefix(PREFIX)
        .is_some_and(|hex| hex.len() == RANDOM * 2 && hex.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

fn not_kept() -> Problem {
    Problem::not_found(
        "no answer is kept at this address: it was forgotten with its conversation, or newer answers took its place",
        "ask the question again",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_differ_and_are_recognised() {
        let [a, b] = [new_id().unwrap(), new_id().unwrap()];
        assert!(a != b && is_id(&a) && is_id(&b), "{a} {b}");
        for other in [
            "",
            "a-",
            "a-zz",
            "t-00112233445566778899aabbccddeeff",
            "a-00112233445566778899aabbccddeef\u{e9}",
        ] {
            assert!(!is_id(other), "{other}");
        }
    }
}
