//! A language model as the rest sees it.

use crate::text::ModelId;

use super::completion::{Completed, Completion};
use super::control::Control;
use super::error::LanguageModelError;

/// What a model can take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Most tokens of prompt and text together; `None` where a server does not say.
    pub context: Option<usize>,
    /// Most tokens of a text, whatever a request allows.
    pub max_output: usize,
}

/// A causal language model.
pub trait LanguageModel: Send + Sync {
    /// Names the model and what changes its output, for traces.
    fn id(&self) -> &ModelId;

    /// What it can take.
    fn limits(&self) -> Limits;

    /// Makes one text. A text that broke off is in [`Completed::finish`]; a request that ended
    /// before there was any text is an error.
    fn complete(&self, request: &Completion, control: &Control<'_>) -> Result<Completed, LanguageModelError>;

    /// Tokens of the request's prompt; `None` from a model that cannot tell before it is asked.
    fn count_tokens(&self, request: &Completion) -> Option<usize> {
        let _ = request;
        None
    }

    /// A word about how the model was loaded that a user should hear, or nothing.
    fn note(&self) -> Option<&str> {
        None
    }
}

impl<M: LanguageModel + ?Sized> LanguageModel for &M {
    fn id(&self) -> &ModelId {
        (**self).id()
    }

    fn limits(&self) -> Limits {
        (**self).limits()
    }

    fn complete(&self, request: &Completion, control: &Control<'_>) -> Result<Completed, LanguageModelError> {
        (**self).complete(request, control)
    }

    fn count_tokens(&self, request: &Completion) -> Option<usize> {
        (**self).count_tokens(request)
    }

    fn note(&self) -> Option<&str> {
        (**self).note()
    }
}
