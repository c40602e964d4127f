//! A judged corpus as an archive.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use twolane_archive::{Archive, ChunkRecord, Metadata, PageRecord, SourceRecord};
use twolane_encoder::Embedder;
use twolane_ingest::embed_passages;
use twolane_text::{ContentHash, Embedding, Line, ModelId, Reading, SourceId};

use super::beir::{BeirDocument, Dataset};
use super::error::EvalError;

/// Report on filling an archive with a corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
pub struct Filled {
    /// Number of documents in the corpus.
    pub documents: usize,
    /// Number of documents written because they were new or had changed.
    pub written: usize,
    /// Number of documents removed because the corpus no longer has them.
    pub removed: usize,
    /// Number of texts embedded by the model; the others came from the archive's cache.
    pub embedded: usize,
}

/// Called with (done, total) documents; returning `false` cancels.
pub type OnDocuments<'a> = &'a (dyn Fn(usize, usize) -> bool + Sync);

/// Number of documents per commit: an interrupted run loses at most their embeddings.
const PER_COMMIT: usize = 2048;

/// Returns the archive folder of a corpus and a model. Sets with the same corpus file share it.
pub fn archive_folder(cache: &Path, corpus: &Path, model: Option<&ModelId>) -> PathBuf {
    let path = std::fs::canonicalize(corpus).unwrap_or_else(|_| corpus.to_path_buf());
    let model = model.map_or("words", |m| m.0.as_str());
    let key = blake3::hash(format!("{}\0{model}", path.display()).as_bytes()).to_hex();
    cache.join("eval").join(key.get(..16).unwrap_or_default())
}

/// Updates the archive to the corpus. One document becomes one source with one chunk. Its title is the
/// chunk's header, as a source's title is in an archive of papers. Keyword and vector search both see the
/// whole document, except that a model truncates what exceeds its limit.
pub fn fill(
    archive: &Archive,
    dataset: &Dataset,
    embedder: Option<&dyn Embedder>,
    progress: OnDocuments<'_>,
) -> Result<Filled, EvalError> {
    let there: HashMap<SourceId, ContentHash> =
        archive.sources()?.into_iter().map(|source| (source.id, source.hash)).collect();
    let mut wanted = HashSet::new();
    let changed: Vec<&BeirDocument> = dataset
        .documents
        .iter()
        .filter(|document| wanted.insert(SourceId(document.id.clone())))
        .filter(|document| there.get(&SourceId(document.id.clone())) != Some(&hash(document)))
        .collect();
    let gone: Vec<&SourceId> = there.keys().filter(|id| !wanted.contains(*id)).collect();
    let mut filled =
        Filled { documents: wanted.len(), written: changed.len(), removed: gone.len(), embedded: 0 };
    if changed.is_empty() && gone.is_empty() {
        return Ok(filled);
    }
    let mut done = 0;
    for part in changed.chunks(PER_COMMIT) {
        let mut writer = archive.writer()?;
        let records: Vec<SourceRecord> = part.iter().map(|document| record(document)).collect();
        let mut vectors: Vec<Option<Embedding>> = vec![None; records.len()];
        if let Some(embedder) = embedder {
            let texts: Vec<String> =
                records.iter().flat_map(|r| &r.chunks).map(ChunkRecord::embedded_text).collect();
            let hashes: Vec<ContentHash> =
                records.iter().flat_map(|r| &r.chunks).map(ChunkRecord::embedded_hash).collect();
            vectors = writer.cached(embedder.model(), &hashes)?;
            let missing: Vec<(&ContentHash, &str)> = (hashes.iter().zip(&texts).zip(&vectors))
                .filter(|(_, vector)| vector.is_none())
                .map(|((hash, text), _)| (hash, text.as_str()))
                .collect();
            let before = done;
            let tell = |n: usize, _: usize| progress(before + n, changed.len());
            let fresh: Vec<Embedding> =
                embed_passages::<EvalError>(&mut writer, embedder, &missing, true, &tell)?;
            let mut fresh = fresh.into_iter();
            filled.embedded += missing.len();
            for vector in vectors.iter_mut().filter(|v| v.is_none()) {
                *vector = fresh.next();
            }
        }
        for (record, vector) in records.into_iter().zip(vectors) {
            writer.put(record, vector.as_ref().map(std::slice::from_ref))?;
        }
        writer.commit()?;
        done += part.len();
        if !progress(done, changed.len()) {
            return Err(EvalError::Cancelled);
        }
    }
    if !gone.is_empty() {
        let mut writer = archive.writer()?;
        for id in gone {
            writer.remove(id)?;
        }
        writer.commit()?;
    }
    archive.refresh()?;
    Ok(filled)
}

fn hash(document: &BeirDocument) -> ContentHash {
    ContentHash::of(format!("{}\0{}", document.title, document.text).as_bytes())
}

fn record(document: &BeirDocument) -> SourceRecord {
    let mut lines: Vec<Line> = (1..)
        .zip(document.text.lines())
        .filter(|(_, text)| !text.trim().is_empty())
        .map(|(number, text)| Line::plain(0, number, text.trim()))
        .collect();
    if lines.is_empty() {
        lines.push(Line::plain(0, 1, document.title.trim()));
    }
    let text = Reading::of(&lines).text().to_owned();
    let chunk = ChunkRecord {
        first_line: 0,
        end_line: u32::try_from(lines.len()).unwrap_or(u32::MAX),
        header: document.title.trim().to_owned(),
        text,
        citations: Vec::new(),
        section: None,
        table: false,
    };
    SourceRecord {
        id: SourceId(document.id.clone()),
        paths: Vec::new(),
        title: document.title.clone(),
        hash: hash(document),
        kind: "jsonl".to_owned(),
        bytes: u64::try_from(document.text.len()).unwrap_or(u64::MAX),
        meta: Metadata { lane: "local".to_owned(), ..Metadata::default() },
        pages: vec![PageRecord {
            number: 0,
            label: None,
            size: None,
            status: "read".to_owned(),
            reason: String::new(),
            engine: "jsonl".to_owned(),
        }],
        lines,
        aliases: Vec::new(),
        chunks: vec![chunk],
        notes: Vec::new(),
        edges: Vec::new(),
        recipe: "judged corpus, one chunk a document".to_owned(),
    }
}
