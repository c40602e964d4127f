//! `twolane quote`

use clap::Args;
use serde_json::json;

use crate::archive::Archive;
use crate::text::{Locator, SourceId};

use super::context::Context;
use super::exit::Exit;

/// Print the words at a locator.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  twolane quote minutes-1a2b3c \"p.1 L3-L5\"
  twolane quote zoning-ordinance-4d5e6f \"Section 4.2\"")]
pub struct QuoteArgs {
    /// A source's id, file name or path.
    pub source: String,
    /// Lines (`p.12 L3-L5`, `L3`), or a section's own name.
    pub locator: String,
}

/// Runs the command.
pub fn run(args: &QuoteArgs, context: &Context) -> anyhow::Result<Exit> {
    let archive = context.open_archive()?;
    let summary = archive.find_source(&args.source)?;
    let locator = resolve(&archive, &summary.id, &args.locator)?;
    let source = archive.source(&summary.id)?;
    let quote = source.quote(&locator)?;
    let marked = source.marked(&locator)?;
    if context.json {
        context.print_json(&json!({
            "source_id": quote.source_id(),
            "locator": quote.locator(),
            "quote": quote.text(),
            "marked": marked,
            "page": quote.locator().page(),
            "boxes": source.bounds(&locator)?,
        }))?;
    } else {
        let marks: String = marked.iter().map(|m| format!("    [{m}]\n")).collect();
        let place = format!("{}, {}", summary.title, quote.locator());
        context.print(format!("“{}”\n    {place}\n{marks}", quote.text()))?;
    }
    Ok(Exit::Done)
}

/// A locator, or the lines of a named one.
fn resolve(archive: &Archive, id: &SourceId, text: &str) -> anyhow::Result<Locator> {
    let error = match text.parse::<Locator>() {
        Ok(locator) => return Ok(locator),
        Err(error) => error,
    };
    let wanted = text.trim().to_lowercase();
    let aliases = archive.aliases(id)?;
    if let Some((_, locator)) = aliases.iter().find(|(name, _)| name.to_lowercase() == wanted) {
        return Ok(*locator);
    }
    let mut near: Vec<_> = aliases
        .iter()
        .map(|(name, _)| (strsim::damerau_levenshtein(&name.to_lowercase(), &wanted), name))
        .collect();
    near.sort();
    let names: Vec<&str> = near.iter().take(3).map(|(_, n)| n.as_str()).collect();
    if names.is_empty() {
        anyhow::bail!("{error}; {id} has no named sections");
    }
    anyhow::bail!("{error}; nearest named sections of {id}: {}", names.join(", "))
}
