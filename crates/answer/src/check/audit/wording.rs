//! Word lists of the audit, and the sentences that the rules prescribe.

use super::phrases::first_of;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::draft::wording;

/// Disclaimer under every answer.
pub const NOT_LEGAL_ADVICE: &str = "Informational, not legal advice.";

/// Returns the sentence of SPEC SYN-4, word for word, with the state's name.
pub fn missing_statute_sentence(state: Option<&str>) -> String {
    match state {
        Some(state) => wording::NO_STATUTE_OF.say(&[state]),
        None => wording::NO_STATUTE.say(&[]),
    }
}

/// Words that the rules search for. Data (`assets/audit.toml`).
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AuditWords {
    pub(super) absolutes: Vec<String>,
    pub(super) procedures: Vec<String>,
    pub(super) apologies: Vec<String>,
    pub(super) partisan: Vec<String>,
    pub(super) analogies: Vec<String>,
    pub(super) analogies_asked: Vec<String>,
    pub(super) advice: Vec<String>,
    pub(super) mixed: Vec<Mixed>,
    pub(super) decisions: Vec<String>,
    pub(super) reasons: Vec<String>,
    pub(super) reason_missing: String,
}

/// A mixed question: the words that ask it, and its parts.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Mixed {
    pub asks: Vec<String>,
    pub parts: Vec<Part>,
}

/// A part with the words that mention it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Part {
    pub name: String,
    pub words: Vec<String>,
    /// True for a part that not every place has: it is looked for, and not missed.
    #[serde(default)]
    pub optional: bool,
}

/// A list of words that does not parse.
#[derive(Debug, thiserror::Error)]
#[error("the audit's words do not parse: {what}; compare them with assets/audit.toml")]
pub struct AuditWordsError {
    /// Description of the defect.
    pub what: String,
}

static WORDS: LazyLock<Result<AuditWords, AuditWordsError>> =
    LazyLock::new(|| AuditWords::parse(include_str!("../../../../../assets/audit.toml")));

impl AuditWords {
    /// Parses the lists from TOML.
    ///
    /// # Errors
    /// Fails when a key is missing or unknown.
    pub fn parse(text: &str) -> Result<Self, AuditWordsError> {
        toml::from_str(text).map_err(|e| AuditWordsError { what: e.message().to_owned() })
    }

    /// Returns the built-in lists.
    ///
    /// # Panics
    /// Panics when the program was built with a file that does not parse; see [`check_built_in`](Self::check_built_in).
    #[allow(clippy::panic)] // Not outside input: the file is a part of the program.
    pub fn built_in() -> &'static AuditWords {
        match &*WORDS {
            Ok(words) => words,
            Err(error) => panic!("built in: {error}"),
        }
    }

    /// Returns the first absolute, piece of advice, apology, partisan word, analogy or named procedure in a text that none
    /// of these quotes has.
    pub(crate) fn unquoted(&self, text: &str, quotes: &str) -> Option<&str> {
        let lists = [
            &self.absolutes,
            &self.advice,
            &self.apologies,
            &self.partisan,
            &self.analogies,
            &self.procedures,
        ];
        let in_text = lists
            .into_iter()
            .flatten()
            .filter(|phrase| first_of(text, std::slice::from_ref(phrase)).is_some());
        in_text.map(String::as_str).find(|phrase| first_of(quotes, &[(*phrase).to_owned()]).is_none())
    }

    /// Returns the name of the gap for a decision quoted without its reason.
    pub(crate) fn reason_missing(&self) -> &str {
        &self.reason_missing
    }

    /// Checks that the built-in lists parse.
    ///
    /// # Errors
    /// Returns the error of parsing them.
    pub fn check_built_in() -> Result<(), &'static AuditWordsError> {
        WORDS.as_ref().map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_lists_parse() {
        let words = AuditWords::parse(include_str!("../../../../../assets/audit.toml")).unwrap();
        assert!(!words.absolutes.is_empty() && !words.mixed.is_empty());
        assert!(AuditWords::parse("absolutely = 3").is_err());
    }

    #[test]
    fn the_sentence_names_the_state() {
        assert_eq!(
            missing_statute_sentence(Some("New Hampshire")),
            "I did not find the specific statute text in the archive (New Hampshire)."
        );
    }
}
