//! Relevance of a chunk to the matter of a question, and detection of chunks of another matter (SPEC RET-6,
//! RET-8). A chunk of another matter shares hardly any of the question's words that are distinctive in the
//! archive, and has names of its own.

use std::collections::{BTreeMap, HashSet};

use twolane_text::{TokenKind, tokens_of};

use super::generic::Telling;
use super::phrase::{Phrase, terms_of};
use super::vocabulary::Vocabulary;

/// The matter of a question.
#[derive(Debug, Clone, Default)]
pub(crate) struct Matter {
    /// Distinctive words of the question in this archive, with their weights. The map is ordered, so that a
    /// sum of the weights is identical to the last digit in every run.
    telling: BTreeMap<String, f32>,
    /// All words of the question.
    words: HashSet<String>,
    /// Terms of each name, place and thing of the situation.
    situation: Vec<Phrase>,
    legal_topics: Vec<String>,
}

/// Judgement of a chunk against a matter.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct TopicAlignment {
    /// True if it names something of the situation.
    pub situation: bool,
    /// True if it covers a legal topic of the question.
    pub legal_topic: bool,
    /// True if it has a word of the question.
    pub question_word: bool,
    /// Share of the weight of the question's distinctive words that it has, 0 to 1.
    pub telling_share: f32,
    /// Names in it that are neither in the question nor in the situation; filled only if nothing else
    /// connects it to the matter.
    pub other_names: Vec<String>,
    /// True if it belongs to another matter.
    pub off_topic: bool,
}

/// Share of the distinctive words' weight below which a chunk is not about the matter. About a third: one of
/// two or three distinctive words may be missing if the others suffice.
const OF_THE_MATTER: f32 = 0.3;
/// Number of own names at which a chunk is about another matter (SPEC RET-6).
const NAMES_OF_ANOTHER_MATTER: usize = 2;

impl Matter {
    pub(crate) fn of(
        question: &str,
        situation: &[String],
        telling: &Telling,
        vocabulary: &Vocabulary,
    ) -> Matter {
        let mut all = terms_of(question);
        let words: HashSet<String> = all.iter().cloned().collect();
        all.extend(situation.iter().flat_map(|s| terms_of(s)));
        Matter {
            telling: all
                .iter()
                .filter(|t| telling.is_telling(t))
                .map(|t| (t.clone(), telling.weight(t)))
                .collect(),
            words,
            situation: situation.iter().filter_map(|s| Phrase::of(s)).collect(),
            legal_topics: vocabulary.legal_topics_in(&all).into_iter().map(str::to_owned).collect(),
        }
    }

    /// Returns true if a situation was given.
    pub(crate) fn has_situation(&self) -> bool {
        !self.situation.is_empty()
    }

    /// Returns the legal topics of the question.
    pub(crate) fn legal_topics(&self) -> &[String] {
        &self.legal_topics
    }

    /// Judges a chunk. `text` is the chunk with its header and its source's title. `close` means that the
    /// vectors alone say that it answers the question, so shared words prove nothing.
    pub(crate) fn alignment(&self, text: &str, close: bool, vocabulary: &Vocabulary) -> TopicAlignment {
        let terms = terms_of(text);
        let held: HashSet<&str> = terms.iter().map(String::as_str).collect();
        let situation = self
            .situation
            .iter()
            .any(|phrase| phrase.terms().iter().all(|term| held.contains(term.as_str())));
        let total: f32 = self.telling.values().sum();
        let had: f32 = self
            .telling
            .iter()
            .filter(|(term, _)| held.contains(term.as_str()))
            .map(|(_, weight)| weight)
            .sum();
        let telling_share = if total > 0.0 { had / total } else { 1.0 };
        let question_word = self.words.iter().any(|t| held.contains(t.as_str()));
        let topics = vocabulary.legal_topics_in(&terms);
        let legal_topic = self.legal_topics.iter().any(|t| topics.contains(&t.as_str()));
        // Without a distinctive word, no chunk can be off topic. Extracting names is expensive and is skipped
        // if they cannot change the result.
        let other_names = if !self.telling.is_empty() && !situation && telling_share < OF_THE_MATTER && !close
        {
            self.other_names(text)
        } else {
            Vec::new()
        };
        let off_topic = other_names.len() >= NAMES_OF_ANOTHER_MATTER;
        TopicAlignment { situation, legal_topic, question_word, telling_share, other_names, off_topic }
    }

    fn other_names(&self, text: &str) -> Vec<String> {
        let mut names: Vec<String> = tokens_of(text, TokenKind::Name)
            .into_iter()
            .flat_map(|name| name.raw.split(" and ").map(str::to_owned).collect::<Vec<String>>())
            .filter(|name| terms_of(name).iter().all(|t| !self.words.contains(t)))
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use twolane_archive::analyze;

    /// Builds an archive in which these words are distinctive and all others occur everywhere.
    fn telling(words: &str) -> Telling {
        Telling::made(analyze(words).tokens.into_iter().map(|t| (t.text, 3)), 1000)
    }

    fn alignment(question: &str, situation: &[&str], text: &str, close: bool) -> TopicAlignment {
        let situation: Vec<String> = situation.iter().map(|s| (*s).to_owned()).collect();
        let telling = telling("boardwalk cesspool camper Harlow Pike");
        let vocabulary = Vocabulary::built_in();
        Matter::of(question, &situation, &telling, vocabulary).alignment(text, close, vocabulary)
    }

    const QUESTION: &str = "What liability does the select board have for the boardwalk?";
    const OTHER: &str = "The select board heard Mr. Harlow about his camper on Pike Lane. Ann Moss and Tom Reed spoke. The board voted.";

    #[test]
    fn a_case_that_shares_only_generic_words_is_another_matter() {
        let other = alignment(QUESTION, &[], OTHER, false);
        assert!(other.off_topic && other.question_word && other.other_names.len() >= 2, "{other:?}");
        // Counter-examples: the matter itself with its names; a chunk without names of its own; one that the
        // vectors find similar; one that names the situation.
        assert!(!alignment(QUESTION, &[], &format!("{OTHER} The boardwalk was closed."), false).off_topic);
        assert!(!alignment(QUESTION, &[], "the select board may close it", false).off_topic);
        assert!(!alignment(QUESTION, &[], OTHER, true).off_topic);
        let named = alignment(QUESTION, &["camper"], OTHER, false);
        assert!(named.situation && !named.off_topic);
    }

    #[test]
    fn without_telling_words_nothing_is_off() {
        let alignment = alignment("What did the select board vote?", &[], OTHER, false);
        assert!(!alignment.off_topic && alignment.telling_share == 1.0, "{alignment:?}");
    }

    #[test]
    fn things_of_the_situation_need_not_stand_side_by_side() {
        let at = |text: &str| alignment(QUESTION, &["boardwalk repair"], text, false).situation;
        assert!(at("They talked of repairs to the old boardwalk."));
        assert!(!at("They talked of repairs to the roof."));
    }
}
