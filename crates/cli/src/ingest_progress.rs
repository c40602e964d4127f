//! Shows the progress of `twolane ingest`: a bar on a terminal, lines elsewhere, events for programs.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use super::context::Context;
use super::output::{Bar, inline};
use twolane_ingest::by_hand::LeftOut;
use twolane_ingest::{Event, Failure, IngestReport, Observer, PlaceRow, SourceOutcome, StageSeconds, Status};
use twolane_text::SourceId;

/// An observer that shows the events of a run.
pub struct Progress<'a> {
    context: &'a Context,
    bar: Bar,
    pages: AtomicU64,
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum JsonEvent<'a> {
    Planned {
        files: usize,
        to_read: usize,
        bytes: u64,
    },
    Source {
        #[serde(flatten)]
        source: &'a SourceOutcome,
    },
    Removed {
        id: &'a SourceId,
        paths: &'a [String],
    },
    Remark {
        path: &'a str,
        reason: &'a str,
    },
    Committed {
        generation: u64,
    },
    Done {
        sources: u64,
        added: u64,
        changed: u64,
        unchanged: u64,
        removed: u64,
        vanished: u64,
        pages: u64,
        pages_ocr: u64,
        pages_unread: u64,
        lines: u64,
        chunks: u64,
        embedded: u64,
        skipped: &'a std::collections::BTreeMap<String, u64>,
        failed: &'a [Failure],
        passed_over: &'a [Failure],
        left_out: &'a [LeftOut],
        cancelled: bool,
        seconds: f64,
        stages: StageSeconds,
        places: &'a [PlaceRow],
    },
}

impl<'a> JsonEvent<'a> {
    /// Returns the event for programs; `None` for one that is only for people.
    fn of(event: &'a Event<'a>) -> Option<Self> {
        Some(match event {
            Event::Planned { files, to_read, bytes } => {
                JsonEvent::Planned { files: *files, to_read: *to_read, bytes: *bytes }
            }
            Event::Source(source) => JsonEvent::Source { source },
            Event::Removed { id, paths } => JsonEvent::Removed { id, paths },
            Event::Remark { path, what } => JsonEvent::Remark { path, reason: what },
            Event::Committed { generation } => JsonEvent::Committed { generation: *generation },
            _ => return None,
        })
    }

    /// Returns the last event.
    fn done(report: &'a IngestReport) -> Self {
        JsonEvent::Done {
            sources: report.sources,
            added: report.added,
            changed: report.changed,
            unchanged: report.unchanged,
            removed: report.removed,
            vanished: report.vanished,
            pages: report.pages,
            pages_ocr: report.pages_ocr,
            pages_unread: report.pages_unread,
            lines: report.lines,
            chunks: report.chunks,
            embedded: report.embedded,
            skipped: &report.skipped,
            failed: &report.failed,
            passed_over: &report.passed_over,
            left_out: &report.left_out,
            cancelled: report.cancelled,
            seconds: report.seconds,
            stages: report.stages,
            places: &report.places,
        }
    }
}

/// Builds the object of an event, as `ingest --json` prints it; `None` for one that is only for people.
pub fn event_object(event: &Event<'_>) -> Option<Value> {
    serde_json::to_value(JsonEvent::of(event)?).ok()
}

/// Builds the object of the last event, `done`.
///
/// # Errors
/// The values of a report can be written as JSON.
pub fn done_object(report: &IngestReport) -> serde_json::Result<Value> {
    serde_json::to_value(JsonEvent::done(report))
}

impl<'a> Progress<'a> {
    /// Creates the progress display for a command in this context.
    pub fn new(context: &'a Context) -> Self {
        let bar = Bar::new(
            context.is_terminal(),
            "{bar:24} {percent:>3} %  {bytes}/{total_bytes}  {prefix}  {eta} left  {wide_msg}",
        );
        Progress { context, bar, pages: AtomicU64::new(0) }
    }

    fn json(&self, event: &JsonEvent<'_>) {
        // A reader that disconnects must not end the work half-way.
        let _ = self.context.print_json(event);
    }

    /// Takes the bar away.
    pub fn end(&self) {
        self.bar.finish();
    }

    /// Shows the last event.
    pub fn done(&self, report: &IngestReport) {
        self.bar.finish();
        if self.context.json {
            self.json(&JsonEvent::done(report));
        }
    }

    fn speed(&self) -> String {
        let pages = self.pages.load(Ordering::Relaxed);
        let seconds = self.bar.elapsed().as_secs_f64().max(0.001);
        // Shown with one digit; far below 2^53.
        #[allow(clippy::cast_precision_loss)]
        let speed = pages as f64 / seconds;
        format!("{pages} pages, {speed:.1} pages/s")
    }

    fn line(&self, outcome: &SourceOutcome) {
        let text = match outcome.status {
            Status::Failed => format!("failed     {}: {}", inline(&outcome.path), inline(&outcome.reason)),
            Status::Unchanged => return,
            Status::Added | Status::Changed => {
                let status = if outcome.status == Status::Added { "added" } else { "changed" };
                let unread = match outcome.pages_unread {
                    0 => String::new(),
                    n => format!(", {n} unread"),
                };
                format!(
                    "{status:<10} {}: {} pages{unread}, {} lines, {} chunks",
                    inline(&outcome.path),
                    outcome.pages,
                    outcome.lines,
                    outcome.chunks
                )
            }
        };
        if self.context.is_terminal() {
            if outcome.status == Status::Failed {
                self.bar.suspend(|| self.context.say(text));
            }
        } else {
            self.context.say(text);
        }
    }
}

impl Observer for Progress<'_> {
    fn event(&self, event: &Event<'_>) {
        if self.context.json {
            if let Some(event) = JsonEvent::of(event) {
                self.json(&event);
            }
            return;
        }
        match event {
            Event::Planned { bytes, .. } => {
                self.bar.set_length(*bytes);
                self.bar.restart();
                self.bar.tick_every(Duration::from_millis(200));
            }
            Event::Page { path, page, pages } => {
                self.bar.set_message(format!("{} {page}/{pages}", short(path)));
            }
            Event::Started { path } => self.bar.set_message(short(path)),
            Event::Read { bytes, pages, .. } => {
                self.pages.fetch_add(u64::from(*pages), Ordering::Relaxed);
                self.bar.inc(*bytes);
                self.bar.set_prefix(self.speed());
            }
            Event::Embedded { texts, waiting } => {
                self.bar.set_message(format!("embedding: {texts} done, {waiting} waiting"));
            }
            Event::Source(outcome) => self.line(outcome),
            Event::Removed { paths, .. } if !self.context.is_terminal() => {
                self.context.say(format!("removed    {}", inline(&paths.join(", "))));
            }
            Event::Remark { path, what } => {
                self.bar.suspend(|| self.context.say(format!("{}: {}", inline(path), inline(what))))
            }
            _ => {}
        }
    }

    fn cancelled(&self) -> bool {
        self.context.interrupt.is_set()
    }
}

fn short(path: &str) -> String {
    path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned()
}
