//! What was compared, for a trace.

use serde::Serialize;

use crate::ask::question_terms::QuestionTerms;
use crate::text::Quote;

use super::evidence::Evidence;
use super::matter::said;
use super::value::{asked_kinds, subject_terms};

/// A value that was found in the evidence, whether or not it took part.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Considered {
    /// As printed.
    pub value: String,
    /// Where.
    #[serde(flatten)]
    pub quote: Quote,
    /// Share of the question's words in its sentence, 0 to 1.
    pub own_share: f32,
    /// The same close to the value.
    pub near_share: f32,
    /// The same with chunk, header and titles at a discount.
    pub context_share: f32,
}

/// All values of the kinds that the question asks for.
pub fn considered(question: &str, terms: &QuestionTerms, evidence: &[Evidence]) -> Vec<Considered> {
    let kinds = asked_kinds(question);
    let terms = &subject_terms(terms);
    evidence
        .iter()
        .flat_map(|e| said(e, &kinds, question, terms))
        .map(|s| Considered {
            value: s.value.raw.clone(),
            quote: s.evidence.quote.clone(),
            own_share: s.matter.own_share,
            near_share: s.matter.near_share,
            context_share: s.matter.context_share,
        })
        .collect()
}
