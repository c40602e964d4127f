//! Interface of an archive to everything above it, for every kind of storage.
//!
//! Each method does the same as the method of this name of [`Archive`](super::Archive) or
//! [`Writer`](super::Writer), where it is described.

use std::collections::HashSet;
use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;

use super::chunk_set::ChunkSet;
use super::error::ArchiveError;
use super::facet::Facet;
use super::filter::{Filter, FilterField};
use super::law::{Edge, EdgeRecord, Editions, InstalledPack, Membership, NewSection, SectionEntry};
use super::lexical::{LexicalHit, LexicalOptions};
use super::problem::Problem;
use super::record::{Chunk, ChunkId, PageRecord, SourceRecord, SourceSummary};
use super::removed::RemovedPaper;
use super::sessions::SessionStore;
use super::stats::Stats;
use twolane_law::StatuteSection;
use twolane_law::pack::Manifest;
use twolane_text::{ContentHash, Embedding, Locator, ModelId, Source, SourceId, TokenSigns};
use twolane_vector::GraphOptions;

/// Reading, one generation at a time.
pub trait Store: LawStore + Debug + Send + Sync {
    /// Another view of the same generation, which it keeps when this one is refreshed.
    fn fork(&self) -> Box<dyn Store>;
    fn place(&self) -> &str;
    fn folder(&self) -> Option<&Path>;
    fn set_graph_options(&mut self, options: GraphOptions);
    fn writer(&self) -> Result<Box<dyn StoreWriter>, ArchiveError>;
    fn session_store(&self) -> Result<Option<SessionStore>, ArchiveError>;
    fn generation(&self) -> u64;
    fn state_hash(&self) -> String;
    fn model(&self) -> Option<ModelId>;
    fn dimensions(&self) -> Option<usize>;
    fn refresh(&self) -> Result<(), ArchiveError>;
    fn sources(&self) -> Result<Vec<SourceSummary>, ArchiveError>;
    fn sources_within(&self, filter: &Filter) -> Result<Vec<SourceSummary>, ArchiveError>;
    fn summary(&self, id: &SourceId) -> Result<Option<SourceSummary>, ArchiveError>;
    fn source_at(&self, path: &str) -> Result<Option<SourceSummary>, ArchiveError>;
    fn source_with_hash(&self, hash: &ContentHash) -> Result<Option<SourceSummary>, ArchiveError>;
    fn find_source(&self, wanted: &str) -> Result<SourceSummary, ArchiveError>;
    fn source(&self, id: &SourceId) -> Result<Arc<Source>, ArchiveError>;
    fn removed_papers(&self) -> Result<Vec<RemovedPaper>, ArchiveError>;
    fn pages(&self, id: &SourceId) -> Result<Vec<PageRecord>, ArchiveError>;
    fn aliases(&self, id: &SourceId) -> Result<Vec<(String, Locator)>, ArchiveError>;
    fn chunks_of(&self, id: &SourceId) -> Result<Vec<Chunk>, ArchiveError>;
    fn chunks(&self, ids: &[ChunkId]) -> Result<Vec<Chunk>, ArchiveError>;
    fn chunks_citing(&self, citation: &str) -> Result<Vec<ChunkId>, ArchiveError>;
    fn select(&self, filter: &Filter) -> Result<ChunkSet, ArchiveError>;
    fn values(&self, field: FilterField) -> Result<Vec<String>, ArchiveError>;
    fn facets(&self) -> Result<Vec<Facet>, ArchiveError>;
    fn lexical(
        &self,
        query: &str,
        within: &ChunkSet,
        k: usize,
        options: &LexicalOptions,
    ) -> Result<Vec<LexicalHit>, ArchiveError>;
    fn lexical_ceiling(&self, query: &str, options: &LexicalOptions) -> Result<Option<f32>, ArchiveError>;
    fn document_frequencies(&self, terms: &[String]) -> Result<(Vec<u64>, u64), ArchiveError>;
    /// For each term, how many chunks of a set have it.
    fn frequencies_within(&self, terms: &[String], within: &ChunkSet) -> Result<Vec<u64>, ArchiveError>;
    /// Each source with its first chunk and the one after its last, whatever edition counts.
    fn chunk_ranges(&self) -> Result<Vec<(SourceId, u64, u64)>, ArchiveError>;
    fn nearest(
        &self,
        query: &Embedding,
        within: &ChunkSet,
        k: usize,
    ) -> Result<Vec<(ChunkId, f32)>, ArchiveError>;
    fn without_graph(&self) -> Option<ArchiveError>;
    /// A server checks its own files.
    fn check_vectors_beside(&self, _most_bytes: u64) {}
    fn vector_damage(&self) -> Option<ArchiveError> {
        None
    }
    fn embedding_of(&self, id: ChunkId) -> Result<Option<Embedding>, ArchiveError>;
    /// Of each chunk, in the order asked.
    fn embeddings_of(&self, ids: &[ChunkId]) -> Result<Vec<Option<Embedding>>, ArchiveError> {
        ids.iter().map(|id| self.embedding_of(*id)).collect()
    }
    fn cached(&self, model: &ModelId, hashes: &[ContentHash])
    -> Result<Vec<Option<Embedding>>, ArchiveError>;
    fn token_signs(
        &self,
        model: &ModelId,
        hashes: &[ContentHash],
    ) -> Result<Vec<Option<TokenSigns>>, ArchiveError>;
    /// Calls `visit` with every chunk from this number on that lacks an embedding, or what else is wanted, each
    /// text once, until it says stop.
    fn missing_embeddings(
        &self,
        model: &ModelId,
        token_vectors: bool,
        from: u64,
        visit: &mut dyn FnMut(u64, ContentHash, String) -> bool,
    ) -> Result<(), ArchiveError>;
    fn stats(&self) -> Result<Stats, ArchiveError>;
    fn check(&self) -> Result<Vec<Problem>, ArchiveError>;
    fn recall(&self, k: usize, samples: usize) -> Result<Option<f64>, ArchiveError>;
}

/// Questions about the law, of the same generation.
pub trait LawStore {
    fn packs(&self) -> Result<Vec<InstalledPack>, ArchiveError>;
    fn packs_in_force(&self, editions: &Editions) -> Result<Vec<InstalledPack>, ArchiveError>;
    fn sections(&self, citation: &str, editions: &Editions) -> Result<Vec<SectionEntry>, ArchiveError>;
    fn section_parts(&self, whole: &str, editions: &Editions) -> Result<Vec<SectionEntry>, ArchiveError>;
    fn sections_at(&self, source: &SourceId, editions: &Editions) -> Result<Vec<SectionEntry>, ArchiveError>;
    fn sections_of(&self, pack: &InstalledPack) -> Result<Vec<SectionEntry>, ArchiveError>;
    fn statute(&self, entry: &SectionEntry) -> Result<Option<StatuteSection>, ArchiveError>;
    fn statute_source(
        &self,
        section: &StatuteSection,
        of: &Membership,
    ) -> Result<Option<Option<SourceId>>, ArchiveError>;
    fn edges_of(&self, source: &SourceId) -> Result<Vec<EdgeRecord>, ArchiveError>;
    fn edges_to(&self, wholes: &[String]) -> Result<Vec<Edge>, ArchiveError>;
    fn count_edges(&self) -> Result<u64, ArchiveError>;
    fn named(&self, name: &str) -> Result<Vec<(SourceId, Locator)>, ArchiveError>;
}

/// Changes that become current together.
pub trait StoreWriter: Debug + Send {
    fn put(
        &mut self,
        record: SourceRecord,
        embeddings: Option<&[Embedding]>,
        carried: &HashSet<ContentHash>,
    ) -> Result<(), ArchiveError>;
    fn add_path(&mut self, id: &SourceId, path: &str) -> Result<(), ArchiveError>;
    fn remove_path(&mut self, path: &str) -> Result<(), ArchiveError>;
    fn remove(&mut self, id: &SourceId) -> Result<bool, ArchiveError>;
    fn keep_out(&mut self, paper: &RemovedPaper) -> Result<(), ArchiveError>;
    fn summary(&self, id: &SourceId) -> Result<Option<SourceSummary>, ArchiveError>;
    fn source_at(&self, path: &str) -> Result<Option<SourceSummary>, ArchiveError>;
    fn source_with_hash(&self, hash: &ContentHash) -> Result<Option<SourceSummary>, ArchiveError>;
    fn cached(&self, model: &ModelId, hashes: &[ContentHash])
    -> Result<Vec<Option<Embedding>>, ArchiveError>;
    fn cache(&mut self, entries: &[(ContentHash, Embedding)]) -> Result<(), ArchiveError>;
    fn keep_token_signs(
        &mut self,
        model: &ModelId,
        entries: &[(ContentHash, TokenSigns)],
    ) -> Result<(), ArchiveError>;
    fn use_model(&mut self, model: &ModelId) -> Result<(), ArchiveError>;
    fn drop_cache_except(&mut self, model: &ModelId) -> Result<usize, ArchiveError>;
    fn commit_with(&mut self, progress: &mut dyn FnMut(usize, usize) -> bool) -> Result<u64, ArchiveError>;
    fn without_graph(&mut self) -> Option<ArchiveError>;
    fn put_pack(
        &mut self,
        manifest: &Manifest,
        signed_by: Option<&str>,
        sections: &[NewSection],
    ) -> Result<(), ArchiveError>;
    fn remove_pack(&mut self, name: &str, edition: Option<&str>) -> Result<usize, ArchiveError>;
    /// Rebuilds the derived parts; returns (chunks, chunks without a vector). `progress` receives
    /// (done, total) steps and may return `false` to stop.
    fn rebuild(
        &mut self,
        progress: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<(usize, usize), ArchiveError>;
}
