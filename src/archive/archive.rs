//! An archive, open for reading.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use super::catalogue::{self, Database, SourceRow, State, Vacancy};
use super::chunk_set::ChunkSet;
use super::descriptor::Descriptor;
use super::error::ArchiveError;
use super::facet::Facet;
use super::filter::{Filter, FilterField};
use super::find;
use super::lexical::{LexicalHit, LexicalOptions};
use super::lock::WriterLock;
use super::paths::{FORMAT, LEXICAL, VECTORS, sync_folder};
use super::record::{Chunk, ChunkId, PageRecord, SourceSummary};
use super::seal::Sealer;
use super::snapshot::{Snapshot, vacancy_error};
use super::writer::Writer;
use crate::text::{ContentHash, Embedding, Line, Locator, ModelId, Source, SourceId, TokenSigns};
use crate::vector::GraphOptions;

/// A folder with a catalogue, a lexical index and vectors.
///
/// It shows the generation that was current when it was opened or last refreshed, whatever
/// writers in this or other processes do meanwhile. A clone is cheap and keeps its generation
/// when the original is refreshed: take one for work that must see a single state throughout.
/// All methods may be called from many threads.
#[derive(Debug)]
pub struct Archive {
    dir: PathBuf,
    snapshot: RwLock<Arc<Snapshot>>,
    // After the snapshot: see its documentation.
    sealer: Arc<Sealer>,
    graph: GraphOptions,
}

impl Clone for Archive {
    fn clone(&self) -> Self {
        Archive {
            dir: self.dir.clone(),
            snapshot: RwLock::new(self.snapshot()),
            sealer: Arc::clone(&self.sealer),
            graph: self.graph,
        }
    }
}

impl Archive {
    /// Makes an empty archive, with the folders above it, or opens the one that is there.
    ///
    /// # Errors
    /// As [`Archive::open`], besides those of making folders and files.
    pub fn create(dir: &Path) -> Result<Self, ArchiveError> {
        match Self::open(dir) {
            Err(ArchiveError::NotAnArchive { .. }) => {}
            other => return other,
        }
        std::fs::create_dir_all(dir).map_err(ArchiveError::write(dir))?;
        let lock = WriterLock::acquire(dir)?;
        if let Err(Vacancy::Missing) = Database::open_writer(dir)?.map(drop) {
            let created = jiff::Timestamp::now().to_string();
            for folder in [LEXICAL, VECTORS] {
                let folder = dir.join(folder);
                std::fs::create_dir_all(&folder).map_err(ArchiveError::write(&folder))?;
            }
            Database::create(dir, &created)?;
            let descriptor =
                Descriptor { format: FORMAT, created, generation: 0, model: None, catalogue: None };
            descriptor.write(dir)?;
            sync_folder(dir).map_err(ArchiveError::write(dir))?;
        }
        drop(lock);
        Self::open(dir)
    }

    /// Opens an archive at its current generation.
    ///
    /// # Errors
    /// [`ArchiveError::NotAnArchive`] for any other folder, [`ArchiveError::NewerVersion`],
    /// [`ArchiveError::Damaged`] when the catalogue can't be read. A derived part that is missing
    /// or damaged does not stop the opening: only searches in it fail, and name the way out.
    pub fn open(dir: &Path) -> Result<Self, ArchiveError> {
        let snapshot = Snapshot::open(dir)?;
        let sealer = Arc::new(Sealer::new(dir));
        let snapshot = RwLock::new(Arc::new(snapshot));
        Ok(Archive { dir: dir.to_owned(), snapshot, sealer, graph: GraphOptions::default() })
    }

    /// With these settings of the graph over its vectors: for its searches, and for what its writers
    /// build.
    pub fn with_graph_options(mut self, options: GraphOptions) -> Self {
        self.graph = options;
        self
    }

    pub(super) fn graph_options(&self) -> &GraphOptions {
        &self.graph
    }

    /// Its folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    pub(super) fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.snapshot.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Number of the commit that this shows; 0 for an archive that nothing was put into yet.
    pub fn generation(&self) -> u64 {
        self.snapshot().state.generation
    }

    /// What tells this state of this archive from any other: a hash that changes with every commit, and
    /// with an archive that was made anew in the same folder.
    pub fn state_hash(&self) -> String {
        self.snapshot().state.hash()
    }

    /// Model of its vectors; `None` as long as it has none.
    pub fn model(&self) -> Option<ModelId> {
        self.snapshot().state.model.clone()
    }

    /// Components of its vectors.
    pub fn dimensions(&self) -> Option<usize> {
        self.snapshot().state.dims.and_then(|d| usize::try_from(d).ok())
    }

    /// Moves on to the newest generation.
    ///
    /// # Errors
    /// As [`Archive::open`]; the old generation then stays.
    pub fn refresh(&self) -> Result<(), ArchiveError> {
        let Some(new) = self.snapshot().newer(&self.dir)? else { return Ok(()) };
        let new = Arc::new(new);
        *self.snapshot.write().unwrap_or_else(PoisonError::into_inner) = new;
        Ok(())
    }

    /// Starts writing, and moves on to the newest generation: as long as the writer is there,
    /// nobody else commits, so that what this archive shows is what the writer changes. What is
    /// to be decided by it must be read after this call. What is written shows in this archive
    /// only after a commit and [`Archive::refresh`].
    ///
    /// # Errors
    /// [`ArchiveError::Locked`] when another writer, in this process or another, is at work.
    pub fn writer(&self) -> Result<Writer, ArchiveError> {
        let writer = Writer::open(&self.dir, self.graph)?;
        self.refresh()?;
        self.sealer.note_writer();
        Ok(writer)
    }

    /// All sources, by id.
    pub fn sources(&self) -> Result<Vec<SourceSummary>, ArchiveError> {
        self.query(|db| catalogue::rows(&db.conn).map(|rows| rows.into_iter().map(|r| r.summary).collect()))
    }

    /// The sources that pass a filter, by id.
    pub fn sources_within(&self, filter: &Filter) -> Result<Vec<SourceSummary>, ArchiveError> {
        let passing = self.query(|db| catalogue::passing(&db.conn, db.format, filter))?;
        let passes = |s: &SourceSummary| passing.as_ref().is_none_or(|ids| ids.contains(&s.id.0));
        Ok(self.sources()?.into_iter().filter(passes).collect())
    }

    /// One source without its text.
    pub fn summary(&self, id: &SourceId) -> Result<Option<SourceSummary>, ArchiveError> {
        self.query(|db| catalogue::row(&db.conn, id)).map(|row| row.map(|r| r.summary))
    }

    /// The source that stands at this path.
    pub fn source_at(&self, path: &str) -> Result<Option<SourceSummary>, ArchiveError> {
        self.query(|db| catalogue::row_by_path(&db.conn, path)).map(|row| row.map(|r| r.summary))
    }

    /// A source whose file has this content.
    pub fn source_with_hash(&self, hash: &ContentHash) -> Result<Option<SourceSummary>, ArchiveError> {
        self.query(|db| catalogue::row_by_hash(&db.conn, hash)).map(|row| row.map(|r| r.summary))
    }

    /// The source that a person means: by id, unique beginning of an id, path, or file name.
    ///
    /// # Errors
    /// [`ArchiveError::UnknownSource`] with names that look alike, or
    /// [`ArchiveError::AmbiguousSource`].
    pub fn find_source(&self, wanted: &str) -> Result<SourceSummary, ArchiveError> {
        let names = self.query(|db| catalogue::lookup(&db.conn))?;
        let id = find::find(wanted, &names)?;
        self.summary(&id)?.ok_or_else(|| unknown(&id))
    }

    /// A source with its lines. Those read last stay in memory.
    ///
    /// # Errors
    /// [`ArchiveError::UnknownSource`].
    pub fn source(&self, id: &SourceId) -> Result<Arc<Source>, ArchiveError> {
        let snapshot = self.snapshot();
        snapshot.source(id, || {
            let database = snapshot.database();
            let read = || -> rusqlite::Result<Option<(SourceRow, Vec<Line>)>> {
                let Some(row) = catalogue::row(&database.conn, id)? else { return Ok(None) };
                let lines = catalogue::read_lines(&database.conn, row.key)?;
                Ok(Some((row, lines)))
            };
            let found = read().map_err(database.error());
            database.still_alone(&self.dir)?;
            let (row, lines) = found?.ok_or_else(|| unknown(id))?;
            Ok(Source::new(id.clone(), row.summary.title, row.summary.hash, lines))
        })
    }

    /// Pages of a source; empty for a format without pages.
    pub fn pages(&self, id: &SourceId) -> Result<Vec<PageRecord>, ArchiveError> {
        self.of_source(id, |db, key| catalogue::read_pages(&db.conn, key))
    }

    /// Named locators of a source ("Section 4.2") and the lines that each stands for.
    pub fn aliases(&self, id: &SourceId) -> Result<Vec<(String, Locator)>, ArchiveError> {
        self.of_source(id, |db, key| catalogue::read_aliases(&db.conn, key))
    }

    /// Chunks of a source, in order.
    pub fn chunks_of(&self, id: &SourceId) -> Result<Vec<Chunk>, ArchiveError> {
        let chunks = self.of_source(id, |db, key| catalogue::chunks_of(&db.conn, key))?;
        let chunk = |c: catalogue::StoredChunk| Chunk {
            id: ChunkId(c.id),
            source_id: id.clone(),
            page: c.page,
            record: c.record,
        };
        Ok(chunks.into_iter().map(chunk).collect())
    }

    /// Chunks by number, in the order asked.
    ///
    /// # Errors
    /// [`ArchiveError::UnknownChunk`] for one that this generation does not have.
    pub fn chunks(&self, ids: &[ChunkId]) -> Result<Vec<Chunk>, ArchiveError> {
        self.query(|db| catalogue::chunks_by_id(&db.conn, ids))?
            .map_err(|id| ArchiveError::UnknownChunk { id: id.0 })
    }

    /// Chunks that hold this citation (normal form, exact), in order of age.
    pub fn chunks_citing(&self, citation: &str) -> Result<Vec<ChunkId>, ArchiveError> {
        self.query(|db| catalogue::chunks_citing(&db.conn, citation))
    }

    /// Chunks of the sources that a filter lets through, for both sides of a search.
    pub fn select(&self, filter: &Filter) -> Result<ChunkSet, ArchiveError> {
        self.query(|db| catalogue::select(&db.conn, db.format, filter))
    }

    /// Values that its sources have in a field, in lower case where filters compare them so.
    pub fn values(&self, field: FilterField) -> Result<Vec<String>, ArchiveError> {
        self.query(|db| catalogue::values(&db.conn, field))
    }

    /// What its sources are of: each combination of lane, town, jurisdiction and board that occurs.
    pub fn facets(&self) -> Result<Vec<Facet>, ArchiveError> {
        self.query(|db| catalogue::facets(&db.conn))
    }

    /// The `k` best chunks by BM25 among `within`, best first; chunks that share no term with the
    /// query are left out. Of equal scores the older chunk comes first.
    pub fn lexical(
        &self,
        query: &str,
        within: &ChunkSet,
        k: usize,
        options: &LexicalOptions,
    ) -> Result<Vec<LexicalHit>, ArchiveError> {
        match self.snapshot().lexical()? {
            Some(reader) => reader.search(query, within, k, options),
            None => Ok(Vec::new()),
        }
    }

    /// The highest BM25 score that a chunk of this archive could have for a query, so that scores
    /// of different queries can be compared; `None` when the archive has none of its terms.
    pub fn lexical_ceiling(
        &self,
        query: &str,
        options: &LexicalOptions,
    ) -> Result<Option<f32>, ArchiveError> {
        let ceiling = match self.snapshot().lexical()? {
            Some(reader) => reader.ceiling(query, options)?,
            None => 0.0,
        };
        Ok((ceiling > 0.0).then_some(ceiling))
    }

    /// For each term in the form of [`terms`](super::terms), how many chunks have it; and the
    /// number of chunks in all.
    pub fn document_frequencies(&self, terms: &[String]) -> Result<(Vec<u64>, u64), ArchiveError> {
        match self.snapshot().lexical()? {
            Some(reader) => Ok((reader.document_frequencies(terms)?, reader.documents())),
            None => Ok((vec![0; terms.len()], 0)),
        }
    }

    /// The `k` chunks whose embeddings are nearest by cosine (-1 to 1) among `within`, best
    /// first; exact but for archives with a graph ([`GraphOptions::from_vectors`]), where searches
    /// that more than a narrow filter bounds miss some ([`Archive::recall`] tells how many). Chunks
    /// without an embedding are left out. Of equal scores the older chunk comes first. Where the graph
    /// can't be read, all vectors are looked at, and [`Archive::without_graph`] tells why.
    ///
    /// # Errors
    /// [`ArchiveError::OtherModel`] when the embedding is not of the archive's model.
    pub fn nearest(
        &self,
        query: &Embedding,
        within: &ChunkSet,
        k: usize,
    ) -> Result<Vec<(ChunkId, f32)>, ArchiveError> {
        let snapshot = self.snapshot();
        same_model(&snapshot.state, query)?;
        if within.is_empty() {
            return Ok(Vec::new());
        }
        let index = snapshot.vectors()?;
        let found = index.nearest(&query.values, k, within.keep(), &self.graph);
        let found = found.map_err(ArchiveError::vectors)?;
        Ok(found.into_iter().map(|n| (ChunkId(n.id), n.score)).collect())
    }

    /// What is wrong with the graph over the vectors, as far as opening it or a search has shown:
    /// searches then do without, and take longer. `None` also where there is no graph.
    pub fn without_graph(&self) -> Option<ArchiveError> {
        self.snapshot().without_graph()
    }

    /// The stored embedding of a chunk, where it has one.
    pub fn embedding_of(&self, id: ChunkId) -> Result<Option<Embedding>, ArchiveError> {
        let snapshot = self.snapshot();
        let Some(model) = snapshot.state.model.clone() else { return Ok(None) };
        let index = snapshot.vectors()?;
        let mut values = vec![0.0; index.dims().unwrap_or(0)];
        let found = index.read_row(id.0, &mut values).map_err(ArchiveError::vectors)?;
        Ok(found.then_some(Embedding { model, values }))
    }

    /// What the embedding cache has for these texts, in their order.
    pub fn cached(
        &self,
        model: &ModelId,
        hashes: &[ContentHash],
    ) -> Result<Vec<Option<Embedding>>, ArchiveError> {
        let found = self.query(|db| catalogue::cached(&db.conn, model, hashes))?;
        let embedding = |values| Embedding { model: model.clone(), values };
        Ok(found.into_iter().map(|v| v.map(embedding)).collect())
    }

    /// What is kept of these texts' token vectors by a model ([`super::ChunkRecord::embedded_hash`]), in their order.
    pub fn token_signs(
        &self,
        model: &ModelId,
        hashes: &[ContentHash],
    ) -> Result<Vec<Option<TokenSigns>>, ArchiveError> {
        self.query(|db| match db.format > 2 {
            true => catalogue::token_signs(&db.conn, model, hashes),
            false => Ok(vec![None; hashes.len()]),
        })
    }

    /// Runs a query on the catalogue.
    pub(super) fn query<T>(
        &self,
        run: impl FnOnce(&Database) -> rusqlite::Result<T>,
    ) -> Result<T, ArchiveError> {
        let snapshot = self.snapshot();
        let database = snapshot.database();
        let found = run(&database).map_err(database.error());
        database.still_alone(&self.dir)?;
        found
    }

    fn of_source<T>(
        &self,
        id: &SourceId,
        run: impl FnOnce(&Database, u64) -> rusqlite::Result<T>,
    ) -> Result<T, ArchiveError> {
        let found = self.query(|db| match catalogue::key_of(&db.conn, id)? {
            Some(key) => run(db, key).map(Some),
            None => Ok(None),
        })?;
        found.ok_or_else(|| unknown(id))
    }
}

pub(super) fn unknown(id: &SourceId) -> ArchiveError {
    ArchiveError::UnknownSource { wanted: id.0.clone(), near: Vec::new() }
}

/// An error unless an embedding can be compared with the archive's vectors. Anything can be with
/// an archive that has none.
pub(super) fn same_model(state: &State, embedding: &Embedding) -> Result<(), ArchiveError> {
    if let Some(model) = &state.model
        && *model != embedding.model
    {
        return Err(ArchiveError::OtherModel { archive: model.clone(), given: embedding.model.clone() });
    }
    let found = embedding.values.len();
    match state.dims.and_then(|d| usize::try_from(d).ok()) {
        Some(expected) if expected != found => {
            Err(ArchiveError::OtherDimensions { expected, found, given: embedding.model.clone() })
        }
        _ => Ok(()),
    }
}

/// Opens the catalogue for a writer that holds the lock.
pub(super) fn open_for_writing(dir: &Path) -> Result<Database, ArchiveError> {
    Database::open_writer(dir)?.map_err(|vacancy| vacancy_error(dir, vacancy))
}
