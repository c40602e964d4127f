//! What an answer depends on beside its question and its archive, as one hash. It is taken of the
//! settings whole, not of a list of those that matter: one that is added tomorrow counts of itself.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::ask::find::ask::Ask;
use crate::ask::understand::plan::{PlanOptions, PlanRules};
use crate::ask::understand::session::Field;
use crate::retrieve::Request;

/// Raised when the same settings come to give other answers.
const RECIPE: u32 = 1;

/// Who asks, and with what.
pub(in crate::ask) struct Asking<'a> {
    /// Whose memory it is.
    pub owner: &'a str,
    /// Session of the question.
    pub session: Option<&'a str>,
    /// Values that the question uses.
    pub fields: &'a BTreeMap<String, Field>,
    /// Model that plans.
    pub planner: Option<String>,
    /// Settings of planning.
    pub plan: &'a PlanOptions,
    /// Now.
    pub now: Timestamp,
}

/// The hash of all that is known of a question but its words.
pub(super) fn context_of(ask: &Ask<'_>, request: &Request, asking: &Asking<'_>) -> String {
    let mut bare = request.clone();
    bare.query.text.clear();
    bare.rewritten = None;
    bare.boards.sort_unstable();
    // Shown, not used.
    bare.query.explain = false;
    let fields: Vec<(&String, &String)> = asking.fields.iter().map(|(name, f)| (name, &f.value)).collect();
    // A vocabulary of the user's own may change without a word of the settings.
    let vocabulary = ask.options.retrieval.vocabulary.as_ref().map(std::fs::read);
    let vocabulary = vocabulary.map(|read| read.map(|bytes| blake3::hash(&bytes)).ok());
    let mut hasher = blake3::Hasher::new();
    for part in [
        format!("{RECIPE} {}", env!("CARGO_PKG_VERSION")),
        asking.owner.to_owned(),
        format!("{bare:?}"),
        format!("{fields:?}"),
        format!("{:?}", ask.options),
        format!("{vocabulary:?}"),
        format!("{:?}", ask.embedder.map(|e| e.model())),
        format!("{:?}", ask.retriever.second_stage_given()),
        format!("{:?}", ask.writer.map(|writer| writer.fingerprint())),
        format!("{:?} {:?}", asking.planner, asking.plan),
        format!("{:?}", month(&request.query.text, asking.now)),
    ] {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

/// The month in which a question is asked that counts from today ("last year"), as planning reads it.
fn month(question: &str, now: Timestamp) -> Option<String> {
    let counts = PlanRules::built_in().counts_from_today(question);
    counts.then(|| now.to_zoned(TimeZone::system()).strftime("%Y-%m").to_string())
}
