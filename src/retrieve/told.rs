//! What the words of a question tell, read once for all who ask after it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::archive::Facet;

use super::error::SearchError;
use super::generic::Telling;
use super::place::Place;
use super::retriever::Retriever;

/// Wordings that are remembered: as it was asked, standing alone, without its choices, rewritten.
const MOST: usize = 4;

/// A question as it is put to an archive.
#[derive(Debug, Clone, Copy)]
pub struct Wording<'a> {
    /// The question.
    pub text: &'a str,
    /// Another wording of it, whose words are looked up too.
    pub beside: Option<&'a str>,
    /// Names of its situation; a town among them says where.
    pub situation: &'a [String],
    /// The town that was given.
    pub town: Option<&'a str>,
    /// The state that was given.
    pub state: Option<&'a str>,
}

impl<'a> Wording<'a> {
    /// A question of which no more is known than its words.
    pub fn new(text: &'a str) -> Self {
        Wording { text, beside: None, situation: &[], town: None, state: None }
    }
}

/// What the words of a question tell in one archive.
#[derive(Debug)]
pub struct Told {
    /// Where it is asked.
    pub place: Place,
    /// Which of its words tell its matter apart.
    pub telling: Telling,
    wording: Vec<Option<String>>,
}

/// What a retriever has read of the archive's present generation.
#[derive(Debug, Default)]
pub(super) struct Memory(Mutex<Held>);

#[derive(Debug, Default)]
struct Held {
    generation: u64,
    facets: Option<Arc<[Facet]>>,
    /// Newest last.
    told: Vec<Arc<Told>>,
}

impl Memory {
    /// What is held of a generation: nothing, where the archive has moved on.
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
    /// What the words of a question tell. The same wording in the same setting is read once: gate, planner and
    /// search ask one after another.
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
        // A town in the situation says where, not what.
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
