//! Language models behind one trait: local, on a server, scripted.

mod completion;
mod control;
mod counting;
mod error;
#[cfg(feature = "llm")]
mod local;
mod model;
mod scripted;
mod server;
mod span_grammar;

pub use completion::{
    Completed, Completion, ConstrainedBy, Constraint, Finish, Grammar, Message, Speaker, Timing,
};
pub use control::Control;
pub use counting::{Budget, CallCount, CallCounter, Counted, PurposeCount};
pub use error::{FailureKind, LanguageModelError};
#[cfg(feature = "llm")]
pub use local::{LocalModel, LocalOptions, Rewritten, ready_to_run};
pub use model::{LanguageModel, Limits};
pub use scripted::{Scripted, ScriptedModel};
pub(crate) use server::is_private_address;
pub use server::{ServerModel, ServerOptions};
pub use span_grammar::{NamedSpan, SpanGrammar, SpanOptions, SpanParseError};

#[cfg(all(fuzzing, feature = "llm"))]
pub(in crate::inference) use local::fuzz_gguf;
