//! The goal of an instruction to a language model.

use serde::Serialize;

/// Goal of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum InstructionKind {
    /// Drop the rules or earlier instructions.
    Override,
    /// Reveal the prompt or data that the model has.
    Exfiltration,
    /// Play a role without rules.
    Persona,
    /// Pretend that part of the text comes from the system.
    Delimiter,
    /// An instruction within an encoding.
    Encoded,
    /// An instruction in invisible characters.
    Hidden,
    /// Addressed to a model that reads the document.
    ToModel,
}
