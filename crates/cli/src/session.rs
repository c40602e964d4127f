//! The command `twolane session`.

use std::io::Write;

use clap::{Args, Subcommand};
use jiff::Timestamp;
use serde_json::json;

use twolane_answer::session::{Origin, Session, Sessions, parse_field};
use twolane_api::{session_title, sessions_reply};

use super::ask::open_store;
use super::context::Context;
use super::exit::Exit;
use super::output::{counted, date_of, inline};

/// List, show, change and remove sessions.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  twolane ask \"How big is my unit?\" --session walk      starts the session
  twolane session list
  twolane session show walk
  twolane session set walk unit=4B
  twolane session set walk town=                         removes a value
  twolane session remove walk

twolane forgets a session after two weeks without use ([session] expires_hours).")]
pub struct SessionArgs {
    /// The action on sessions.
    #[command(subcommand)]
    pub action: SessionAction,
}

/// The action on sessions.
#[derive(Debug, Subcommand)]
pub enum SessionAction {
    /// List all sessions.
    List,
    /// Show everything that a session remembers.
    Show {
        /// Id of the session.
        id: String,
    },
    /// Change or remove a value; starts the session if it is new.
    Set {
        /// Id of the session.
        id: String,
        /// field=value; an empty value removes the field.
        #[arg(required = true)]
        fields: Vec<String>,
    },
    /// Delete a session, with its traces.
    Remove {
        /// Id of the session.
        id: String,
    },
}

/// Runs the command.
pub fn run(args: &SessionArgs, context: &Context) -> anyhow::Result<Exit> {
    let archive = context.open_archive()?;
    let Some(store) = open_store(&archive, true, context)? else {
        if context.json {
            context.print_json(&json!({ "sessions": [] }))?;
        }
        return Ok(if matches!(args.action, SessionAction::List) { Exit::Done } else { Exit::Error });
    };
    let sessions = Sessions::new(&store, &context.config.session, Timestamp::now());
    match &args.action {
        SessionAction::List => list(&sessions.list()?, context)?,
        SessionAction::Show { id } => show(&sessions.get(id)?, context)?,
        SessionAction::Set { id, fields } => {
            let parsed = fields.iter().map(|f| parse_field(f)).collect::<Result<Vec<_>, _>>()?;
            let changed = sessions.update(id, |session| {
                for (name, value) in &parsed {
                    session.set(name, value, Origin::Session);
                }
            })?;
            show(&changed, context)?;
        }
        SessionAction::Remove { id } => {
            let wholly = sessions.remove(id)?;
            if context.json {
                context.print_json(&json!({ "removed": id, "wholly": wholly }))?;
            } else if wholly {
                context.say(format!("{id} forgotten"));
            }
            if !wholly {
                context.say(format!(
                    "{id} can't be read any more, but another program has {} open and keeps its words in the file's log until it ends; end it (a running `twolane chat`?) and ask anything, which empties the log",
                    store.place()
                ));
            }
        }
    }
    Ok(Exit::Done)
}

fn list(sessions: &[Session], context: &Context) -> anyhow::Result<()> {
    if context.json {
        return context.print_json(&sessions_reply(sessions));
    }
    let mut out = Vec::new();
    for s in sessions {
        writeln!(
            out,
            "{}\n    {}  {} questions, {} texts  last {}",
            s.id,
            session_title(s),
            s.turns.len(),
            s.sources.len(),
            s.updated_at
        )?;
    }
    writeln!(out, "{}", counted(sessions.len(), "session"))?;
    context.print(String::from_utf8_lossy(&out))
}

/// Prints a session, for people or as complete JSON.
pub fn show(session: &Session, context: &Context) -> anyhow::Result<()> {
    if context.json {
        return context.print_json(session);
    }
    let style = context.style();
    let mut out = Vec::new();
    writeln!(
        out,
        "{}  {}",
        style.bold(&session.id),
        style.dim(&format!("expires on {}", date_of(&session.expires_at)))
    )?;
    for (name, field) in &session.fields {
        writeln!(
            out,
            "  {name}: {}  {}",
            inline(&field.value),
            style.dim(&format!(
                "from {}; to change it: twolane session set {} {name}=…",
                field.origin, session.id
            ))
        )?;
    }
    if !session.situation.title.is_empty() {
        writeln!(out, "  about: {} ({})", session.situation.title, session.situation.entities.join(", "))?;
    }
    for source in &session.sources {
        writeln!(
            out,
            "  {}  {}  {} characters",
            source.id,
            inline(&source.title),
            source.text.chars().count()
        )?;
    }
    for turn in &session.turns {
        writeln!(out, "  ? {}", inline(&turn.question))?;
        if turn.self_contained != turn.question {
            writeln!(out, "    {}", style.dim(&format!("read as: {}", turn.self_contained)))?;
        }
    }
    context.print(String::from_utf8_lossy(&out))
}
