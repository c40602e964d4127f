//! An answer from somebody's draft alone, without a search of ours: repaired, audited, sealed.

use crate::ask::draft::Draft;
use crate::ask::options::VerifyOptions;

use super::answer::{AnswerContent, Cited, Mode};
use super::audit::{AuditInput, audit, strike};
use super::repair::repair;
use super::verify::{Answer, Fact, Ground, Lookup, OwnSections, Verified, seal};

/// What a draft is held against.
pub struct DraftChecks<'a> {
    /// Where sources are read anew.
    pub lookup: &'a Lookup<'a>,
    /// Named locators of a source.
    pub sections: &'a OwnSections<'a>,
    /// The question, and what the audit knows of it.
    pub audit: &'a AuditInput<'a>,
    /// Settings.
    pub options: &'a VerifyOptions,
}

/// The sources of these facts, as they were looked up; nothing is known of their lanes.
fn cited(facts: &[Fact], lookup: &Lookup<'_>) -> Vec<Cited> {
    let mut out: Vec<Cited> = Vec::new();
    for id in facts.iter().flat_map(|f| &f.support).map(|quote| quote.source_id()) {
        if out.iter().any(|c| &c.source_id == id) {
            continue;
        }
        if let Some(source) = lookup(id) {
            out.push(Cited {
                source_id: id.clone(),
                ingest_hash: source.hash().clone(),
                title: source.title().to_owned(),
                lane: String::new(),
                authority: None,
                date: None,
            });
        }
    }
    out
}

/// Checks a draft, puts right what tools can, strikes what the hard rules forbid and seals what is
/// left. Nothing that the draft says is taken for the program's own word.
pub fn answer_of_draft(draft: &Draft, checks: &DraftChecks<'_>) -> Verified<Answer> {
    let repaired = repair(draft, checks.lookup, checks.sections, checks.options);
    let mode = if repaired.is_insufficient() { Mode::ReportInsufficientEvidence } else { Mode::Answer };
    let mut content = AnswerContent::empty(mode);
    content.facts = repaired.checked.facts;
    content.gaps.clone_from(&draft.gaps);
    content.gaps.extend(repaired.checked.refused);
    content.limitations.clone_from(&draft.limitations);
    content.drafted.clone_from(&draft.sentences);
    content.answer = content.facts.first().map(|f| f.text.clone()).unwrap_or_default();
    content.citations_index = cited(&content.facts, checks.lookup);
    let report = audit(&content, checks.audit);
    strike(&mut content, &report);
    seal(content, Ground::Question(checks.audit.question))
}
