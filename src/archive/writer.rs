//! Changing an archive.

use std::collections::HashSet;

use super::error::ArchiveError;
use super::law::NewSection;
use super::record::{SourceRecord, SourceSummary};
use super::store::StoreWriter;
use crate::law::pack::Manifest;
use crate::text::{ContentHash, Embedding, ModelId, SourceId, TokenSigns};

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
    /// Adds a source, or replaces the one that has its id. Its paths are taken from whoever had
    /// them. Embeddings, one a chunk in their order, go into the cache as well; without them the
    /// chunks are found by words alone until [`Writer::use_model`].
    ///
    /// # Errors
    /// [`ArchiveError::InvalidRecord`] when the record contradicts itself,
    /// [`ArchiveError::OtherModel`] and [`ArchiveError::OtherDimensions`] when the embeddings
    /// don't fit the archive's; nothing is changed then.
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

    /// Notes that a source's file also stands at this path, which is taken from whoever had it.
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

    /// What the embedding cache has for these texts ([`ChunkRecord::embedded_hash`]), in their
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

    /// Makes a model the archive's: from the commit on, all vectors are the cache's entries of
    /// it. Chunks get their vectors this way too that were put without.
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

    /// Makes all that was done since the last commit current, or nothing of it; gives the
    /// generation. Without changes it does nothing.
    ///
    /// # Errors
    /// [`ArchiveError::Full`] when the medium has no room; the archive is then as it was.
    pub fn commit(&mut self) -> Result<u64, ArchiveError> {
        self.commit_with(&mut |_, _| true)
    }

    /// [`Writer::commit`] that tells the (done, total) vectors of a graph which is built afterwards,
    /// and leaves it for a later commit when told `false`, or when it can't be built, of which
    /// [`Writer::without_graph`] then tells the reason. What was done before is then kept: the graph is
    /// a commit of its own.
    ///
    /// # Errors
    /// As [`Writer::commit`]. Also when the catalogue can't be read any more after a graph could not be
    /// built; what was done before is in it all the same.
    pub fn commit_with(
        &mut self,
        progress: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<u64, ArchiveError> {
        self.inner.commit_with(progress)
    }

    /// Why the last commit could not build or extend the graph over the vectors, where one was due, for
    /// whoever is to be told; it is told once. Everything else of the commit is there, the next one
    /// tries again, and searches look at all vectors meanwhile.
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
    /// gives the number of editions that were there. Vectors that it carried go with it: a section
    /// that another edition shares is found by words alone until its text is embedded here.
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
