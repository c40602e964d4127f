//! What an answer claims of itself, as far as wordings depend on it.

use std::collections::HashSet;

use crate::archive::{Archive, SourceSummary};
use crate::ask::check::answer::{AnswerContent, Mode};
use crate::ask::draft::{UserSource, wording};
use crate::retrieve::{Request, Vocabulary};
use crate::text::Quote;

use super::world::{World, words};

/// What an answer claims of itself.
#[derive(Debug, Clone, Default)]
pub struct Claimed {
    /// The question as it was searched for.
    pub question: String,
    /// Values that were given with the question.
    pub given: Vec<String>,
    /// Of these, values that were said earlier in the session.
    pub kept: Vec<String>,
    /// It says that the papers answer.
    pub answers: bool,
    /// Its quotes are the nearest ones, and do not answer.
    pub near: bool,
    /// It was given although the question stayed open.
    pub timed_out: bool,
    /// The state lane was used.
    pub statewide: bool,
    /// Some fact is quoted from a text of the user's.
    pub users: bool,
    /// The answer was given with texts of the user's.
    pub users_texts: bool,
    /// Number of facts.
    pub facts: usize,
    /// A language model took part.
    pub model: bool,
    /// Sources that confirmed quotes stand in.
    pub cited: HashSet<String>,
    /// Sources that it quotes, confirmed or not.
    pub named: HashSet<String>,
    /// Sources that it lists.
    pub listed: Vec<String>,
    /// All confirmed quotes.
    pub quoted: String,
    /// Words of the user's texts, as the session has them: a search may be made of them.
    pub users_words: HashSet<String>,
}

/// What is known of an answer that is not sealed yet, beside what it says itself.
pub struct Setting<'a> {
    archive: &'a Archive,
    vocabulary: &'a Vocabulary,
    sources: Vec<SourceSummary>,
    claimed: Claimed,
}

impl<'a> Setting<'a> {
    /// Of a search in an archive with these sources.
    pub fn of(
        archive: &'a Archive,
        vocabulary: &'a Vocabulary,
        sources: Vec<SourceSummary>,
        request: &Request,
    ) -> Self {
        let given = request.town.iter().chain(&request.jurisdiction).chain(&request.boards);
        let claimed = Claimed {
            question: request.query.text.clone(),
            given: given.cloned().collect(),
            ..Claimed::default()
        };
        Setting { archive, vocabulary, sources, claimed }
    }

    /// A language model took part.
    pub fn with_model(mut self, model: bool) -> Self {
        self.claimed.model = model;
        self
    }

    /// Texts of the user took part.
    pub fn with_texts(mut self, texts: &[UserSource]) -> Self {
        self.claimed.users_texts = !texts.is_empty();
        self.claimed.users_words =
            texts.iter().flat_map(|t| words(&t.title).into_iter().chain(words(&t.text))).collect();
        self
    }

    /// These values were said earlier in the session.
    pub fn with_kept(mut self, kept: Vec<String>) -> Self {
        self.claimed.kept = kept;
        self
    }

    /// The question stayed open.
    pub fn timed_out(mut self) -> Self {
        self.claimed.timed_out = true;
        self
    }

    /// The question.
    pub fn question(&self) -> &str {
        &self.claimed.question
    }

    /// What an answer's own sentences are looked up in. All of its facts are checked ones.
    pub fn world(self, answer: &AnswerContent) -> World<'a> {
        let facts = answer.facts.iter().flat_map(|f| &f.support);
        let sides = answer.conflicts.iter().flat_map(|c| c.values.iter().map(|v| &v.quote));
        let quotes: Vec<&Quote> = facts.chain(sides).collect();
        let cited: HashSet<String> = quotes.iter().map(|q| q.source_id().0.clone()).collect();
        let claimed = Claimed {
            answers: answer.mode == Mode::Answer,
            near: answer.record_strength.reasons.iter().any(|r| r == wording::NEAREST.0),
            statewide: answer.used_statewide,
            users: cited.iter().any(|id| UserSource::is_id(id)),
            facts: answer.facts.len(),
            listed: answer.citations_index.iter().map(|c| c.source_id.0.clone()).collect(),
            quoted: quotes.iter().map(|q| q.text()).collect::<Vec<_>>().join("\n"),
            named: cited.clone(),
            cited,
            ..self.claimed
        };
        World::of(self.archive, self.vocabulary, claimed).with_sources(self.sources)
    }
}
