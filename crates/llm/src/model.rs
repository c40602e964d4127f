//! Interface of a language model.

use twolane_text::ModelId;

use super::completion::{Completed, Completion};
use super::control::Control;
use super::error::LanguageModelError;

/// Token limits of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of tokens in prompt and text together; `None` if a server does not report it.
    pub context: Option<usize>,
    /// Maximum number of tokens in a text, regardless of the request.
    pub max_output: usize,
}

/// A causal language model.
pub trait LanguageModel: Send + Sync {
    /// Returns the model's identity, including all that changes its output, for traces.
    fn id(&self) -> &ModelId;

    /// Returns the token limits.
    fn limits(&self) -> Limits;

    /// Generates one text. [`Completed::finish`] reports a text that broke off. A request that ended before
    /// there was any text is an error.
    fn complete(&self, request: &Completion, control: &Control<'_>) -> Result<Completed, LanguageModelError>;

    /// Counts the tokens of the request's prompt; `None` from a model that can't count before the request.
    fn count_tokens(&self, request: &Completion) -> Option<usize> {
        let _ = request;
        None
    }

    /// Returns a note for the user about how the model was loaded, if any.
    fn note(&self) -> Option<&str> {
        None
    }

    /// Returns true for a model that is asked to write sentences. A model small enough to run in this process chooses
    /// sentences better than it writes them.
    fn writes_sentences(&self) -> bool {
        false
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

    fn writes_sentences(&self) -> bool {
        (**self).writes_sentences()
    }
}
