//! Context of an answer that is not sealed yet.

use std::collections::HashSet;

use crate::check::answer::{AnswerContent, Mode};
use crate::draft::{UserSource, wording};
use twolane_archive::{Archive, SourceSummary};
use twolane_retrieve::{Request, Vocabulary};
use twolane_text::Quote;

use super::claimed::Claimed;
use super::world::{World, words};

/// The archive and the search behind an answer that is not sealed yet.
pub struct Setting<'a> {
    archive: &'a Archive,
    vocabulary: &'a Vocabulary,
    sources: Vec<SourceSummary>,
    claimed: Claimed,
}

impl<'a> Setting<'a> {
    /// Builds the setting of a search in an archive with these sources.
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

    /// Sets the question, where it is not the one that was searched.
    pub fn with_question(mut self, question: &str) -> Self {
        self.claimed.question = question.to_owned();
        self
    }

    /// Sets whether a language model took part.
    pub fn with_model(mut self, model: bool) -> Self {
        self.claimed.model = model;
        self
    }

    /// Adds the texts of the user that took part.
    pub fn with_texts(mut self, texts: &[UserSource]) -> Self {
        self.claimed.users_texts = !texts.is_empty();
        self.claimed.users_words =
            texts.iter().flat_map(|t| words(&t.title).into_iter().chain(words(&t.text))).collect();
        self
    }

    /// Adds the values from earlier turns of the session.
    pub fn with_kept(mut self, kept: Vec<String>) -> Self {
        self.claimed.kept = kept;
        self
    }

    /// Marks the question as one that stayed open.
    pub fn timed_out(mut self) -> Self {
        self.claimed.timed_out = true;
        self
    }

    /// Returns the question as searched.
    pub fn question(&self) -> &str {
        &self.claimed.question
    }

    /// Builds the world in which an answer's own sentences are looked up. All of its facts are checked.
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
