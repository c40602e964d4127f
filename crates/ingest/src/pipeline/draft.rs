//! Converts a document from a reader to a record, complete except for its id.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

use rayon::prelude::*;

use crate::address::{Addresses, set as set_address};
use crate::by_hand::{Level, raise};
use crate::chunk::ChunkSource;
use crate::edges::edges;
use crate::metadata::{Given, MetadataRules, describe, flags_of};
use crate::read::{OcrMode, ReadOptions, Tesseract};
use crate::report::{SourceOutcome, Status};
use crate::{Document, DocumentKind, Page, PageStatus};
use twolane_archive::{PageRecord, SourceRecord, Visibility};
use twolane_encoder::Embedder;
use twolane_text::{ContentHash, Line, Locator, SourceId};

use super::beside::SourcesFiles;
use super::cutter::Cutter;
use super::error::IngestError;
use super::known::Known;
use super::law::Law;
use super::options::IngestOptions;
use super::path_text::{file_of, path_text};
use super::plan::{Job, may_hold_several};
use super::recipe::Recipe;
use super::scan::{Scanned, What};
use super::screen::screen_document;

/// The field of a paper's level.
const LEVEL: &str = "visibility";

/// A record without id and paths, with its outcome for the report.
#[derive(Debug)]
pub(super) struct Draft {
    /// The record, without id and paths.
    pub record: SourceRecord,
    /// The outcome to report.
    pub outcome: SourceOutcome,
    /// The number of the document in its file, from 1: the line in JSONL.
    pub number: u32,
}

/// The builder of drafts.
pub(super) struct Drafter<'a> {
    options: &'a IngestOptions,
    embedder: Option<&'a dyn Embedder>,
    cutter: Cutter<'a>,
    beside: SourcesFiles,
    addresses: Addresses,
    ocr: bool,
    known: &'a Known,
    settings: [String; 2],
}

impl<'a> Drafter<'a> {
    /// Creates a drafter with every `sources.toml` that applies to these files.
    pub(super) fn new(
        options: &'a IngestOptions,
        embedder: Option<&'a dyn Embedder>,
        scanned: &[Scanned],
        addresses: Addresses,
        known: &'a Known,
    ) -> Result<Self, IngestError> {
        let documents = scanned.iter().filter(|s| matches!(s.what, What::Document { .. }));
        let beside = SourcesFiles::above(documents.map(|s| s.path.as_path()), options.follow_links)?;
        let ocr = &options.read.ocr;
        let ocr = ocr.mode != OcrMode::Never && Tesseract::new(ocr).version().is_ok();
        let cutter = Cutter::new(options, embedder);
        // A password only opens a file; it does not shape the record.
        let read = ReadOptions { password: None, ..options.read.clone() };
        let settings = [json(&read), json(&options.chunk)];
        Ok(Drafter { options, embedder, cutter, beside, addresses, ocr, known, settings })
    }

    /// Returns what is stated about a file: by flags, those of an earlier ingest included, and in the `sources.toml` files
    /// above it. An earlier flag counts less than both.
    fn given(&self, path: &Path) -> Given {
        let sources = self.beside.fields(path);
        let mut flags = self.options.metadata.clone();
        if let Some(source) = self.known.of_file(&path_text(path)).first() {
            // The level of an earlier ingest is kept by itself.
            let earlier = flags_of(source).into_iter();
            let kept = earlier.filter(|(field, _)| field != LEVEL && !sources.contains_key(field));
            for (field, value) in kept {
                flags.entry(field).or_insert(value);
            }
        }
        Given { flags, sources }
    }

    /// Returns the recipe: everything that shapes the record of this file.
    pub(super) fn recipe(&self, path: &Path) -> Recipe {
        let mut parts = self.settings.to_vec();
        let rules = self.options.metadata_rules.as_ref();
        let given = self.given(path);
        parts.push(json(&given.flags) + &rules.map(MetadataRules::fingerprint).unwrap_or_default());
        parts.push(json(&given.sources));
        Recipe {
            settings: Recipe::fingerprint(&parts),
            ocr: self.ocr,
            model: self.embedder.map(|e| e.model().clone()),
        }
    }

    /// Returns the level that a person stated for a path: by a flag, or in the `sources.toml` files above it.
    pub(super) fn stated_level(&self, path: &str) -> Option<Level> {
        let level = |value: &String, origin: &str| Level {
            visibility: value.parse().unwrap_or(Visibility::Sealed),
            origin: origin.to_owned(),
        };
        let flag = self.options.metadata.get(LEVEL).map(|value| level(value, "flag"));
        flag.or_else(|| {
            self.beside.fields(&file_of(path)).get(LEVEL).map(|value| level(value, "sources.toml"))
        })
    }

    /// Returns the highest level that is stated for a path of the file, or else that a copy's name or folder gives.
    fn level_of_copies(&self, job: &Job, document: &Document, rules: &MetadataRules) -> Option<Level> {
        let highest = |levels: Vec<Level>| levels.into_iter().max_by_key(|level| level.visibility);
        if job.seen.len() < 2 {
            return None;
        }
        let stated = job.seen.iter().filter_map(|path| self.stated_level(path)).collect();
        highest(stated).or_else(|| {
            let guessed = |path: &String| {
                let file = file_of(path);
                let given =
                    Given { flags: self.options.metadata.clone(), sources: self.beside.fields(&file) };
                Level::of(&describe(document, &file.to_string_lossy(), &given, rules).meta)
            };
            highest(job.seen.iter().map(guessed).collect())
        })
    }

    /// Drafts a file's documents, in their order. A file may hold thousands (sections of a code), so drafting
    /// runs in parallel.
    pub(super) fn drafts(&self, job: &Job, documents: Vec<Document>) -> Vec<Draft> {
        let several = may_hold_several(job.kind) || documents.len() > 1;
        let numbers = numbers(&documents);
        let lines = are_lines(&documents);
        let numbered: Vec<(u32, Document)> = numbers.into_iter().zip(documents).collect();
        numbered
            .into_par_iter()
            .map(|(number, document)| {
                let hash = match several {
                    true => own_hash(&document, lines),
                    false => job.hash.clone(),
                };
                self.draft(job, document, number, several, hash)
            })
            .collect()
    }

    fn draft(&self, job: &Job, document: Document, number: u32, several: bool, hash: ContentHash) -> Draft {
        let given = self.given(&job.file);
        let rules = self.options.metadata_rules.as_ref().unwrap_or_else(|| MetadataRules::built_in());
        let mut described = describe(&document, &job.file.to_string_lossy(), &given, rules);
        raise(self.level_of_copies(job, &document, rules), &mut described.title, &mut described.meta);
        set_address(&mut described.meta, self.addresses.of(&job.file));
        described.meta.ocr_confidence = ocr_confidence(&document.pages);
        let law = Law::of(&document, &described);
        let recipe = if several { job.recipe.within(&job.hash) } else { job.recipe.to_string() };
        let Document { kind, pages, notes, .. } = document;
        let Pages { records, mut lines, unread } = Pages::of(pages);
        let mut notes = notes;
        notes.extend(screen_document(&mut lines));
        let source = ChunkSource {
            title: law.title.as_deref().unwrap_or(&described.title),
            name_words: &described.name_words,
            date: described.meta.date.as_deref(),
            hierarchy: described.hierarchy.as_deref(),
            citation: described.citation.as_deref(),
            kind,
            lines: &lines,
        };
        let mut plan = self.cutter.cut(&source);
        law.apply(&mut plan, &mut described.meta);
        let named = |(name, run): &(String, Range<usize>)| Some((name.clone(), locator(&lines, run)?));
        let aliases = plan.aliases.iter().filter_map(named).collect();
        let with = |status: &str| counted(records.iter().filter(|p| p.status == status).count());
        let outcome = SourceOutcome {
            path: String::new(),
            id: None,
            pages: counted(records.iter().filter(|p| p.number > 0).count()),
            pages_ocr: with("ocr"),
            pages_unread: with("unread"),
            lines: counted(lines.len()),
            chunks: counted(plan.chunks.len()),
            status: Status::Added,
            reason: notes.join("; "),
            unread,
            copy: false,
        };
        let edges = edges(&lines, described.citation.as_deref());
        let record = SourceRecord {
            id: SourceId(String::new()),
            paths: Vec::new(),
            title: described.title,
            hash,
            kind: kind_name(kind).to_owned(),
            bytes: job.bytes,
            meta: described.meta,
            pages: records,
            lines,
            aliases,
            chunks: plan.chunks,
            edges,
            notes,
            recipe,
        };
        Draft { record, outcome, number }
    }
}

struct Pages {
    records: Vec<PageRecord>,
    lines: Vec<Line>,
    unread: BTreeMap<String, Vec<u32>>,
}

impl Pages {
    fn of(pages: Vec<Page>) -> Self {
        let mut all = Pages { records: Vec::new(), lines: Vec::new(), unread: BTreeMap::new() };
        for page in pages {
            let (status, reason) = match page.status {
                PageStatus::Read => ("read", String::new()),
                PageStatus::Ocr => ("ocr", String::new()),
                PageStatus::Blank => ("blank", String::new()),
                PageStatus::Unread { reason } => {
                    all.unread.entry(reason.clone()).or_default().push(page.number);
                    ("unread", reason)
                }
            };
            all.records.push(PageRecord {
                number: page.number,
                label: page.label,
                size: page.size,
                status: status.to_owned(),
                reason,
                engine: page.engine,
            });
            all.lines.extend(page.lines);
        }
        all
    }
}

/// Returns the locator of a run of lines. It is formatted and parsed, because a
/// [`Source`](twolane_text::Source) would need a second copy of all lines.
fn locator(lines: &[Line], run: &Range<usize>) -> Option<Locator> {
    let first = lines.get(run.start)?;
    let last = lines.get(run.end.checked_sub(1)?)?;
    let text = if first.page == 0 {
        format!("L{}-L{}", first.number, last.number)
    } else {
        format!("p.{} L{}-p.{} L{}", first.page, first.number, last.page, last.number)
    };
    text.parse().ok()
}

/// Returns true when the documents are lines of a file. Only then do `line` and `hash` in their metadata come
/// from the reader: elsewhere any author can write them, and two documents the same ones.
fn are_lines(documents: &[Document]) -> bool {
    documents.iter().all(|d| d.kind == DocumentKind::Jsonl)
}

/// Returns the numbers of documents in their file, each once: lines have their own, others their position.
/// Documents without a number of their own come after those with one.
fn numbers(documents: &[Document]) -> Vec<u32> {
    let lines = are_lines(documents);
    let mut taken = BTreeSet::new();
    let own: Vec<Option<u32>> = (1_u32..)
        .zip(documents)
        .map(|(place, document)| {
            let line = || document.meta.get("line")?.parse().ok();
            let number = if lines { line() } else { Some(place) };
            number.filter(|n| *n > 0 && taken.insert(*n))
        })
        .collect();
    let mut free = taken.last().map_or(1, |last| last.saturating_add(1))..=u32::MAX;
    own.into_iter().map(|number| number.or_else(|| free.next()).unwrap_or(u32::MAX)).collect()
}

/// Returns the hash of a document that shares its file; it stays when the document moves within the file.
fn own_hash(document: &Document, is_line: bool) -> ContentHash {
    let is_hash = |h: &&String| is_line && h.len() == 64 && h.bytes().all(|b| b.is_ascii_hexdigit());
    match document.meta.get("hash").filter(is_hash) {
        Some(hash) => ContentHash(hash.clone()),
        None => ContentHash::of(json(document).as_bytes()),
    }
}

fn counted(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Serializes a value to JSON; values whose keys are text never fail.
fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Returns the format of this name.
pub(super) fn kind_named(name: &str) -> Option<DocumentKind> {
    use DocumentKind as Kind;
    [
        Kind::Pdf,
        Kind::Html,
        Kind::Markdown,
        Kind::Text,
        Kind::Docx,
        Kind::Pptx,
        Kind::Odt,
        Kind::Rtf,
        Kind::Spreadsheet,
        Kind::Jsonl,
        Kind::Eml,
        Kind::Msg,
        Kind::Mbox,
        Kind::Image,
        Kind::Xml,
        Kind::Zip,
    ]
    .into_iter()
    .find(|kind| kind_name(*kind) == name)
}

fn kind_name(kind: DocumentKind) -> &'static str {
    match kind {
        DocumentKind::Pdf => "pdf",
        DocumentKind::Html => "html",
        DocumentKind::Markdown => "markdown",
        DocumentKind::Text => "text",
        DocumentKind::Docx => "docx",
        DocumentKind::Pptx => "pptx",
        DocumentKind::Odt => "odt",
        DocumentKind::Rtf => "rtf",
        DocumentKind::Jsonl => "jsonl",
        DocumentKind::Eml => "eml",
        DocumentKind::Msg => "msg",
        DocumentKind::Mbox => "mbox",
        DocumentKind::Image => "image",
        DocumentKind::Xml => "xml",
        DocumentKind::Spreadsheet => "spreadsheet",
        DocumentKind::Zip => "zip",
    }
}

/// Returns the mean confidence of the lines that were recognized.
fn ocr_confidence(pages: &[Page]) -> Option<u8> {
    let (sum, lines) = pages
        .iter()
        .flat_map(|page| &page.lines)
        .filter_map(|line| line.confidence)
        .fold((0_u64, 0_u64), |(sum, lines), confidence| (sum + u64::from(confidence), lines + 1));
    u8::try_from(sum.checked_div(lines)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_known_by_their_names() {
        let names = [
            "pdf",
            "html",
            "markdown",
            "text",
            "docx",
            "pptx",
            "odt",
            "rtf",
            "jsonl",
            "eml",
            "msg",
            "mbox",
            "image",
            "xml",
            "spreadsheet",
            "zip",
        ];
        for name in names {
            assert_eq!(kind_named(name).map(kind_name), Some(name));
        }
    }

    #[test]
    fn locators_of_runs() {
        let paged: Vec<Line> = [(1, 1), (1, 2), (2, 1)].map(|(p, n)| Line::plain(p, n, "x")).to_vec();
        let plain: Vec<Line> = (1..=3).map(|n| Line::plain(0, n, "x")).collect();
        for (lines, run, expected) in [
            (&paged, 0..1, Some("p.1 L1")),
            (&paged, 0..2, Some("p.1 L1-L2")),
            (&paged, 1..3, Some("p.1 L2-p.2 L1")),
            (&plain, 1..3, Some("L2-L3")),
            (&plain, 0..4, None),
            (&plain, 0..0, None),
        ] {
            let got = locator(lines, &run).map(|l| l.to_string());
            assert_eq!(got.as_deref(), expected, "{run:?}");
        }
    }
}
