//! Whether checked facts cover a part of a question.

use crate::ask::check::verify::Fact;
use crate::ask::language::facets::Facet;
use crate::ask::language::question_terms::{QuestionTerms, term_set};

/// True when some fact has a value of the kind that the facet asks for, in words that have at least
/// this share of the question's.
pub fn is_covered(facet: &Facet, facts: &[Fact], terms: &QuestionTerms, least: f32) -> bool {
    facts.iter().any(|fact| {
        let said =
            fact.support.iter().map(|q| q.text()).chain([fact.text.as_str()]).collect::<Vec<_>>().join(" ");
        facet.expected.is_in(&said) && terms.share(&term_set(&said)) >= least
    })
}
