//! Findings of the audit.

use serde::Serialize;

/// The hard rules of SPEC SYN-4, and the additions of EVD-6.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum HardRule {
    /// No statute number without a state chunk that contains it.
    StatuteWithoutText,
    /// No named procedure without a state chunk that contains it.
    ProcedureWithoutText,
    /// State lane weak: "I did not find the specific statute text in the archive", with the state's name.
    MissingStatuteSentence,
    /// No absolutes unless quoted.
    Absolute,
    /// No analogies unless asked.
    Analogy,
    /// Informational, not legal advice.
    Advice,
    /// Mixed questions list their parts and which are missing.
    MixedParts,
    /// A decision without its reason: the answer says so.
    DecisionWithoutWhy,
    /// Local lane empty and state relevant: answer from state.
    StateLeftUnused,
    /// A statute named in the question whose text is missing: the answer says so.
    NamedStatuteWithoutText,
    /// No apologies in any sentence.
    Apology,
    /// Neutral and non-partisan words.
    Partisan,
    /// A name that belongs to another matter.
    OffTopicEntity,
    /// Follows an instruction of a document.
    PlantedInstruction,
}

impl HardRule {
    /// Returns true when the flagged sentence itself must be removed. Otherwise a sentence is missing and must be
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

/// One finding of the audit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Flag {
    /// Rule that the answer breaks.
    pub rule: HardRule,
    /// Path in the answer object; empty when a sentence is missing from the whole answer.
    #[serde(rename = "where")]
    pub place: String,
    /// Words that break the rule, or a name for the missing sentence.
    pub what: String,
    /// Sentence that contains the words, or the sentence to add.
    pub sentence: String,
}

impl Flag {
    /// Builds the flag for a missing sentence.
    pub(super) fn missing(rule: HardRule, what: &str, sentence: &str) -> Flag {
        Flag { rule, place: String::new(), what: what.to_owned(), sentence: sentence.to_owned() }
    }
}
