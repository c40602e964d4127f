//! The page of the command line is made from the program's own definitions.

use std::path::Path;

use clap::{Arg, ArgAction, Command, CommandFactory};
use twolane::cli::Cli;

const MARK: &str = "<!-- commands -->";

/// Text of a table's cell: one line, without marks that Markdown or HTML would read.
fn cell(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|");
    // `<` begins a tag outside of code.
    let parts = line.split('`').enumerate();
    let parts: Vec<String> = parts
        .map(|(at, part)| if at % 2 == 0 { part.replace('<', "\\<") } else { part.to_owned() })
        .collect();
    parts.join("`")
}

/// Ends a help text with a full stop, which clap's one-sentence texts lack.
fn sentence(help: &str) -> String {
    let help = help.trim();
    let end = if help.is_empty() || help.ends_with(['.', '…']) { "" } else { "." };
    format!("{help}{end}")
}

/// Left cell of an argument: its names and its value.
fn shown(arg: &Arg) -> String {
    let takes_value = matches!(arg.get_action(), ArgAction::Set | ArgAction::Append);
    let names = arg.get_value_names().unwrap_or_default();
    let value = names.iter().map(|name| format!("<{name}>")).collect::<Vec<_>>().join(" ");
    if arg.is_positional() {
        return format!("`{value}`");
    }
    let short = arg.get_short().map(|c| format!("-{c}"));
    let long = arg.get_long().map(|name| format!("--{name}"));
    let flags = short.into_iter().chain(long).collect::<Vec<_>>().join("`, `");
    if takes_value { format!("`{flags} {value}`") } else { format!("`{flags}`") }
}

/// Right cell of an argument: its help, its values, its default and its variable.
fn described(arg: &Arg) -> String {
    let help = arg.get_long_help().or_else(|| arg.get_help()).map(ToString::to_string).unwrap_or_default();
    let mut text = sentence(&help);
    let takes_value = matches!(arg.get_action(), ArgAction::Set | ArgAction::Append);
    let values: Vec<String> = arg
        .get_possible_values()
        .iter()
        .filter(|value| takes_value && !value.is_hide_set())
        .map(|value| match value.get_help() {
            Some(help) => format!("`{}` ({help})", value.get_name()),
            None => format!("`{}`", value.get_name()),
        })
        .collect();
    if !values.is_empty() {
        text.push_str(&format!(" Values: {}.", values.join(", ")));
    }
    let defaults: Vec<String> =
        arg.get_default_values().iter().map(|value| format!("`{}`", value.to_string_lossy())).collect();
    if takes_value && !defaults.is_empty() {
        text.push_str(&format!(" Default: {}.", defaults.join(", ")));
    }
    if let Some(variable) = arg.get_env() {
        text.push_str(&format!(" Variable: `{}`.", variable.to_string_lossy()));
    }
    cell(&text)
}

fn table<'a>(title: &str, args: impl Iterator<Item = &'a Arg>) -> String {
    let rows: String = args.map(|arg| format!("| {} | {} |\n", shown(arg), described(arg))).collect();
    if rows.is_empty() { rows } else { format!("| {title} | |\n| --- | --- |\n{rows}\n") }
}

/// The part of the page for a command and those below it.
fn part(command: &mut Command, path: &str, level: usize, page: &mut String) {
    let about = command.get_long_about().or_else(|| command.get_about());
    let about = about.map(|text| sentence(&text.to_string())).unwrap_or_default();
    let usage = command.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").split_whitespace().collect::<Vec<_>>().join(" ");
    page.push_str(&format!("{} {path}\n\n{about}\n\n    {usage}\n\n", "#".repeat(level)));
    let own = |arg: &&Arg| {
        !arg.is_hide_set() && !arg.is_global_set() && !["help", "version"].contains(&arg.get_id().as_str())
    };
    page.push_str(&table("argument", command.get_arguments().filter(own).filter(|a| a.is_positional())));
    let options: Vec<&Arg> = command.get_arguments().filter(own).filter(|arg| !arg.is_positional()).collect();
    let mut headings: Vec<Option<&str>> = Vec::new();
    for arg in &options {
        if !headings.contains(&arg.get_help_heading()) {
            headings.push(arg.get_help_heading());
        }
    }
    for heading in headings {
        let of = options.iter().copied().filter(|arg| arg.get_help_heading() == heading);
        page.push_str(&table(heading.map_or("option", |h| h).to_lowercase().as_str(), of));
    }
    if let Some(help) = command.get_after_long_help().or_else(|| command.get_after_help()) {
        page.push_str(&format!("```text\n{}\n```\n\n", help.to_string().trim()));
    }
    let below: Vec<String> = command
        .get_subcommands()
        .filter(|c| !c.is_hide_set() && c.get_name() != "help")
        .map(|c| c.get_name().to_owned())
        .collect();
    for name in below {
        let command = command.find_subcommand_mut(&name).unwrap();
        part(command, &format!("{path} {name}"), (level + 1).min(4), page);
    }
}

fn reference() -> String {
    let mut command = Cli::command();
    // Gives subcommands their whole names and the flags of every command.
    command.build();
    let mut page = String::new();
    let everywhere = |arg: &&Arg| !arg.is_hide_set() && arg.is_global_set();
    page.push_str("\n## Everywhere\n\nEvery command takes these options, and `--help`:\n\n");
    page.push_str(&table("option", command.get_arguments().filter(everywhere)));
    part(&mut command, "twolane", 2, &mut page);
    page.trim_end().to_owned() + "\n\n"
}

#[cfg(feature = "serve")]
#[test]
fn the_page_of_the_command_line_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/command-line.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let parts: Vec<&str> = text.split(MARK).collect();
    let [before, inside, after] = parts.as_slice() else { panic!("two `{MARK}` in docs/command-line.md") };
    let made = reference();
    if std::env::var_os("UPDATE_REFERENCE").is_some() {
        std::fs::write(&path, format!("{before}{MARK}{made}{MARK}{after}")).unwrap();
        return;
    }
    assert!(
        *inside == made,
        "docs/command-line.md is not what the program says; make it again:\n\
         UPDATE_REFERENCE=1 cargo test --test trust command_line::"
    );
}

#[test]
fn a_cell_keeps_code_and_escapes_the_rest() {
    assert_eq!(cell("one\n  <two> `<three>` | four"), "one \\<two> `<three>` \\| four");
}
