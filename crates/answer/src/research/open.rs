//! Open parts of a question, derived from the question, its quotes and the papers. They give the next step where no
//! language model names one.

use crate::check::step::Phase;
use crate::check::verify::Fact;
use crate::error::AskError;
use crate::find::ask::Ask;
use crate::find::evidence::Evidence;
use crate::language::facets::listed;
use crate::language::question::Part;
use crate::language::question_terms::term_set;

use super::named::named_papers;
use super::need::{Need, padded};
use super::researcher::Researcher;
use super::state::Sofar;

impl Ask<'_> {
    /// Returns needs that no step has tried, the most urgent first. They are parts of the question that no fact covers,
    /// sections that the quotes cite, papers that they name, and terms defined in another passage.
    pub(super) fn open_needs(
        &self,
        evidence: &Evidence<'_>,
        sofar: &Sofar,
        how: &Researcher<'_>,
    ) -> Result<Vec<Need>, AskError> {
        let mut needs = self.open_parts(evidence, sofar, how)?;
        needs.extend(self.cited_sections(evidence, sofar, how)?);
        needs.extend(named_papers(evidence, sofar, how));
        needs.extend(self.defined_terms(evidence, sofar, how)?);
        needs.retain(|need| !sofar.tried.contains(&need.key));
        Ok(needs)
    }

    /// Returns the parts, listed things and places of the question that no fact covers.
    pub(super) fn open_parts(
        &self,
        evidence: &Evidence<'_>,
        sofar: &Sofar,
        how: &Researcher<'_>,
    ) -> Result<Vec<Need>, AskError> {
        let question = evidence.request.text();
        let options = how.options;
        let telling = evidence.search.trace.telling_words.join(" ");
        let need = |text: &str, key: String, town: Option<String>| Need {
            phase: Phase::Part,
            question: padded(text, question, options.least_words, how.plan.query_words),
            alternatives: vec![
                padded(&format!("{text} {telling}"), question, options.least_words, how.plan.query_words),
                padded(question, "", 0, how.plan.query_words),
            ],
            town,
            source: None,
            key,
        };
        let mut needs = Vec::new();
        for part in evidence.question.several() {
            if !covers(part, &sofar.facts, options.least_covered) {
                needs.push(need(&part.facet.text, format!("part {}", part.facet.text), None));
            }
        }
        for (thing, alone) in listed(question) {
            let own = term_set(&thing);
            let spoken = sofar.facts.iter().any(|fact| {
                let said = said(fact);
                own.iter().all(|term| said.contains(term))
            });
            if !own.is_empty() && !spoken {
                needs.push(need(&alone, format!("part {alone}"), None));
            }
        }
        let towns = &evidence.search.trace.towns;
        if towns.len() > 1 {
            let of = |town: &String| {
                let here = |fact: &Fact| {
                    fact.support.iter().any(|q| {
                        let summary = evidence.sources.iter().find(|s| &s.id == q.source_id());
                        summary
                            .and_then(|s| s.meta.town.as_ref())
                            .is_some_and(|t| t.eq_ignore_ascii_case(town))
                    })
                };
                sofar.facts.iter().any(here)
            };
            for town in towns.iter().filter(|town| !of(town)) {
                needs.push(need(question, format!("place {town}"), Some(town.clone())));
            }
        }
        Ok(needs)
    }
}

/// Returns true when a fact has a value of the kind that a part asks for, and enough of its words.
fn covers(part: &Part, facts: &[Fact], least: f32) -> bool {
    facts.iter().any(|fact| {
        let quotes = fact.support.iter().any(|q| part.facet.expected.is_in(q.text()));
        quotes && part.terms.share(&said(fact)) >= least
    })
}

fn said(fact: &Fact) -> std::collections::HashSet<String> {
    term_set(&fact.support.iter().map(|q| q.text()).collect::<Vec<_>>().join("\n"))
}
