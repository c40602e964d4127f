//! Instructions to a language model within a text (SPEC SEC-1, SEC-2): to drop its rules, to reveal its
//! prompt, to play another role, to obey a document. They may be in plain English, in a few other languages,
//! or hidden in an encoding. This module only finds them; the caller decides how to handle them.

mod find;
mod kind;
mod mark;
mod patterns;
mod required;
mod screen;
mod views;

pub use find::{Instruction, commands_in, instructions_in};
pub use kind::InstructionKind;
pub use mark::mark_instructions;
