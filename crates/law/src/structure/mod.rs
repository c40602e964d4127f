//! Splits a section's text into paragraphs and subparagraphs, each with its path of labels.
//!
//! The surrounding labels decide between the readings of a label (`(i)` is a letter or a numeral), never its
//! line alone.

mod label;
mod scheme;
mod sequence;
mod units;

pub use label::{Label, Mark, Numbering, Ordinal, Reading, Style, label_run};
pub use scheme::Scheme;
pub use sequence::{Start, sequence};
pub use units::{Piece, addresses, pieces, unit_paragraphs, units};
