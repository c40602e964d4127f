//! Context on which an answer depends, other than its question and its archive, as one hash. The hash covers the
//! settings as a whole, not a list of relevant ones, so a setting added later is included automatically.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::find::ask::Ask;
use crate::understand::plan::{PlanOptions, PlanRules};
use crate::understand::session::Field;
use twolane_retrieve::Request;

/// Version of the answering code; raised when the same settings begin to give other answers.
const RECIPE: u32 = 2;

/// User, session and settings of a question.
pub(crate) struct Asking<'a> {
    /// Owner of the memory.
    pub owner: &'a str,
    /// Session of the question.
    pub session: Option<&'a str>,
    /// Values that the question uses.
    pub fields: &'a BTreeMap<String, Field>,
    /// Model that plans.
    pub planner: Option<String>,
    /// Settings of planning.
    pub plan: &'a PlanOptions,
    /// Time of the question.
    pub now: Timestamp,
}

/// Computes the hash of a question's whole context, without its words.
pub(super) fn context_of(ask: &Ask<'_>, request: &Request, asking: &Asking<'_>) -> String {
    let mut bare = request.clone();
    bare.query.text.clear();
    bare.rewritten = None;
    bare.boards.sort_unstable();
    // It changes the output, not the answer.
    bare.query.explain = false;
    let fields: Vec<(&String, &String)> = asking.fields.iter().map(|(name, f)| (name, &f.value)).collect();
    // A user's own vocabulary file may change without any change in the settings.
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

/// Returns the month of a question with a relative time ("last year"), as planning resolves it.
fn month(question: &str, now: Timestamp) -> Option<String> {
    let counts = PlanRules::built_in().counts_from_today(question);
    counts.then(|| now.to_zoned(TimeZone::system()).strftime("%Y-%m").to_string())
}
