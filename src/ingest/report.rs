//! The outcome for each file: nothing is silently empty.

use std::collections::BTreeMap;
use std::time::Instant;

use super::read::waits_for_ocr;
use serde::Serialize;

use crate::text::SourceId;

/// The outcome for a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// New in the archive.
    Added,
    /// Replaces what the archive had.
    Changed,
    /// The archive had it as it is.
    Unchanged,
    /// Not read.
    Failed,
}

/// The outcome for one path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SourceOutcome {
    /// The file, with `#n` behind it for one of several documents in a file.
    pub path: String,
    /// Its source; `None` when there is none.
    pub id: Option<SourceId>,
    /// Number of pages (0 in a format without pages).
    pub pages: u32,
    /// Pages read by optical character recognition.
    pub pages_ocr: u32,
    /// Pages that hold something that was not read.
    pub pages_unread: u32,
    /// Lines.
    pub lines: u32,
    /// Chunks.
    pub chunks: u32,
    /// The outcome.
    pub status: Status,
    /// Why it failed, or what else there is to say; empty otherwise.
    pub reason: String,
    /// Why pages are unread: reason and pages.
    #[serde(skip)]
    pub unread: BTreeMap<String, Vec<u32>>,
    /// The same source was already counted under another path.
    #[serde(skip)]
    pub copy: bool,
}

impl SourceOutcome {
    /// A file that was not read.
    pub fn failed(path: impl Into<String>, reason: impl Into<String>) -> Self {
        SourceOutcome {
            path: path.into(),
            id: None,
            pages: 0,
            pages_ocr: 0,
            pages_unread: 0,
            lines: 0,
            chunks: 0,
            status: Status::Failed,
            reason: reason.into(),
            unread: BTreeMap::new(),
            copy: false,
        }
    }

    /// True when not one of its pages gave text although something is on them: it is in the
    /// archive, but it was not read.
    pub fn is_unread(&self) -> bool {
        self.lines == 0 && self.pages_unread > 0
    }
}

/// A file that was not read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The file.
    pub path: String,
    /// Why, and what would help.
    pub reason: String,
}

/// Pages of a source that were not read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnreadPages {
    /// The file.
    pub path: String,
    /// The pages, for a reason that they share.
    pub pages: Vec<u32>,
    /// Why, and what would help.
    pub reason: String,
}

/// Where a run's time went, in seconds of the thread that embeds and writes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct StageSeconds {
    /// Files were found, hashed and held against the archive.
    pub scan: f64,
    /// There was nothing to embed yet: readers were reading, chunks were being cut.
    pub wait: f64,
    /// Texts were embedded; readers go on meanwhile.
    pub embed: f64,
    /// Sources were put into the archive and committed.
    pub write: f64,
}

impl StageSeconds {
    /// Adds the time since `start` to one of them, which `stage` picks.
    pub(super) fn spent(&mut self, start: Instant, stage: fn(&mut Self) -> &mut f64) {
        *stage(self) += start.elapsed().as_secs_f64();
    }
}

/// What a run did. Totals are over the sources that the run met, unchanged ones included; a source
/// with several paths counts once.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct IngestReport {
    /// Sources.
    pub sources: u64,
    /// Sources that are new.
    pub added: u64,
    /// Sources that replaced their older version.
    pub changed: u64,
    /// Sources that were as the archive had them.
    pub unchanged: u64,
    /// Sources taken out of the archive, because their files are gone or hold something else.
    pub removed: u64,
    /// Pages.
    pub pages: u64,
    /// Pages read by optical character recognition.
    pub pages_ocr: u64,
    /// Pages that hold something that was not read.
    pub pages_unread: u64,
    /// Those of them that are pictures of text, for want of OCR or because it is switched off. They
    /// are no failure.
    pub waiting: u64,
    /// Pages read in this run (not those of unchanged sources).
    pub pages_now: u64,
    /// Lines.
    pub lines: u64,
    /// Chunks.
    pub chunks: u64,
    /// Texts embedded in this run.
    pub embedded: u64,
    /// Files that were not read.
    pub failed: Vec<Failure>,
    /// Pages that were not read, of sources read in this run.
    pub unread: Vec<UnreadPages>,
    /// Files in folders that no reader is for: extension (or `(none)`) to number.
    pub skipped: BTreeMap<String, u64>,
    /// Links in folders that were not followed, because they lead out of the folders named.
    pub passed_over: Vec<Failure>,
    /// Files that are gone but kept in the archive.
    pub vanished: u64,
    /// Time of the whole run.
    pub seconds: f64,
    /// Where it went.
    pub stages: StageSeconds,
    /// The run was stopped before its end.
    pub cancelled: bool,
}

impl IngestReport {
    /// Takes in the outcome for a path.
    pub(super) fn count(&mut self, outcome: &SourceOutcome) {
        if outcome.status == Status::Failed {
            self.failed.push(Failure { path: outcome.path.clone(), reason: outcome.reason.clone() });
            return;
        }
        if outcome.copy {
            return;
        }
        self.sources += 1;
        self.pages += u64::from(outcome.pages);
        self.pages_ocr += u64::from(outcome.pages_ocr);
        self.pages_unread += u64::from(outcome.pages_unread);
        self.lines += u64::from(outcome.lines);
        self.chunks += u64::from(outcome.chunks);
        match outcome.status {
            Status::Added => self.added += 1,
            Status::Changed => self.changed += 1,
            Status::Unchanged | Status::Failed => self.unchanged += 1,
        }
        if outcome.status != Status::Unchanged {
            self.pages_now += u64::from(outcome.pages);
        }
        let waits = |(reason, pages): (&String, &Vec<u32>)| waits_for_ocr(reason).then_some(pages.len());
        let waiting: usize = outcome.unread.iter().filter_map(waits).sum();
        self.waiting += u64::try_from(waiting).unwrap_or(u64::MAX);
        let only_waits = !outcome.unread.is_empty() && outcome.unread.keys().all(|r| waits_for_ocr(r));
        if outcome.is_unread() && !only_waits {
            let reason = match outcome.unread.keys().next() {
                Some(reason) if outcome.pages == 0 => reason.clone(),
                Some(reason) => format!("none of its pages could be read: {reason}"),
                None => "none of its pages could be read".to_owned(),
            };
            self.failed.push(Failure { path: outcome.path.clone(), reason });
        }
        for (reason, pages) in &outcome.unread {
            self.unread.push(UnreadPages {
                path: outcome.path.clone(),
                pages: pages.clone(),
                reason: reason.clone(),
            });
        }
    }

    /// True when every file was read.
    pub fn is_complete(&self) -> bool {
        self.failed.is_empty() && !self.cancelled
    }
}
