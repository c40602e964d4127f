//! Writing with a language model (SPEC SYN-7, SYN-8): it names spans of what it was shown, and code
//! copies their words. What it writes goes through the verifier like any draft.

mod model_writer;
mod options;
pub mod prompts;

pub use crate::ask::draft::prompt::{Untrusted, fill};
pub use model_writer::{ModelWriter, Writing, WritingFailure, Written};
pub use options::{ClaimKind, WriterOptions};
