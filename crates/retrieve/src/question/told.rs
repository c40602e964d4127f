//! Question analysis, computed once and shared by all its users.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use twolane_archive::Facet;

use super::generic::Telling;
use super::place::Place;
use super::request::Request;

/// Maximum number of cached wordings: original, standalone, without its choices, rewritten.
const MOST: usize = 4;

/// A wording of a question with its setting.
#[derive(Debug, Clone, Copy)]
pub struct Wording<'a> {
    /// Text of the question.
    pub text: &'a str,
    /// Another wording, whose words are looked up too.
    pub beside: Option<&'a str>,
    /// Names of the situation; a town among them sets the place.
    pub situation: &'a [String],
    /// Town that the user gave.
    pub town: Option<&'a str>,
    /// State that the user gave.
    pub state: Option<&'a str>,
}

impl<'a> Wording<'a> {
    /// Creates a wording without any setting.
    pub fn new(text: &'a str) -> Self {
        Wording { text, beside: None, situation: &[], town: None, state: None }
    }

    /// Returns the wording that a request searches for.
    pub(crate) fn of(request: &'a Request) -> Self {
        Wording {
            text: request.text(),
            beside: Some(&request.query.text),
            situation: &request.situation,
            town: request.town.as_deref(),
            state: request.jurisdiction.as_deref(),
        }
    }
}

/// Analysis of a question's words in one archive.
#[derive(Debug)]
pub struct Told {
    /// Place of the question.
    pub place: Place,
    /// Distinctive words of the question.
    pub telling: Telling,
    /// Text and setting of the wording, by which the cache finds the analysis.
    pub(crate) wording: Vec<Option<String>>,
}

/// Cache of a retriever for the archive's current generation.
#[derive(Debug, Default)]
pub(crate) struct AnalysisCache(Mutex<Held>);

#[derive(Debug, Default)]
struct Held {
    generation: u64,
    facets: Option<Arc<[Facet]>>,
    /// Analyses, newest last.
    told: Vec<Arc<Told>>,
}

impl AnalysisCache {
    /// Returns the cache of a generation, emptied first if the archive has a newer generation.
    fn of(&self, generation: u64) -> MutexGuard<'_, Held> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if held.generation != generation {
            *held = Held { generation, ..Held::default() };
        }
        held
    }

    /// Returns the cached facets.
    pub(crate) fn facets(&self, generation: u64) -> Option<Arc<[Facet]>> {
        self.of(generation).facets.clone()
    }

    /// Caches the archive's facets.
    pub(crate) fn keep_facets(&self, generation: u64, facets: &Arc<[Facet]>) {
        self.of(generation).facets = Some(Arc::clone(facets));
    }

    /// Returns the analysis of a wording, if it is cached.
    pub(crate) fn find(&self, generation: u64, wording: &[Option<String>]) -> Option<Arc<Told>> {
        self.of(generation).told.iter().find(|told| told.wording == wording).cloned()
    }

    /// Caches an analysis in place of the oldest one.
    pub(crate) fn keep(&self, generation: u64, told: &Arc<Told>) {
        let mut held = self.of(generation);
        if held.told.len() >= MOST {
            held.told.remove(0);
        }
        held.told.push(Arc::clone(told));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Arc<Told> {
        Arc::new(Told {
            place: Place::default(),
            telling: Telling::default(),
            wording: vec![Some(text.to_owned()), None, None, None],
        })
    }

    #[test]
    fn a_wording_is_found_until_newer_ones_or_a_newer_archive_take_its_place() {
        let cache = AnalysisCache::default();
        let first = told("first");
        cache.keep(1, &first);
        assert!(cache.find(1, &first.wording).is_some_and(|found| Arc::ptr_eq(&found, &first)));
        let elsewhere = vec![Some("first".to_owned()), None, Some("Alder".to_owned()), None];
        assert!(cache.find(1, &elsewhere).is_none(), "another town is another setting");
        for at in 0..MOST {
            cache.keep(1, &told(&at.to_string()));
        }
        assert!(cache.find(1, &first.wording).is_none());
        assert!(cache.find(1, &told("0").wording).is_some());
        cache.keep_facets(1, &Vec::new().into());
        assert!(cache.find(2, &told("0").wording).is_none() && cache.facets(2).is_none());
    }
}
