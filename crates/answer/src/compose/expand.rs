//! Surgical expansion: searches separately for a part of the question that the answer does not cover, once or twice,
//! before anything is written (SPEC EVD-8).

use crate::check::verify::Fact;
use crate::draft::DraftFact;
use crate::error::AskError;
use crate::find::ask::Ask;
use crate::find::evidence::Evidence;
use crate::find::extract::{as_fact, extract};
use crate::language::facets::Facet;
use crate::language::question::{Part, Question};
use crate::language::question_terms::term_set;
use crate::stage::Watch;
use twolane_retrieve::{Query, Request};

use super::covered::is_covered;

impl Ask<'_> {
    /// Adds the results of a search for each uncovered part of the question. They go to the draft, and to the sentences
    /// that a language model may choose from. `facts` are the draft's facts that passed the checks.
    pub(crate) fn expand(
        &self,
        evidence: &mut Evidence<'_>,
        facts: &[Fact],
        watch: Watch<'_>,
    ) -> Result<(), AskError> {
        let options = &self.options.answer;
        // The whole question was searched already. So was a question that named sections answer.
        let parts = evidence.question.several().to_vec();
        if parts.is_empty() || facts.is_empty() || !evidence.named().is_empty() {
            return Ok(());
        }
        for Part { facet: part, .. } in parts {
            if evidence.expansions >= options.max_expansions
                || is_covered(&part, facts, evidence.question.terms(), options.gaps.least_covered)
            {
                continue;
            }
            watch.goes_on().then_some(()).ok_or(AskError::Cancelled)?;
            evidence.expansions += 1;
            let Some((fact, ranked)) = self.part(evidence.request, &part)? else { continue };
            let draft = &mut evidence.extraction.draft;
            if draft.facts.iter().all(|f| f.support != fact.support) {
                draft.facts.truncate(options.max_facts.saturating_sub(1));
                draft.facts.push(fact);
            }
            evidence.extraction.ranked.extend(ranked);
        }
        Ok(())
    }

    /// Returns the best sentence for one part of a question, with its neighbours. Returns `None` where the sentence has
    /// no value of the requested kind, or too few of the part's words.
    fn part(&self, request: &Request, part: &Facet) -> Result<Option<Found>, AskError> {
        let request = Request {
            query: Query { text: part.text.clone(), ..request.query.clone() },
            rewritten: None,
            multi_query: false,
            second_pass: false,
            ..request.clone()
        };
        let search = self.retriever.run(&request)?;
        let passages = self.passages(&search.hits)?;
        let options = &self.options.answer;
        let question =
            Question::read(&part.text, &search.trace.place(), self.retriever.vocabulary(), self.archive)?;
        let extraction = extract(self.archive, self.embedder, &question, &passages, options)?;
        if !extraction.answerable.is_enough() {
            return Ok(None);
        }
        let terms = question.terms();
        let best = extraction.ranked.iter().find(|r| {
            part.expected.is_in(r.text()) && terms.share(&term_set(r.text())) >= options.gaps.least_covered
        });
        let fact = best.and_then(as_fact);
        let near = extraction.ranked.iter().take(NEAR).cloned().collect();
        Ok(fact.map(|fact| (fact, near)))
    }
}

/// A sentence with its neighbours in the ranking.
type Found = (DraftFact, Vec<crate::find::ranked::Ranked>);

/// Sentences of an expansion that a language model may choose from.
const NEAR: usize = 4;
