//! Results that lead to an answer.

use std::collections::BTreeMap;

use crate::ask::answer::asked::Asked;
use crate::ask::answer::conflict::Evidence as ConflictEvidence;
use crate::ask::check::audit::AuditReport;
use crate::ask::check::verify::{Answer, Verified};
use crate::ask::find::evidence::Evidence;
use crate::ask::find::write::Written;

/// Results that lead to an answer, without the answer.
pub(super) struct Basis<'r> {
    pub evidence: Evidence<'r>,
    pub audit: AuditReport,
    pub repairs: usize,
    /// Evidence that was searched for conflicts.
    pub considered: Vec<ConflictEvidence>,
    pub written: Option<Written>,
    pub timing_ms: BTreeMap<&'static str, f64>,
}

impl Basis<'_> {
    /// Combines the results with their answer.
    pub(super) fn asked(self, answer: Verified<Answer>) -> Asked {
        let Basis { evidence, audit, repairs, written, timing_ms, .. } = self;
        // Texts of the user may have put another fact first.
        let first = answer.get().facts.first().map_or(&[][..], |fact| &fact.support);
        let signals = evidence.extraction.signals.pointing_into(first);
        let (search, expansions) = (evidence.search, evidence.expansions);
        Asked { answer, audit, search, signals, written, repairs, expansions, timing_ms }
    }
}
