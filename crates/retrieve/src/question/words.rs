//! Words of a question, read once and handed to the planner and the search.

use super::generic::Telling;
use super::place::Place;

/// Place and distinctive words of a question in one archive.
#[derive(Debug, Clone, Default)]
pub struct QuestionWords {
    /// Place of the question.
    pub place: Place,
    /// Distinctive words of the question.
    pub telling: Telling,
}
