//! HTML, and XML texts without a reader of their own: blocks become lines.
//!
//! Works on the tokenizer's stream with a bounded stack of open elements, not on a tree: time is
//! linear in the input and depth of nesting costs nothing.

mod attributes;
mod element;
mod extractor;
mod hiding;
mod inline;
mod math;
mod reader;
mod sheet;
mod styled;

pub(crate) use inline::InlineTags;
pub use reader::read;
pub(crate) use reader::{HIDDEN_NOTE, read_fragment, style_notes};
pub(crate) use styled::{Style, StyledText};
