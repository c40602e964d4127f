//! The command `twolane trace`.

use std::io::Write;

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use twolane_answer::{leave_out_personal, trace, traces};
use twolane_api::traces_reply;

use super::ask::open_store;
use super::context::Context;
use super::exit::Exit;
use super::output::{counted, inline};

/// Show how an answer was found.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  twolane trace list
  twolane trace show t-1a2b3c4d5e6f7081
  twolane trace show t-1a2b3c4d5e6f7081 --no-personal --json

[trace] in twolane.toml sets how many are kept (keep) and whether they include
people's own words (personal_text).")]
pub struct TraceArgs {
    /// The action on traces.
    #[command(subcommand)]
    pub action: TraceAction,
    /// Omit people's own words: questions, queries derived from them, values.
    #[arg(long, global = true)]
    pub no_personal: bool,
}

/// The action on traces.
#[derive(Debug, Subcommand)]
pub enum TraceAction {
    /// List the newest traces.
    List {
        /// List at most this many traces.
        #[arg(long, default_value_t = 50)]
        n: u32,
    },
    /// Show one complete trace.
    Show {
        /// Id (`ask --json` prints it as trace_id).
        id: String,
    },
}

/// Runs the command.
pub fn run(args: &TraceArgs, context: &Context) -> anyhow::Result<Exit> {
    let archive = context.open_archive()?;
    let Some(store) = open_store(&archive, true, context)? else {
        if context.json {
            context.print_json(&json!({ "traces": [] }))?;
        }
        return Ok(if matches!(args.action, TraceAction::List { .. }) { Exit::Done } else { Exit::Error });
    };
    match &args.action {
        TraceAction::List { n } => {
            let mut found = traces(&store, *n)?;
            if args.no_personal {
                found.iter_mut().for_each(leave_out_personal);
            }
            list(&found, context)?;
        }
        TraceAction::Show { id } => {
            let mut found = trace(&store, id)?;
            if args.no_personal {
                leave_out_personal(&mut found);
            }
            if context.json {
                context.print_json(&found)?;
            } else {
                let mut out = Vec::new();
                print_tree(&mut out, &found, 0)?;
                context.print(String::from_utf8_lossy(&out))?;
            }
        }
    }
    Ok(Exit::Done)
}

fn list(found: &[Value], context: &Context) -> anyhow::Result<()> {
    if context.json {
        return context.print_json(&traces_reply(found));
    }
    let mut out = Vec::new();
    let text = |t: &Value, key: &str| t.get(key).and_then(Value::as_str).unwrap_or("").to_owned();
    for t in found {
        writeln!(
            out,
            "{}  {}  {}\n    {}",
            text(t, "id"),
            text(t, "at"),
            text(t, "status"),
            text(t, "question")
        )?;
    }
    writeln!(out, "{}", counted(found.len(), "trace"))?;
    context.print(String::from_utf8_lossy(&out))
}

/// Prints a value as an indented outline; a list of plain values takes one line.
pub fn print_tree(out: &mut Vec<u8>, value: &Value, depth: usize) -> std::io::Result<()> {
    let indent = "  ".repeat(depth);
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                if is_plain(inner) {
                    writeln!(out, "{indent}{}: {}", inline(key), plain(inner))?;
                } else {
                    writeln!(out, "{indent}{}:", inline(key))?;
                    print_tree(out, inner, depth + 1)?;
                }
            }
        }
        Value::Array(list) => {
            for inner in list {
                if is_plain(inner) {
                    writeln!(out, "{indent}- {}", plain(inner))?;
                } else {
                    writeln!(out, "{indent}-")?;
                    print_tree(out, inner, depth + 1)?;
                }
            }
        }
        other => writeln!(out, "{indent}{}", plain(other))?,
    }
    Ok(())
}

fn is_plain(value: &Value) -> bool {
    match value {
        Value::Array(list) => list.iter().all(|v| !v.is_array() && !v.is_object() && !v.is_string()),
        Value::Object(map) => map.is_empty(),
        _ => true,
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => inline(text),
        Value::Number(n) => match n.as_f64() {
            Some(f) if n.is_f64() => format!("{f:.3}"),
            _ => n.to_string(),
        },
        Value::Null => "none".to_owned(),
        Value::Array(list) => list.iter().map(plain).collect::<Vec<_>>().join(", "),
        Value::Object(_) => String::new(),
        Value::Bool(b) => b.to_string(),
    }
}
