//! Words of town government and association life that retrieval works with. They are data
//! (`assets/retrieval.toml`), which a user can replace.

use std::path::PathBuf;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::law::STATES;

use super::phrase::Phrase;

/// What retrieval knows besides the archive.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    /// Groups of words for the same thing.
    pub synonyms: Vec<Vec<Term>>,
    /// Matters of law.
    pub legal_topics: Vec<Topic>,
    /// Words that call for a second pass.
    pub high_stakes: Vec<Term>,
    /// Words of questions about how something is done, in lower case.
    pub process: Vec<String>,
    /// Words of questions that ask which law it is, in lower case.
    pub which_law: Vec<String>,
    /// Places where things happen.
    pub places: Vec<Term>,
    /// Templates of anchored queries, by lane.
    pub anchors: Vec<(String, Vec<String>)>,
    /// Templates of the second pass, by lane.
    pub second_pass: Vec<(String, Vec<String>)>,
    /// States.
    pub jurisdictions: Vec<Jurisdiction>,
}

/// A word or phrase with its index terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// As the file spells it.
    pub text: String,
    /// As texts are searched for it.
    pub phrase: Phrase,
}

/// A matter of law.
#[derive(Debug, Clone)]
pub struct Topic {
    /// Name for people.
    pub name: String,
    /// Words that speak of it.
    pub terms: Vec<Term>,
}

/// A state.
#[derive(Debug, Clone)]
pub struct Jurisdiction {
    /// Code as the metadata have it (`NH`).
    pub code: String,
    /// Name for people.
    pub name: String,
    /// Words that its law goes by.
    pub statutes: String,
}

/// A vocabulary file that can't be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VocabularyError {
    /// The file can't be read.
    #[error("cannot read the vocabulary {}: {source}; check `retrieval.vocabulary` in the configuration", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file does not parse.
    #[error(
        "the vocabulary does not parse: {what}; compare it with the one that twolane brings, assets/retrieval.toml"
    )]
    Parse {
        /// What is wrong, with line and column.
        what: String,
    },
}

const BUILT_IN: &str = include_str!("../../assets/retrieval.toml");
static VOCABULARY: LazyLock<Result<Vocabulary, VocabularyError>> =
    LazyLock::new(|| Vocabulary::parse(BUILT_IN));

impl Vocabulary {
    /// The one that comes with the program.
    ///
    /// # Panics
    /// When the program was built with a file that does not parse; see
    /// [`check_built_in`](Self::check_built_in).
    #[allow(clippy::panic)] // Not outside input: the file is a part of the program.
    pub fn built_in() -> &'static Vocabulary {
        match &*VOCABULARY {
            Ok(vocabulary) => vocabulary,
            Err(error) => panic!("built in: {error}"),
        }
    }

    /// Whether the one that comes with the program can be used.
    ///
    /// # Errors
    /// Why not.
    pub fn check_built_in() -> Result<(), &'static VocabularyError> {
        VOCABULARY.as_ref().map(|_| ())
    }

    /// Reads a vocabulary file's text.
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

    /// A state by its code.
    pub fn jurisdiction(&self, code: &str) -> Option<&Jurisdiction> {
        self.jurisdictions.iter().find(|j| j.code.eq_ignore_ascii_case(code))
    }

    /// True for a question about how something is done, or whether it may be.
    pub fn asks_of_process(&self, question: &str) -> bool {
        has_phrase(&self.process, question)
    }

    /// True for a question that asks which law it is that says something.
    pub fn asks_which_law(&self, question: &str) -> bool {
        has_phrase(&self.which_law, question)
    }

    /// Names of the matters of law that a text speaks of, given its terms as [`Phrase::is_in`]
    /// takes them.
    pub fn legal_topics_in(&self, terms: &[String]) -> Vec<&str> {
        let speaks = |topic: &&Topic| topic.terms.iter().any(|t| t.phrase.is_in(terms));
        self.legal_topics.iter().filter(speaks).map(|topic| topic.name.as_str()).collect()
    }
}

/// True when one of these phrases stands in a question, word by word.
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

/// Those of a file, and `others`: every state that it leaves out, by its name.
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
    /// `None` for a text without words.
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
    /// The state's own where it is left out.
    name: Option<String>,
    statutes: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

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
