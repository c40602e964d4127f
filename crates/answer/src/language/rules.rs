//! General rules of language, as data.

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::Deserialize;

/// Language rules by which the gate reads a question.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)] // `assets/gate.toml` says what each is.
pub struct Rules {
    pub question_words: HashSet<String>,
    pub auxiliaries: HashSet<String>,
    pub requests: HashSet<String>,
    pub small_talk: HashSet<String>,
    /// Verbs for what a body does to a matter.
    pub acts: HashSet<String>,
    pub determiners: HashSet<String>,
    pub prepositions: HashSet<String>,
    pub conjunctions: HashSet<String>,
    pub demonstratives: HashSet<String>,
    pub thing_pronouns: HashSet<String>,
    pub group_pronouns: HashSet<String>,
    /// Pronouns for those who run the place; they need no name.
    pub those_in_charge: HashSet<String>,
    pub person_pronouns: HashSet<String>,
    pub possessive_pronouns: HashSet<String>,
    pub owners: HashSet<String>,
    pub speakers: HashSet<String>,
    pub empty_it: HashSet<String>,
    pub days: HashSet<String>,
    pub periods: HashSet<String>,
    pub not_things: HashSet<String>,
    pub takes_up: Vec<String>,
    pub texts: HashSet<String>,
    pub field: Vec<FieldRule>,
    pub personal: Personal,
}

/// Field that a noun asks for.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldRule {
    /// Name of the field.
    pub name: String,
    /// Nouns that mean it.
    pub nouns: Vec<String>,
    /// Text of the clarifying question.
    pub prompt: String,
}

/// Replies to clarifying questions about the asker's own case.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Personal {
    /// Replies that mean yes.
    pub yes: Vec<String>,
    /// Replies that mean no.
    pub no: Vec<String>,
}

impl Personal {
    /// Returns true for yes, false for no, and `None` for any other value.
    pub fn yes_or_no(&self, value: &str) -> Option<bool> {
        let lower = value.trim().trim_end_matches('.').to_lowercase();
        if self.yes.contains(&lower) { Some(true) } else { self.no.contains(&lower).then_some(false) }
    }
}

const BUILT_IN: &str = include_str!("../../../../assets/gate.toml");
static RULES: LazyLock<Result<Rules, toml::de::Error>> = LazyLock::new(|| toml::from_str(BUILT_IN));

impl Rules {
    /// Returns the built-in rules.
    ///
    /// # Panics
    /// Panics when the program was built with a file that does not parse; see [`check_built_in`](Self::check_built_in).
    #[allow(clippy::panic)] // Not outside input: the file is a part of the program.
    pub fn built_in() -> &'static Rules {
        match &*RULES {
            Ok(rules) => rules,
            Err(error) => panic!("built in: {error}"),
        }
    }

    /// Checks that the built-in rules parse.
    ///
    /// # Errors
    /// Returns the error of parsing them, with line and column.
    pub fn check_built_in() -> Result<(), &'static toml::de::Error> {
        RULES.as_ref().map(|_| ())
    }

    /// Returns the field that a noun asks for.
    pub fn field_of(&self, noun: &str) -> Option<&FieldRule> {
        self.field.iter().find(|f| f.nouns.iter().any(|n| n == noun))
    }

    /// Returns true for a word without content of its own.
    pub fn is_function_word(&self, lower: &str) -> bool {
        [
            &self.question_words,
            &self.auxiliaries,
            &self.determiners,
            &self.prepositions,
            &self.conjunctions,
            &self.demonstratives,
            &self.thing_pronouns,
            &self.group_pronouns,
            &self.person_pronouns,
            &self.possessive_pronouns,
            &self.owners,
            &self.speakers,
        ]
        .iter()
        .any(|list| list.contains(lower))
            || matches!(lower, "not" | "me" | "us" | "you" | "your" | "there" | "s" | "be" | "been" | "being")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_rules_parse() {
        let rules: Rules = toml::from_str(BUILT_IN).unwrap();
        assert!(rules.question_words.contains("who") && rules.field_of("township").is_some());
    }
}
