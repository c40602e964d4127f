//! Language models behind one trait: local, on a server, scripted.

mod completion;
mod control;
mod counting;
mod error;
#[cfg(feature = "local")]
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
#[cfg(feature = "local")]
pub use local::{LocalModel, LocalOptions, Rewritten, ready_to_run};
pub use model::{LanguageModel, Limits};
pub use scripted::{Scripted, ScriptedModel};
pub use server::{ServerModel, ServerOptions};
pub use span_grammar::{NamedSpan, SpanGrammar, SpanOptions, SpanParseError};

#[cfg(all(fuzzing, feature = "local"))]
pub use local::fuzz_gguf;
