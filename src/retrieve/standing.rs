//! How a chunk stands to the matter of a question: what of it the chunk speaks of, and whether it
//! belongs to another matter (SPEC RET-6, RET-8). What another matter is shows in the archive: the
//! chunk shares no word with the question that tells matters apart there, and has names of its own.

use std::collections::HashSet;

use crate::text::{TokenKind, tokens_of};

use super::generic::Telling;
use super::phrase::{Phrase, terms_of};
use super::vocabulary::Vocabulary;

/// The matter of a question.
#[derive(Debug, Clone, Default)]
pub(super) struct Matter {
    /// Words of the question that tell its matter apart in this archive.
    telling: HashSet<String>,
    /// All words of the question.
    words: HashSet<String>,
    situation: Vec<Phrase>,
    legal_topics: Vec<String>,
}

/// How a chunk stands to it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Standing {
    /// Names something of the situation.
    pub situation: bool,
    /// Speaks of a matter of law that the question is about.
    pub legal_topic: bool,
    /// Has a word of the question.
    pub question_word: bool,
    /// Has a word of the question or the situation that tells matters apart.
    pub telling_word: bool,
    /// Names in it that stand neither in the question nor in the situation.
    pub other_names: Vec<String>,
    /// Belongs to another matter.
    pub off_topic: bool,
}

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
            telling: all.iter().filter(|t| telling.is_telling(t)).cloned().collect(),
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
        let any = |list: &HashSet<String>| list.iter().any(|t| held.contains(t.as_str()));
        let situation = self.situation.iter().any(|phrase| phrase.is_in(&terms));
        let telling_word = any(&self.telling);
        let topics = vocabulary.legal_topics_in(&terms);
        let legal_topic = self.legal_topics.iter().any(|t| topics.contains(&t.as_str()));
        let mut other_names: Vec<String> = tokens_of(text, TokenKind::Name)
            .into_iter()
            .filter(|name| terms_of(&name.raw).iter().all(|t| !self.words.contains(t)))
            .map(|name| name.normal)
            .collect();
        other_names.sort_unstable();
        other_names.dedup();
        // Without a word that tells matters apart there is nothing to be off.
        let off_topic = !self.telling.is_empty()
            && !situation
            && !telling_word
            && !close
            && other_names.len() >= NAMES_OF_ANOTHER_MATTER;
        Standing {
            situation,
            legal_topic,
            question_word: any(&self.words),
            telling_word,
            other_names,
            off_topic,
        }
    }
}
