//! From the command line to an exit code.

use std::io::Write;
use std::path::Path;

use clap::Parser;

use super::args::{Cli, Command, GlobalArgs};
use super::config::Config;
use super::context::{Context, Interrupt};
use super::exit::Exit;
use super::{
    ask, bench, chat, completions, demo, doctor, eval, index, ingest, models, pack, places, quote, search,
    section, session, source, trace, verify, worker,
};

/// Parses the command line, runs the command, prints an error and its causes.
pub fn main() -> Exit {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are not errors; a closed pipe while printing them is nobody's fault.
            let _ = error.print();
            return if error.use_stderr() { Exit::Usage } else { Exit::Done };
        }
    };
    match run(cli) {
        Ok(exit) => exit,
        Err(error) if is_broken_pipe(&error) => Exit::Done,
        Err(error) if is_interrupt(&error) => Exit::Interrupted,
        Err(error) => {
            let _ = writeln!(std::io::stderr().lock(), "twolane: {error:#}");
            Exit::Error
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<Exit> {
    if matches!(cli.command, Command::Worker) {
        return worker::run();
    }
    let context = context(&cli.global)?;
    match &cli.command {
        Command::Ingest(args) => ingest::run(args, &context),
        Command::Search(args) => search::run(args, &context),
        Command::Ask(args) => ask::run(args, &context),
        Command::Chat(args) => chat::run(args, &context),
        Command::Session(args) => session::run(args, &context),
        Command::Trace(args) => trace::run(args, &context),
        Command::Verify(args) => verify::run(args, &context),
        Command::Quote(args) => quote::run(args, &context),
        Command::Source(args) => source::run(args, &context),
        Command::Section(args) => section::run(args, &context),
        Command::Pack(args) => pack::run(args, &context),
        Command::Index(args) => index::run(args, &context),
        Command::Models(args) => models::run(args, &context),
        Command::Eval(args) => eval::run(args, &context),
        Command::Bench(args) => bench::run(args, &context),
        Command::Doctor(args) => doctor::run(args, &context),
        Command::Demo(args) => demo::run(args, &context),
        Command::Completions(args) => completions::run(args, &context),
        Command::Worker => worker::run(),
    }
}

fn context(global: &GlobalArgs) -> anyhow::Result<Context> {
    let default = Path::new("twolane.toml");
    let mut config = match &global.config {
        Some(path) => Config::read(path)?,
        None if default.is_file() => Config::read(default)?,
        None => Config::default(),
    };
    if let Some(device) = &global.device {
        config.models.device.clone_from(device);
    }
    if let Some(reranker) = &global.reranker {
        config.models.reranker = Some(reranker.clone());
    }
    let interrupt = Interrupt::default();
    let flag = interrupt.clone();
    ctrlc::set_handler(move || {
        // The second Ctrl-C means it.
        if flag.is_set() {
            std::process::exit(130);
        }
        flag.set();
    })?;
    Ok(Context {
        archive_dir: global.archive.clone().unwrap_or_else(places::default_archive),
        model_dir: global.model_dir.clone(),
        model_store: places::model_store(),
        cache_dir: places::cache_dir(),
        hub_cache: places::hub_cache(),
        program: std::env::current_exe()?,
        offline: global.offline,
        json: global.json,
        quiet: global.quiet,
        verbose: global.verbose,
        config,
        interrupt,
    })
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
            cause.downcast_ref::<crate::inference::InferenceError>(),
            Some(crate::inference::InferenceError::Cancelled)
        ) || matches!(cause.downcast_ref::<crate::eval::EvalError>(), Some(crate::eval::EvalError::Cancelled))
    })
}
