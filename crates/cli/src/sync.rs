//! The command `twolane sync`: brings the archive in step with the folders where the papers are.

use std::fmt::Write as _;
use std::time::Instant;

use clap::Args;
use serde::Serialize;

use super::context::Context;
use super::exit::Exit;
use super::folders::{Kept, all};
use super::ingest_progress::Progress;
use super::output::inline;
use twolane_archive::ArchiveError;
use twolane_encoder::Embedder;
use twolane_ingest::sync::{Folder, overlap, sync};
use twolane_ingest::{Event, Failure, IngestError, IngestReport, Observer};

/// The number of unread files that are shown for a folder.
const SHOWN: usize = 20;

/// Bring the archive in step with your folders.
#[derive(Debug, Args)]
#[command(after_help = "\
The folders are those of [[folders]] in your twolane.toml, and those that the page watches. Only
new and changed files are read. Papers whose files are gone stay, unless the folder has
deletions = \"remove\". A folder that is missing or has no paper left keeps all of its papers.

Example, in ~/.config/twolane/twolane.toml:
  [[folders]]
  path = \"/srv/papers\"
  town = \"Alder\"
  state = \"NH\"

`twolane serve` does the same all the time while it runs. See docs/running.md.")]
pub struct SyncArgs {}

/// The outcome for a folder.
#[derive(Debug, Default, Serialize)]
struct Row {
    path: String,
    /// True for a folder that the page added.
    is_of_page: bool,
    papers: u64,
    added: u64,
    changed: u64,
    unchanged: u64,
    removed: u64,
    /// The number of files that are gone but kept in the archive.
    vanished: u64,
    /// True for a folder without any paper left, whose papers were kept for that reason.
    kept_whole: bool,
    failed: Vec<Failure>,
    /// The reason why the folder was not read at all.
    error: Option<String>,
    seconds: f64,
    #[serde(skip)]
    cancelled: bool,
}

impl Row {
    /// Returns the outcome of a run.
    ///
    /// # Errors
    /// Returns errors that concern all folders: another writer, and a program that can't start itself.
    fn of(folder: &Folder, done: Result<IngestReport, IngestError>) -> Result<Self, IngestError> {
        let report = match done {
            Ok(report) => report,
            Err(error @ (IngestError::Archive(ArchiveError::Locked { .. }) | IngestError::Worker(_))) => {
                return Err(error);
            }
            Err(IngestError::NothingThere { reason, .. }) => return Ok(Row::failed(folder, reason)),
            Err(error) => return Ok(Row::failed(folder, error.to_string())),
        };
        Ok(Row {
            path: folder.path.display().to_string(),
            is_of_page: false,
            papers: report.sources,
            added: report.added,
            changed: report.changed,
            unchanged: report.unchanged,
            removed: report.removed,
            vanished: report.vanished,
            kept_whole: !report.kept_whole.is_empty(),
            failed: report.failed,
            error: None,
            seconds: report.seconds,
            cancelled: report.cancelled,
        })
    }

    fn failed(folder: &Folder, error: String) -> Self {
        Row { path: folder.path.display().to_string(), error: Some(error), ..Row::default() }
    }

    /// Returns true when all papers of the folder are in the archive as they are.
    fn is_whole(&self) -> bool {
        self.error.is_none() && self.failed.is_empty() && !self.kept_whole
    }
}

/// Runs the command. It creates the archive if none exists.
pub fn run(_: &SyncArgs, context: &Context) -> anyhow::Result<Exit> {
    if context.is_foreign_archive && !context.config.folders.is_empty() {
        anyhow::bail!(
            "./index/archive is the archive of this working folder, and your folders are not read into it\nhint: name the archive with --archive, or use --trust-folder if this folder is yours"
        );
    }
    let folders = all(context)?;
    if folders.is_empty() {
        anyhow::bail!(
            "no folder is named\nhint: add one to {}:\n  [[folders]]\n  path = \"/srv/papers\"",
            super::places::user_config().display()
        );
    }
    let start = Instant::now();
    let archive = context.create_archive()?;
    let embedder = context.embedder_for(&archive)?;
    let embedder = embedder.as_ref().map(|e| e as &dyn Embedder);
    let base = context.ingest_options()?;
    super::ingest::say_rights_kept(context);
    let mut rows: Vec<Row> = Vec::new();
    for (number, Kept { folder, is_of_page }) in folders.iter().enumerate() {
        if context.interrupt.is_set() {
            break;
        }
        let earlier = folders.iter().take(number).map(|kept| kept.folder.path.as_path());
        let row = match overlap(&folder.path, earlier) {
            Some(other) => Row::failed(
                folder,
                format!("it overlaps with {}, which is kept in step too; name one of them", other.display()),
            ),
            None => {
                let observer = Observing { progress: Progress::new(context), context };
                let done = sync(&archive, embedder, &base, folder, &observer);
                observer.progress.end();
                Row::of(folder, done)?
            }
        };
        let row = Row { is_of_page: *is_of_page, ..row };
        // The outcome is shown with --quiet too where papers are missing from the archive.
        if !context.json && (!context.quiet || !row.is_whole()) {
            context.print(line(&row, context.verbose > 0))?;
        }
        rows.push(row);
    }
    let cancelled = context.interrupt.is_set() || rows.iter().any(|row| row.cancelled);
    if context.json {
        let seconds = start.elapsed().as_secs_f64();
        context.print_json(
            &serde_json::json!({ "folders": rows, "cancelled": cancelled, "seconds": seconds }),
        )?;
    }
    if cancelled {
        context.say("interrupted; what was finished is in the archive, and the next run goes on from there");
        return Ok(Exit::Interrupted);
    }
    Ok(exit(&rows))
}

fn exit(rows: &[Row]) -> Exit {
    if rows.iter().all(|row| row.error.is_some()) {
        return Exit::Error;
    }
    if rows.iter().all(Row::is_whole) { Exit::Done } else { Exit::Partly }
}

/// Formats the outcome for a folder: one line, and a line for each unread file.
fn line(row: &Row, all: bool) -> String {
    let mut out = inline(&row.path);
    // Writing to a string can't fail.
    if let Some(error) = &row.error {
        let _ = writeln!(out, ": {}", inline(error));
        return out;
    }
    let _ = write!(out, ": {} added, {} changed, {} removed", row.added, row.changed, row.removed);
    if row.vanished > 0 {
        let _ = write!(out, ", {} gone but kept", row.vanished);
    }
    if !row.failed.is_empty() {
        let _ = write!(out, ", {} unreadable", row.failed.len());
    }
    let _ = writeln!(out, ", {} unchanged", row.unchanged);
    if row.kept_whole {
        let _ = writeln!(
            out,
            "  no paper is left in it, as where a drive is not mounted, so none was removed\n  hint: if its papers are to go, run `twolane ingest --prune {}`",
            inline(&row.path)
        );
    }
    let shown = if all { row.failed.len() } else { SHOWN };
    for failure in row.failed.iter().take(shown) {
        let _ = writeln!(out, "  {}: {}", inline(&failure.path), inline(&failure.reason));
    }
    if let Some(more @ 1..) = row.failed.len().checked_sub(shown) {
        let _ = writeln!(out, "  … and {more} more; -v shows all");
    }
    out
}

/// Shows a bar on a terminal, and nothing for each file.
struct Observing<'o> {
    progress: Progress<'o>,
    context: &'o Context,
}

impl Observer for Observing<'_> {
    fn event(&self, event: &Event<'_>) {
        if !self.context.json && !matches!(event, Event::Source(_) | Event::Removed { .. }) {
            self.progress.event(event);
        }
    }

    fn cancelled(&self) -> bool {
        self.progress.cancelled()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_says_whether_all_folders_were_read() {
        let good = || Row { added: 1, ..Row::default() };
        let missing = || Row::failed(&Folder::new("/mnt/share".into()), "it is not there".into());
        let failure = || Failure { path: "/a.pdf".into(), reason: "broken".into() };
        assert_eq!(exit(&[good(), good()]), Exit::Done);
        assert_eq!(exit(&[good(), missing()]), Exit::Partly);
        assert_eq!(exit(&[missing()]), Exit::Error);
        assert_eq!(exit(&[Row { failed: vec![failure()], ..good() }]), Exit::Partly);
        assert_eq!(exit(&[Row { kept_whole: true, ..good() }]), Exit::Partly);
    }

    #[test]
    fn line_names_what_was_not_read() {
        let failed =
            (0..22).map(|n| Failure { path: format!("/p/{n}.pdf"), reason: "broken".into() }).collect();
        let row = Row { path: "/p".into(), added: 2, vanished: 1, failed, ..Row::default() };
        let text = line(&row, false);
        assert!(
            text.starts_with(
                "/p: 2 added, 0 changed, 0 removed, 1 gone but kept, 22 unreadable, 0 unchanged\n"
            )
        );
        assert!(text.contains("  /p/0.pdf: broken\n") && text.contains("… and 2 more"), "{text}");
        assert!(line(&row, true).contains("/p/21.pdf"));
    }
}
