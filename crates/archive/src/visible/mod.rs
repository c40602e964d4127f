//! An archive as a reader of a level sees it, above a folder and a database alike.
//!
//! A generation and the sources that it hides are one value: a refresh makes another, and no question is ever put to
//! one generation and filtered by the hidden sources of another.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use crate::chunk_set::ChunkSet;
use crate::error::{ArchiveError, unknown};
use crate::facet::Facet;
use crate::filter::{Filter, FilterField};
use crate::find;
use crate::lexical::{LexicalHit, LexicalOptions, query_terms};
use crate::problem::Problem;
use crate::record::{Chunk, ChunkId, PageRecord, SourceSummary};
use crate::removed::RemovedPaper;
use crate::sessions::SessionStore;
use crate::stats::Stats;
use crate::store::{Store, StoreWriter};
use crate::visibility::Visibility;
use twolane_text::{ContentHash, Embedding, Locator, ModelId, Source, SourceId, TokenSigns};
use twolane_vector::GraphOptions;

mod law;
mod withheld;

#[cfg(test)]
mod tests;

use withheld::{Withheld, without_notes};

/// A store that shows another without the sources above a level.
#[derive(Debug)]
pub struct VisibleStore {
    level: Visibility,
    place: String,
    folder: Option<PathBuf>,
    at: RwLock<Arc<At>>,
    /// Held while a newer generation takes the place of an older one, never the other way round.
    moving: Mutex<()>,
}

/// A generation, which no call moves on, with its hidden sources once they were asked for.
#[derive(Debug)]
struct At {
    store: Box<dyn Store>,
    withheld: Arc<OnceLock<Option<Withheld>>>,
}

impl At {
    /// Returns what a level does not see; `None` when it sees all.
    fn withheld(&self, level: Visibility) -> Result<Option<&Withheld>, ArchiveError> {
        if let Some(known) = self.withheld.get() {
            return Ok(known.as_ref());
        }
        let found = Withheld::of(&*self.store, level)?;
        Ok(self.withheld.get_or_init(|| found).as_ref())
    }
}

impl VisibleStore {
    /// Creates the view of a store for a level.
    pub fn new(store: Box<dyn Store>, level: Visibility) -> Self {
        let (place, folder) = (store.place().to_owned(), store.folder().map(Path::to_owned));
        let at = At { store, withheld: Arc::default() };
        VisibleStore { level, place, folder, at: RwLock::new(Arc::new(at)), moving: Mutex::new(()) }
    }

    fn at(&self) -> Arc<At> {
        Arc::clone(&self.at.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn hides(&self, id: &SourceId) -> Result<bool, ArchiveError> {
        Ok(self.at().withheld(self.level)?.is_some_and(|withheld| withheld.hides(id)))
    }

    /// Reads of one source, which the level must see.
    fn of_source<T>(
        &self,
        id: &SourceId,
        read: impl FnOnce(&dyn Store) -> Result<T, ArchiveError>,
    ) -> Result<T, ArchiveError> {
        let at = self.at();
        match at.withheld(self.level)? {
            Some(withheld) if withheld.hides(id) => Err(unknown(id)),
            _ => read(&*at.store),
        }
    }

    fn shown(
        &self,
        read: impl FnOnce(&dyn Store) -> Result<Option<SourceSummary>, ArchiveError>,
    ) -> Result<Option<SourceSummary>, ArchiveError> {
        let at = self.at();
        let shown = read(&*at.store)?.filter(|source| source.meta.visibility <= self.level);
        Ok(if at.withheld(self.level)?.is_some() { shown.map(without_notes) } else { shown })
    }
}

/// Returns the ids of a set that the level sees.
fn narrowed(within: &ChunkSet, withheld: Option<&Withheld>) -> ChunkSet {
    withheld.map_or_else(|| within.clone(), |withheld| within.intersect(withheld.visible_chunks()))
}

impl Store for VisibleStore {
    fn fork(&self) -> Box<dyn Store> {
        Box::new(VisibleStore {
            level: self.level,
            place: self.place.clone(),
            folder: self.folder.clone(),
            at: RwLock::new(self.at()),
            moving: Mutex::new(()),
        })
    }

    fn place(&self) -> &str {
        &self.place
    }

    fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    fn set_graph_options(&mut self, options: GraphOptions) {
        let at = self.at();
        let mut store = at.store.fork();
        store.set_graph_options(options);
        self.at = RwLock::new(Arc::new(At { store, withheld: Arc::clone(&at.withheld) }));
    }

    /// A writer sees everything: a view that hides papers would let it write over them.
    fn writer(&self) -> Result<Box<dyn StoreWriter>, ArchiveError> {
        let _moving = self.moving.lock().unwrap_or_else(PoisonError::into_inner);
        let store = self.at().store.fork();
        let writer = store.writer()?;
        let at = At { store, withheld: Arc::default() };
        if at.withheld(self.level)?.is_some() {
            return Err(ArchiveError::PartialView);
        }
        *self.at.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(at);
        Ok(writer)
    }

    fn session_store(&self) -> Result<Option<SessionStore>, ArchiveError> {
        self.at().store.session_store()
    }

    fn generation(&self) -> u64 {
        self.at().store.generation()
    }

    /// Differs by level where something is hidden, and where that can't be read.
    fn state_hash(&self) -> String {
        let at = self.at();
        let whole = at.store.state_hash();
        match at.withheld(self.level) {
            Ok(None) => whole,
            _ => blake3::hash(format!("{whole} as {} sees it", self.level).as_bytes()).to_hex().to_string(),
        }
    }

    fn model(&self) -> Option<ModelId> {
        self.at().store.model()
    }

    fn dimensions(&self) -> Option<usize> {
        self.at().store.dimensions()
    }

    fn refresh(&self) -> Result<(), ArchiveError> {
        let _moving = self.moving.lock().unwrap_or_else(PoisonError::into_inner);
        let at = self.at();
        let store = at.store.fork();
        store.refresh()?;
        let is_same = store.state_hash() == at.store.state_hash();
        let withheld = if is_same { Arc::clone(&at.withheld) } else { Arc::default() };
        *self.at.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(At { store, withheld });
        Ok(())
    }

    fn sources(&self) -> Result<Vec<SourceSummary>, ArchiveError> {
        let at = self.at();
        match at.withheld(self.level)? {
            Some(withheld) => Ok(withheld.visible().to_vec()),
            None => at.store.sources(),
        }
    }

    fn sources_within(&self, filter: &Filter) -> Result<Vec<SourceSummary>, ArchiveError> {
        let at = self.at();
        let mut sources = at.store.sources_within(filter)?;
        if let Some(withheld) = at.withheld(self.level)? {
            sources.retain(|source| !withheld.hides(&source.id));
            sources = sources.into_iter().map(without_notes).collect();
        }
        Ok(sources)
    }

    fn summary(&self, id: &SourceId) -> Result<Option<SourceSummary>, ArchiveError> {
        self.shown(|store| store.summary(id))
    }

    fn source_at(&self, path: &str) -> Result<Option<SourceSummary>, ArchiveError> {
        self.shown(|store| store.source_at(path))
    }

    fn source_with_hash(&self, hash: &ContentHash) -> Result<Option<SourceSummary>, ArchiveError> {
        let at = self.at();
        match at.withheld(self.level)? {
            // Of two copies the store may give the hidden one.
            Some(withheld) => Ok(withheld.visible().iter().find(|source| source.hash == *hash).cloned()),
            None => at.store.source_with_hash(hash),
        }
    }

    fn find_source(&self, wanted: &str) -> Result<SourceSummary, ArchiveError> {
        let at = self.at();
        let Some(withheld) = at.withheld(self.level)? else { return at.store.find_source(wanted) };
        let id = find::find(wanted, &withheld.names())?;
        at.store.summary(&id)?.map(without_notes).ok_or_else(|| unknown(&id))
    }

    fn source(&self, id: &SourceId) -> Result<Arc<Source>, ArchiveError> {
        self.of_source(id, |store| store.source(id))
    }

    fn removed_papers(&self) -> Result<Vec<RemovedPaper>, ArchiveError> {
        let mut removed = self.at().store.removed_papers()?;
        removed.retain(|paper| paper.meta.visibility <= self.level);
        Ok(removed)
    }

    fn pages(&self, id: &SourceId) -> Result<Vec<PageRecord>, ArchiveError> {
        self.of_source(id, |store| store.pages(id))
    }

    fn aliases(&self, id: &SourceId) -> Result<Vec<(String, Locator)>, ArchiveError> {
        self.of_source(id, |store| store.aliases(id))
    }

    fn chunks_of(&self, id: &SourceId) -> Result<Vec<Chunk>, ArchiveError> {
        self.of_source(id, |store| store.chunks_of(id))
    }

    fn chunks(&self, ids: &[ChunkId]) -> Result<Vec<Chunk>, ArchiveError> {
        let at = self.at();
        let withheld = at.withheld(self.level)?;
        match ids.iter().find(|id| withheld.is_some_and(|withheld| withheld.hides_chunk(**id))) {
            Some(hidden) => Err(ArchiveError::UnknownChunk { id: hidden.0 }),
            None => at.store.chunks(ids),
        }
    }

    fn chunks_citing(&self, citation: &str) -> Result<Vec<ChunkId>, ArchiveError> {
        let at = self.at();
        let mut chunks = at.store.chunks_citing(citation)?;
        if let Some(withheld) = at.withheld(self.level)? {
            chunks.retain(|id| !withheld.hides_chunk(*id));
        }
        Ok(chunks)
    }

    fn select(&self, filter: &Filter) -> Result<ChunkSet, ArchiveError> {
        let at = self.at();
        Ok(narrowed(&at.store.select(filter)?, at.withheld(self.level)?))
    }

    fn values(&self, field: FilterField) -> Result<Vec<String>, ArchiveError> {
        let at = self.at();
        match at.withheld(self.level)? {
            Some(withheld) => Ok(withheld.values(field)),
            None => at.store.values(field),
        }
    }

    fn facets(&self) -> Result<Vec<Facet>, ArchiveError> {
        let at = self.at();
        match at.withheld(self.level)? {
            Some(withheld) => Ok(withheld.facets()),
            None => at.store.facets(),
        }
    }

    fn lexical(
        &self,
        query: &str,
        within: &ChunkSet,
        k: usize,
        options: &LexicalOptions,
    ) -> Result<Vec<LexicalHit>, ArchiveError> {
        let at = self.at();
        at.store.lexical(query, &narrowed(within, at.withheld(self.level)?), k, options)
    }

    /// The ceiling of the query's words that a visible chunk has.
    fn lexical_ceiling(&self, query: &str, options: &LexicalOptions) -> Result<Option<f32>, ArchiveError> {
        let at = self.at();
        let Some(withheld) = at.withheld(self.level)? else {
            return at.store.lexical_ceiling(query, options);
        };
        let terms = query_terms(query);
        let texts: Vec<String> = terms.iter().map(|term| term.text.clone()).collect();
        let counts = at.store.frequencies_within(&texts, withheld.visible_chunks())?;
        let seen = terms.iter().zip(counts).filter(|(_, count)| *count > 0).map(|(term, _)| term);
        let words: Vec<&str> =
            seen.flat_map(|term| std::iter::repeat_n(term.word.as_str(), usize::from(term.count))).collect();
        if words.is_empty() {
            return Ok(None);
        }
        at.store.lexical_ceiling(&words.join(" "), options)
    }

    fn document_frequencies(&self, terms: &[String]) -> Result<(Vec<u64>, u64), ArchiveError> {
        let at = self.at();
        let Some(withheld) = at.withheld(self.level)? else { return at.store.document_frequencies(terms) };
        let chunks = withheld.visible_chunks();
        let counts = at.store.frequencies_within(terms, chunks)?;
        Ok((counts, chunks.len().unwrap_or_default() as u64))
    }

    fn frequencies_within(&self, terms: &[String], within: &ChunkSet) -> Result<Vec<u64>, ArchiveError> {
        let at = self.at();
        at.store.frequencies_within(terms, &narrowed(within, at.withheld(self.level)?))
    }

    fn chunk_ranges(&self) -> Result<Vec<(SourceId, u64, u64)>, ArchiveError> {
        let at = self.at();
        let mut ranges = at.store.chunk_ranges()?;
        if let Some(withheld) = at.withheld(self.level)? {
            ranges.retain(|(id, _, _)| !withheld.hides(id));
        }
        Ok(ranges)
    }

    fn nearest(
        &self,
        query: &Embedding,
        within: &ChunkSet,
        k: usize,
    ) -> Result<Vec<(ChunkId, f32)>, ArchiveError> {
        let at = self.at();
        at.store.nearest(query, &narrowed(within, at.withheld(self.level)?), k)
    }

    fn without_graph(&self) -> Option<ArchiveError> {
        self.at().store.without_graph()
    }

    fn check_vectors_beside(&self, most_bytes: u64) {
        self.at().store.check_vectors_beside(most_bytes);
    }

    fn vector_damage(&self) -> Option<ArchiveError> {
        self.at().store.vector_damage()
    }

    fn embedding_of(&self, id: ChunkId) -> Result<Option<Embedding>, ArchiveError> {
        let at = self.at();
        match at.withheld(self.level)? {
            Some(withheld) if withheld.hides_chunk(id) => Ok(None),
            _ => at.store.embedding_of(id),
        }
    }

    fn embeddings_of(&self, ids: &[ChunkId]) -> Result<Vec<Option<Embedding>>, ArchiveError> {
        let at = self.at();
        let mut found = at.store.embeddings_of(ids)?;
        if let Some(withheld) = at.withheld(self.level)? {
            for (_, embedding) in ids.iter().zip(&mut found).filter(|(id, _)| withheld.hides_chunk(**id)) {
                *embedding = None;
            }
        }
        Ok(found)
    }

    fn cached(
        &self,
        model: &ModelId,
        hashes: &[ContentHash],
    ) -> Result<Vec<Option<Embedding>>, ArchiveError> {
        self.at().store.cached(model, hashes)
    }

    fn token_signs(
        &self,
        model: &ModelId,
        hashes: &[ContentHash],
    ) -> Result<Vec<Option<TokenSigns>>, ArchiveError> {
        self.at().store.token_signs(model, hashes)
    }

    fn missing_embeddings(
        &self,
        model: &ModelId,
        token_vectors: bool,
        from: u64,
        visit: &mut dyn FnMut(u64, ContentHash, String) -> bool,
    ) -> Result<(), ArchiveError> {
        let at = self.at();
        let Some(withheld) = at.withheld(self.level)? else {
            return at.store.missing_embeddings(model, token_vectors, from, visit);
        };
        at.store.missing_embeddings(model, token_vectors, from, &mut |chunk, hash, text| {
            withheld.hides_chunk(ChunkId(chunk)) || visit(chunk, hash, text)
        })
    }

    /// Counts what the level sees; sizes in bytes are of all papers and left out.
    fn stats(&self) -> Result<Stats, ArchiveError> {
        let at = self.at();
        let all = at.store.stats()?;
        let Some(withheld) = at.withheld(self.level)? else { return Ok(all) };
        let sum = |part: fn(&SourceSummary) -> u32| -> u64 {
            withheld.visible().iter().map(|source| u64::from(part(source))).sum()
        };
        let chunks = sum(|source| source.chunks);
        Ok(Stats {
            sources: withheld.visible().len() as u64,
            pages: sum(|source| source.pages),
            lines: sum(|source| source.lines),
            chunks,
            vectors: all.vectors.min(usize::try_from(chunks).unwrap_or(usize::MAX)),
            cache: Vec::new(),
            bytes: Vec::new(),
            total_bytes: 0,
            ..all
        })
    }

    /// The problems in whose text no hidden paper is named.
    fn check(&self) -> Result<Vec<Problem>, ArchiveError> {
        let at = self.at();
        let mut problems = at.store.check()?;
        let mut names: Vec<String> = at
            .withheld(self.level)?
            .iter()
            .flat_map(|withheld| withheld.hidden_names().map(str::to_owned))
            .collect();
        let removed = at.store.removed_papers()?;
        let hidden = removed.into_iter().filter(|paper| paper.meta.visibility > self.level);
        names.extend(hidden.flat_map(|paper| [paper.id.0, paper.title]));
        names.retain(|name| !name.is_empty());
        problems.retain(|problem| {
            let texts = [&problem.part, &problem.what, &problem.next];
            !names.iter().any(|name| texts.iter().any(|text| text.contains(name.as_str())))
        });
        Ok(problems)
    }

    /// Returns `None` where something is hidden, since recall is measured over all vectors.
    fn recall(&self, k: usize, samples: usize) -> Result<Option<f64>, ArchiveError> {
        let at = self.at();
        match at.withheld(self.level)? {
            Some(_) => Ok(None),
            None => at.store.recall(k, samples),
        }
    }
}
