//! What the audit knows besides the answer.

use crate::text::SourceId;

use super::wording::AuditWords;

/// Which lane a source belongs to, as far as the rules ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lane {
    /// Papers of the town or association.
    Local,
    /// Law and guidance of the state.
    State,
}

/// What the archive has of a statute that the question names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownStatute {
    /// Normal form of its citation.
    pub citation: String,
    /// Its heading, where a pack has that much.
    pub heading: Option<String>,
    /// True when its text is there.
    pub has_text: bool,
}

/// Beside the answer.
pub struct AuditInput<'a> {
    /// The question.
    pub question: &'a str,
    /// Lane of each source.
    pub lane: &'a dyn Fn(&SourceId) -> Lane,
    /// Further texts of state chunks that were shown to the writer; statutes and procedures in them
    /// may be named.
    pub state_texts: &'a [String],
    /// True when the state lane found little (SPEC RET-9).
    pub state_weak: bool,
    /// True when the question is one of law, so that a weak state lane must be said.
    pub asks_law: bool,
    /// Chunks of each lane that the search found relevant.
    pub local_found: usize,
    /// See `local_found`.
    pub state_found: usize,
    /// The state's name, where it is known.
    pub state: Option<&'a str>,
    /// Statutes that the question names.
    pub named: &'a [KnownStatute],
    /// Names of the situation that is asked about.
    pub situation: &'a [String],
    /// Names that belong to other matters, as the search learned them.
    pub off_topic: &'a [String],
    /// Instructions to a model that stand in the documents.
    pub planted: &'a [String],
    /// Lists.
    pub words: &'a AuditWords,
}

impl<'a> AuditInput<'a> {
    /// Of a question, with nothing else known: all sources local.
    pub fn of(question: &'a str) -> Self {
        AuditInput {
            question,
            lane: &|_| Lane::Local,
            state_texts: &[],
            state_weak: false,
            asks_law: false,
            local_found: 1,
            state_found: 0,
            state: None,
            named: &[],
            situation: &[],
            off_topic: &[],
            planted: &[],
            words: AuditWords::built_in(),
        }
    }
}
