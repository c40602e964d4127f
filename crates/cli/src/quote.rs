//! The command `twolane quote`.

use clap::Args;

use twolane_api::quoted;

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
    let found = quoted(&archive, &args.source, &args.locator)?;
    if context.json {
        context.print_json(&found.reply()?)?;
    } else {
        let marks: String = found.marked.iter().map(|m| format!("    [{m}]\n")).collect();
        let place = format!("{}, {}", found.summary.title, found.quote.locator());
        context.print(format!("“{}”\n    {place}\n{marks}", found.quote.text()))?;
    }
    Ok(Exit::Done)
}
