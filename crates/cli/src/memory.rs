//! The command `twolane memory`.

use std::io::Write;

use clap::{Args, Subcommand};
use jiff::Timestamp;
use serde_json::json;

use twolane_answer::{Remembered, forget, remembered};
use twolane_api::memory_reply;

use super::ask::open_store;
use super::context::Context;
use super::exit::Exit;
use super::output::{counted, date_of, inline};

/// List and forget remembered answers.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  twolane ask \"What does a burn permit cost?\"          searches, and remembers its answer
  twolane ask \"What does a burn permit cost?\"         the same question: from memory, and it says so
  twolane memory list
  twolane memory clear m-0f0e0d0c0b0a0908               forgets one answer
  twolane memory clear --all

twolane repeats an answer only for the same question with the same filters,
and only while nothing in the archive was added, changed or removed. It looks
up every quote again. [memory] in twolane.toml sets how similar questions and
passages must be and how many answers are kept, or turns memory off.")]
pub struct MemoryArgs {
    /// The action on remembered answers.
    #[command(subcommand)]
    pub action: MemoryAction,
}

/// The action on remembered answers.
#[derive(Debug, Subcommand)]
pub enum MemoryAction {
    /// List all of them, newest first.
    List,
    /// Forget one, or all.
    Clear {
        /// Id of the answer, as `memory list` prints it.
        #[arg(required_unless_present = "all", conflicts_with = "all")]
        id: Option<String>,
        /// Forget all of them.
        #[arg(long)]
        all: bool,
    },
}

/// Runs the command.
pub fn run(args: &MemoryArgs, context: &Context) -> anyhow::Result<Exit> {
    let archive = context.open_archive()?;
    let Some(store) = open_store(&archive, true, context)? else {
        return match (&args.action, context.json) {
            (MemoryAction::List, true) => {
                context.print_json(&memory_reply(&[]))?;
                Ok(Exit::Done)
            }
            _ => Ok(Exit::Error),
        };
    };
    match &args.action {
        MemoryAction::List => {
            list(&remembered(&archive, &store, None, Timestamp::now().as_second())?, context)?;
        }
        MemoryAction::Clear { id, .. } => {
            let (removed, wholly) = forget(&store, id.as_deref(), None)?;
            if context.json {
                context.print_json(&json!({ "removed": removed, "wholly": wholly }))?;
            } else if wholly {
                context.say(format!("forgot {}", counted(removed, "answer")));
            }
            if !wholly {
                context.say(format!(
                    "they can't be read any more, but another program has {} open and keeps their words in the file's log until it ends",
                    store.place()
                ));
            }
        }
    }
    Ok(Exit::Done)
}

fn list(entries: &[Remembered], context: &Context) -> anyhow::Result<()> {
    if context.json {
        return context.print_json(&memory_reply(entries));
    }
    let style = context.style();
    let mut out = Vec::new();
    for entry in entries {
        writeln!(out, "{}  {}", style.bold(&entry.id), inline(&entry.question))?;
        let state = if entry.stands { "current" } else { "outdated: the archive has changed since" };
        writeln!(out, "    {}", style.dim(&format!("{}  {state}", date_of(&entry.at))))?;
    }
    writeln!(out, "{}", counted(entries.len(), "answer"))?;
    context.print(String::from_utf8_lossy(&out))
}
