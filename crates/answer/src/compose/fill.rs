//! Facets that no fact covers: filled by a search for their exact words, or declared as gaps (SPEC EVD-8, EVD-10).

use crate::check::verify::Fact;
use crate::draft::{Claimed, DraftFact, Gap};
use crate::error::AskError;
use crate::find::gap_search::search_gap;
use crate::language::question::{Part, Question};
use crate::options::AnswerOptions;
use twolane_archive::{Archive, SourceSummary};
use twolane_retrieve::Scope;

use super::covered::is_covered;

/// The outcome for the facets that no fact covered.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Filled {
    /// Drafted facts that cover some of the facets; to be checked like any other.
    pub facts: Vec<DraftFact>,
    /// Gaps for the other facets.
    pub gaps: Vec<Gap>,
}

/// Searches for every facet of the question that these facts do not cover, in all papers that meet the question's
/// conditions. Without facts, it searches for all facets.
///
/// # Errors
/// Fails when the archive can't be read.
pub fn fill(
    archive: &Archive,
    question: &Question,
    facts: &[Fact],
    sources: &[SourceSummary],
    within: &Scope,
    options: &AnswerOptions,
) -> Result<Filled, AskError> {
    let gaps = &options.gaps;
    let mut filled = Filled::default();
    for Part { facet, .. } in question.parts() {
        if is_covered(facet, facts, question.terms(), gaps.least_covered) {
            continue;
        }
        let least = if facts.is_empty() { gaps.least_alone } else { gaps.least_beside };
        let found = search_gap(archive, question.text(), facet, sources, within, options, least)?;
        let known = |fact: &DraftFact| {
            let held = |c: &Claimed| {
                facts
                    .iter()
                    .flat_map(|f| &f.support)
                    .any(|q| *q.source_id() == c.source_id && q.text().contains(&c.quote))
            };
            fact.statement().iter().all(held)
        };
        // A first fact must be whole.
        let fits = |fact: &DraftFact| !(known(fact) || fact.cut && facts.is_empty());
        // The answer already has the best sentences for this part.
        let is_known = found.facts.iter().any(known);
        match found.facts.into_iter().find(fits) {
            Some(fact) => filled.facts.push(DraftFact { coverage: least, ..fact }),
            None if is_known => {}
            None => filled.gaps.push(found.gap),
        }
    }
    Ok(filled)
}
