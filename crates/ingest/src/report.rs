//! The outcome for each file: no file is silently empty.

use std::collections::BTreeMap;
use std::time::Instant;

use super::by_hand::LeftOut;
use super::places::PlaceRow;
use super::read::waits_for_ocr;
use serde::Serialize;

use twolane_text::SourceId;

/// The outcome for a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// New in the archive.
    Added,
    /// A replacement of the archive's older version.
    Changed,
    /// Unchanged in the archive.
    Unchanged,
    /// Not read at all.
    Failed,
}

/// The outcome for one path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SourceOutcome {
    /// The file's path, followed by `#n` for one of several documents in a file.
    pub path: String,
    /// The source in the archive; `None` when there is no source.
    pub id: Option<SourceId>,
    /// The number of pages (0 in a format without pages).
    pub pages: u32,
    /// The number of pages read by optical character recognition.
    pub pages_ocr: u32,
    /// The number of pages with content that was not read.
    pub pages_unread: u32,
    /// The number of lines.
    pub lines: u32,
    /// The number of chunks.
    pub chunks: u32,
    /// The outcome of reading it.
    pub status: Status,
    /// The reason for a failure, or another remark; otherwise empty.
    pub reason: String,
    /// The reasons why pages are unread, each with its pages.
    #[serde(skip)]
    pub unread: BTreeMap<String, Vec<u32>>,
    /// True when the same source was already counted under another path.
    #[serde(skip)]
    pub copy: bool,
}

impl SourceOutcome {
    /// Builds the outcome of a file that was not read.
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

    /// Returns true when no page gave text although something is on them: the source is in the archive, but
    /// it was not read.
    pub fn is_unread(&self) -> bool {
        self.lines == 0 && self.pages_unread > 0
    }
}

/// A file that was not read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The file's path.
    pub path: String,
    /// The reason, and the remedy.
    pub reason: String,
}

/// The pages of a source that were not read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnreadPages {
    /// The file's path.
    pub path: String,
    /// The pages that share the reason.
    pub pages: Vec<u32>,
    /// The reason, and the remedy.
    pub reason: String,
}

/// The time of a run by stage, in seconds of the thread that embeds and writes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct StageSeconds {
    /// The time to find and hash files and to compare them with the archive.
    pub scan: f64,
    /// The time without anything to embed: readers were reading, or chunks were being cut.
    pub wait: f64,
    /// The time to embed texts; readers continue meanwhile.
    pub embed: f64,
    /// The time to put sources into the archive and commit them.
    pub write: f64,
}

impl StageSeconds {
    /// Adds the time since `start` to the stage that `stage` selects.
    pub(super) fn spent(&mut self, start: Instant, stage: fn(&mut Self) -> &mut f64) {
        *stage(self) += start.elapsed().as_secs_f64();
    }
}

/// The result of a run. Totals cover the sources that the run found, including unchanged ones; a source with
/// several paths counts once.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct IngestReport {
    /// The number of sources.
    pub sources: u64,
    /// The number of new sources.
    pub added: u64,
    /// The number of sources that replaced their older version.
    pub changed: u64,
    /// The number of sources unchanged in the archive.
    pub unchanged: u64,
    /// The number of sources removed from the archive because their files are gone or hold something else.
    pub removed: u64,
    /// The number of pages.
    pub pages: u64,
    /// The number of pages read by optical character recognition.
    pub pages_ocr: u64,
    /// The number of pages with content that was not read.
    pub pages_unread: u64,
    /// The number of unread pages that are pictures of text, because OCR is missing or switched off. They are
    /// no failure.
    pub waiting: u64,
    /// The number of pages read in this run (unchanged sources not included).
    pub pages_now: u64,
    /// The number of lines.
    pub lines: u64,
    /// The number of chunks.
    pub chunks: u64,
    /// The number of texts embedded in this run.
    pub embedded: u64,
    /// The files that were not read.
    pub failed: Vec<Failure>,
    /// The pages that were not read, of sources read in this run.
    pub unread: Vec<UnreadPages>,
    /// The number of files in folders without a reader for them, by extension (or `(none)`).
    pub skipped: BTreeMap<String, u64>,
    /// The links in folders that were not followed, because they lead out of the named folders, and the pipes,
    /// sockets and devices that were not opened.
    pub passed_over: Vec<Failure>,
    /// The files that were left out because a person removed their papers.
    pub left_out: Vec<LeftOut>,
    /// The number of files that are gone but kept in the archive.
    pub vanished: u64,
    /// The named folders without any paper left, whose sources were kept for that reason
    /// ([`IngestOptions::prune_whole_folders`](crate::IngestOptions::prune_whole_folders)).
    pub kept_whole: Vec<String>,
    /// The places of the archive's papers, those with the most papers first.
    pub places: Vec<PlaceRow>,
    /// The time of the whole run, in seconds.
    pub seconds: f64,
    /// The time by stage, in seconds.
    pub stages: StageSeconds,
    /// True when the run was stopped before its end.
    pub cancelled: bool,
}

impl IngestReport {
    /// Adds the outcome for a path.
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

    /// Adds a later run over other files.
    pub fn join(&mut self, later: IngestReport) {
        for (total, more) in [
            (&mut self.sources, later.sources),
            (&mut self.added, later.added),
            (&mut self.changed, later.changed),
            (&mut self.unchanged, later.unchanged),
            (&mut self.removed, later.removed),
            (&mut self.pages, later.pages),
            (&mut self.pages_ocr, later.pages_ocr),
            (&mut self.pages_unread, later.pages_unread),
            (&mut self.waiting, later.waiting),
            (&mut self.pages_now, later.pages_now),
            (&mut self.lines, later.lines),
            (&mut self.chunks, later.chunks),
            (&mut self.embedded, later.embedded),
            (&mut self.vanished, later.vanished),
        ] {
            *total = total.saturating_add(more);
        }
        self.failed.extend(later.failed);
        self.unread.extend(later.unread);
        self.passed_over.extend(later.passed_over);
        self.left_out.extend(later.left_out);
        self.kept_whole.extend(later.kept_whole);
        for (extension, files) in later.skipped {
            *self.skipped.entry(extension).or_default() += files;
        }
        // The places are those of the whole archive.
        self.places = later.places;
        self.seconds += later.seconds;
        self.stages.scan += later.stages.scan;
        self.stages.wait += later.stages.wait;
        self.stages.embed += later.stages.embed;
        self.stages.write += later.stages.write;
        self.cancelled |= later.cancelled;
    }

    /// Returns true when every file was read.
    pub fn is_complete(&self) -> bool {
        self.failed.is_empty() && !self.cancelled
    }
}
