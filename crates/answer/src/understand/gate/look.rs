//! The first quick look at the archive: keyword search without a model.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::error::AskError;
use crate::language::rules::Rules;
use crate::language::words::words;
use twolane_archive::{Archive, Chunk, SourceSummary, terms};
use twolane_retrieve::{Scope, Telling};
use twolane_text::SourceId;

/// A chunk that the first look found.
#[derive(Debug, Clone)]
pub struct Seen {
    /// Chunk with its record.
    pub chunk: Chunk,
    /// Score of the chunk by BM25.
    pub score: f32,
    /// Source of the chunk.
    pub source: SourceSummary,
}

/// Results of the first look.
#[derive(Debug, Clone, Default)]
pub struct FirstLook {
    /// Chunks found, best first.
    pub seen: Vec<Seen>,
    /// Content terms of the question that the archive has.
    pub held: Vec<String>,
    /// Content terms that the archive lacks, as the question spells them.
    pub missing: Vec<String>,
    /// True when a term of the archive distinguishes its subjects.
    pub telling: bool,
}

impl FirstLook {
    /// Searches a question's papers for its words. The terms that distinguish subjects are those of the whole archive.
    pub fn at(
        archive: &Archive,
        question: &str,
        telling: &Telling,
        scope: &Scope,
        most: usize,
    ) -> Result<Self, AskError> {
        let hits = scope.lexical(archive, question, most)?;
        let chunks = archive.chunks(&hits.iter().map(|h| h.chunk).collect::<Vec<_>>())?;
        let mut sources: HashMap<SourceId, SourceSummary> = HashMap::new();
        let mut seen = Vec::new();
        for (hit, chunk) in hits.iter().zip(chunks) {
            if !sources.contains_key(&chunk.source_id)
                && let Some(summary) = archive.summary(&chunk.source_id)?
            {
                sources.insert(chunk.source_id.clone(), summary);
            }
            if let Some(source) = sources.get(&chunk.source_id).cloned() {
                seen.push(Seen { chunk, score: hit.score, source });
            }
        }
        let mut look = FirstLook { seen, ..FirstLook::default() };
        let mut done = HashSet::new();
        let rules = Rules::built_in();
        for word in
            words(question).iter().filter(|w| !rules.is_function_word(&w.lower)).map(|w| w.text.as_str())
        {
            let own = terms(word);
            if own.is_empty() || !done.insert(own.clone()) {
                continue;
            }
            if own.iter().any(|t| telling.is_held(t)) {
                look.telling |= own.iter().any(|t| telling.is_telling(t));
                look.held.push(word.to_owned());
            } else {
                look.missing.push(word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned());
            }
        }
        Ok(look)
    }

    /// Returns the towns of the hits that score at least half of the best: the other hits only share a common word.
    pub fn towns_near_best(&self) -> HashSet<String> {
        let best = self.seen.first().map_or(0.0, |s| s.score);
        let near = self.seen.iter().filter(|s| s.score >= best / 2.0);
        near.filter_map(|s| s.source.meta.town.clone()).collect()
    }

    /// Returns the hits' scores summed by a key of their sources, as shares of the total. Hits without the key count in
    /// the total only.
    pub fn shares(&self, key: impl Fn(&SourceSummary) -> Option<String>) -> BTreeMap<String, f32> {
        let total: f32 = self.seen.iter().map(|s| s.score).sum();
        let mut shares = BTreeMap::new();
        if total <= 0.0 {
            return shares;
        }
        for seen in &self.seen {
            if let Some(key) = key(&seen.source) {
                *shares.entry(key).or_insert(0.0) += seen.score / total;
            }
        }
        shares
    }
}
