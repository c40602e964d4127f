//! What the audit finds.

use serde::Serialize;

/// The hard rules of SPEC SYN-4, and what EVD-6 adds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum HardRule {
    /// No statute number without a state chunk that has it.
    StatuteWithoutText,
    /// No named procedure without a state chunk that has it.
    ProcedureWithoutText,
    /// State lane weak: "I did not find the specific statute text in the archive", with the state's
    /// name.
    MissingStatuteSentence,
    /// No absolutes unless quoted.
    Absolute,
    /// No analogies unless asked.
    Analogy,
    /// Informational, not legal advice.
    Advice,
    /// Mixed questions list their parts and which are missing.
    MixedParts,
    /// A decision without its why: say so.
    DecisionWithoutWhy,
    /// Local lane empty and state relevant: answer from state.
    StateLeftUnused,
    /// A statute named in the question whose text is not there is said to be so.
    NamedStatuteWithoutText,
    /// No apologies.
    Apology,
    /// Neutral, non-partisan.
    Partisan,
    /// A name that belongs to another matter.
    OffTopicEntity,
    /// Follows an instruction that stands in a document.
    PlantedInstruction,
}

impl HardRule {
    /// True when the flagged sentence itself must go; otherwise something is missing that has to be
    /// added.
    pub fn strikes(self) -> bool {
        !matches!(
            self,
            HardRule::MissingStatuteSentence
                | HardRule::MixedParts
                | HardRule::DecisionWithoutWhy
                | HardRule::StateLeftUnused
                | HardRule::NamedStatuteWithoutText
        )
    }
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Flag {
    /// Which rule.
    pub rule: HardRule,
    /// Where in the answer object; empty when something is missing from it as a whole.
    #[serde(rename = "where")]
    pub place: String,
    /// The words, or what is missing.
    pub what: String,
    /// The sentence that holds them, or the one to be added.
    pub sentence: String,
}
