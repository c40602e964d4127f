//! Instructions to a language model within a text (SPEC SEC-1, SEC-2): to drop its rules, to give away
//! what it was told, to play another part, to obey what stands in a document; in plain words, in the
//! words of a few languages, or hidden in an encoding. It only finds them; what becomes of them is
//! decided by whoever asked.

mod find;
mod mark;
mod patterns;
mod required;
mod screen;
mod views;

pub use find::{Instruction, InstructionKind, commands_in, instructions_in};
pub use mark::mark_instructions;
