//! Screening of questions (SPEC SEC-1): a question that is none, but an attack on a model, ends here.

mod by_model;
mod question;

pub use crate::text::{Instruction, InstructionKind, instructions_in};
pub use by_model::{PURPOSE, screen_by_model};
pub use question::{ScreenOptions, Screened, screen};
