//! Runs the program: from the command line to an exit code.

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};

use super::args::{Cli, Command, GlobalArgs};
use super::context::{Context, Interrupt};
use super::exit::{Exit, is_usage};
use super::output;
use super::{
    archive, ask, batch, bench, chat, completions, demo, doctor, eval, index, ingest, memory, models, ocr,
    pack, places, quote, search, section, session, several, source, sync, trace, verify, worker,
};

/// Parses the command line, runs the command, prints an error and its causes.
pub fn main() -> Exit {
    output::catch_panics();
    let cli = Cli::try_parse().or_else(|error| bare_question(error, std::env::args_os().collect()));
    let cli = match cli.and_then(|cli| several::checked(cli, std::env::args_os())) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are not errors.
            output::page(&error);
            return if error.use_stderr() { Exit::Usage } else { Exit::Done };
        }
    };
    match run(cli) {
        Ok(exit) => exit,
        Err(error) if is_broken_pipe(&error) => Exit::Done,
        Err(error) if is_interrupt(&error) => Exit::Interrupted,
        Err(error) => {
            output::write_message(&format!("twolane: {error:#}"));
            if is_usage(&error) { Exit::Usage } else { Exit::Error }
        }
    }
}

/// Reads `twolane "When is town meeting?"`, with a question in the place of the command, as `twolane ask …`.
fn bare_question(error: clap::Error, mut args: Vec<OsString>) -> Result<Cli, clap::Error> {
    let given = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(given)) if error.kind() == ErrorKind::InvalidSubcommand => given.clone(),
        _ => return Err(error),
    };
    let is_question = given.contains(char::is_whitespace) || given.ends_with('?');
    match args.iter().position(|arg| arg.to_str() == Some(&given)) {
        Some(at) if is_question => {
            args.insert(at, "ask".into());
            Cli::try_parse_from(args)
        }
        _ => Err(error),
    }
}

fn run(cli: Cli) -> anyhow::Result<Exit> {
    let command = match cli.command {
        Some(command) => command,
        None => return page(&cli.global),
    };
    if let Command::Worker(args) = &command {
        return worker::run(args);
    }
    let (context, trusted) = context(&cli.global)?;
    // These commands never use the configured archive; `archive copy` uses the two that it is given.
    let without_archive = matches!(
        command,
        Command::Archive(_) | Command::Models(_) | Command::Eval(_) | Command::Completions(_)
    );
    if !without_archive {
        context.check_places()?;
    }
    if !without_archive && !matches!(command, Command::Doctor(_) | Command::Demo(_)) {
        name_archive_here(&context, trusted);
    }
    match &command {
        Command::Ingest(args) => ingest::run(args, &context),
        Command::Sync(args) => sync::run(args, &context),
        Command::Ocr(args) => ocr::run(args, &context),
        Command::Search(args) => search::run(args, &context),
        Command::Ask(args) => match &args.batch {
            Some(file) => batch::run(file, args, &context),
            None => ask::run(args, &context),
        },
        Command::Chat(args) => chat::run(args, &context),
        Command::Session(args) => session::run(args, &context),
        Command::Memory(args) => memory::run(args, &context),
        Command::Trace(args) => trace::run(args, &context),
        #[cfg(feature = "serve")]
        Command::Serve(args) => super::serve::run(args, &context),
        #[cfg(feature = "serve")]
        Command::Mcp(args) => super::serve::run_mcp(args, &context),
        Command::Verify(args) => verify::run(args, &context),
        Command::Quote(args) => quote::run(args, &context),
        Command::Source(args) => source::run(args, &context),
        Command::Section(args) => section::run(args, &context),
        Command::Pack(args) => pack::run(args, &context),
        Command::Index(args) => index::run(args, &context),
        Command::Archive(args) => archive::run(args, &context),
        Command::Models(args) => models::run(args, &context),
        Command::Eval(args) => eval::run(args, &context),
        Command::Bench(args) => bench::run(args, &context),
        Command::Doctor(args) => doctor::run(args, &context),
        Command::Demo(args) => demo::run(args, &context),
        Command::Completions(args) => completions::run(args, Cli::command(), &context),
        Command::Worker(args) => worker::run(args),
    }
}

/// Says that the archive is that of the working folder: a folder from someone else may contain one.
fn name_archive_here(context: &Context, trusted: bool) {
    if !trusted && context.archive_place.folder() == Some(Path::new(places::ARCHIVE_HERE)) {
        context
            .say("note: this is the archive of the working folder, ./index/archive; --archive names another");
    }
}

/// Runs `twolane` without a command: the page for a person at a terminal or desktop, help for a program.
fn page(global: &GlobalArgs) -> anyhow::Result<Exit> {
    #[cfg(feature = "serve")]
    if output::stderr_is_terminal() {
        let (context, trusted) = context(global)?;
        context.check_places()?;
        name_archive_here(&context, trusted);
        return super::serve::run_page(&context);
    }
    let _ = global;
    output::write_message(&Cli::command().render_help().to_string());
    Ok(Exit::Usage)
}

/// Builds the context of commands, and reports whether the working folder is trusted. Ctrl-C sets its interrupt.
fn context(global: &GlobalArgs) -> anyhow::Result<(Context, bool)> {
    let interrupt = Interrupt::default();
    let found = Context::find(global, std::env::current_exe()?, interrupt.clone())?;
    ctrlc::set_handler(move || {
        // The second Ctrl-C ends the process at once.
        if interrupt.is_set() {
            std::process::exit(130);
        }
        interrupt.set();
    })?;
    Ok(found)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<std::io::Error>().is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe)
            || cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind)
                == Some(std::io::ErrorKind::BrokenPipe)
    })
}

fn is_interrupt(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        matches!(
            cause.downcast_ref::<twolane_encoder::InferenceError>(),
            Some(twolane_encoder::InferenceError::Cancelled)
        ) || matches!(
            cause.downcast_ref::<twolane_eval::EvalError>(),
            Some(twolane_eval::EvalError::Cancelled)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(args: &[&str]) -> Result<Cli, clap::Error> {
        let args: Vec<OsString> = ["twolane"].iter().chain(args).map(OsString::from).collect();
        Cli::try_parse_from(&args).or_else(|error| bare_question(error, args))
    }

    #[test]
    fn a_question_needs_neither_command_nor_quotation_marks() {
        for (args, expected) in [
            (&["When is town meeting?"][..], "When is town meeting?"),
            (&["--archive", "a", "what does a tag cost", "--json"], "what does a tag cost"),
            (&["ask", "how", "much", "is", "a", "tag", "--json"], "how much is a tag"),
            (&["ask", "How much?"], "How much?"),
        ] {
            let Ok(Cli { command: Some(Command::Ask(ask)), .. }) = parsed(args) else { panic!("{args:?}") };
            assert_eq!(ask.words.join(" "), expected);
        }
        assert!(parsed(&["ingets", "papers"]).is_err(), "a mistyped command is no question");
        assert!(parsed(&["ask"]).is_err());
    }
}
