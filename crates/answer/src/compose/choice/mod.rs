//! Answer choices, judged after the answer is made (SPEC HOP-4): element by element, by the quotes of the answer's
//! facts alone. Where the papers do not answer the question, no choice is judged.

mod by_evidence;
mod by_model;
mod element;
mod judge;
mod judging;

pub(crate) use judge::judge;
pub(crate) use judging::Judging;
