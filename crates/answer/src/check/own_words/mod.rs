//! Lookup of the program's own sentences: at the seal of every answer, and when a saved answer is checked again. Both
//! check that a sentence is one of the program's own. The values in its slots must hold in the archive, in the
//! confirmed quotes or in the question.

mod claimed;
mod setting;
mod steps;
mod world;

pub use claimed::Claimed;
pub use setting::Setting;
pub use steps::StepWords;
pub use world::{Reading, World, month_first, newest, notes_of, words};
