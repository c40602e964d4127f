//! The search, the settings and the vocabulary that all stages of a retrieval share.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

use crate::archive::Facet;

use super::error::SearchError;
use super::options::retrieval_options::RetrievalOptions;
use super::question::generic::Telling;
use super::question::place::Place;
use super::question::request::Request;
use super::question::vocabulary::Vocabulary;
use super::question::words::QuestionWords;
use super::search::search_context::SearchContext;

/// Context of a retrieval. The stages are functions over it.
pub(super) struct RetrievalContext<'a> {
    pub(super) search: SearchContext<'a>,
    pub(super) options: RetrievalOptions,
    /// Domain vocabulary in use.
    pub(super) vocabulary: Cow<'a, Vocabulary>,
    /// Facets of the archive, with the generation that has them.
    facets: Mutex<Option<(u64, Arc<[Facet]>)>>,
}

impl<'a> RetrievalContext<'a> {
    /// Creates a context that has not read its archive yet.
    pub(super) fn new(
        search: SearchContext<'a>,
        options: RetrievalOptions,
        vocabulary: Cow<'a, Vocabulary>,
    ) -> Self {
        RetrievalContext { search, options, vocabulary, facets: Mutex::default() }
    }

    /// Returns the lanes, towns, states and boards of the archive, read once per generation.
    ///
    /// # Errors
    /// Those of reading the archive.
    pub(super) fn facets(&self) -> Result<Arc<[Facet]>, SearchError> {
        let generation = self.search.archive.generation();
        let held = || self.facets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, facets)) = held().as_ref().filter(|(of, _)| *of == generation) {
            return Ok(Arc::clone(facets));
        }
        let facets: Arc<[Facet]> = self.search.archive.facets()?.into();
        *held() = Some((generation, Arc::clone(&facets)));
        Ok(facets)
    }

    /// Returns the place that a text names, or that was given.
    ///
    /// # Errors
    /// Those of reading the archive.
    pub(super) fn place(
        &self,
        text: &str,
        town: Option<&str>,
        state: Option<&str>,
    ) -> Result<Place, SearchError> {
        Ok(Place::of(text, town, state, &self.facets()?, &self.vocabulary))
    }

    /// Reads the words of a question.
    ///
    /// # Errors
    /// Those of reading the archive.
    pub(super) fn read(&self, request: &Request) -> Result<QuestionWords, SearchError> {
        let text = request.text();
        // A town in the situation names the place, not the matter.
        let with_situation = format!("{text} {}", request.situation.join(" "));
        let place = self.place(&with_situation, request.town.as_deref(), request.jurisdiction.as_deref())?;
        let situation = request.situation.iter().map(String::as_str);
        let texts: Vec<&str> = [text, &request.query.text].into_iter().chain(situation).collect();
        Ok(QuestionWords { place, telling: self.telling(&texts)? })
    }

    /// Looks up the distinctive words of some texts.
    ///
    /// # Errors
    /// Those of reading the archive.
    pub(super) fn telling(&self, texts: &[&str]) -> Result<Telling, SearchError> {
        Telling::of(self.search.archive, texts, &self.options.generic)
    }
}
