//! The command `twolane source`.

use std::io::Write;

use clap::{Args, Subcommand};
use serde_json::json;

use twolane_api::{line_row, source_reply};
use twolane_archive::{Archive, Metadata};
use twolane_text::Mark;

use super::context::Context;
use super::exit::Exit;
use super::output::{counted, inline};

mod change;
mod named;
mod remove;

use named::count;

/// List, show, correct and remove sources.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  twolane source list
  twolane source show minutes-1a2b3c
  twolane source lines minutes-1a2b3c --page 2
  twolane source set scan-0417.pdf --title \"Select Board Minutes\" --date 2024-04-17
  twolane source set minutes/2024 --kind minutes --board \"Select Board\"
  twolane source set minutes/nonpublic --visibility staff
  twolane source place papers/alder \"Alder\" --state NH
  twolane source remove minutes-1a2b3c")]
pub struct SourceArgs {
    /// The action on sources.
    #[command(subcommand)]
    pub action: SourceAction,
}

/// The action on sources.
#[derive(Debug, Subcommand)]
pub enum SourceAction {
    /// List all sources.
    List {
        /// List the papers that were removed, which an ingest leaves out.
        #[arg(long)]
        removed: bool,
    },
    /// Show all metadata of one source.
    Show {
        /// Id, file name or path.
        source: String,
    },
    /// Print its lines with their locators.
    Lines {
        /// Id, file name or path.
        source: String,
        /// Print only this page.
        #[arg(long)]
        page: Option<u32>,
    },
    Set(Box<change::SetArgs>),
    /// Set the place of a source, or of all in a folder; the same as `source set`.
    Place {
        /// Id, file name or path of a source, or a folder.
        source: String,
        /// Town, city, district or association.
        place: String,
        /// State, by name or code (NH).
        #[arg(long)]
        state: Option<String>,
    },
    Remove(remove::RemoveArgs),
}

/// Runs the command.
pub fn run(args: &SourceArgs, context: &Context) -> anyhow::Result<Exit> {
    let archive = context.open_archive()?;
    match &args.action {
        SourceAction::List { removed: true } => list_removed(&archive, context)?,
        SourceAction::List { removed: false } => {
            let sources = archive.sources()?;
            if context.json {
                context.print_json(&json!({ "sources": sources }))?;
                return Ok(Exit::Done);
            }
            let mut out = Vec::new();
            for s in &sources {
                writeln!(
                    out,
                    "{}\n    {}{}  {} lines, {} pages{}  {}",
                    s.id,
                    inline(&s.title),
                    badge(&s.meta),
                    s.lines,
                    s.pages,
                    if s.pages_unread > 0 { format!(" ({} unread)", s.pages_unread) } else { String::new() },
                    s.paths.first().map_or(String::new(), |path| inline(path)),
                )?;
            }
            writeln!(out, "{}", counted(sources.len(), "source"))?;
            context.print(String::from_utf8_lossy(&out))?;
        }
        SourceAction::Show { source } => {
            let summary = archive.find_source(source)?;
            let pages = archive.pages(&summary.id)?;
            let aliases = archive.aliases(&summary.id)?;
            if context.json {
                context.print_json(&source_reply(&summary, &pages, &aliases))?;
                return Ok(Exit::Done);
            }
            let mut out = Vec::new();
            writeln!(out, "{}\n{}", summary.id, inline(&summary.title))?;
            for path in &summary.paths {
                writeln!(out, "  path      {}", inline(path))?;
            }
            writeln!(
                out,
                "  format    {}, {} bytes, {} lines, {} chunks",
                summary.kind, summary.bytes, summary.lines, summary.chunks
            )?;
            writeln!(out, "  hash      {}", summary.hash)?;
            writeln!(out, "  ingested  {}", summary.ingested_at)?;
            let mut meta = serde_json::to_value(&summary.meta)?;
            // A public paper's level is not in its record, but a person may have set it.
            if let Some(fields) =
                meta.as_object_mut().filter(|_| summary.meta.origin.contains_key("visibility"))
            {
                fields.insert("visibility".to_owned(), json!(summary.meta.visibility));
            }
            let title = ("title".to_owned(), json!(summary.title));
            let fields =
                meta.as_object().into_iter().flatten().map(|(key, value)| (key.clone(), value.clone()));
            for (key, value) in std::iter::once(title).chain(fields) {
                let origin = summary.meta.origin.get(&key).map_or("", String::as_str);
                let set = summary.meta.found.get(&key);
                // The title has an origin only where a person set it; a field may be set to nothing.
                let text = match value.as_str().filter(|text| !text.is_empty()) {
                    Some(text) if key != "title" || set.is_some() => text,
                    None if set.is_some() => "none",
                    _ => continue,
                };
                let found = match set.map(|found| found.value.as_deref()) {
                    Some(Some(found)) => format!("; found: {}", inline(found)),
                    Some(None) => "; nothing was found".to_owned(),
                    None => String::new(),
                };
                writeln!(out, "  {key:<9} {}  ({origin}{found})", inline(text))?;
            }
            if let Some(percent) = summary.meta.ocr_confidence {
                writeln!(
                    out,
                    "  scan      {} recognized, mean confidence {percent} %",
                    counted(usize::try_from(summary.pages_ocr).unwrap_or(usize::MAX), "page")
                )?;
            }
            for page in pages.iter().filter(|p| p.status == "unread") {
                writeln!(out, "  page {} unread: {}", page.number, page.reason)?;
            }
            for (name, locator) in &aliases {
                writeln!(out, "  {name}  {locator}")?;
            }
            for note in &summary.notes {
                writeln!(out, "  note      {}", inline(note))?;
            }
            context.print(String::from_utf8_lossy(&out))?;
        }
        SourceAction::Lines { source, page } => {
            let summary = archive.find_source(source)?;
            let loaded = archive.source(&summary.id)?;
            let pages = archive.pages(&summary.id)?;
            let mut rows = Vec::new();
            let mut out = Vec::new();
            for (i, line) in loaded.lines().iter().enumerate() {
                if page.is_some_and(|p| p != line.page) {
                    continue;
                }
                let Some(locator) = loaded.locator(i..i + 1) else { continue };
                if context.json {
                    rows.push(line_row(line, &locator, &pages));
                } else {
                    let marks: String =
                        Mark::of_line(line.flags).iter().map(|mark| format!("[{mark}] ")).collect();
                    writeln!(out, "{:>14}  {marks}{}", locator.to_string(), inline(&line.text))?;
                }
            }
            if context.json {
                context.print_json(&json!({ "lines": rows }))?;
            } else {
                context.print(String::from_utf8_lossy(&out))?;
            }
        }
        SourceAction::Set(args) => return change::set(args, &archive, context),
        SourceAction::Place { source, place, state } => {
            return change::place((source, place, state.as_deref()), &archive, context);
        }
        SourceAction::Remove(args) => return remove::run(args, &archive, context),
    }
    Ok(Exit::Done)
}

/// Returns the level of a paper that is not public, in brackets.
fn badge(meta: &Metadata) -> String {
    if meta.visibility.is_public() { String::new() } else { format!("  [{}]", meta.visibility) }
}

fn list_removed(archive: &Archive, context: &Context) -> anyhow::Result<()> {
    let removed = archive.removed_papers()?;
    if context.json {
        return context.print_json(&json!({ "removed": removed }));
    }
    let mut out = Vec::new();
    for paper in &removed {
        let path = paper.paths.first().map_or("", String::as_str);
        let day = paper.removed_at.split('T').next().unwrap_or_default();
        writeln!(out, "{}{}\n    removed {day}  {}", inline(&paper.title), badge(&paper.meta), inline(path))?;
    }
    writeln!(out, "{} removed; `twolane ingest FILE` adds one again", count(removed.len()))?;
    context.print(String::from_utf8_lossy(&out))
}
