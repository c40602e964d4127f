//! Records that go into an archive and come out again.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::law::EdgeRecord;
use super::visibility::Visibility;
use twolane_law::notes_start;
use twolane_text::{ContentHash, Line, Locator, SourceId};

/// Metadata of a source (SPEC ING-7). Every value that is set has an entry in `origin` that names
/// where it came from (`flag`, `sources.toml`, `front matter`, `name`, `first page`, `default`).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Metadata {
    /// Lane: `local`, `state`, or another that the configuration names.
    pub lane: String,
    /// Town, city, township or association.
    pub town: Option<String>,
    /// Board or committee.
    pub board: Option<String>,
    /// `minutes`, `agenda`, `warrant`, `ordinance`, `budget`, `bylaws`, `rsa`, `news`, ...
    pub doc_type: Option<String>,
    /// Date of the document, ISO 8601 (`2024-10-09`, or shorter: `2024-10`, `2024`).
    pub date: Option<String>,
    /// `local`, `state` or `federal`.
    pub scope: Option<String>,
    /// State or other jurisdiction (`NH`).
    pub jurisdiction: Option<String>,
    /// `rsa`, `nhma`, `official`, `minutes`, `news` or `other`.
    pub authority: Option<String>,
    /// `draft`, `approved`, `in force`, `repealed`, `proposed`, ...
    pub status: Option<String>,
    /// Edition of a pack that it belongs to.
    pub edition: Option<String>,
    /// `primary`, `secondary` or `unknown`.
    pub provenance_kind: Option<String>,
    /// Tags of its topics.
    pub topics: Vec<String>,
    /// Level that a reader needs to see it. Not written for a public one.
    #[serde(skip_serializing_if = "Visibility::is_public")]
    pub visibility: Visibility,
    /// Public address of the paper, where its folder mirrors a website.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Mean confidence of its lines read by optical character recognition (OCR), 0 to 100; `None` without such lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ocr_confidence: Option<u8>,
    /// Field name to origin.
    pub origin: BTreeMap<String, String>,
    /// Field name to what was found for a field that a person has set by hand.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub found: BTreeMap<String, FoundValue>,
}

/// A value that the program found, kept while a person's own value takes its place.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FoundValue {
    /// The value; `None` where nothing was found.
    pub value: Option<String>,
    /// Its origin, as in [`Metadata::origin`]; empty where nothing was found.
    pub origin: String,
}

/// A page of a stored source.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageRecord {
    /// From 1; 0 in a source without pages.
    pub number: u32,
    /// Printed label when it differs from the number.
    pub label: Option<String>,
    /// Width and height in points.
    pub size: Option<(f32, f32)>,
    /// `read`, `ocr`, `blank` or `unread`.
    pub status: String,
    /// Why a page is unread; empty otherwise.
    pub reason: String,
    /// Reader that gave the lines.
    pub engine: String,
}

/// A chunk: what is searched. It never crosses a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChunkRecord {
    /// First line, as an index into the source's lines.
    pub first_line: u32,
    /// Line after the last one, as an index into the source's lines.
    pub end_line: u32,
    /// Context header: `title › heading path › date`. Indexed and embedded, never quoted.
    pub header: String,
    /// Reading text of the lines.
    pub text: String,
    /// Normal forms of the citations and section numbers in it, for exact look-up.
    pub citations: Vec<String>,
    /// Named locator of the section it belongs to ("Section 4.2", "Article 32").
    pub section: Option<String>,
    /// True for rows of a table.
    pub table: bool,
}

impl ChunkRecord {
    /// Returns the text that the embedding model sees.
    pub fn embedded_text(&self) -> String {
        if self.header.is_empty() { self.text.clone() } else { format!("{}\n{}", self.header, self.text) }
    }

    /// Its lines, as indices into the source's lines.
    pub fn lines(&self) -> std::ops::Range<usize> {
        let index = |n: u32| usize::try_from(n).unwrap_or(usize::MAX);
        index(self.first_line)..index(self.end_line)
    }

    /// Key of the embedding cache.
    pub fn embedded_hash(&self) -> ContentHash {
        ContentHash::of(self.embedded_text().as_bytes())
    }
}

/// A source on its way into the archive.
#[derive(Debug, Clone, PartialEq)]
pub struct SourceRecord {
    /// Stable id: the one the archive has for this path, or a new one.
    pub id: SourceId,
    /// Absolute paths of the file (more than one for copies).
    pub paths: Vec<String>,
    /// Title for people.
    pub title: String,
    /// Hash of the file's bytes (of the line's bytes for a JSONL document).
    pub hash: ContentHash,
    /// Format name (`pdf`, `html`, ...).
    pub kind: String,
    /// Size of the file in bytes.
    pub bytes: u64,
    /// Metadata of the source.
    pub meta: Metadata,
    /// Pages in order.
    pub pages: Vec<PageRecord>,
    /// Lines in reading order.
    pub lines: Vec<Line>,
    /// Named locators: a section's own name and the lines that hold it.
    pub aliases: Vec<(String, Locator)>,
    /// Chunks in order.
    pub chunks: Vec<ChunkRecord>,
    /// Citations, in the order of the lines.
    pub edges: Vec<EdgeRecord>,
    /// Remarks of the reader.
    pub notes: Vec<String>,
    /// Fingerprint of everything except the file that shaped this record (reader version, chunk
    /// options, OCR setting, metadata flags): a source is unchanged only if both hash and recipe
    /// are equal.
    pub recipe: String,
}

/// A source without its text: id, paths, title, metadata and counts, as in `source list`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SourceSummary {
    /// Stable id of the source.
    pub id: SourceId,
    /// Paths of the file.
    pub paths: Vec<String>,
    /// Title for people.
    pub title: String,
    /// Hash of the file's bytes.
    pub hash: ContentHash,
    /// Name of the format.
    pub kind: String,
    /// Size of the file in bytes.
    pub bytes: u64,
    /// Metadata of the source.
    pub meta: Metadata,
    /// Number of pages (0 in a format without pages).
    pub pages: u32,
    /// Pages read by OCR.
    pub pages_ocr: u32,
    /// Pages that hold something that was not read.
    pub pages_unread: u32,
    /// Number of lines.
    pub lines: u32,
    /// Number of chunks.
    pub chunks: u32,
    /// When it was ingested, RFC 3339 UTC.
    pub ingested_at: String,
    /// Remarks of the reader.
    pub notes: Vec<String>,
    /// Fingerprint of its recipe, see [`SourceRecord::recipe`].
    pub recipe: String,
}

impl SourceSummary {
    /// True for one section of a law, with its notes: one of a pack, or a record of JSON Lines that says that it is one.
    pub fn is_section_of_law(&self) -> bool {
        let says = |field: &str| self.meta.origin.get(field).is_some_and(|origin| origin == "field");
        let of_law = matches!(self.meta.doc_type.as_deref(), Some("statute" | "rsa"));
        self.kind == "statute" || (self.kind == "jsonl" && of_law && says("doc_type"))
    }

    /// Returns the index, among `lines`, of the line at which the notes after a section of law
    /// begin; `None` for any other source, and for a section without notes.
    pub fn notes_start(&self, lines: &[Line]) -> Option<usize> {
        if self.is_section_of_law() { notes_start(lines) } else { None }
    }
}

/// Number of a chunk within an archive; never used twice in one archive's life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChunkId(pub u64);

/// A chunk as it comes out of the archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// Number of the chunk.
    pub id: ChunkId,
    /// The source it belongs to.
    pub source_id: SourceId,
    /// Page of its lines (0 in a source without pages).
    pub page: u32,
    /// Content of the chunk.
    pub record: ChunkRecord,
}
