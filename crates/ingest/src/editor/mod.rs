//! Changes papers of an archive as a person says.

use std::collections::HashMap;

use crate::by_hand::{Change, EditError, apply};
use crate::pipeline::{Cutter, IngestOptions, embed_passages, rechunk};
use twolane_archive::{
    Archive, ArchiveError, RemovedPaper, SourceRecord, SourceSummary, Writer, set_meta, whole_record,
};
use twolane_encoder::Embedder;
use twolane_text::{ContentHash, Embedding, SourceId};

mod papers;

use papers::papers;

/// The editor of an archive's papers.
pub struct Editor<'a> {
    archive: &'a Archive,
    embedder: Option<&'a dyn Embedder>,
    options: &'a IngestOptions,
}

/// The result of a change.
#[derive(Debug)]
pub struct Edited {
    /// The papers, as they are now.
    pub papers: Vec<SourceSummary>,
    /// The number of texts that were embedded again.
    pub embedded: usize,
    /// The reason why no graph over the vectors was built, where one was due.
    pub without_graph: Option<ArchiveError>,
}

/// The result of a removal.
#[derive(Debug)]
pub struct Removed {
    /// The papers, as they were.
    pub papers: Vec<SourceSummary>,
    /// The reason why no graph over the vectors was built, where one was due.
    pub without_graph: Option<ArchiveError>,
}

impl<'a> Editor<'a> {
    /// Creates an editor. Only a change of title or date needs the embedder of the archive's model.
    pub fn new(archive: &'a Archive, embedder: Option<&'a dyn Embedder>, options: &'a IngestOptions) -> Self {
        // One of another model can't make this archive's vectors.
        let embedder =
            embedder.filter(|embedder| archive.model().is_none_or(|model| model == *embedder.model()));
        Editor { archive, embedder, options }
    }

    /// Returns the papers that a person names: by id, file name, path or folder.
    ///
    /// # Errors
    /// Fails where the archive has no such paper, has several such folders, or can't be read.
    pub fn papers(&self, wanted: &str) -> Result<Vec<SourceSummary>, ArchiveError> {
        Ok(papers(self.archive, wanted)?.papers)
    }

    /// Changes values of the papers that a person names, in one commit. The changed values win over what the program
    /// finds, now and at every later ingest. `go_on` is asked while texts are embedded; `false` leaves all as it was.
    ///
    /// # Errors
    /// Fails where the archive has no such paper, and for a change that these papers can't have.
    pub fn set(
        &self,
        wanted: &str,
        change: &Change,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Edited, EditError> {
        if change.is_empty() {
            return Err(EditError::Nothing);
        }
        // What is decided below is read once no other writer can change it.
        let mut writer = self.archive.writer()?;
        let mut found = papers(self.archive, wanted)?;
        // A folder's law keeps its title and place, but may be hidden like its other papers.
        if found.of_folder && !change.is_of_visibility_alone() {
            found.papers.retain(|paper| paper.meta.lane != "state");
            if found.papers.is_empty() {
                return Err(EditError::OnlyLaw { folder: wanted.to_owned() });
            }
        }
        if change.sets_title() && found.papers.len() > 1 {
            return Err(EditError::OneTitle { papers: found.papers.len() });
        }
        let mut records = Vec::new();
        for paper in &found.papers {
            if change.touches_headers() && (paper.is_section_of_law() || paper.kind == "xml") {
                return Err(EditError::Published { id: paper.id.0.clone() });
            }
            let (mut title, mut meta) = (paper.title.clone(), paper.meta.clone());
            apply(change, &mut title, &mut meta);
            if title == paper.title && meta.date == paper.meta.date {
                if meta != paper.meta {
                    set_meta(self.archive, &mut writer, &paper.id, &meta)?;
                }
                continue;
            }
            let mut record = whole_record(self.archive, &paper.id)?;
            (record.title, record.meta) = (title, meta);
            rechunk(&mut record, &paper.title, &Cutter::new(self.options, self.embedder));
            records.push(record);
        }
        let embedded = self.put(&mut writer, records, go_on)?;
        writer.commit_with(&mut |_, _| go_on())?;
        let without_graph = writer.without_graph();
        drop(writer);
        self.archive.refresh()?;
        let now = found.papers.iter().map(|paper| self.archive.summary(&paper.id));
        let papers = now.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
        Ok(Edited { papers, embedded, without_graph })
    }

    /// Removes papers, in one commit. An ingest of their folders leaves them out from then on, until a file is named
    /// or changes. The files are not touched.
    ///
    /// # Errors
    /// Fails for a section of a pack, and where the archive can't be written.
    pub fn remove(&self, ids: &[SourceId], go_on: &dyn Fn() -> bool) -> Result<Removed, EditError> {
        let mut writer = self.archive.writer()?;
        let mut removed = Vec::new();
        for id in ids {
            // Another program may have removed it meanwhile.
            let Some(paper) = self.archive.summary(id)? else { continue };
            writer.remove(id)?;
            writer.keep_out(&RemovedPaper::of(&paper))?;
            removed.push(paper);
        }
        writer.commit_with(&mut |_, _| go_on())?;
        let without_graph = writer.without_graph();
        drop(writer);
        self.archive.refresh()?;
        Ok(Removed { papers: removed, without_graph })
    }

    /// Puts records with new chunks; returns the number of texts that were embedded.
    fn put(
        &self,
        writer: &mut Writer,
        records: Vec<SourceRecord>,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<usize, EditError> {
        if records.is_empty() {
            return Ok(0);
        }
        let Some(model) = self.archive.model() else {
            for record in records {
                writer.put(record, None)?;
            }
            return Ok(0);
        };
        let Some(embedder) = self.embedder else {
            return Err(EditError::ModelNeeded { model });
        };
        let texts: Vec<(ContentHash, String)> = records
            .iter()
            .flat_map(|record| &record.chunks)
            .map(|chunk| (chunk.embedded_hash(), chunk.embedded_text()))
            .collect();
        let hashes: Vec<ContentHash> = texts.iter().map(|(hash, _)| hash.clone()).collect();
        let mut ready: HashMap<ContentHash, Embedding> = HashMap::new();
        let mut missing: Vec<(&ContentHash, &str)> = Vec::new();
        for ((hash, text), cached) in texts.iter().zip(writer.cached(&model, &hashes)?) {
            match cached {
                Some(embedding) => drop(ready.insert(hash.clone(), embedding)),
                None => missing.push((hash, text)),
            }
        }
        missing.sort_by_key(|(hash, text)| (std::cmp::Reverse(text.len()), *hash));
        missing.dedup_by_key(|(hash, _)| *hash);
        for group in missing.chunks(self.options.embed_group.max(1)) {
            let embedded =
                embed_passages::<EditError>(writer, embedder, group, self.options.token_vectors, &|_, _| {
                    go_on()
                })?;
            ready.extend(group.iter().map(|(hash, _)| (*hash).clone()).zip(embedded));
        }
        for record in records {
            let of_chunks = record.chunks.iter().map(|chunk| ready.get(&chunk.embedded_hash()).cloned());
            let embeddings: Option<Vec<Embedding>> = of_chunks.collect();
            writer.put(record, embeddings.as_deref())?;
        }
        Ok(missing.len())
    }
}
