//! From the text of a section to its paragraphs and subparagraphs, each with its path of labels.
//!
//! Which of its readings a label has (`(i)` is a letter or a numeral) is told by what stands before
//! and after it, never by its line alone.

mod label;
mod scheme;
mod sequence;
mod units;

pub use label::{Label, Mark, Numbering, Ordinal, Reading, Style, label_run};
pub use scheme::Scheme;
pub use sequence::{Start, sequence};
pub use units::{Piece, addresses, pieces, unit_paragraphs, units};
