//! Builds an answer from a draft alone, without a search: repaired, audited, sealed.

use crate::draft::{Draft, DraftSentence};
use crate::options::VerifyOptions;

use twolane_archive::Visibility;

use super::answer::{AnswerContent, Cited, Mode};
use super::audit::{AuditInput, audit, strike};
use super::repair::repair;
use super::verify::{Answer, Fact, Ground, Lookup, OwnSections, Verified, seal};

/// Sources, rules and options for the check of a draft.
pub struct DraftChecks<'a> {
    /// Reads sources again.
    pub lookup: &'a Lookup<'a>,
    /// Named locators of a source.
    pub sections: &'a OwnSections<'a>,
    /// Question, with the rest of the audit's input.
    pub audit: &'a AuditInput<'a>,
    /// Options of the verifier.
    pub options: &'a VerifyOptions,
}

/// Returns the sources of these facts, as looked up; their lanes are unknown.
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
                date_from: None,
                url: None,
                visibility: Visibility::Public,
                ocr_confidence: None,
            });
        }
    }
    out
}

/// Checks a draft, corrects what tools can, removes what the hard rules forbid and seals the rest. No text of the draft
/// counts as the program's own words.
pub fn answer_of_draft(draft: &Draft, checks: &DraftChecks<'_>) -> Verified<Answer> {
    let repaired = repair(draft, checks.lookup, checks.sections, checks.options);
    let mode = if repaired.is_insufficient() { Mode::ReportInsufficientEvidence } else { Mode::Answer };
    let mut content = AnswerContent::empty(mode);
    content.facts = repaired.checked.facts;
    content.gaps.clone_from(&draft.gaps);
    content.gaps.extend(repaired.checked.refused);
    content.limitations.clone_from(&draft.limitations);
    // No critic has read them.
    content.drafted =
        draft.sentences.iter().map(|s| DraftSentence { supported: false, ..s.clone() }).collect();
    content.answer = content.facts.first().map(|f| f.text.clone()).unwrap_or_default();
    content.citations_index = cited(&content.facts, checks.lookup);
    let report = audit(&content, checks.audit);
    strike(&mut content, &report);
    seal(content, Ground::Question(checks.audit.question))
}
