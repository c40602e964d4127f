//! How a chunk stands to the matter of a question: what of it the chunk speaks of, and whether it
//! belongs to another matter (SPEC RET-6, RET-8). What another matter is shows in the archive: the
//! chunk shares hardly a word with the question that tells matters apart there, and has names of its own.

use std::collections::{BTreeMap, HashSet};

use crate::text::{TokenKind, tokens_of};

use super::generic::Telling;
use super::phrase::{Phrase, terms_of};
use super::vocabulary::Vocabulary;

/// The matter of a question.
#[derive(Debug, Clone, Default)]
pub(super) struct Matter {
    /// Words of the question that tell its matter apart in this archive, and how much they tell. Ordered, so that a
    /// sum of them is the same to its last digit in every run.
    telling: BTreeMap<String, f32>,
    /// All words of the question.
    words: HashSet<String>,
    /// Terms of each name, place and thing of the situation.
    situation: Vec<Phrase>,
    legal_topics: Vec<String>,
}

/// How a chunk stands to it.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Standing {
    /// Names something of the situation.
    pub situation: bool,
    /// Speaks of a matter of law that the question is about.
    pub legal_topic: bool,
    /// Has a word of the question.
    pub question_word: bool,
    /// Share of what tells the question's matter apart that it has, 0 to 1.
    pub telling_share: f32,
    /// Names in it that stand neither in the question nor in the situation, where nothing else says
    /// that it is of the matter.
    pub other_names: Vec<String>,
    /// Belongs to another matter.
    pub off_topic: bool,
}

/// Share of what tells a matter apart below which a chunk is not about it. A third: one of two or
/// three telling words may be missing where others carry the matter.
const OF_THE_MATTER: f32 = 0.3;
/// Names of its own from which on a chunk is about something of its own (SPEC RET-6).
const NAMES_OF_ANOTHER_MATTER: usize = 2;

impl Matter {
    pub(super) fn of(
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

    /// True when a situation was given.
    pub(super) fn has_situation(&self) -> bool {
        !self.situation.is_empty()
    }

    /// Matters of law that the question is about.
    pub(super) fn legal_topics(&self) -> &[String] {
        &self.legal_topics
    }

    /// `text`: the chunk with its header and its source's title. `close`: the vectors alone say
    /// that it answers the question, so shared words prove nothing.
    pub(super) fn standing(&self, text: &str, close: bool, vocabulary: &Vocabulary) -> Standing {
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
        // Without a word that tells matters apart there is nothing to be off; reading names is the dear
        // part, and left out where they decide nothing.
        let other_names = if !self.telling.is_empty() && !situation && telling_share < OF_THE_MATTER && !close
        {
            self.other_names(text)
        } else {
            Vec::new()
        };
        let off_topic = other_names.len() >= NAMES_OF_ANOTHER_MATTER;
        Standing { situation, legal_topic, question_word, telling_share, other_names, off_topic }
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
    use crate::archive::analyze;

    /// An archive in which these words tell matters apart and all others stand everywhere.
    fn telling(words: &str) -> Telling {
        Telling::made(analyze(words).tokens.into_iter().map(|t| (t.text, 3)), 1000)
    }

    fn standing(question: &str, situation: &[&str], text: &str, close: bool) -> Standing {
        let situation: Vec<String> = situation.iter().map(|s| (*s).to_owned()).collect();
        let telling = telling("boardwalk cesspool camper Harlow Pike");
        let vocabulary = Vocabulary::built_in();
        Matter::of(question, &situation, &telling, vocabulary).standing(text, close, vocabulary)
    }

    const QUESTION: &str = "What liability does the select board have for the boardwalk?";
    const OTHER: &str = "The select board heard Mr. Harlow about his camper on Pike Lane. Ann Moss and Tom Reed spoke. The board voted.";

    #[test]
    fn a_case_that_shares_only_generic_words_is_another_matter() {
        let other = standing(QUESTION, &[], OTHER, false);
        assert!(other.off_topic && other.question_word && other.other_names.len() >= 2, "{other:?}");
        // Counter-examples: the matter itself, names and all; a chunk of its own without names; one
        // that the vectors find close; one that the situation names.
        assert!(!standing(QUESTION, &[], &format!("{OTHER} The boardwalk was closed."), false).off_topic);
        assert!(!standing(QUESTION, &[], "the select board may close it", false).off_topic);
        assert!(!standing(QUESTION, &[], OTHER, true).off_topic);
        let named = standing(QUESTION, &["camper"], OTHER, false);
        assert!(named.situation && !named.off_topic);
    }

    #[test]
    fn without_telling_words_nothing_is_off() {
        let standing = standing("What did the select board vote?", &[], OTHER, false);
        assert!(!standing.off_topic && standing.telling_share == 1.0, "{standing:?}");
    }

    #[test]
    fn things_of_the_situation_need_not_stand_side_by_side() {
        let at = |text: &str| standing(QUESTION, &["boardwalk repair"], text, false).situation;
        assert!(at("They talked of repairs to the old boardwalk."));
        assert!(!at("They talked of repairs to the roof."));
    }
}
