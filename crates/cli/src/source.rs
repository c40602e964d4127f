//! The command `twolane source`.

use std::io::Write;
use std::path::Path;

use clap::{Args, Subcommand};
use serde_json::json;

use twolane_api::{UsageError, line_row, source_reply};
use twolane_ingest::metadata::state_code;
use twolane_ingest::set_place;
use twolane_text::Mark;

use super::context::Context;
use super::exit::Exit;
use super::output::inline;

/// List, show, place and remove sources.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  twolane source list
  twolane source show minutes-1a2b3c
  twolane source lines minutes-1a2b3c --page 2
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
    List,
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
    /// Set the place of a source, or of all sources in a folder.
    Place {
        /// Id, file name or path of a source, or a folder.
        source: String,
        /// Town, city, district or association.
        place: String,
        /// State, by name or code (NH).
        #[arg(long)]
        state: Option<String>,
    },
    /// Remove it from the archive; the file itself is not touched.
    Remove {
        /// Id, file name or path.
        source: String,
    },
}

/// Runs the command.
pub fn run(args: &SourceArgs, context: &Context) -> anyhow::Result<Exit> {
    let archive = context.open_archive()?;
    match &args.action {
        SourceAction::List => {
            let sources = archive.sources()?;
            if context.json {
                context.print_json(&json!({ "sources": sources }))?;
                return Ok(Exit::Done);
            }
            let mut out = Vec::new();
            for s in &sources {
                writeln!(
                    out,
                    "{}\n    {}  {} lines, {} pages{}  {}",
                    s.id,
                    inline(&s.title),
                    s.lines,
                    s.pages,
                    if s.pages_unread > 0 { format!(" ({} unread)", s.pages_unread) } else { String::new() },
                    s.paths.first().map_or(String::new(), |path| inline(path)),
                )?;
            }
            writeln!(out, "{} sources", sources.len())?;
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
            let meta = serde_json::to_value(&summary.meta)?;
            for (key, value) in meta.as_object().into_iter().flatten() {
                let Some(text) = value.as_str().filter(|t| !t.is_empty()) else { continue };
                let origin = summary.meta.origin.get(key).map_or("", String::as_str);
                writeln!(out, "  {key:<9} {text}  ({origin})")?;
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
        SourceAction::Place { source, place, state } => {
            let state = match state {
                None => None,
                Some(given) => Some(state_code(given).ok_or_else(|| UsageError::Unknown {
                    flag: "--state",
                    value: given.clone(),
                    known: Vec::new(),
                })?),
            };
            // A folder that exists is meant; else the archive's paths are searched for the name.
            let folder = Path::new(source).is_dir().then(|| std::path::absolute(source)).transpose()?;
            let wanted = folder.as_ref().and_then(|path| path.to_str()).unwrap_or(source);
            let papers = set_place(&archive, wanted, place, state)?;
            if context.json {
                context.print_json(&json!({ "place": place, "state": state, "papers": papers }))?;
            } else {
                let papers = if papers == 1 { "1 paper".to_owned() } else { format!("{papers} papers") };
                context.say(format!("{papers} of {place}"));
            }
        }
        SourceAction::Remove { source } => {
            // Looked up once no other writer can change the archive.
            let mut writer = archive.writer()?;
            let summary = archive.find_source(source)?;
            writer.remove(&summary.id)?;
            writer.commit_with(&mut |_, _| !context.interrupt.is_set())?;
            if let Some(error) = writer.without_graph() {
                context.say(twolane_archive::without_graph(&error));
            }
            if context.json {
                context.print_json(&json!({ "removed": summary.id }))?;
            } else {
                context.say(format!(
                    "removed {} ({}); the file itself was not touched",
                    summary.id, summary.title
                ));
            }
        }
    }
    Ok(Exit::Done)
}
