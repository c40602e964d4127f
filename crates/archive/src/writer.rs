//! Changing an archive.

use std::collections::HashSet;

use super::error::ArchiveError;
use super::law::NewSection;
use super::record::{SourceRecord, SourceSummary};
use super::removed::RemovedPaper;
use super::store::StoreWriter;
use twolane_law::pack::Manifest;
use twolane_text::{ContentHash, Embedding, ModelId, SourceId, TokenSigns};

/// Changes an archive in one step at [`Writer::commit`]; dropped without, it leaves no trace.
/// A folder has one at a time, a database several; readers go on meanwhile.
///
/// After an error other than a refused argument (`InvalidRecord`, `OtherModel`,
/// `OtherDimensions`, `UnknownSource`, `MissingEmbeddings`) every further call fails with
/// [`ArchiveError::WriterStopped`], and nothing since the last commit is kept.
#[derive(Debug)]
pub struct Writer {
    pub(super) inner: Box<dyn StoreWriter>,
}

impl Writer {
    /// Adds a source, or replaces the one that has its id. Its paths are taken from sources that
    /// had them. Embeddings, one for each chunk and in their order, also go into the cache; without
    /// them only keyword search finds the chunks until [`Writer::use_model`].
    ///
    /// # Errors
    /// [`ArchiveError::InvalidRecord`] when the record contradicts itself,
    /// [`ArchiveError::OtherModel`] and [`ArchiveError::OtherDimensions`] when the embeddings don't
    /// fit the archive's; nothing is changed then.
    pub fn put(
        &mut self,
        record: SourceRecord,
        embeddings: Option<&[Embedding]>,
    ) -> Result<(), ArchiveError> {
        self.inner.put(record, embeddings, &HashSet::new())
    }

    /// As [`Writer::put`], with embeddings of the texts in `carried` (by their hash) that somebody
    /// else computed: they are this source's vectors, and stay out of the cache, so that no other
    /// source with the same text gets them and they are gone with the source.
    ///
    /// # Errors
    /// As [`Writer::put`].
    pub fn put_carried(
        &mut self,
        record: SourceRecord,
        embeddings: &[Embedding],
        carried: &HashSet<ContentHash>,
    ) -> Result<(), ArchiveError> {
        self.inner.put(record, Some(embeddings), carried)
    }

    /// Records this path as another one of a source's file, and takes it from a source that had it.
    ///
    /// # Errors
    /// [`ArchiveError::UnknownSource`].
    pub fn add_path(&mut self, id: &SourceId, path: &str) -> Result<(), ArchiveError> {
        self.inner.add_path(id, path)
    }

    /// Forgets a path. The source stays, even when it was its only one.
    pub fn remove_path(&mut self, path: &str) -> Result<(), ArchiveError> {
        self.inner.remove_path(path)
    }

    /// Deletes a source; `false` when it wasn't there. Its embeddings stay in the cache.
    pub fn remove(&mut self, id: &SourceId) -> Result<bool, ArchiveError> {
        self.inner.remove(id)
    }

    /// Records that a person removed this paper, so that a later ingest leaves it out. Putting a source with
    /// this content ends that.
    pub fn keep_out(&mut self, paper: &RemovedPaper) -> Result<(), ArchiveError> {
        self.inner.keep_out(paper)
    }

    /// A source as this writer sees it, uncommitted changes included.
    pub fn summary(&self, id: &SourceId) -> Result<Option<SourceSummary>, ArchiveError> {
        self.inner.summary(id)
    }

    /// The source at this path as this writer sees it.
    pub fn source_at(&self, path: &str) -> Result<Option<SourceSummary>, ArchiveError> {
        self.inner.source_at(path)
    }

    /// A source with this content as this writer sees it.
    pub fn source_with_hash(&self, hash: &ContentHash) -> Result<Option<SourceSummary>, ArchiveError> {
        self.inner.source_with_hash(hash)
    }

    /// Returns the cached embeddings of these texts ([`ChunkRecord::embedded_hash`](super::ChunkRecord::embedded_hash)), in their
    /// order, uncommitted entries included.
    pub fn cached(
        &self,
        model: &ModelId,
        hashes: &[ContentHash],
    ) -> Result<Vec<Option<Embedding>>, ArchiveError> {
        self.inner.cached(model, hashes)
    }

    /// Puts embeddings of any model into the cache, without using them for search.
    pub fn cache(&mut self, entries: &[(ContentHash, Embedding)]) -> Result<(), ArchiveError> {
        self.inner.cache(entries)
    }

    /// Keeps the signs of texts' token vectors by a model, for late interaction.
    pub fn keep_token_signs(
        &mut self,
        model: &ModelId,
        entries: &[(ContentHash, TokenSigns)],
    ) -> Result<(), ArchiveError> {
        self.inner.keep_token_signs(model, entries)
    }

    /// Makes a model the archive's: at the commit, the model's cache entries replace all vectors.
    /// Chunks that were put without a vector get theirs this way too.
    ///
    /// # Errors
    /// [`ArchiveError::MissingEmbeddings`] when the cache lacks some; nothing is changed then.
    pub fn use_model(&mut self, model: &ModelId) -> Result<(), ArchiveError> {
        self.inner.use_model(model)
    }

    /// Drops cached embeddings of all models but this one; gives their number.
    pub fn drop_cache_except(&mut self, model: &ModelId) -> Result<usize, ArchiveError> {
        self.inner.drop_cache_except(model)
    }

    /// Makes all changes since the last commit current in one step; returns the generation. Without
    /// changes it does nothing.
    ///
    /// # Errors
    /// [`ArchiveError::Full`] when the medium has no room; the archive is then as it was.
    pub fn commit(&mut self) -> Result<u64, ArchiveError> {
        self.commit_with(&mut |_, _| true)
    }

    /// Performs [`Writer::commit`] and reports the (done, total) vectors of a graph that is built
    /// afterwards. A later commit builds the graph if `progress` returns `false`, or if it can't be
    /// built, for which [`Writer::without_graph`] then has the reason. The changes before it are
    /// kept: the graph is a commit of its own.
    ///
    /// # Errors
    /// Those of [`Writer::commit`]. Also when the catalogue can't be read any more after a graph
    /// could not be built; the earlier changes are committed all the same.
    pub fn commit_with(
        &mut self,
        progress: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<u64, ArchiveError> {
        self.inner.commit_with(progress)
    }

    /// Returns, once, the reason why the last commit could not build or extend the graph over the
    /// vectors, where one was due. Everything else of the commit is complete. The next commit tries
    /// again, and searches scan all vectors meanwhile.
    pub fn without_graph(&mut self) -> Option<ArchiveError> {
        self.inner.without_graph()
    }

    /// Adds an edition of a pack; its sources were put before. One of the same name and edition is
    /// replaced.
    ///
    /// # Errors
    /// [`ArchiveError::UnknownSource`] for a section whose source is not there.
    pub fn put_pack(
        &mut self,
        manifest: &Manifest,
        signed_by: Option<&str>,
        sections: &[NewSection],
    ) -> Result<(), ArchiveError> {
        self.inner.put_pack(manifest, signed_by, sections)
    }

    /// Removes an edition of a pack, or all of them, with the sections that no other edition has;
    /// returns the number of editions removed. Vectors that it carried go with it: only keyword
    /// search finds a section that another edition shares until its text is embedded here.
    pub fn remove_pack(&mut self, name: &str, edition: Option<&str>) -> Result<usize, ArchiveError> {
        self.inner.remove_pack(name, edition)
    }

    pub(super) fn rebuild(
        &mut self,
        progress: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<(usize, usize), ArchiveError> {
        self.inner.rebuild(progress)
    }
}
