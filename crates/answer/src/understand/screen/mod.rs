//! Screening of questions (SPEC SEC-1): text that attacks a model in place of a question ends here.

mod by_model;
mod question;

pub use by_model::{PURPOSE, screen_by_model};
pub use question::{ScreenOptions, Screened, screen};
pub use twolane_text::{Instruction, InstructionKind, instructions_in};
