//! Tests that the documentation of the command line and of defaults matches the program.

use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::{Command, CommandFactory, Parser};

use super::args::Cli;
use super::config::Config;

/// Returns the pages that people read commands from.
fn pages() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files: Vec<PathBuf> = std::fs::read_dir(root.join("docs"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "md"))
        .collect();
    files.sort();
    let others = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "golden/README.md", "index/README.md"];
    files.extend(others.map(|name| root.join(name)));
    files.into_iter().map(|file| (file.clone(), written(&std::fs::read_to_string(file).unwrap()))).collect()
}

/// Leaves out the part of a page that is made from the help, which has its own test.
fn written(page: &str) -> String {
    page.split("<!-- commands -->").step_by(2).collect()
}

/// Splits a command line as a shell does, up to a pipe, a redirection, a comment, or a gap of two spaces
/// before an explanation. Returns `None` when a quotation mark stays open.
fn shell_words(line: &str) -> Option<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => word.get_or_insert_default().push(c),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, '|' | '>' | ';' | '&') => break,
            (None, '#') if word.is_none() => break,
            (None, ' ') => {
                words.extend(word.take());
                if chars.peek() == Some(&' ') {
                    break;
                }
            }
            (None, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

/// Returns the command lines of a page's code blocks.
fn in_blocks(page: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut fenced = false;
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if fenced || line.starts_with("    ") {
            let line = line.trim_start();
            let line = line.strip_prefix("$ ").unwrap_or(line);
            // "printf … | twolane chat", "a > b; twolane c"
            let starts = line.match_indices("twolane ").map(|(at, _)| at);
            let is_start = |at: &usize| {
                let before = line.get(..*at).unwrap_or("").trim_end();
                before.is_empty() || before.ends_with(['|', ';', '&'])
            };
            found.extend(starts.filter(is_start).filter_map(|at| line.get(at..)));
            if let Some((_, arguments)) = line.split_once("cargo run --release -- ") {
                found.push(arguments);
            }
        }
    }
    found
}

/// Returns the commands within a page's sentences: `twolane …`, or a command's name with arguments.
fn in_sentences<'p>(page: &'p str, names: &[String]) -> Vec<&'p str> {
    let mut found = Vec::new();
    let mut fenced = false;
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        let codes = line.split('`').skip(1).step_by(2);
        let is_command = |code: &&str| {
            let (first, rest) = code.split_once(' ').unwrap_or((code, ""));
            !rest.is_empty() && (first == "twolane" || names.iter().any(|name| name == first))
        };
        if !fenced {
            found.extend(codes.filter(is_command));
        }
    }
    found
}

fn parse(line: &str) -> Result<(), clap::Error> {
    let words = shell_words(line).unwrap_or_else(|| panic!("a quotation mark stays open: {line}"));
    let own = words.first().is_some_and(|word| word == "twolane");
    let words = words.into_iter().skip(usize::from(own));
    Cli::try_parse_from(std::iter::once("twolane".to_owned()).chain(words)).map(|_| ())
}

/// Parses a command, but accepts omissions of a sentence: further arguments, and the value of its last flag.
fn parse_part(line: &str) -> Result<(), clap::Error> {
    let open = |error: &clap::Error| {
        let ends_in_a_flag = line.rsplit(' ').next().is_some_and(|word| word.starts_with('-'));
        matches!(
            error.kind(),
            ErrorKind::MissingRequiredArgument
                | ErrorKind::MissingSubcommand
                | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
        ) || (error.kind() == ErrorKind::InvalidValue && ends_in_a_flag)
    };
    parse(line).or_else(|error| if open(&error) { Ok(()) } else { Err(error) })
}

fn names() -> Vec<String> {
    Cli::command().get_subcommands().map(|c| c.get_name().to_owned()).collect()
}

#[test]
fn every_command_line_of_the_pages_parses() {
    let names = names();
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for (file, text) in pages() {
        let blocks = in_blocks(&text).into_iter().map(|line| (line, parse(line)));
        let sentences = in_sentences(&text, &names).into_iter().map(|line| (line, parse_part(line)));
        for (line, outcome) in blocks.chain(sentences) {
            seen += 1;
            if let Err(error) = outcome {
                let error = error.to_string();
                let first = error.lines().next().unwrap_or("");
                wrong.push(format!("{}: {line}\n    {first}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen > 60, "only {seen} command lines were seen");
}

#[test]
fn every_example_of_the_help_parses() {
    fn of(command: &Command, found: &mut Vec<String>) {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        found.extend(help.lines().filter(|l| l.starts_with("  ")).map(|l| l.trim().to_owned()));
        command.get_subcommands().for_each(|c| of(c, found));
    }
    let mut lines = Vec::new();
    of(&Cli::command(), &mut lines);
    let indented: String = lines.iter().map(|line| format!("    {line}\n")).collect();
    let commands = in_blocks(&indented);
    assert!(commands.len() > 40, "only {} examples", commands.len());
    for line in commands {
        if let Err(error) = parse(line) {
            panic!("{line}\n{error}");
        }
    }
}

#[test]
fn a_command_line_that_nobody_takes_is_found() {
    for (line, fits) in [
        ("twolane ask \"What does it cost?\" --town Alder   with a town", true),
        ("twolane ask --form levels 'a | b' > answer.json", true),
        ("demo", true),
        ("twolane ask", false),
        ("twolane ask a --toun Alder", false),
        ("twolane answer a", false),
    ] {
        assert_eq!(parse(line).is_ok(), fits, "{line}");
    }
    for (part, fits) in [
        ("ask", true),
        ("ingest --lane", true),
        ("search --mode", true),
        ("ask --toun", false),
        ("search --mode words", false),
        ("pack instal", false),
    ] {
        assert_eq!(parse_part(part).is_ok(), fits, "{part}");
    }
    assert_eq!(in_blocks("text twolane x\n    $ twolane a\n```\nb | twolane c  # d\n```\n").len(), 2);
    assert_eq!(
        in_sentences("a `twolane b` `ask c` `ask` `d e`", &["ask".to_owned()]),
        ["twolane b", "ask c"]
    );
}

/// Checks the constants of the specification by their keys.
#[test]
fn constants_of_the_specification_are_the_defaults() {
    let (_, text) = pages().into_iter().find(|(f, _)| f.ends_with("docs/specification.md")).unwrap();
    let table = text.split("<!-- constants -->").nth(1).expect("a table between two `<!-- constants -->`");
    let defaults = Config::default().keys();
    let mut seen = 0;
    for row in table.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let (key, value) = (cells[1].trim_matches('`'), cells[2]);
        let default = defaults.iter().find(|(k, _)| k == key).unwrap_or_else(|| panic!("no key {key}"));
        let number = |text: &str| text.parse::<f32>().ok();
        let same = match (number(&default.1), number(value)) {
            (Some(a), Some(b)) => (a - b).abs() < 1e-6,
            _ => default.1 == value,
        };
        assert!(same, "{key} is {}, the specification says {value}", default.1);
        seen += 1;
    }
    assert!(seen >= 25, "only {seen} constants");
}
