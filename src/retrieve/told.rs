//! Question analysis, computed once and shared by all its users.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::archive::Facet;

use super::error::SearchError;
use super::generic::Telling;
use super::place::Place;
use super::retriever::Retriever;

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
}

/// Analysis of a question's words in one archive.
#[derive(Debug)]
pub struct Told {
    /// Place of the question.
    pub place: Place,
    /// Distinctive words of the question.
    pub telling: Telling,
    wording: Vec<Option<String>>,
}

/// Cache of a retriever for the archive's current generation.
#[derive(Debug, Default)]
pub(super) struct Memory(Mutex<Held>);

#[derive(Debug, Default)]
struct Held {
    generation: u64,
    facets: Option<Arc<[Facet]>>,
    /// Analyses, newest last.
    told: Vec<Arc<Told>>,
}

impl Memory {
    /// Returns the cache of a generation, emptied first if the archive has a newer generation.
    fn of(&self, generation: u64) -> MutexGuard<'_, Held> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if held.generation != generation {
            *held = Held { generation, ..Held::default() };
        }
        held
    }

    pub(super) fn facets(&self, generation: u64) -> Option<Arc<[Facet]>> {
        self.of(generation).facets.clone()
    }

    pub(super) fn keep_facets(&self, generation: u64, facets: &Arc<[Facet]>) {
        self.of(generation).facets = Some(Arc::clone(facets));
    }

    fn find(&self, generation: u64, wording: &[Option<String>]) -> Option<Arc<Told>> {
        self.of(generation).told.iter().find(|told| told.wording == wording).cloned()
    }

    fn keep(&self, generation: u64, told: &Arc<Told>) {
        let mut held = self.of(generation);
        if held.told.len() >= MOST {
            held.told.remove(0);
        }
        held.told.push(Arc::clone(told));
    }
}

impl Retriever<'_> {
    /// Analyses the words of a question. The same wording in the same setting is computed once, since gate,
    /// planner and search request it in turn.
    ///
    /// # Errors
    /// Those of reading the archive.
    pub fn told(&self, wording: Wording<'_>) -> Result<Arc<Told>, SearchError> {
        let Wording { text, beside, situation, town, state } = wording;
        let beside = beside.filter(|other| *other != text);
        let own = |part: Option<&str>| part.map(str::to_owned);
        let mut key = vec![own(Some(text)), own(beside), own(town), own(state)];
        key.extend(situation.iter().map(|name| Some(name.clone())));
        let generation = self.search.archive.generation();
        if let Some(told) = self.memory.find(generation, &key) {
            return Ok(told);
        }
        // A town in the situation names the place, not the matter.
        let with_situation = format!("{text} {}", situation.join(" "));
        let place = Place::of(&with_situation, town, state, &self.facets()?, &self.vocabulary);
        let texts: Vec<&str> =
            [Some(text), beside].into_iter().flatten().chain(situation.iter().map(String::as_str)).collect();
        let telling = Telling::of(self.search.archive, &texts, &self.options.generic)?;
        let told = Arc::new(Told { place, telling, wording: key });
        self.memory.keep(generation, &told);
        Ok(told)
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
        let memory = Memory::default();
        let first = told("first");
        memory.keep(1, &first);
        assert!(memory.find(1, &first.wording).is_some_and(|found| Arc::ptr_eq(&found, &first)));
        let elsewhere = vec![Some("first".to_owned()), None, Some("Alder".to_owned()), None];
        assert!(memory.find(1, &elsewhere).is_none(), "another town is another setting");
        for at in 0..MOST {
            memory.keep(1, &told(&at.to_string()));
        }
        assert!(memory.find(1, &first.wording).is_none());
        assert!(memory.find(1, &told("0").wording).is_some());
        memory.keep_facets(1, &Vec::new().into());
        assert!(memory.find(2, &told("0").wording).is_none() && memory.facets(2).is_none());
    }
}
