//! `twolane source set` and `twolane source place`: values that a person sets.

use std::fmt::Write as _;

use clap::Args;
use serde_json::json;

use twolane_archive::{Archive, Metadata, SourceSummary};
use twolane_encoder::Embedder;
use twolane_ingest::by_hand::{Change, EditError, Field};
use twolane_ingest::{Edited, Editor};

use crate::context::Context;
use crate::exit::Exit;
use crate::output::inline;

use super::named::{count, wanted};

/// The number of papers that are shown one by one.
const SHOWN: usize = 20;

/// Correct what the archive says of a paper, or of all papers in a folder.
#[derive(Debug, Args)]
#[command(
    long_about = "Correct what the archive says of a paper, or of all papers in a folder.

The values stay when the papers are ingested again, also from changed files. They win over everything that \
the program finds and over the flags of `ingest`. `source show` marks them with `by hand`.",
    after_help = "\
Examples:
  twolane source set scan-0417.pdf --title \"Select Board Minutes\" --date 2024-04-17
  twolane source set minutes/2024 --kind minutes --board \"Select Board\"
  twolane source set minutes/nonpublic --visibility staff   not shown to the public
  twolane source set letter.pdf --none board     the paper has no board
  twolane source set letter.pdf --undo date      back to the date that was found"
)]
pub struct SetArgs {
    /// Id, file name or path of a source, or a folder.
    pub source: String,
    /// Set the title, of one source.
    #[arg(long)]
    pub title: Option<String>,
    /// Set the kind of paper: `minutes`, `agenda`, `budget`, …
    #[arg(long, visible_alias = "type")]
    pub kind: Option<String>,
    /// Set the board or committee.
    #[arg(long)]
    pub board: Option<String>,
    /// Set the date (`2024-10-09`, `2024-10`, `2024`).
    #[arg(long)]
    pub date: Option<String>,
    /// Set the town, city, district or association.
    #[arg(long)]
    pub town: Option<String>,
    /// Set the state, by name or code (NH).
    #[arg(long)]
    pub state: Option<String>,
    /// Set who may see it: `public`, `staff` or `sealed`.
    #[arg(long, value_name = "LEVEL")]
    pub visibility: Option<String>,
    /// Say that the paper has no such value: `kind`, `board`, `date`, `town` or `state`.
    #[arg(long, value_name = "FIELD")]
    pub none: Vec<String>,
    /// Take back what was set, so that the found value holds again.
    #[arg(long, value_name = "FIELD")]
    pub undo: Vec<String>,
}

impl SetArgs {
    fn change(&self) -> Result<Change, EditError> {
        let values = [
            (Field::Title, &self.title),
            (Field::Kind, &self.kind),
            (Field::Board, &self.board),
            (Field::Date, &self.date),
            (Field::Town, &self.town),
            (Field::State, &self.state),
            (Field::Visibility, &self.visibility),
        ];
        Change::of(values.map(|(field, value)| (field, value.as_deref())), &self.none, &self.undo)
    }
}

/// Runs `source set`.
pub fn set(args: &SetArgs, archive: &Archive, context: &Context) -> anyhow::Result<Exit> {
    let change = args.change()?;
    let edited = edit(&args.source, &change, archive, context)?;
    if context.json {
        context.print_json(&json!({
            "papers": edited.papers.len(), "sources": edited.papers, "embedded": edited.embedded,
        }))?;
        return Ok(Exit::Done);
    }
    let mut out = String::new();
    for paper in edited.papers.iter().take(SHOWN) {
        // Writing to a string can't fail.
        let _ = writeln!(out, "{}\n    {}", paper.id, inline(&line(paper)));
    }
    if edited.papers.len() > SHOWN {
        let _ = writeln!(out, "… and {} more", edited.papers.len() - SHOWN);
    }
    context.print(out)?;
    context.say(format!("changed {}", count(edited.papers.len())));
    Ok(Exit::Done)
}

/// Runs `source place`.
pub fn place(
    (source, place, state): (&str, &str, Option<&str>),
    archive: &Archive,
    context: &Context,
) -> anyhow::Result<Exit> {
    let mut change = Change::default();
    change.set(Field::Town, place)?;
    if let Some(state) = state {
        change.set(Field::State, state)?;
    }
    let papers = edit(source, &change, archive, context)?.papers.len();
    if context.json {
        let now = |wanted: Field| {
            change.values().find(|(field, _)| *field == wanted).and_then(|(_, v)| v.map(str::to_owned))
        };
        context.print_json(&json!({
            "place": now(Field::Town), "state": now(Field::State), "papers": papers,
        }))?;
    } else {
        context.say(format!("{} of {}", count(papers), inline(place)));
    }
    Ok(Exit::Done)
}

fn edit(source: &str, change: &Change, archive: &Archive, context: &Context) -> anyhow::Result<Edited> {
    // Title and date stand in the texts that the model embeds; nothing else needs it.
    let in_text = change.values().any(|(field, _)| matches!(field, Field::Title | Field::Date));
    let embedder = match archive.model() {
        Some(_) if in_text => context.embedder_for(archive)?,
        _ => None,
    };
    let embedder = embedder.as_ref().map(|embedder| embedder as &dyn Embedder);
    let options = context.ingest_options()?;
    let editor = Editor::new(archive, embedder, &options);
    let wanted = wanted(source)?;
    let edited = editor.set(&wanted, change, &|| !context.interrupt.is_set())?;
    if let Some(error) = &edited.without_graph {
        context.say(twolane_archive::without_graph(error));
    }
    Ok(edited)
}

/// Writes a paper's values in one line.
fn line(paper: &SourceSummary) -> String {
    let Metadata { doc_type, board, date, town, jurisdiction, visibility, .. } = &paper.meta;
    let place = town.as_ref().map(|town| match jurisdiction {
        Some(state) => format!("{town}, {state}"),
        None => town.clone(),
    });
    let level = (!visibility.is_public()).then(|| visibility.to_string());
    let values = [Some(paper.title.clone()), doc_type.clone(), board.clone(), date.clone(), place, level];
    values.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}
