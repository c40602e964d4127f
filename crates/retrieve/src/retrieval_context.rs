//! The search, the settings and the vocabulary that all stages of a retrieval share.

use std::borrow::Cow;
use std::sync::Arc;

use twolane_archive::Facet;

use super::error::SearchError;
use super::options::retrieval_options::RetrievalOptions;
use super::question::generic::Telling;
use super::question::place::Place;
use super::question::told::{AnalysisCache, Told, Wording};
use super::question::vocabulary::Vocabulary;
use super::search::search_context::SearchContext;

/// Context of a retrieval. The stages are functions over it.
pub(super) struct RetrievalContext<'a> {
    pub(super) search: SearchContext<'a>,
    pub(super) options: RetrievalOptions,
    /// Domain vocabulary in use.
    pub(super) vocabulary: Cow<'a, Vocabulary>,
    cache: AnalysisCache,
}

impl<'a> RetrievalContext<'a> {
    /// Creates a context with an empty cache.
    pub(super) fn new(
        search: SearchContext<'a>,
        options: RetrievalOptions,
        vocabulary: Cow<'a, Vocabulary>,
    ) -> Self {
        RetrievalContext { search, options, vocabulary, cache: AnalysisCache::default() }
    }

    /// Returns the lanes, towns, states and boards of the archive, read once per generation.
    ///
    /// # Errors
    /// Those of reading the archive.
    pub(super) fn facets(&self) -> Result<Arc<[Facet]>, SearchError> {
        let generation = self.search.archive.generation();
        if let Some(facets) = self.cache.facets(generation) {
            return Ok(facets);
        }
        let facets: Arc<[Facet]> = self.search.archive.facets()?.into();
        self.cache.keep_facets(generation, &facets);
        Ok(facets)
    }

    /// Analyses the words of a question. The same wording in the same setting is computed once, since gate,
    /// planner and search request it in turn.
    ///
    /// # Errors
    /// Those of reading the archive.
    pub(super) fn told(&self, wording: Wording<'_>) -> Result<Arc<Told>, SearchError> {
        let Wording { text, beside, situation, town, state } = wording;
        let beside = beside.filter(|other| *other != text);
        let own = |part: Option<&str>| part.map(str::to_owned);
        let mut key = vec![own(Some(text)), own(beside), own(town), own(state)];
        key.extend(situation.iter().map(|name| Some(name.clone())));
        let generation = self.search.archive.generation();
        if let Some(told) = self.cache.find(generation, &key) {
            return Ok(told);
        }
        // A town in the situation names the place, not the matter.
        let with_situation = format!("{text} {}", situation.join(" "));
        let place = Place::of(&with_situation, town, state, &self.facets()?, &self.vocabulary);
        let texts: Vec<&str> =
            [Some(text), beside].into_iter().flatten().chain(situation.iter().map(String::as_str)).collect();
        let telling = Telling::of(self.search.archive, &texts, &self.options.generic)?;
        let told = Arc::new(Told { place, telling, wording: key });
        self.cache.keep(generation, &told);
        Ok(told)
    }
}
