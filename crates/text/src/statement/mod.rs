//! One comparison of a statement with the text that is to bear it out (SPEC EVD-13).
//!
//! Closed world: a statement is borne out only if *everything* in it is accounted for, word by word and
//! in order, and nothing of its sentence is left out. No list says what is forbidden; short lists say
//! what may differ: white space, typographic marks, the case of letters, articles, the printed form of
//! numbers, dates and times, contractions, the mark of a list item, the last full stop. So a dropped
//! "not", another figure, two names that change places or a condition that was cut off need no rule of
//! their own, and neither does the next trick.

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
