//! A question, analysed once for all later stages.

use std::sync::OnceLock;

use twolane_archive::{Archive, ArchiveError};
use twolane_encoder::{Embedder, InferenceError, Role};
use twolane_retrieve::{Expected, Place, Vocabulary};
use twolane_text::Embedding;

use super::facets::{Facet, facets, listed};
use super::question_form::QuestionForm;
use super::question_terms::QuestionTerms;
use super::value::{ValueKind, asked_kinds};

/// A question with the analysis of its words in one archive.
#[derive(Debug, Clone)]
pub struct Question {
    text: String,
    /// Text without the names of its place.
    matter: String,
    terms: QuestionTerms,
    expected: Expected,
    kinds: Vec<ValueKind>,
    form: QuestionForm,
    parts: Vec<Part>,
    listed: Vec<QuestionTerms>,
    /// Embeddings of the question, then of its parts, where it has several.
    embedded: OnceLock<Vec<Embedding>>,
}

/// A part of a question with the weights of its words.
#[derive(Debug, Clone)]
pub struct Part {
    /// Facet of the question.
    pub facet: Facet,
    /// Its text without the names of the question's place.
    matter: String,
    /// Weights of the words of its clause.
    pub terms: QuestionTerms,
}

impl Question {
    /// Analyses a question about a place. The names of the place select the papers, and do not count as words of its
    /// subject. The archive gives the rarity of its words.
    ///
    /// # Errors
    /// Returns the errors of reading the archive.
    pub fn read(
        text: &str,
        place: &Place,
        vocabulary: &Vocabulary,
        archive: &Archive,
    ) -> Result<Self, ArchiveError> {
        let matter = |words: &str| place.taken_out_of(words, vocabulary);
        Self::of_matter(text, matter, |words| QuestionTerms::of(words, archive))
    }

    /// Analyses a question whose words get their weights from `weigh`.
    ///
    /// # Errors
    /// Returns the errors of `weigh`.
    pub fn weighted<E>(text: &str, weigh: impl Fn(&str) -> Result<QuestionTerms, E>) -> Result<Self, E> {
        Self::of_matter(text, str::to_owned, weigh)
    }

    fn of_matter<E>(
        text: &str,
        matter: impl Fn(&str) -> String,
        weigh: impl Fn(&str) -> Result<QuestionTerms, E>,
    ) -> Result<Self, E> {
        let part = |facet: Facet| -> Result<Part, E> {
            Ok(Part { terms: weigh(&matter(&facet.clause))?, matter: matter(&facet.text), facet })
        };
        let whole = matter(text);
        Ok(Question {
            terms: weigh(&whole)?,
            matter: whole,
            expected: Expected::of(text),
            kinds: asked_kinds(text),
            form: QuestionForm::of(text),
            parts: facets(text).into_iter().map(part).collect::<Result<_, _>>()?,
            listed: listed(text).iter().map(|(_, alone)| weigh(&matter(alone))).collect::<Result<_, _>>()?,
            embedded: OnceLock::new(),
            text: text.to_owned(),
        })
    }

    /// Returns the text as it was asked.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns its words with their weights.
    pub fn terms(&self) -> &QuestionTerms {
        &self.terms
    }

    /// Returns the kind of value that it asks for.
    pub fn expected(&self) -> Expected {
        self.expected
    }

    /// Returns the kinds of values on which answers to it can disagree.
    pub fn kinds(&self) -> &[ValueKind] {
        &self.kinds
    }

    /// Returns the form of the question.
    pub fn form(&self) -> QuestionForm {
        self.form
    }

    /// Returns its parts, at least one.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Returns its parts, where it has several.
    pub fn several(&self) -> &[Part] {
        if self.parts.len() > 1 { &self.parts } else { &[] }
    }

    /// Returns the word weights of each item that is answered separately: its parts, or the things that it lists.
    /// Returns an empty list for a question that asks for one thing.
    pub(crate) fn one_by_one(&self) -> Vec<&QuestionTerms> {
        match self.several() {
            [] => self.listed.iter().collect(),
            parts => parts.iter().map(|p| &p.terms).collect(),
        }
    }

    /// Returns the embeddings of the question and of its [`Question::several`] parts, computed once.
    ///
    /// # Errors
    /// Returns the errors of the model.
    pub fn embedded(&self, embedder: &dyn Embedder) -> Result<&[Embedding], InferenceError> {
        if self.embedded.get().is_none() {
            let parts = self.several().iter().map(|p| p.matter.as_str());
            let texts: Vec<&str> = std::iter::once(self.matter.as_str()).chain(parts).collect();
            let found = embedder.embed(&texts, Role::Query, &|_, _| true)?;
            return Ok(self.embedded.get_or_init(|| found));
        }
        Ok(self.embedded.get().map_or(&[], Vec::as_slice))
    }
}
