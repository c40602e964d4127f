//! Settings and model for the research of a question.

use crate::understand::plan::PlanOptions;
use twolane_llm::{CallCounter, LanguageModel};

use super::options::ResearchOptions;

/// Settings and model for the research of a question.
pub(crate) struct Researcher<'a> {
    /// Settings of research.
    pub options: &'a ResearchOptions,
    /// Settings of queries.
    pub plan: &'a PlanOptions,
    /// Model that names and words steps; without one, they follow from the question and the quotes.
    pub model: Option<&'a dyn LanguageModel>,
    /// Call counter of the question.
    pub calls: &'a CallCounter,
    /// True when every fact of every step is shown.
    pub whole: bool,
}
