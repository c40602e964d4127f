//! Writing with a language model (SPEC SYN-7, SYN-8): it names spans of what it was shown, and code
//! copies their words. What it writes goes through the verifier like any draft.

mod model_writer;
mod options;
mod prompt;
pub mod prompts;

pub use model_writer::{ModelWriter, Writing, WritingFailure, Written};
pub use options::{ClaimKind, WriterOptions};
pub use prompt::{Untrusted, fill};
