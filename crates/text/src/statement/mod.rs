//! Comparison of a statement with its supporting text (SPEC EVD-13).
//!
//! Closed world: a statement is supported only if *everything* in it is accounted for, word by word and in
//! order, and nothing of its sentence is left out. There is no list of forbidden changes. Short lists define
//! the permitted differences: white space, typographic marks, the case of letters, articles, the printed form
//! of numbers, dates and times, contractions, the mark of a list item, the last full stop. A dropped "not",
//! another figure, two swapped names or a removed condition therefore need no rule of their own, and neither
//! does the next trick.

mod bearing;
mod canonical;
mod characters;
mod dates;
mod difference;
mod judgement;
mod matching;
mod number_forms;
mod words;

pub use bearing::{BearingText, bears_out};
pub use characters::is_plain;
pub use judgement::{Difference, DifferenceKind, Judgement, Unjudged};
