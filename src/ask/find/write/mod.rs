//! Writing with a language model (SPEC SYN-7, SYN-8, SYN-11): one call, in which it names what it was shown and
//! may put it into sentences of its own. What it writes is held against what it named (`ask/check/prose/`).

mod model_writer;
mod options;
pub mod prompts;

pub use crate::ask::draft::prompt::{Untrusted, fill};
pub use model_writer::{ModelWriter, Writing, WritingFailure, Written};
pub use options::{LabelKind, WriterOptions};
