//! The command `twolane section`.

use std::fmt::Write as _;

use clap::{Args, Subcommand};

use super::context::Context;
use super::exit::Exit;
use twolane_archive::Editions;
use twolane_law::Citation;
use twolane_retrieve::{SectionView, asked_citation, section_diff, section_view};

/// Show a section of law, what it cites and what cites it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  twolane section show \"RSA 31-B:3\"
  twolane section show \"RSA 31-B:3, II(c)\" --as-of 2023-01-01
  twolane section diff \"RSA 31-B:3\" --from 2022 --to 2024

Exit code 5: the section is not in the archive, or only its heading is.")]
pub struct SectionArgs {
    /// The action on a section.
    #[command(subcommand)]
    pub action: SectionAction,
}

/// The action on a section.
#[derive(Debug, Subcommand)]
pub enum SectionAction {
    /// Show text, history, what it cites, what cites it, and which papers mention it.
    Show {
        /// Citation of a section or paragraph.
        citation: String,
        /// Show the edition in force on this day.
        #[arg(long, value_name = "DATE")]
        as_of: Option<String>,
        /// Show this edition.
        #[arg(long)]
        edition: Option<String>,
    },
    /// Show the changes between two editions.
    Diff {
        /// Citation of a section.
        citation: String,
        /// Older edition [default: the one before the newest].
        #[arg(long)]
        from: Option<String>,
        /// Newer edition [default: the newest].
        #[arg(long)]
        to: Option<String>,
    },
}

/// Runs the command.
pub fn run(args: &SectionArgs, context: &Context) -> anyhow::Result<Exit> {
    let archive = context.open_archive()?;
    match &args.action {
        SectionAction::Show { citation, as_of, edition } => {
            let citation = parsed(citation)?;
            let editions = Editions { as_of: as_of.clone(), edition: edition.clone() };
            let Some(view) = section_view(&archive, &citation, &editions)? else {
                context.say(format!(
                    "{citation} is not in the archive; `twolane pack list` shows the law that is"
                ));
                if context.json {
                    context.print_json(&serde_json::json!({
                        "citation": citation.text, "status": "unknown", "text": "", "cites": [],
                        "cited_by": [], "mentioned_in": [],
                    }))?;
                }
                return Ok(Exit::Insufficient);
            };
            if context.json {
                context.print_json(&view)?;
            } else {
                context.print(shown(&view))?;
            }
            Ok(if view.text.is_empty() { Exit::Insufficient } else { Exit::Done })
        }
        SectionAction::Diff { citation, from, to } => {
            let citation = parsed(citation)?;
            let Some(diff) = section_diff(&archive, &citation, from.as_deref(), to.as_deref())? else {
                anyhow::bail!(
                    "{citation} is not in two installed editions; `twolane pack list` shows the editions"
                );
            };
            if context.json {
                context.print_json(&diff)?;
            } else if diff.changed {
                context.print(format!(
                    "{} — {} {} to {}\n{}\n",
                    diff.amended.citation, diff.pack, diff.from, diff.to, diff.amended.diff
                ))?;
            } else {
                context.print(format!(
                    "{} is the same in {} {} and {}\n",
                    diff.amended.citation, diff.pack, diff.from, diff.to
                ))?;
            }
            Ok(Exit::Done)
        }
    }
}

fn parsed(text: &str) -> anyhow::Result<Citation> {
    asked_citation(text).ok_or_else(|| {
        anyhow::anyhow!("{text:?} is not a citation that is known here; write it like \"RSA 31-B:3, II(c)\" or \"MCL 15.263\"")
    })
}

fn shown(view: &SectionView) -> String {
    let mut out = String::new();
    // Writing to a string can't fail.
    let _ = writeln!(out, "{} {}", view.citation, view.heading);
    if view.status != "in force" {
        let _ = writeln!(out, "Status: {}", view.status);
    }
    match &view.pack {
        Some(pack) => {
            let _ = writeln!(out, "{}, edition {}, as of {}", pack.title, pack.edition, pack.as_of);
        }
        None => {
            let _ = writeln!(out, "(not from a pack)");
        }
    }
    if view.text.is_empty() {
        let _ = writeln!(out, "\nThe text of {} is not in the archive.", view.citation);
    } else {
        let _ = writeln!(out, "\n{}", view.text);
    }
    if let Some(history) = &view.history {
        let _ = writeln!(out, "\n{history}");
    }
    if let (Some(id), Some(locator)) = (&view.source_id, &view.locator) {
        let _ = writeln!(out, "\nText at {id} {locator}");
    }
    for (title, sections) in [("Cites", &view.cites), ("Cited by", &view.cited_by)] {
        if !sections.is_empty() {
            let _ = writeln!(out, "\n{title}:");
        }
        for section in sections {
            let heading = section.heading.as_deref().unwrap_or("");
            let missing = if section.text_here { "" } else { "  (text not in the archive)" };
            let _ = writeln!(out, "  {} {heading}{missing}", section.citation);
        }
    }
    if !view.mentioned_in.is_empty() {
        let _ = writeln!(out, "\nMentioned in:");
    }
    for mention in &view.mentioned_in {
        let _ = writeln!(out, "  {} {}: {}", mention.title, mention.locator, mention.quote);
    }
    if let Some(pack) = &view.pack {
        let _ = writeln!(out, "\nCoverage: {}", pack.coverage);
        for limit in &pack.limits {
            let _ = writeln!(out, "  {limit}");
        }
    }
    out
}
