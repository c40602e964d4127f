//! What the program says of itself, looked up: at the seal of every answer, and again when a saved one
//! is checked. Both ask the same of a sentence: that it is one of the program's own, and that what
//! stands in its slots is so in the archive, among the confirmed quotes or in what was asked.

mod claimed;
mod steps;
mod world;

pub use claimed::{Claimed, Setting};
pub use world::{Reading, World, month_first, newest, notes_of, words};
