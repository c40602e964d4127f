//! The type that says that something was checked.

use crate::ask::answer::Answer;

use super::align::{OwnWords, align};

/// Something that was checked against its sources. Can't be made outside this module.
#[derive(Debug, Clone, PartialEq)]
pub struct Verified<T>(T);

impl<T> Verified<T> {
    /// What was checked.
    pub fn get(&self) -> &T {
        &self.0
    }
}

/// [`seal_with`] no words of the engine's own.
pub fn seal(answer: Answer) -> Verified<Answer> {
    seal_with(answer, &OwnWords::default())
}

/// Seals an answer whose facts came out of [`check_facts`](super::check_facts): all other text of
/// the answer is held against the quotes and titles once more, and what is not borne out is taken
/// away.
pub fn seal_with(mut answer: Answer, own: &OwnWords<'_>) -> Verified<Answer> {
    align(&mut answer, own);
    Verified(answer)
}
