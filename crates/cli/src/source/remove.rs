//! `twolane source remove`: takes papers out of the archive.

use std::fmt::Write as _;
use std::io::IsTerminal;

use clap::Args;
use serde_json::json;

use twolane_archive::{Archive, SourceSummary};
use twolane_ingest::Editor;
use twolane_text::SourceId;

use crate::context::Context;
use crate::exit::Exit;
use crate::line_input::{Input, LineInput};
use crate::output::{self, inline};

use super::named::{count, quoted, wanted};

/// The number of papers that are shown one by one before a removal.
const SHOWN: usize = 20;

/// Remove a source, or all in a folder, from the archive; files stay as they are.
#[derive(Debug, Args)]
#[command(
    long_about = "Remove a source, or all in a folder, from the archive; files stay as they are.

On a terminal the command shows the papers and asks first. A removed paper stays out: a later ingest of its \
folder leaves it out, and says so. It comes back when you name its file (`twolane ingest FILE`), with what was \
set by hand, or when the content of its file changes. `twolane source list --removed` lists removed papers.",
    after_help = "\
Examples:
  twolane source remove minutes-1a2b3c
  twolane source remove papers/drafts --yes"
)]
pub struct RemoveArgs {
    /// Id, file name or path of a source, or a folder.
    pub source: String,
    /// Remove without asking.
    #[arg(long, short)]
    pub yes: bool,
}

/// Runs the command.
pub fn run(args: &RemoveArgs, archive: &Archive, context: &Context) -> anyhow::Result<Exit> {
    let options = context.ingest_options()?;
    let editor = Editor::new(archive, None, &options);
    let wanted = wanted(&args.source)?;
    let papers = editor.papers(&wanted)?;
    if !args.yes && !confirmed(&papers, context)? {
        context.say("nothing was removed");
        return Ok(Exit::Interrupted);
    }
    let ids: Vec<SourceId> = papers.iter().map(|paper| paper.id.clone()).collect();
    let removed = editor.remove(&ids, &|| !context.interrupt.is_set())?;
    if let Some(error) = &removed.without_graph {
        context.say(twolane_archive::without_graph(error));
    }
    if context.json {
        let named = match removed.papers.as_slice() {
            [one] => one.id.0.clone(),
            _ => wanted,
        };
        let rows = removed.papers.iter();
        let rows: Vec<_> = rows.map(|p| json!({ "id": p.id, "title": p.title, "paths": p.paths })).collect();
        context.print_json(&json!({ "removed": named, "papers": rows }))?;
        return Ok(Exit::Done);
    }
    for paper in &removed.papers {
        context.say(format!("removed {} ({})", paper.id, paper.title));
    }
    let file = removed.papers.first().and_then(|paper| twolane_ingest::files_of(paper).into_iter().next());
    context.say(match (removed.papers.len(), file) {
        (1, Some((path, _))) => format!(
            "removed 1 paper; its file was not touched, and later ingests leave it out\nhint: `twolane ingest {}` adds it again",
            quoted(&path.display().to_string()),
        ),
        (number, _) => format!(
            "removed {}; their files were not touched, and later ingests leave them out\nhint: `twolane ingest FILE` adds one again",
            count(number),
        ),
    });
    Ok(Exit::Done)
}

/// Asks a person on a terminal. A program is not asked about one source; for several it must say `--yes`.
fn confirmed(papers: &[SourceSummary], context: &Context) -> anyhow::Result<bool> {
    let asks = !context.json && std::io::stdin().is_terminal() && output::stdout_is_terminal();
    if !asks {
        anyhow::ensure!(
            papers.len() == 1,
            "this would remove {}\nhint: add `--yes` to remove them without being asked",
            count(papers.len())
        );
        return Ok(true);
    }
    let mut out = String::new();
    for paper in papers.iter().take(SHOWN) {
        // Writing to a string can't fail.
        let _ =
            writeln!(out, "{}\n    {}", inline(&paper.title), inline(paper.paths.first().map_or("", |p| p)));
    }
    if papers.len() > SHOWN {
        let _ = writeln!(out, "… and {} more", papers.len() - SHOWN);
    }
    context.print(out)?;
    let prompt = format!("Remove {} from the archive? [y/N] ", count(papers.len()));
    let answer = LineInput::new(true)?.read(&prompt)?;
    Ok(matches!(answer, Input::Line(line) if matches!(line.trim().to_lowercase().as_str(), "y" | "yes")))
}
