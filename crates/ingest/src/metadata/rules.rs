//! Rules on names and first pages, read from data.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use serde::Deserialize;

use super::error::MetadataError;
use super::sources::check_field;

const BUILT_IN: &str = include_str!("../../../../assets/metadata-rules.toml");
static RULES: LazyLock<Result<MetadataRules, MetadataError>> =
    LazyLock::new(|| MetadataRules::parse(BUILT_IN, "metadata-rules.toml"));

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    page_lines: usize,
    #[serde(default)]
    rule: Vec<Rule>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    field: String,
    value: String,
    #[serde(default)]
    name: Vec<String>,
    #[serde(default)]
    page: Vec<String>,
    #[serde(default)]
    also: BTreeMap<String, String>,
}

/// The parsed rules, ready for use.
#[derive(Debug, Clone)]
pub struct MetadataRules {
    rules: Vec<Rule>,
    /// The number of the first page's lines that rules examine.
    pub page_lines: usize,
}

/// A value that a rule produced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hit {
    pub(super) field: String,
    pub(super) value: String,
    /// The origin of the value: `name` or `first page`.
    pub(super) origin: &'static str,
}

impl MetadataRules {
    /// Reads rules from TOML; `file` names it in errors.
    pub fn parse(text: &str, file: &str) -> Result<Self, MetadataError> {
        let data: File = toml::from_str(text)
            .map_err(|e| MetadataError::Syntax { file: file.to_owned(), what: e.message().to_owned() })?;
        for rule in &data.rule {
            for field in std::iter::once(&rule.field).chain(rule.also.keys()) {
                check_field(field, file)?;
            }
        }
        let rules = data
            .rule
            .into_iter()
            .map(|rule| Rule {
                name: rule.name.iter().map(|w| words(w)).collect(),
                page: rule.page.iter().map(|w| words(w)).collect(),
                ..rule
            })
            .collect();
        Ok(MetadataRules { rules, page_lines: data.page_lines })
    }

    /// Returns the built-in rules.
    ///
    /// # Panics
    /// Panics when the program was built with a file that does not parse; see
    /// [`check_built_in`](Self::check_built_in).
    #[allow(clippy::panic)] // Not outside input: the file is part of the program.
    pub fn built_in() -> &'static MetadataRules {
        match &*RULES {
            Ok(rules) => rules,
            Err(error) => panic!("built in: {error}"),
        }
    }

    /// Checks that the built-in rules can be used.
    ///
    /// # Errors
    /// Returns the reason why they can't.
    pub fn check_built_in() -> Result<(), &'static MetadataError> {
        RULES.as_ref().map(|_| ())
    }

    /// Reads a rules file of the user.
    ///
    /// # Errors
    /// Fails when the file can't be read, does not parse, or names an unknown field.
    pub fn read(path: &Path) -> Result<Self, MetadataError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| MetadataError::Read { path: path.to_owned(), what: source.to_string() })?;
        Self::parse(&text, &path.display().to_string())
    }

    /// Returns the values that the rules give to a field.
    pub fn values<'r>(&'r self, field: &'r str) -> impl Iterator<Item = &'r str> {
        self.rules.iter().filter(move |r| r.field == field).map(|r| r.value.as_str())
    }

    /// Returns a hash that changes whenever the rules may give another value.
    pub fn fingerprint(&self) -> String {
        blake3::hash(format!("{self:?}").as_bytes()).to_hex().to_string()
    }

    /// Returns the values for the words of a file's name, of its folder's name and of the first page's top, best first
    /// for each field: a fee schedule in a folder of minutes is a fee schedule.
    pub(super) fn hits(&self, name: &str, folder: &str, page: &str) -> Vec<Hit> {
        let (name, folder, page) = (words(name), words(folder), words(page));
        let mut hits: Vec<Hit> = Vec::new();
        let mut also: Vec<Hit> = Vec::new();
        for (origin, text) in [("name", &name), ("name", &folder), ("first page", &page)] {
            let mut found: Vec<(usize, &Rule)> = Vec::new();
            let without_boards = self.without_boards(text);
            for rule in &self.rules {
                let list = if origin == "name" { &rule.name } else { &rule.page };
                let text = if rule.field == "doc_type" { &without_boards } else { text };
                if let Some(at) = list.iter().filter_map(|w| text.find(w.as_str())).min() {
                    found.push((at, rule));
                }
            }
            // On a page the first match counts most; in a short name, the rules' own order decides which word
            // is best.
            if origin == "first page" {
                found.sort_by_key(|(at, _)| *at);
            }
            for (_, rule) in &found {
                let taken = hits.iter().any(|h| h.field == rule.field);
                if taken && rule.field != "topics" {
                    continue;
                }
                hits.push(Hit { field: rule.field.clone(), value: rule.value.clone(), origin });
                for (field, value) in &rule.also {
                    also.push(Hit { field: field.clone(), value: value.clone(), origin });
                }
            }
        }
        for hit in also {
            if !hits.iter().any(|h| h.field == hit.field) {
                hits.push(hit);
            }
        }
        hits
    }
}

impl MetadataRules {
    /// Returns a text whose names of boards are blank, letter for letter: "budget committee" is no budget.
    fn without_boards(&self, text: &str) -> String {
        let boards = self.rules.iter().filter(|r| r.field == "board");
        let mut text = text.to_owned();
        for name in boards.flat_map(|r| r.name.iter().chain(&r.page)) {
            if text.contains(name.as_str()) {
                text = text.replace(name.as_str(), &" ".repeat(name.len()));
            }
        }
        text
    }
}

/// Returns lower-case words with single spaces, one at each end, so that `find` matches whole words.
pub(super) fn words(text: &str) -> String {
    let mut out = String::from(" ");
    for word in text.split(|c: char| !c.is_alphanumeric() && c != '&').filter(|w| !w.is_empty()) {
        out.push_str(&word.to_lowercase());
        out.push(' ');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(name: &str, page: &str, field: &str) -> Option<(String, &'static str)> {
        MetadataRules::built_in()
            .hits(name, "", page)
            .into_iter()
            .find(|h| h.field == field)
            .map(|h| (h.value, h.origin))
    }

    #[test]
    fn built_in_rules_are_well_formed() {
        assert!(MetadataRules::parse(BUILT_IN, "x").is_ok_and(|r| r.rules.len() > 30));
        assert!(matches!(
            MetadataRules::parse("page_lines=1\n[[rule]]\nfield='bord'\nvalue='x'\n", "x"),
            Err(MetadataError::UnknownField { nearest: Some(n), .. }) if n == "board"
        ));
    }

    #[test]
    fn names_before_pages() {
        let is = |v: &str, o: &'static str| Some((v.to_owned(), o));
        assert_eq!(value("alder_2024_minutes", "AGENDA", "doc_type"), is("minutes", "name"));
        assert_eq!(
            value("scan01", "Planning Board\nMinutes of May 1", "doc_type"),
            is("minutes", "first page")
        );
        assert_eq!(value("scan01", "Planning Board", "board"), is("Planning Board", "first page"));
        assert_eq!(value("alder_minutes", "", "authority"), is("minutes", "name"));
        assert_eq!(value("records", "", "doc_type"), None);
        let kinds = |name: &str, folder: &str| -> Vec<String> {
            let hits = MetadataRules::built_in().hits(name, folder, "");
            hits.into_iter().filter(|h| h.field == "doc_type").map(|h| h.value).collect()
        };
        assert_eq!(kinds("fee schedule 2025", "Minutes"), ["fee schedule"]);
        assert_eq!(kinds("2025-03-10", "Minutes"), ["minutes"]);
        assert_eq!(kinds("2025-03-10 budget committee", "Minutes"), ["minutes"]);
        assert_eq!(kinds("budget committee budget", "Minutes"), ["budget"]);
        assert_eq!(kinds("budget draft", "Meeting Minutes and Agendas"), ["budget"]);
    }
}
