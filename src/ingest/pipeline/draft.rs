//! From a document as a reader saw it to a record, all but its id.

use std::collections::BTreeMap;
use std::path::Path;

use crate::archive::{ChunkRecord, PageRecord, SourceRecord};
use crate::inference::Embedder;
use crate::ingest::document::{Document, DocumentKind, PageStatus};
use crate::ingest::report::{SourceOutcome, Status};
use crate::text::{ContentHash, SourceId};

use super::error::IngestError;
use super::options::IngestOptions;
use super::plan::{Job, may_hold_several};
use super::recipe::Recipe;
use super::scan::Scanned;

/// A record without id and paths, and what there will be to say of it.
#[derive(Debug)]
pub(super) struct Draft {
    pub record: SourceRecord,
    pub outcome: SourceOutcome,
}

/// Makes drafts.
pub(super) struct Drafter<'a> {
    options: &'a IngestOptions,
    embedder: Option<&'a dyn Embedder>,
}

impl<'a> Drafter<'a> {
    pub(super) fn new(
        options: &'a IngestOptions,
        embedder: Option<&'a dyn Embedder>,
        _: &[Scanned],
    ) -> Result<Self, IngestError> {
        Ok(Drafter { options, embedder })
    }

    pub(super) fn recipe(&self, _path: &Path) -> Recipe {
        let settings = Recipe::fingerprint(&[format!("{:?}", self.options.metadata)]);
        Recipe { settings, ocr: false, model: self.embedder.map(|e| e.model().clone()) }
    }

    pub(super) fn drafts(&self, job: &Job, documents: Vec<Document>) -> Vec<Draft> {
        let several = may_hold_several(job.kind);
        documents.into_iter().map(|d| self.draft(job, d, several)).collect()
    }

    fn draft(&self, job: &Job, document: Document, several: bool) -> Draft {
        let hash = if several { hash_of(&document) } else { job.hash.clone() };
        let recipe = if several { job.recipe.within(&job.hash) } else { job.recipe.to_string() };
        let Document { kind, title, pages, meta: _, notes } = document;
        let mut lines = Vec::new();
        let mut records = Vec::new();
        let mut unread: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for page in pages {
            let (status, reason) = match page.status {
                PageStatus::Read => ("read", String::new()),
                PageStatus::Ocr => ("ocr", String::new()),
                PageStatus::Blank => ("blank", String::new()),
                PageStatus::Unread { reason } => {
                    unread.entry(reason.clone()).or_default().push(page.number);
                    ("unread", reason)
                }
            };
            records.push(PageRecord {
                number: page.number,
                label: page.label,
                size: page.size,
                status: status.to_owned(),
                reason,
                engine: page.engine,
            });
            lines.extend(page.lines);
        }
        let chunks: Vec<ChunkRecord> = (0..lines.len())
            .step_by(10)
            .map(|i| {
                let e = (i + 10).min(lines.len());
                ChunkRecord {
                    first_line: i as u32,
                    end_line: e as u32,
                    header: String::new(),
                    text: lines[i..e]
                        .iter()
                        .map(|l: &crate::text::Line| l.text.clone())
                        .collect::<Vec<_>>()
                        .join(" "),
                    citations: vec![],
                    section: None,
                    table: false,
                }
            })
            .collect();
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let with = |status: &str| count(records.iter().filter(|p| p.status == status).count());
        let outcome = SourceOutcome {
            path: String::new(),
            id: None,
            pages: count(records.iter().filter(|p| p.number > 0).count()),
            pages_ocr: with("ocr"),
            pages_unread: with("unread"),
            lines: count(lines.len()),
            chunks: count(chunks.len()),
            status: Status::Added,
            reason: notes.join("; "),
            unread,
            copy: false,
        };
        let record = SourceRecord {
            id: SourceId(String::new()),
            paths: Vec::new(),
            title: title.unwrap_or_default(),
            hash,
            kind: kind_name(kind).to_owned(),
            bytes: job.bytes,
            meta: Default::default(),
            pages: records,
            lines,
            aliases: Vec::new(),
            chunks,
            notes,
            recipe,
        };
        Draft { record, outcome }
    }
}

/// A document that shares its file has its own hash, which stays when it moves within the file.
fn hash_of(document: &Document) -> ContentHash {
    // Maps with text keys and numbers always serialize.
    ContentHash::of(&serde_json::to_vec(document).unwrap_or_default())
}

fn kind_name(kind: DocumentKind) -> &'static str {
    match kind {
        DocumentKind::Pdf => "pdf",
        DocumentKind::Html => "html",
        DocumentKind::Markdown => "markdown",
        DocumentKind::Text => "text",
        DocumentKind::Docx => "docx",
        DocumentKind::Jsonl => "jsonl",
        DocumentKind::Eml => "eml",
        DocumentKind::Image => "image",
    }
}
