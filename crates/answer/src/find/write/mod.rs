//! Writing with a language model (SPEC SYN-7, SYN-8, SYN-11). In one call, the model selects sentences by label and may
//! combine them in its own sentences. Each of these is checked against the selected ones (`ask/check/prose/`).

pub mod critic;
mod model_writer;
mod options;
pub mod prompts;

pub use crate::draft::prompt::{Untrusted, fill};
pub use model_writer::{ModelWriter, Writing, WritingFailure, Written};
pub use options::{LabelKind, WriterOptions};
