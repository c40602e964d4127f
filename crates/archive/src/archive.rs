//! An archive, open for reading.

use std::path::Path;
use std::sync::Arc;

use super::chunk_set::ChunkSet;
use super::error::ArchiveError;
use super::facet::Facet;
use super::filter::{Filter, FilterField};
use super::folder::FolderArchive;
use super::lexical::{LexicalHit, LexicalOptions};
use super::place::Place;
use super::problem::Problem;
use super::record::{Chunk, ChunkId, PageRecord, SourceSummary};
use super::removed::RemovedPaper;
use super::sessions::SessionStore;
use super::stats::Stats;
use super::store::Store;
use super::visibility::Visibility;
use super::visible::VisibleStore;
use super::writer::Writer;
use twolane_text::{ContentHash, Embedding, Locator, ModelId, Source, SourceId, TokenSigns};
use twolane_vector::GraphOptions;

/// An archive, open for reading: sources with their lines, chunks, metadata and law, and the keyword and vector indexes
/// over them. It is a folder, or a database on a server.
///
/// `Ingest` fills it, and `Ask` and
/// `Retriever` use it.
///
/// It shows the generation that was current when it was opened or last refreshed, whatever
/// writers in this or other processes do meanwhile. A clone is cheap and keeps its generation
/// when the original is refreshed: take one for work that must see a single state throughout.
/// All methods may be called from many threads.
#[derive(Debug)]
pub struct Archive {
    store: Box<dyn Store>,
}

impl Clone for Archive {
    fn clone(&self) -> Self {
        Archive { store: self.store.fork() }
    }
}

impl Archive {
    /// Makes an empty archive, with its parent folders, or opens the existing one.
    ///
    /// # Errors
    /// Those of [`Archive::open`], and those of making folders and files.
    pub fn create(dir: &Path) -> Result<Self, ArchiveError> {
        Ok(Archive { store: Box::new(FolderArchive::create(dir)?) })
    }

    /// Opens an archive at its current generation.
    ///
    /// # Errors
    /// [`ArchiveError::NotAnArchive`] for any other folder, [`ArchiveError::NewerVersion`],
    /// [`ArchiveError::Damaged`] when the catalogue can't be read. A derived part that is missing
    /// or damaged does not stop the opening: only searches in it fail, and name the way out.
    pub fn open(dir: &Path) -> Result<Self, ArchiveError> {
        Ok(Archive { store: Box::new(FolderArchive::open(dir)?) })
    }

    /// [`Archive::create`] at any place: a folder, or `postgres://…`.
    ///
    /// # Errors
    /// As [`Archive::create`]; for a database as [`Archive::open_at`].
    pub fn create_at(place: &Place) -> Result<Self, ArchiveError> {
        match place {
            Place::Folder(dir) => Self::create(dir),
            Place::Server(server) => Ok(Archive { store: server.create()? }),
        }
    }

    /// [`Archive::open`] at any place: a folder, or `postgres://…`.
    ///
    /// # Errors
    /// As [`Archive::open`]; for a database [`ArchiveError::NotAnArchive`], [`ArchiveError::Server`] when
    /// the server can't be reached or refuses, [`ArchiveError::WithoutServer`] where this program was built
    /// without.
    pub fn open_at(place: &Place) -> Result<Self, ArchiveError> {
        match place {
            Place::Folder(dir) => Self::open(dir),
            Place::Server(server) => Ok(Archive { store: server.open()? }),
        }
    }

    /// With these settings of the graph over its vectors: for its searches, and for what its writers
    /// build.
    pub fn with_graph_options(mut self, options: GraphOptions) -> Self {
        self.store.set_graph_options(options);
        self
    }

    /// Returns the archive as a reader of this level sees it: no method shows a paper above the level, or counts
    /// it. A view of a view shows what both show. It keeps its generation when this archive is refreshed.
    ///
    /// While nothing is above the level, it is the same as a clone. Otherwise it can't be written, and its
    /// [`state_hash`](Archive::state_hash) is one of its level.
    pub fn seen_by(&self, level: Visibility) -> Self {
        match level {
            Visibility::Sealed => self.clone(),
            level => Archive { store: Box::new(VisibleStore::new(self.store.fork(), level)) },
        }
    }

    pub(super) fn store(&self) -> &dyn Store {
        self.store.as_ref()
    }

    /// Where it is, for people: a folder, or an address without its password.
    pub fn place(&self) -> &str {
        self.store.place()
    }

    /// Its folder, if it is one.
    pub fn folder(&self) -> Option<&Path> {
        self.store.folder()
    }

    /// Its sessions and traces; `None` where nothing can be written.
    ///
    /// # Errors
    /// As [`SessionStore::open`].
    pub fn session_store(&self) -> Result<Option<SessionStore>, ArchiveError> {
        self.store.session_store()
    }

    /// Starts writing, and moves on to the newest generation. In a folder, as long as the writer is there,
    /// nobody else commits, so that what this archive shows is what the writer changes. What is
    /// to be decided by it must be read after this call. What is written shows in this archive
    /// only after a commit and [`Archive::refresh`].
    ///
    /// # Errors
    /// [`ArchiveError::Locked`] when another writer of a folder, in this process or another, is at work.
    pub fn writer(&self) -> Result<Writer, ArchiveError> {
        Ok(Writer { inner: self.store.writer()? })
    }

    /// Number of the commit that this shows; 0 for an archive that nothing was put into yet.
    pub fn generation(&self) -> u64 {
        self.store.generation()
    }

    /// Returns a hash that identifies this state of this archive. It changes with every commit, and
    /// when an archive is made again in the same folder.
    pub fn state_hash(&self) -> String {
        self.store.state_hash()
    }

    /// Returns the model of its vectors; `None` while it has no vectors.
    pub fn model(&self) -> Option<ModelId> {
        self.store.model()
    }

    /// Components of its vectors.
    pub fn dimensions(&self) -> Option<usize> {
        self.store.dimensions()
    }

    /// Moves on to the newest generation.
    ///
    /// # Errors
    /// As [`Archive::open`]; the old generation then stays.
    pub fn refresh(&self) -> Result<(), ArchiveError> {
        self.store.refresh()
    }

    /// All sources, by id.
    pub fn sources(&self) -> Result<Vec<SourceSummary>, ArchiveError> {
        self.store.sources()
    }

    /// The sources that pass a filter, by id.
    pub fn sources_within(&self, filter: &Filter) -> Result<Vec<SourceSummary>, ArchiveError> {
        self.store.sources_within(filter)
    }

    /// One source without its text.
    pub fn summary(&self, id: &SourceId) -> Result<Option<SourceSummary>, ArchiveError> {
        self.store.summary(id)
    }

    /// Returns the source at this path.
    pub fn source_at(&self, path: &str) -> Result<Option<SourceSummary>, ArchiveError> {
        self.store.source_at(path)
    }

    /// A source whose file has this content.
    pub fn source_with_hash(&self, hash: &ContentHash) -> Result<Option<SourceSummary>, ArchiveError> {
        self.store.source_with_hash(hash)
    }

    /// The source that a person means: by id, unique beginning of an id, path, or file name.
    ///
    /// # Errors
    /// [`ArchiveError::UnknownSource`] with names that look alike, or
    /// [`ArchiveError::AmbiguousSource`].
    pub fn find_source(&self, wanted: &str) -> Result<SourceSummary, ArchiveError> {
        self.store.find_source(wanted)
    }

    /// A source with its lines. Those read last stay in memory.
    ///
    /// # Errors
    /// [`ArchiveError::UnknownSource`].
    pub fn source(&self, id: &SourceId) -> Result<Arc<Source>, ArchiveError> {
        self.store.source(id)
    }

    /// The papers that a person removed, the newest removal first. An ingest leaves them out.
    pub fn removed_papers(&self) -> Result<Vec<RemovedPaper>, ArchiveError> {
        self.store.removed_papers()
    }

    /// Pages of a source; empty for a format without pages.
    pub fn pages(&self, id: &SourceId) -> Result<Vec<PageRecord>, ArchiveError> {
        self.store.pages(id)
    }

    /// Named locators of a source ("Section 4.2") and the lines that each stands for.
    pub fn aliases(&self, id: &SourceId) -> Result<Vec<(String, Locator)>, ArchiveError> {
        self.store.aliases(id)
    }

    /// Chunks of a source, in order.
    pub fn chunks_of(&self, id: &SourceId) -> Result<Vec<Chunk>, ArchiveError> {
        self.store.chunks_of(id)
    }

    /// Chunks by number, in the order asked.
    ///
    /// # Errors
    /// [`ArchiveError::UnknownChunk`] for one that this generation does not have.
    pub fn chunks(&self, ids: &[ChunkId]) -> Result<Vec<Chunk>, ArchiveError> {
        self.store.chunks(ids)
    }

    /// Chunks that hold this citation (normal form, exact), in order of age.
    pub fn chunks_citing(&self, citation: &str) -> Result<Vec<ChunkId>, ArchiveError> {
        self.store.chunks_citing(citation)
    }

    /// Chunks of the sources that a filter lets through, for both sides of a search.
    pub fn select(&self, filter: &Filter) -> Result<ChunkSet, ArchiveError> {
        self.store.select(filter)
    }

    /// Values that its sources have in a field, in lower case where filters compare them so.
    pub fn values(&self, field: FilterField) -> Result<Vec<String>, ArchiveError> {
        self.store.values(field)
    }

    /// Returns each combination of lane, town, jurisdiction and board among its sources.
    pub fn facets(&self) -> Result<Vec<Facet>, ArchiveError> {
        self.store.facets()
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
        self.store.lexical(query, within, k, options)
    }

    /// The highest BM25 score that a chunk of this archive could have for a query, so that scores
    /// of different queries can be compared; `None` when the archive has none of its terms.
    pub fn lexical_ceiling(
        &self,
        query: &str,
        options: &LexicalOptions,
    ) -> Result<Option<f32>, ArchiveError> {
        self.store.lexical_ceiling(query, options)
    }

    /// For each term in the form of [`terms`](super::terms), how many chunks have it; and the
    /// number of chunks in all.
    pub fn document_frequencies(&self, terms: &[String]) -> Result<(Vec<u64>, u64), ArchiveError> {
        self.store.document_frequencies(terms)
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
        self.store.nearest(query, within, k)
    }

    /// Returns the fault of the graph over the vectors that opening it or a search has found:
    /// searches then do without the graph and take longer. `None` also when the archive has no
    /// graph.
    pub fn without_graph(&self) -> Option<ArchiveError> {
        self.store.without_graph()
    }

    /// Compares the vectors with their checksums in the background, and those of later generations
    /// when [`Archive::refresh`] shows them. Of each generation it reads at most so many bytes and leaves
    /// the other files out. [`Archive::vector_damage`] gives the result; clones share it.
    pub fn check_vectors_beside(&self, most_bytes: u64) {
        self.store.check_vectors_beside(most_bytes);
    }

    /// Returns the damage of the vectors that [`Archive::check_vectors_beside`] has found so far: searches
    /// still use them, but may miss chunks.
    pub fn vector_damage(&self) -> Option<ArchiveError> {
        self.store.vector_damage()
    }

    /// The stored embedding of a chunk, where it has one.
    pub fn embedding_of(&self, id: ChunkId) -> Result<Option<Embedding>, ArchiveError> {
        self.store.embedding_of(id)
    }

    /// Returns the cached embeddings of these texts, in their order.
    pub fn cached(
        &self,
        model: &ModelId,
        hashes: &[ContentHash],
    ) -> Result<Vec<Option<Embedding>>, ArchiveError> {
        self.store.cached(model, hashes)
    }

    /// Returns the kept signs of these texts' token vectors by a model
    /// ([`super::ChunkRecord::embedded_hash`]), in their order.
    pub fn token_signs(
        &self,
        model: &ModelId,
        hashes: &[ContentHash],
    ) -> Result<Vec<Option<TokenSigns>>, ArchiveError> {
        self.store.token_signs(model, hashes)
    }

    /// Counts and sizes of the generation that this shows.
    pub fn stats(&self) -> Result<Stats, ArchiveError> {
        self.store.stats()
    }

    /// Reads every byte that the archive vouches for and reports what is not as it was committed:
    /// empty means sound. Looks at the newest generation, whichever this archive shows.
    ///
    /// # Errors
    /// Only what keeps it from looking at all, such as a folder that may not be read.
    pub fn check(&self) -> Result<Vec<Problem>, ArchiveError> {
        self.store.check()
    }

    /// [`Archive::check`] of a folder whose archive may be too damaged to be opened.
    ///
    /// # Errors
    /// As [`Archive::open`], except for damage, which is reported.
    pub fn check_at(dir: &Path) -> Result<Vec<Problem>, ArchiveError> {
        FolderArchive::check_at(dir)
    }

    /// [`Archive::check_at`] at any place.
    ///
    /// # Errors
    /// As [`Archive::open_at`], except for damage, which is reported.
    pub fn check_place(place: &Place) -> Result<Vec<Problem>, ArchiveError> {
        match place {
            Place::Folder(dir) => Self::check_at(dir),
            Place::Server(server) => server.open()?.check(),
        }
    }

    /// Recall at `k` of [`Archive::nearest`] against a plain scan in double precision: how many of the
    /// `k` nearest other vectors of a stored one are found, over at most `samples` of those, evenly
    /// spread; `None` without two vectors. The one that asks is left out, since every search would find
    /// it. Questions lie further from all vectors than those from each other, so that for them somewhat
    /// fewer may be found. Neighbours whose cosines differ by less than single precision resolves count as equal.
    pub fn recall(&self, k: usize, samples: usize) -> Result<Option<f64>, ArchiveError> {
        self.store.recall(k, samples)
    }
}
