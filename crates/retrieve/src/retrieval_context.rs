//! The search, the settings and the vocabulary that all stages of a retrieval share.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

use twolane_archive::Facet;

use super::error::SearchError;
use super::options::retrieval_options::RetrievalOptions;
use super::question::vocabulary::Vocabulary;
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
}
