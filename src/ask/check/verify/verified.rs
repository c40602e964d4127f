//! The types that say that something was checked.

use std::ops::Deref;
use std::sync::Arc;

use serde::Serialize;

use crate::ask::check::answer::AnswerContent;

/// Something that was checked against its sources. Can't be made outside this module, and gives out
/// what it holds to be read, never to be changed.
#[derive(Debug, PartialEq)]
pub struct Verified<T>(Arc<T>);

impl<T> Clone for Verified<T> {
    fn clone(&self) -> Self {
        Verified(Arc::clone(&self.0))
    }
}

impl<T> Verified<T> {
    /// What was checked.
    pub fn get(&self) -> &T {
        &self.0
    }
}

/// A sealed answer. It reads like an [`AnswerContent`] and can be neither made nor changed outside
/// this module.
#[derive(Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Answer(AnswerContent);

impl Deref for Answer {
    type Target = AnswerContent;

    fn deref(&self) -> &AnswerContent {
        &self.0
    }
}

impl Verified<Answer> {
    /// Of what the seal let through.
    pub(super) fn sealed(content: AnswerContent) -> Self {
        Verified(Arc::new(Answer(content)))
    }
}
