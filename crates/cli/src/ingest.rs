//! The command `twolane ingest PATH…`: reads files and folders into the archive.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::context::Context;
use super::exit::Exit;
use super::ingest_progress::Progress;
use super::output::inline;
use twolane_archive::Archive;
use twolane_encoder::Embedder;
use twolane_ingest::metadata::{Given, MetadataError};
use twolane_ingest::read::{OcrError, OcrMode, OcrOptions, Tesseract};
use twolane_ingest::watch::{WatchOptions, watch};
use twolane_ingest::worker::rights_kept;
use twolane_ingest::{BaseUrl, Ingest, IngestOptions, IngestReport, PlaceRow};

/// The number of table rows of unread files that are shown on a terminal.
const TABLE_ROWS: usize = 40;
/// The number of places that are shown on a terminal.
const PLACE_ROWS: usize = 15;

/// Read files and folders into the archive.
#[derive(Debug, Clone, Default, Args)]
pub struct IngestArgs {
    /// Files and folders to read. Hidden files in folders are skipped, and also those that `.ignore` and
    /// `.gitignore` name.
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Assign the sources to this lane: `local`, `state`, or another name.
    #[arg(long)]
    pub lane: Option<String>,
    /// Set the town, city, township or association.
    #[arg(long)]
    pub town: Option<String>,
    /// Set the board or committee.
    #[arg(long)]
    pub board: Option<String>,
    /// Set the document type: `minutes`, `agenda`, `warrant`, `ordinance`, `budget`, …
    #[arg(long = "type", value_name = "TYPE")]
    pub doc_type: Option<String>,
    /// Set the authority: `rsa`, `nhma`, `official`, `minutes`, `news`, `other`.
    #[arg(long)]
    pub authority: Option<String>,
    /// Set the date of the documents (`2024-10-09`, `2024-10`, `2024`).
    #[arg(long)]
    pub date: Option<String>,
    /// Set who may see the documents: `public`, `staff` or `sealed`.
    #[arg(long, value_name = "LEVEL")]
    pub visibility: Option<String>,
    /// Give each file the public address that it has below this one: the folders mirror a website. Nothing is
    /// fetched.
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    /// Set any other metadata field.
    #[arg(long = "set", value_name = "FIELD=VALUE", value_parser = field_and_value)]
    pub set: Vec<(String, String)>,
    /// Remove sources whose files are no longer in the named folders.
    #[arg(long)]
    pub prune: bool,
    /// Follow links out of the named folders, to any file that you may read. A named link, or one to a target
    /// within the folders, is always followed.
    #[arg(long)]
    pub follow_links: bool,
    /// Keep running, and update the archive when the folders change.
    #[arg(long)]
    pub watch: bool,
    /// Recognize the text of these pages (OCR) [default: auto, or `ocr.mode` of the configuration].
    #[arg(long, value_enum)]
    pub ocr: Option<Ocr>,
    /// Use this password for encrypted files.
    #[arg(long)]
    pub password: Option<String>,
}

/// The values of `--ocr`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Ocr {
    /// Pages with content but no usable text.
    Auto,
    /// Every page of a file.
    Always,
    /// No page at all.
    Never,
}

fn field_and_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((field, value)) if !field.trim().is_empty() => {
            Ok((field.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("write it as FIELD=VALUE, for example --set status=draft".to_owned()),
    }
}

impl IngestArgs {
    /// Checks that no path is an address on the web.
    ///
    /// # Errors
    /// Names the first address.
    pub fn check(&self) -> anyhow::Result<()> {
        match self.paths.iter().find(|path| is_address(path)) {
            None => Ok(()),
            Some(address) => anyhow::bail!(
                "{} is an address on the web; save the page or paper first, then ingest the file",
                address.display()
            ),
        }
    }

    /// Returns the settings of the run under these flags.
    ///
    /// # Errors
    /// Returns an error for a value that metadata can't have.
    pub fn options(&self, context: &Context) -> Result<IngestOptions, MetadataError> {
        let mut options = context.ingest_options()?;
        options.prune = self.prune;
        options.base_url = self.base_url.as_deref().map(BaseUrl::parse).transpose()?;
        options.follow_links = self.follow_links;
        options.read.password = self.password.clone();
        if let Some(ocr) = self.ocr {
            options.read.ocr.mode = match ocr {
                Ocr::Auto => OcrMode::Auto,
                Ocr::Always => OcrMode::Always,
                Ocr::Never => OcrMode::Never,
            };
        }
        let mut given = Given::default();
        let named = [
            ("lane", &self.lane),
            ("town", &self.town),
            ("board", &self.board),
            ("doc_type", &self.doc_type),
            ("authority", &self.authority),
            ("date", &self.date),
            ("visibility", &self.visibility),
        ];
        for (field, value) in named {
            if let Some(value) = value {
                given.set(field, value)?;
            }
        }
        for (field, value) in &self.set {
            given.set(field, value)?;
        }
        options.metadata = given.flags;
        Ok(options)
    }
}

/// Runs the command. It creates the archive if none exists.
pub fn run(args: &IngestArgs, context: &Context) -> anyhow::Result<Exit> {
    args.check()?;
    let archive = context.create_archive()?;
    let embedder = context.embedder_for(&archive)?;
    let embedder = embedder.as_ref().map(|e| e as &dyn Embedder);
    let options = args.options(context)?;
    let ocr = options.read.ocr.clone();
    say_rights_kept(context);
    let ingest = Ingest::new(&archive, embedder, options);
    let progress = Progress::new(context);
    if !args.watch {
        let report = ingest.run(&args.paths, &progress)?;
        let exit = finish(&report, &ocr, &progress, context);
        say_hidden(&archive, &report, context)?;
        return Ok(exit);
    }
    let mut exit = Exit::Done;
    watch(&ingest, &args.paths, &WatchOptions::default(), &progress, &mut |report| {
        exit = finish(report, &ocr, &progress, context);
        if !report.cancelled {
            context.say("watching for changes; Ctrl-C stops");
        }
    })?;
    Ok(exit)
}

/// Says which protection from the papers themselves this system lacks. `doctor` tries it out.
pub fn say_rights_kept(context: &Context) {
    if let Some(rights) = rights_kept() {
        context.say(format!(
            "note: on this system, the processes that read papers may {rights}; read papers from strangers in a virtual machine"
        ));
    }
}

fn is_address(path: &Path) -> bool {
    path.to_str().is_some_and(|path| path.starts_with("https://") || path.starts_with("http://"))
}

/// Reads a folder with default options.
pub fn ingest_folder(folder: &Path, context: &Context) -> anyhow::Result<Exit> {
    run(&IngestArgs { paths: vec![folder.to_owned()], ..IngestArgs::default() }, context)
}

pub fn finish(report: &IngestReport, ocr: &OcrOptions, progress: &Progress<'_>, context: &Context) -> Exit {
    progress.done(report);
    if !context.json {
        // Unread files are reported even with --quiet: they are the result.
        let _ = context.print(coverage(report, context.verbose > 0));
    }
    if report.cancelled {
        context.say(
            "interrupted; what was finished is in the archive, and run the same command again to continue",
        );
        return Exit::Interrupted;
    }
    if !report.failed.is_empty() {
        return Exit::Partly;
    }
    if report.sources == 0 && report.removed == 0 && report.left_out.is_empty() {
        context.say("no paper was found\nhint: name a file or folder with papers, such as PDF, Word, Excel, PowerPoint, e-mail, HTML, text or ZIP");
        return Exit::Error;
    }
    // Pages that are pictures are no failure where OCR is optional.
    if ocr.mode == OcrMode::Always
        && report.pages > 0
        && let Err(error @ OcrError::NotInstalled { .. }) = Tesseract::new(ocr).version()
    {
        context.say(format!("you asked for --ocr always, but no page was recognized: {error}"));
        return Exit::Partly;
    }
    if report.waiting > 0 {
        context.say(format!(
            "{} pages are pictures of text and need OCR; install tesseract (with its English data), then run `twolane ocr`",
            report.waiting
        ));
    }
    Exit::Done
}

/// Lists the papers that not everybody may see, once something was added or changed: most levels are guesses.
fn say_hidden(archive: &Archive, report: &IngestReport, context: &Context) -> anyhow::Result<()> {
    let papers = archive.sources()?;
    let hidden: Vec<_> = papers.iter().filter(|paper| !paper.meta.visibility.is_public()).collect();
    if hidden.is_empty() || report.added.saturating_add(report.changed) == 0 || context.json {
        return Ok(());
    }
    let mut out = String::from("\nnot for everybody, where `twolane serve` lets others ask:\n");
    for paper in hidden.iter().take(PLACE_ROWS) {
        let _ = writeln!(out, "  {} ({})", inline(&paper.title), paper.meta.visibility.name());
    }
    if let Some(more @ 1..) = hidden.len().checked_sub(PLACE_ROWS) {
        let _ = writeln!(out, "  … and {more} more");
    }
    let _ = writeln!(
        out,
        "hint: change a paper with `twolane source set PAPER --visibility public`, `staff` or `sealed`"
    );
    context.print(out)
}

/// Formats the coverage report for people (SPEC ING-12).
fn coverage(report: &IngestReport, all: bool) -> String {
    let mut out = String::new();
    let read = report.pages.saturating_sub(report.pages_unread);
    // Writing to a string can't fail.
    let _ = writeln!(
        out,
        "{} sources ({} added, {} changed, {} unchanged, {} removed), {} lines, {} chunks, {:.1} s",
        report.sources,
        report.added,
        report.changed,
        report.unchanged,
        report.removed,
        report.lines,
        report.chunks,
        report.seconds
    );
    let _ = writeln!(
        out,
        "{} pages: {read} read, {} of them by OCR, {} unread",
        report.pages, report.pages_ocr, report.pages_unread
    );
    if report.vanished > 0 {
        let paths =
            if report.vanished == 1 { "1 path is" } else { &format!("{} paths are", report.vanished) };
        let _ = writeln!(out, "{paths} gone but kept in the archive");
        let _ = writeln!(out, "hint: add `--prune` to remove such papers, with `--watch` too");
    }
    if !report.left_out.is_empty() {
        let papers = match report.left_out.len() {
            1 => "1 paper that you removed is".to_owned(),
            n => format!("{n} papers that you removed are"),
        };
        let _ = writeln!(out, "{papers} left out");
        let _ = writeln!(
            out,
            "hint: `twolane source list --removed` shows them; to add one again, name its file"
        );
    }
    if !report.skipped.is_empty() {
        let kinds: Vec<String> = report.skipped.iter().map(|(e, n)| format!("{n} {e}")).collect();
        let _ = writeln!(out, "skipped in folders (no reader for these types): {}", kinds.join(", "));
    }
    let mut rows: Vec<(String, String, String)> = Vec::new();
    for failure in &report.failed {
        rows.push((failure.path.clone(), "not read".to_owned(), failure.reason.clone()));
    }
    let whole: HashSet<&str> = report.failed.iter().map(|f| f.path.as_str()).collect();
    for unread in report.unread.iter().filter(|u| !whole.contains(u.path.as_str())) {
        rows.push((unread.path.clone(), pages(&unread.pages), unread.reason.clone()));
    }
    table(&mut out, "not read", &rows, all);
    let links = report.passed_over.iter();
    let links: Vec<_> = links.map(|l| (l.path.clone(), "passed over".to_owned(), l.reason.clone())).collect();
    table(&mut out, "passed over", &links, all);
    if report.added + report.changed > 0 {
        places(&mut out, &report.places, all);
    }
    out
}

/// Adds the table of places; omitted where all papers have the same one.
fn places(out: &mut String, rows: &[PlaceRow], all: bool) {
    if rows.len() < 2 {
        return;
    }
    let shown = if all { rows.len() } else { rows.len().min(PLACE_ROWS) };
    let _ = writeln!(out, "\nplaces of the papers:");
    for row in rows.iter().take(shown) {
        let state = row.state.as_ref().map_or(String::new(), |state| format!(", {state}"));
        let name = row.place.as_ref().map_or("(no place)".to_owned(), |place| format!("{place}{state}"));
        let papers = if row.papers == 1 { "1 paper".to_owned() } else { format!("{} papers", row.papers) };
        let found =
            if row.place.is_some() { format!("  from {}", row.found_by.join(", ")) } else { String::new() };
        let _ = writeln!(out, "  {name:<40} {papers:>11}{found}");
    }
    if shown < rows.len() {
        let _ = writeln!(out, "  … and {} more; -v shows all", rows.len() - shown);
    }
    let _ = writeln!(
        out,
        "hint: correct a paper or a folder with `twolane source set FOLDER --town \"Town\" --state NH`"
    );
}

fn table(out: &mut String, title: &str, rows: &[(String, String, String)], all: bool) {
    if rows.is_empty() {
        return;
    }
    let shown = if all { rows.len() } else { rows.len().min(TABLE_ROWS) };
    let _ = writeln!(out, "\n{title}:");
    for (path, what, reason) in rows.iter().take(shown) {
        let _ = writeln!(out, "  {path}\n    {what}: {reason}");
    }
    if shown < rows.len() {
        let _ = writeln!(out, "  … and {} more; -v shows all", rows.len() - shown);
    }
}

/// Formats page numbers as `pages 1-3, 7`.
fn pages(numbers: &[u32]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(*number) => *last = *number,
            _ => runs.push((*number, *number)),
        }
    }
    let runs: Vec<String> =
        runs.iter().map(|(a, b)| if a == b { a.to_string() } else { format!("{a}-{b}") }).collect();
    let word = if numbers.len() == 1 { "page" } else { "pages" };
    format!("{word} {}", runs.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_pages() {
        for (numbers, expected) in
            [(&[7][..], "page 7"), (&[1, 2, 3, 7], "pages 1-3, 7"), (&[1, 3], "pages 1, 3")]
        {
            assert_eq!(pages(numbers), expected);
        }
    }

    #[test]
    fn fields_are_parted_at_the_first_equals_sign() {
        assert_eq!(field_and_value("a = b=c"), Ok(("a".to_owned(), "b=c".to_owned())));
        assert!(field_and_value("=b").is_err());
        assert!(field_and_value("ab").is_err());
    }
}
