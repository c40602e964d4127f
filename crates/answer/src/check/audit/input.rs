//! Input of the audit other than the answer.

use twolane_text::SourceId;

use super::wording::AuditWords;

/// Lane of a source, as the rules distinguish them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lane {
    /// Papers of the town or association.
    Local,
    /// Law and guidance of the state.
    State,
}

/// Archive entry of a statute that the question names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownStatute {
    /// Normal form of its citation.
    pub citation: String,
    /// Heading of the statute, where a pack has it.
    pub heading: Option<String>,
    /// True when the archive has its text.
    pub has_text: bool,
}

/// Facts about the question, the search and the archive that the rules need.
pub struct AuditInput<'a> {
    /// Question that was asked.
    pub question: &'a str,
    /// Function from a source to its lane.
    pub lane: &'a dyn Fn(&SourceId) -> Lane,
    /// Further texts of state chunks that the writer saw; the answer may name their statutes and procedures.
    pub state_texts: &'a [String],
    /// True when the state lane found little (SPEC RET-9).
    pub state_weak: bool,
    /// True when the question is one of law, so that the answer must report a weak state lane.
    pub asks_law: bool,
    /// Number of local chunks that the search found relevant.
    pub local_found: usize,
    /// Number of state chunks that the search found relevant.
    pub state_found: usize,
    /// Name of the state, where it is known.
    pub state: Option<&'a str>,
    /// Statutes that the question names.
    pub named: &'a [KnownStatute],
    /// Names of the situation that the question is about.
    pub situation: &'a [String],
    /// Names that belong to other matters, as the search learned them.
    pub off_topic: &'a [String],
    /// Instructions to a model in the documents.
    pub planted: &'a [String],
    /// Word lists of the rules.
    pub words: &'a AuditWords,
}

impl<'a> AuditInput<'a> {
    /// Builds the input for a question alone: all sources are local.
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
