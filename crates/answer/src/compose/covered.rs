//! Coverage of a question's parts by checked facts.

use crate::check::verify::Fact;
use crate::language::facets::Facet;
use crate::language::question_terms::{QuestionTerms, term_set};

/// Returns true when a fact has a value of the facet's kind, in words that contain at least this share of the
/// question's.
pub fn is_covered(facet: &Facet, facts: &[Fact], terms: &QuestionTerms, least: f32) -> bool {
    facts.iter().any(|fact| {
        let said =
            fact.support.iter().map(|q| q.text()).chain([fact.text.as_str()]).collect::<Vec<_>>().join(" ");
        facet.expected.is_in(&said) && terms.share(&term_set(&said)) >= least
    })
}
