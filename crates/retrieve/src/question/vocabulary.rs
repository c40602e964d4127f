//! Vocabulary of town government and associations that retrieval uses. It is data (`assets/retrieval.toml`)
//! that a user can replace.

use std::path::PathBuf;
use std::sync::LazyLock;

use serde::Deserialize;

use twolane_law::STATES;
use twolane_text::pattern::pattern;

use super::phrase::Phrase;

pattern!(
    CODE_SECTION,
    r"(?i)\b(?:what|which)\s+((?:[\w.]+\s+){1,3}?)(?:sections?|chapters?|statutes?|laws?|titles?)\b"
);

/// Domain knowledge of retrieval, in addition to the archive: synonyms, topics of law, query templates, states.
/// [`built_in`](Self::built_in) is the default.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    /// Groups of words with the same meaning.
    pub synonyms: Vec<Vec<Term>>,
    /// Legal topics with their words.
    pub legal_topics: Vec<Topic>,
    /// Words that trigger a second pass.
    pub high_stakes: Vec<Term>,
    /// Phrases of questions about how something is done, in lower case.
    pub process: Vec<String>,
    /// Phrases of questions that ask for the applicable law, in lower case.
    pub which_law: Vec<String>,
    /// Words for places of events.
    pub places: Vec<Term>,
    /// Templates of anchored queries, by lane.
    pub anchors: Vec<(String, Vec<String>)>,
    /// Templates of the second pass, by lane.
    pub second_pass: Vec<(String, Vec<String>)>,
    /// States with their names.
    pub jurisdictions: Vec<Jurisdiction>,
}

/// A word or phrase with its index terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// Spelling in the file.
    pub text: String,
    /// Index terms for matching in texts.
    pub phrase: Phrase,
}

/// A legal topic.
#[derive(Debug, Clone)]
pub struct Topic {
    /// Name for display.
    pub name: String,
    /// Words that indicate the topic.
    pub terms: Vec<Term>,
}

/// A state with its names.
#[derive(Debug, Clone)]
pub struct Jurisdiction {
    /// Code in the metadata, such as `NH`.
    pub code: String,
    /// Name for display.
    pub name: String,
    /// Name of its statutes.
    pub statutes: String,
}

/// Error for an unusable vocabulary file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VocabularyError {
    /// The file can't be read.
    #[error("cannot read the vocabulary {}: {source}; check `retrieval.vocabulary` in the configuration", path.display())]
    Read {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// The file does not parse.
    #[error(
        "the vocabulary does not parse: {what}; compare it with the one that twolane brings, assets/retrieval.toml"
    )]
    Parse {
        /// Description of the problem, with line and column.
        what: String,
    },
}

const BUILT_IN: &str = include_str!("../../../../assets/retrieval.toml");
static VOCABULARY: LazyLock<Result<Vocabulary, VocabularyError>> =
    LazyLock::new(|| Vocabulary::parse(BUILT_IN));

impl Vocabulary {
    /// Returns the built-in vocabulary.
    ///
    /// # Panics
    /// If the program was built with a file that does not parse; see
    /// [`check_built_in`](Self::check_built_in).
    #[allow(clippy::panic)] // Not outside input: the file is a part of the program.
    pub fn built_in() -> &'static Vocabulary {
        match &*VOCABULARY {
            Ok(vocabulary) => vocabulary,
            Err(error) => panic!("built in: {error}"),
        }
    }

    /// Checks that the built-in vocabulary is usable.
    ///
    /// # Errors
    /// The error of the file that was built in.
    pub fn check_built_in() -> Result<(), &'static VocabularyError> {
        VOCABULARY.as_ref().map(|_| ())
    }

    /// Parses a vocabulary file's text.
    pub fn parse(text: &str) -> Result<Vocabulary, VocabularyError> {
        let file: File = toml::from_str(text)
            .map_err(|e| VocabularyError::Parse { what: e.to_string().trim_end().to_owned() })?;
        let terms = |words: Vec<String>| words.into_iter().filter_map(Term::new).collect::<Vec<Term>>();
        Ok(Vocabulary {
            synonyms: file.synonyms.into_iter().map(|group| terms(group.terms)).collect(),
            legal_topics: file
                .legal_topic
                .into_iter()
                .map(|topic| Topic { name: topic.name, terms: terms(topic.terms) })
                .collect(),
            high_stakes: terms(file.high_stakes.terms),
            process: file.process.terms.iter().map(|t| t.to_lowercase()).collect(),
            which_law: file.which_law.terms.iter().map(|t| t.to_lowercase()).collect(),
            places: terms(file.places.terms),
            anchors: file.anchors.into_iter().collect(),
            second_pass: file.second_pass.into_iter().collect(),
            jurisdictions: jurisdictions(file.jurisdiction, file.other_states),
        })
    }

    /// Reads a vocabulary file.
    pub fn read(path: &std::path::Path) -> Result<Vocabulary, VocabularyError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| VocabularyError::Read { path: path.to_path_buf(), source })?;
        Vocabulary::parse(&text)
    }

    /// Finds a state by its code.
    pub fn jurisdiction(&self, code: &str) -> Option<&Jurisdiction> {
        self.jurisdictions.iter().find(|j| j.code.eq_ignore_ascii_case(code))
    }

    /// Returns true for a question about how something is done, or whether it is allowed.
    pub fn asks_of_process(&self, question: &str) -> bool {
        has_phrase(&self.process, question)
    }

    /// Returns true for a question that asks for the applicable law.
    pub fn asks_which_law(&self, question: &str) -> bool {
        has_phrase(&self.which_law, question) || self.names_a_code(question)
    }

    /// Returns true for "which M.G.L. section …" and "what Maine statute …": a code by its initials, or a state.
    fn names_a_code(&self, question: &str) -> bool {
        let is_code = |word: &str| {
            let letters = word.chars().filter(|c| c.is_alphabetic()).count();
            letters > 1 && word.chars().all(|c| c == '.' || c.is_uppercase())
        };
        let is_state = |words: &str| self.jurisdictions.iter().any(|j| words.eq_ignore_ascii_case(&j.name));
        CODE_SECTION.get().captures_iter(question).filter_map(|found| found.get(1)).any(|named| {
            let named = named.as_str().trim();
            named.split_whitespace().any(is_code) || is_state(named)
        })
    }

    /// Returns the names of the legal topics of a text, given its terms as in [`Phrase::is_in`].
    pub fn legal_topics_in(&self, terms: &[String]) -> Vec<&str> {
        let speaks = |topic: &&Topic| topic.terms.iter().any(|t| t.phrase.is_in(terms));
        self.legal_topics.iter().filter(speaks).map(|topic| topic.name.as_str()).collect()
    }
}

/// Returns true if one of these phrases occurs in a question, word by word.
fn has_phrase(phrases: &[String], question: &str) -> bool {
    let words: Vec<String> = question
        .to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .map(str::to_owned)
        .collect();
    phrases.iter().any(|phrase| {
        let phrase: Vec<&str> = phrase.split_whitespace().collect();
        !phrase.is_empty() && words.windows(phrase.len()).any(|window| window == phrase)
    })
}

/// Returns the states of a file; `others` adds every state that the file omits, under its usual name.
fn jurisdictions(listed: Vec<JurisdictionFile>, others: bool) -> Vec<Jurisdiction> {
    let name_of =
        |code: &str| STATES.iter().find(|(c, _)| c.eq_ignore_ascii_case(code)).map(|(_, name)| *name);
    let left = STATES.iter().filter(|(code, _)| !listed.iter().any(|j| j.code.eq_ignore_ascii_case(code)));
    let left: Vec<JurisdictionFile> = left
        .filter(|_| others)
        .map(|(code, _)| JurisdictionFile { code: (*code).to_owned(), name: None, statutes: None })
        .collect();
    let whole = listed.into_iter().chain(left).map(|j| {
        let name = j.name.unwrap_or_else(|| name_of(&j.code).unwrap_or(&j.code).to_owned());
        let statutes = j.statutes.unwrap_or_else(|| format!("{name} statutes"));
        Jurisdiction { statutes, code: j.code, name }
    });
    whole.collect()
}

impl Term {
    /// Creates a term; returns `None` for a text without words.
    pub fn new(text: String) -> Option<Term> {
        let phrase = Phrase::of(&text)?;
        Some(Term { text, phrase })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    other_states: bool,
    #[serde(default)]
    synonyms: Vec<Terms>,
    #[serde(default)]
    legal_topic: Vec<NamedTerms>,
    #[serde(default)]
    high_stakes: Terms,
    #[serde(default)]
    process: Terms,
    #[serde(default)]
    which_law: Terms,
    #[serde(default)]
    places: Terms,
    #[serde(default)]
    anchors: std::collections::BTreeMap<String, Vec<String>>,
    #[serde(default)]
    second_pass: std::collections::BTreeMap<String, Vec<String>>,
    #[serde(default)]
    jurisdiction: Vec<JurisdictionFile>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Terms {
    terms: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedTerms {
    name: String,
    terms: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JurisdictionFile {
    code: String,
    /// Defaults to the state's own name.
    name: Option<String>,
    statutes: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_or_a_state_is_named() {
        let vocabulary = Vocabulary::built_in();
        for (question, expected) in [
            ("What M.G.L. section governs executive sessions for a select board?", true),
            ("which MRS title covers dogs", true),
            ("What Maine law governs open meetings?", true),
            ("What New Hampshire statute is that?", true),
            ("What section governs fences at Birch Hollow?", false),
            ("Which noise law do we have?", false),
        ] {
            assert_eq!(vocabulary.asks_which_law(question), expected, "{question}");
        }
    }

    #[test]
    fn the_built_in_one_parses() {
        let vocabulary = Vocabulary::parse(BUILT_IN).unwrap();
        assert!(vocabulary.synonyms.iter().all(|group| group.len() >= 2));
        assert!(vocabulary.jurisdictions.len() > 50);
        assert!(vocabulary.second_pass.iter().map(|(_, t)| t.len()).sum::<usize>() >= 6);
    }

    #[test]
    fn a_bad_file_says_where() {
        let error = Vocabulary::parse("[[synonyms]]\nterm = [\"a\"]\n").unwrap_err().to_string();
        assert!(error.contains("line 2") && error.contains("retrieval.toml"), "{error}");
    }

    #[test]
    fn questions_of_process() {
        for (question, expected) in [
            ("How does a town discontinue a road?", true),
            ("Must the board post a notice?", true),
            ("What did the culvert cost?", false),
        ] {
            assert_eq!(Vocabulary::built_in().asks_of_process(question), expected, "{question}");
        }
    }

    #[test]
    fn questions_for_the_law_itself() {
        for (question, expected) in [
            ("Which statute lets a town close a road?", true),
            ("What RSA is that?", true),
            ("What did the law firm charge?", false),
        ] {
            assert_eq!(Vocabulary::built_in().asks_which_law(question), expected, "{question}");
        }
    }

    #[test]
    fn topics_of_a_text() {
        let vocabulary = Vocabulary::built_in();
        let of = |text: &str| vocabulary.legal_topics_in(&super::super::phrase::terms_of(text));
        assert_eq!(of("The board granted the zoning variance."), ["land use"]);
        assert!(of("The culvert was dug up.").is_empty());
    }
}
