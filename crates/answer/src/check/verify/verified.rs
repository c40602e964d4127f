//! Types that mark a value as checked.

use std::ops::Deref;
use std::sync::Arc;

use serde::Serialize;

use crate::check::answer::AnswerContent;

/// A value that was checked against its sources. It can't be built outside this module, and its content is read-only.
#[derive(Debug, PartialEq)]
pub struct Verified<T>(Arc<T>);

impl<T> Clone for Verified<T> {
    fn clone(&self) -> Self {
        Verified(Arc::clone(&self.0))
    }
}

impl<T> Verified<T> {
    /// Returns the checked value.
    pub fn get(&self) -> &T {
        &self.0
    }
}

/// A sealed answer. It reads like an [`AnswerContent`], and can't be built or changed outside this module.
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
    /// Wraps the content that the seal let through.
    pub(super) fn sealed(content: AnswerContent) -> Self {
        Verified(Arc::new(Answer(content)))
    }
}
