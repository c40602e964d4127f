//! Adding to and deleting from the lexical index.

use std::path::{Path, PathBuf};

use tantivy::index::SegmentMeta;
use tantivy::indexer::{IndexWriterOptions, LogMergePolicy, MergePolicy, NoMergePolicy};
use tantivy::tokenizer::PreTokenizedString;
use tantivy::{Index, IndexSettings, IndexWriter, TantivyDocument, Term};

use super::analyzer::analyze;
use super::directory::{GenerationDirectory, meta_name};
use super::fields::Fields;
use crate::error::ArchiveError;
use crate::paths::{LEXICAL, sync_folder};
use crate::record::ChunkRecord;

/// Memory that collects postings before they become a segment, in bytes. tantivy asks for at
/// least 15 MB; a segment of this size holds some 50,000 chunks.
const BUFFER: usize = 40_000_000;
/// A level of segments whose deleted share exceeds this is rewritten.
const DELETED_SHARE: f32 = 0.3;

/// A writer on top of one generation.
pub struct LexicalWriter {
    folder: PathBuf,
    directory: GenerationDirectory,
    fields: Fields,
    writer: IndexWriter,
    changed: bool,
}

impl std::fmt::Debug for LexicalWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LexicalWriter").field("folder", &self.folder).finish_non_exhaustive()
    }
}

impl LexicalWriter {
    /// Opens the index as of `from`, or makes an empty one that will first be committed as `next`.
    pub fn open(dir: &Path, from: Option<u64>, next: u64) -> Result<Self, ArchiveError> {
        let folder = dir.join(LEXICAL);
        if !folder.is_dir() {
            std::fs::create_dir_all(&folder).map_err(ArchiveError::write(&folder))?;
            sync_folder(dir).map_err(ArchiveError::write(dir))?;
        }
        let fail = |e: tantivy::TantivyError| ArchiveError::lexical(&folder, &e);
        let fields = Fields::new();
        let directory = GenerationDirectory::open(&folder, from.unwrap_or(next)).map_err(fail)?;
        let index = match from {
            Some(_) => Index::open(directory.clone()).map_err(fail)?,
            None => Index::create(directory.clone(), fields.schema.clone(), IndexSettings::default())
                .map_err(fail)?,
        };
        if !fields.fit(&index) {
            return Err(ArchiveError::Lexical {
                what: "its fields are not those of this program".to_owned(),
            });
        }
        let options = IndexWriterOptions::builder()
            .num_worker_threads(1)
            .num_merge_threads(1)
            .memory_budget_per_thread(BUFFER)
            .build();
        let writer: IndexWriter = index.writer_with_options(options).map_err(fail)?;
        // Merges happen inside a commit, where the list of segments may still change.
        writer.set_merge_policy(Box::new(NoMergePolicy));
        Ok(LexicalWriter { folder, directory, fields, writer, changed: from.is_none() })
    }

    /// Adds a chunk.
    pub fn add(
        &mut self,
        id: u64,
        source: u64,
        title: &str,
        chunk: &ChunkRecord,
    ) -> Result<(), ArchiveError> {
        let citations = chunk.citations.join(" \n ");
        let mut document = TantivyDocument::default();
        let texts = [chunk.text.as_str(), &chunk.header, &citations, title];
        for (field, text) in self.fields.text.iter().zip(texts) {
            let analyzed = analyze(text);
            document.add_u64(field.length, u64::from(analyzed.length));
            if !analyzed.tokens.is_empty() {
                let tokens = PreTokenizedString { text: String::new(), tokens: analyzed.tokens };
                document.add_pre_tokenized_text(field.terms, tokens);
            }
        }
        document.add_u64(self.fields.chunk, id);
        document.add_u64(self.fields.source, source);
        self.changed = true;
        self.writer.add_document(document).map(drop).map_err(|e| ArchiveError::lexical(&self.folder, &e))
    }

    /// Deletes all chunks of a source.
    pub fn delete(&mut self, source: u64) {
        self.changed = true;
        self.writer.delete_term(Term::from_field_u64(self.fields.source, source));
    }

    /// Returns true if a commit would write anything.
    pub fn is_changed(&self) -> bool {
        self.changed
    }

    /// Writes everything as this generation and gives the names of the files that make it up
    /// (relative to the lexical folder). Files of other generations stay.
    pub fn commit(&mut self, generation: u64) -> Result<Vec<String>, ArchiveError> {
        let folder = self.folder.clone();
        let files = self.commit_inner(generation).map_err(|e| ArchiveError::lexical(&folder, &e))?;
        // The catalogue is about to name these files: bytes and names must be on the medium first.
        // What tantivy has flushed by itself costs nothing here.
        for name in &files {
            let path = folder.join(name);
            // Windows flushes only a file that is open for writing.
            std::fs::OpenOptions::new()
                .read(true)
                .write(cfg!(windows))
                .open(&path)
                .and_then(|file| file.sync_all())
                .map_err(ArchiveError::write(&path))?;
        }
        sync_folder(&folder).map_err(ArchiveError::write(&folder))?;
        Ok(files)
    }

    fn commit_inner(&mut self, generation: u64) -> tantivy::Result<Vec<String>> {
        self.directory.advance(generation);
        let mut prepared = self.writer.prepare_commit()?;
        prepared.set_payload(&generation.to_string());
        prepared.commit()?;
        for group in merges(&self.writer.index().searchable_segment_metas()?) {
            self.writer.merge(&group).wait()?;
        }
        self.changed = false;
        let metas = self.writer.index().load_metas()?;
        let folder = &self.folder;
        let mut files: Vec<String> = metas
            .list_segment_files()
            .into_iter()
            .filter_map(|path| path.into_os_string().into_string().ok())
            .filter(|name| folder.join(name).exists())
            .collect();
        files.push(meta_name(generation));
        files.sort_unstable();
        files.dedup();
        Ok(files)
    }
}

fn merges(segments: &[SegmentMeta]) -> Vec<Vec<tantivy::index::SegmentId>> {
    let mut policy = LogMergePolicy::default();
    policy.set_del_docs_ratio_before_merge(DELETED_SHARE);
    policy.compute_merge_candidates(segments).into_iter().map(|candidate| candidate.0).collect()
}
