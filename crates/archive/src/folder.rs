//! An archive in a folder, open for reading.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use super::catalogue::{self, Database, SignsWanted, SourceRow, Vacancy};
use super::chunk_set::ChunkSet;
use super::descriptor::Descriptor;
use super::error::{ArchiveError, unknown};
use super::facet::Facet;
use super::filter::{Filter, FilterField};
use super::find;
use super::folder_stats::sizes;
use super::folder_writer::FolderWriter;
use super::lexical::{LexicalHit, LexicalOptions};
use super::lock::WriterLock;
use super::paths::{FORMAT, LEXICAL, VECTORS, sync_folder};
use super::problem::Problem;
use super::record::{Chunk, ChunkId, PageRecord, SourceSummary};
use super::removed::RemovedPaper;
use super::same_model::same_model;
use super::seal::Sealer;
use super::sessions::SessionStore;
use super::snapshot::Snapshot;
use super::stats::Stats;
use super::store::{Store, StoreWriter};
use super::vector_check::VectorCheck;
use twolane_text::{ContentHash, Embedding, Line, Locator, ModelId, Source, SourceId, TokenSigns};
use twolane_vector::GraphOptions;

/// A folder with a catalogue, a lexical index and vectors.
///
/// It shows the generation that was current when it was opened or last refreshed, whatever
/// writers in this or other processes do meanwhile. A clone is cheap and keeps its generation
/// when the original is refreshed: take one for work that must see a single state throughout.
/// All methods may be called from many threads.
#[derive(Debug)]
pub struct FolderArchive {
    dir: PathBuf,
    /// `dir` as people are shown it.
    place: String,
    snapshot: RwLock<Arc<Snapshot>>,
    // After the snapshot: see its documentation.
    sealer: Arc<Sealer>,
    vector_check: Arc<VectorCheck>,
    graph: GraphOptions,
}

impl Clone for FolderArchive {
    fn clone(&self) -> Self {
        FolderArchive {
            dir: self.dir.clone(),
            place: self.place.clone(),
            snapshot: RwLock::new(self.snapshot()),
            sealer: Arc::clone(&self.sealer),
            vector_check: Arc::clone(&self.vector_check),
            graph: self.graph,
        }
    }
}

impl FolderArchive {
    /// Makes an empty archive, with its parent folders, or opens the existing one.
    ///
    /// # Errors
    /// Those of [`FolderArchive::open`], and those of making folders and files.
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
        let place = dir.display().to_string();
        Ok(FolderArchive {
            dir: dir.to_owned(),
            place,
            snapshot,
            sealer,
            vector_check: Arc::default(),
            graph: GraphOptions::default(),
        })
    }

    pub(super) fn graph_options(&self) -> &GraphOptions {
        &self.graph
    }

    pub(super) fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.snapshot.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn start_vector_check(&self, snapshot: &Snapshot) {
        if let Ok(index) = snapshot.vectors() {
            self.vector_check.start(index);
        }
    }

    /// Runs a query on the catalogue.
    pub(super) fn query<T>(
        &self,
        run: impl FnOnce(&Database) -> rusqlite::Result<T>,
    ) -> Result<T, ArchiveError> {
        self.snapshot().query(&self.dir, run)
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

impl Store for FolderArchive {
    fn fork(&self) -> Box<dyn Store> {
        Box::new(self.clone())
    }

    fn place(&self) -> &str {
        &self.place
    }

    fn folder(&self) -> Option<&Path> {
        Some(&self.dir)
    }

    fn set_graph_options(&mut self, options: GraphOptions) {
        self.graph = options;
    }

    fn writer(&self) -> Result<Box<dyn StoreWriter>, ArchiveError> {
        let writer = FolderWriter::open(&self.dir, self.graph)?;
        self.refresh()?;
        self.sealer.note_writer();
        Ok(Box::new(writer))
    }

    fn session_store(&self) -> Result<Option<SessionStore>, ArchiveError> {
        SessionStore::open(&self.dir)
    }

    fn missing_embeddings(
        &self,
        model: &ModelId,
        token_vectors: bool,
        from: u64,
        visit: &mut dyn FnMut(u64, ContentHash, String) -> bool,
    ) -> Result<(), ArchiveError> {
        self.query(|db| {
            let signs = SignsWanted::of(token_vectors, db.format);
            catalogue::missing_embeddings(&db.conn, model, from, signs, visit)
        })
    }

    fn stats(&self) -> Result<Stats, ArchiveError> {
        sizes(&self.dir, &self.snapshot())
    }

    fn check(&self) -> Result<Vec<Problem>, ArchiveError> {
        FolderArchive::check_at(&self.dir)
    }

    fn recall(&self, k: usize, samples: usize) -> Result<Option<f64>, ArchiveError> {
        self.measured_recall(k, samples)
    }

    fn generation(&self) -> u64 {
        self.snapshot().state.generation
    }

    fn state_hash(&self) -> String {
        self.snapshot().state.hash()
    }

    fn model(&self) -> Option<ModelId> {
        self.snapshot().state.model.clone()
    }

    fn dimensions(&self) -> Option<usize> {
        self.snapshot().state.dims.and_then(|d| usize::try_from(d).ok())
    }

    fn refresh(&self) -> Result<(), ArchiveError> {
        loop {
            let old = self.snapshot();
            let Some(new) = old.newer(&self.dir)? else { return Ok(()) };
            let new = Arc::new(new);
            let mut shown = self.snapshot.write().unwrap_or_else(PoisonError::into_inner);
            // Another thread may have moved on meanwhile, to a newer generation than this one: look again.
            if Arc::ptr_eq(&shown, &old) {
                *shown = Arc::clone(&new);
                drop(shown);
                self.start_vector_check(&new);
                return Ok(());
            }
        }
    }

    fn sources(&self) -> Result<Vec<SourceSummary>, ArchiveError> {
        self.query(|db| catalogue::rows(&db.conn).map(|rows| rows.into_iter().map(|r| r.summary).collect()))
    }

    fn sources_within(&self, filter: &Filter) -> Result<Vec<SourceSummary>, ArchiveError> {
        let passing = self.query(|db| catalogue::passing(&db.conn, db.format, filter))?;
        let passes = |s: &SourceSummary| passing.as_ref().is_none_or(|ids| ids.contains(&s.id.0));
        Ok(self.sources()?.into_iter().filter(passes).collect())
    }

    fn summary(&self, id: &SourceId) -> Result<Option<SourceSummary>, ArchiveError> {
        self.query(|db| catalogue::row(&db.conn, id)).map(|row| row.map(|r| r.summary))
    }

    fn source_at(&self, path: &str) -> Result<Option<SourceSummary>, ArchiveError> {
        self.query(|db| catalogue::row_by_path(&db.conn, path)).map(|row| row.map(|r| r.summary))
    }

    fn source_with_hash(&self, hash: &ContentHash) -> Result<Option<SourceSummary>, ArchiveError> {
        self.query(|db| catalogue::row_by_hash(&db.conn, hash)).map(|row| row.map(|r| r.summary))
    }

    fn find_source(&self, wanted: &str) -> Result<SourceSummary, ArchiveError> {
        let names = self.query(|db| catalogue::lookup(&db.conn))?;
        let id = find::find(wanted, &names)?;
        self.summary(&id)?.ok_or_else(|| unknown(&id))
    }

    fn source(&self, id: &SourceId) -> Result<Arc<Source>, ArchiveError> {
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

    fn pages(&self, id: &SourceId) -> Result<Vec<PageRecord>, ArchiveError> {
        self.of_source(id, |db, key| catalogue::read_pages(&db.conn, key))
    }

    fn aliases(&self, id: &SourceId) -> Result<Vec<(String, Locator)>, ArchiveError> {
        self.of_source(id, |db, key| catalogue::read_aliases(&db.conn, key))
    }

    fn chunks_of(&self, id: &SourceId) -> Result<Vec<Chunk>, ArchiveError> {
        let chunks = self.of_source(id, |db, key| catalogue::chunks_of(&db.conn, key))?;
        let chunk = |c: catalogue::StoredChunk| Chunk {
            id: ChunkId(c.id),
            source_id: id.clone(),
            page: c.page,
            record: c.record,
        };
        Ok(chunks.into_iter().map(chunk).collect())
    }

    fn chunks(&self, ids: &[ChunkId]) -> Result<Vec<Chunk>, ArchiveError> {
        self.query(|db| catalogue::chunks_by_id(&db.conn, ids))?
            .map_err(|id| ArchiveError::UnknownChunk { id: id.0 })
    }

    fn chunks_citing(&self, citation: &str) -> Result<Vec<ChunkId>, ArchiveError> {
        self.query(|db| catalogue::chunks_citing(&db.conn, citation))
    }

    fn select(&self, filter: &Filter) -> Result<ChunkSet, ArchiveError> {
        self.query(|db| catalogue::select(&db.conn, db.format, filter))
    }

    fn values(&self, field: FilterField) -> Result<Vec<String>, ArchiveError> {
        self.query(|db| catalogue::values(&db.conn, field))
    }

    fn facets(&self) -> Result<Vec<Facet>, ArchiveError> {
        self.query(|db| catalogue::facets(&db.conn))
    }

    fn lexical(
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

    fn lexical_ceiling(&self, query: &str, options: &LexicalOptions) -> Result<Option<f32>, ArchiveError> {
        let ceiling = match self.snapshot().lexical()? {
            Some(reader) => reader.ceiling(query, options)?,
            None => 0.0,
        };
        Ok((ceiling > 0.0).then_some(ceiling))
    }

    fn document_frequencies(&self, terms: &[String]) -> Result<(Vec<u64>, u64), ArchiveError> {
        match self.snapshot().lexical()? {
            Some(reader) => Ok((reader.document_frequencies(terms, &ChunkSet::all())?, reader.documents())),
            None => Ok((vec![0; terms.len()], 0)),
        }
    }

    fn frequencies_within(&self, terms: &[String], within: &ChunkSet) -> Result<Vec<u64>, ArchiveError> {
        match self.snapshot().lexical()? {
            Some(reader) => reader.document_frequencies(terms, within),
            None => Ok(vec![0; terms.len()]),
        }
    }

    fn chunk_ranges(&self) -> Result<Vec<(SourceId, u64, u64)>, ArchiveError> {
        self.query(|db| catalogue::chunk_ranges(&db.conn))
    }

    fn nearest(
        &self,
        query: &Embedding,
        within: &ChunkSet,
        k: usize,
    ) -> Result<Vec<(ChunkId, f32)>, ArchiveError> {
        let snapshot = self.snapshot();
        same_model(snapshot.state.model.as_ref(), snapshot.state.dims, query)?;
        if within.is_empty() {
            return Ok(Vec::new());
        }
        let index = snapshot.vectors()?;
        let found = index.nearest(&query.values, k, within.keep(), &self.graph);
        let found = found.map_err(ArchiveError::vectors)?;
        Ok(found.into_iter().map(|n| (ChunkId(n.id), n.score)).collect())
    }

    fn without_graph(&self) -> Option<ArchiveError> {
        self.snapshot().without_graph()
    }

    fn check_vectors_beside(&self, most_bytes: u64) {
        self.vector_check.allow(most_bytes);
        self.start_vector_check(&self.snapshot());
    }

    fn vector_damage(&self) -> Option<ArchiveError> {
        self.vector_check.damage(self.snapshot().vectors().ok()?)
    }

    fn embedding_of(&self, id: ChunkId) -> Result<Option<Embedding>, ArchiveError> {
        let snapshot = self.snapshot();
        let Some(model) = snapshot.state.model.clone() else { return Ok(None) };
        let index = snapshot.vectors()?;
        let mut values = vec![0.0; index.dims().unwrap_or(0)];
        let found = index.read_row(id.0, &mut values).map_err(ArchiveError::vectors)?;
        Ok(found.then_some(Embedding { model, values }))
    }

    fn cached(
        &self,
        model: &ModelId,
        hashes: &[ContentHash],
    ) -> Result<Vec<Option<Embedding>>, ArchiveError> {
        let found = self.query(|db| catalogue::cached(&db.conn, model, hashes))?;
        let embedding = |values| Embedding { model: model.clone(), values };
        Ok(found.into_iter().map(|v| v.map(embedding)).collect())
    }

    fn removed_papers(&self) -> Result<Vec<RemovedPaper>, ArchiveError> {
        self.query(|db| match db.format > 3 {
            true => catalogue::removed(&db.conn),
            false => Ok(Vec::new()),
        })
    }

    fn token_signs(
        &self,
        model: &ModelId,
        hashes: &[ContentHash],
    ) -> Result<Vec<Option<TokenSigns>>, ArchiveError> {
        self.query(|db| match db.format > 2 {
            true => catalogue::token_signs(&db.conn, model, hashes),
            false => Ok(vec![None; hashes.len()]),
        })
    }
}
