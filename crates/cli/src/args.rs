//! The command line as plain data.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use super::{
    archive, ask, bench, chat, completions, demo, doctor, eval, index, ingest, memory, models, pack, quote,
    search, section, session, source, sync, trace, verify, worker,
};

/// Ask town papers and state law a question; answers are verbatim quotes. Each figure, date, name and section
/// is quoted with source, page and line.
#[derive(Debug, Parser)]
#[command(
    name = "twolane",
    version,
    propagate_version = true,
    after_help = "\
Start here:
  twolane                                   the page in your browser; it sets up your archive
  twolane demo                              the sample town, from papers to answers
  twolane ingest minutes/ ordinances/       read your own papers
  twolane ask \"What does a burn permit cost?\"
  twolane doctor                            check the setup and suggest fixes

Exit codes: 0 done or answered, 1 error, 2 usage, 3 partly done, 4 unclear question,
5 insufficient evidence or a failed check, 6 question rejected, 130 interrupted."
)]
pub struct Cli {
    /// The flags of every command.
    #[command(flatten)]
    pub global: GlobalArgs,
    /// The command to run; without one, the page in the browser.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The flags of every command.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "Global options")]
pub struct GlobalArgs {
    /// Use this archive: a folder, or a database `postgres://…` [default: ./index/archive if it exists, else
    /// the user's data folder]. `serve` takes several.
    #[arg(long, global = true, env = "TWOLANE_ARCHIVE", value_name = "DIR")]
    pub archive: Vec<PathBuf>,
    /// Read only this configuration file [default: the user's twolane.toml, overridden by the one in this
    /// folder].
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Trust the working folder. Its twolane.toml may then name servers, programs, other files and pack keys.
    #[arg(long, global = true, hide = true)]
    pub trust_folder: bool,
    /// Override the fitted weights with those in this file, for measurements.
    #[arg(long, global = true, hide = true, value_name = "FILE")]
    pub tuning: Option<PathBuf>,
    /// Use models from this folder: one model's own folder, or a folder of models.
    #[arg(long, global = true, hide = true, env = "TWOLANE_MODELS", value_name = "DIR")]
    pub model_dir: Option<PathBuf>,
    /// Rerank with this cross-encoder, given by its folder or its name. A name is looked up in the models
    /// folder and in the hub's cache. Example: --reranker models/ms-marco-MiniLM-L6-v2.
    #[arg(long, global = true, hide = true, value_name = "FOLDER_OR_NAME")]
    pub reranker: Option<String>,
    /// Run models on this device: auto, cpu, cuda, metal.
    #[arg(long, global = true, hide = true, value_name = "DEVICE", value_parser = ["auto", "cpu", "cuda", "metal"])]
    pub device: Option<String>,
    /// Compute models on the processor in this precision: auto, f32, bf16, int8.
    #[arg(long, global = true, hide = true, alias = "numbers", value_name = "PRECISION", value_parser = ["auto", "f32", "bf16", "int8"])]
    pub precision: Option<String>,
    /// Never use a network; any attempt is an error that names the caller.
    #[arg(long, global = true)]
    pub offline: bool,
    /// Print one JSON object on standard output (`ingest`: one event per line).
    #[arg(long, global = true)]
    pub json: bool,
    /// Print only errors on standard error.
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Print more on standard error.
    #[arg(long, short, global = true, action = clap::ArgAction::Count)]
    pub verbose: u8,
}

/// The commands of the program.
#[derive(Debug, Subcommand)]
#[allow(clippy::large_enum_variant)] // Created once per run.
pub enum Command {
    /// Read files and folders into the archive.
    Ingest(ingest::IngestArgs),
    /// Bring the archive in step with your folders.
    Sync(sync::SyncArgs),
    /// Find passages, without writing an answer.
    Search(search::SearchArgs),
    /// Ask a question.
    Ask(ask::AskArgs),
    /// Ask one question after another in a terminal.
    Chat(chat::ChatArgs),
    /// List, show, change and remove sessions.
    Session(session::SessionArgs),
    /// List and forget remembered answers.
    Memory(memory::MemoryArgs),
    /// Show how an answer was found.
    Trace(trace::TraceArgs),
    /// Answer over HTTP: a page for people, an API for programs.
    #[cfg(feature = "serve")]
    Serve(super::serve::ServeArgs),
    /// Speak the Model Context Protocol on standard input and output.
    #[cfg(feature = "serve")]
    Mcp(super::serve::McpArgs),
    /// Check a saved answer again, quote by quote.
    Verify(verify::VerifyArgs),
    /// Print the words at a locator.
    Quote(quote::QuoteArgs),
    /// List, show, place and remove sources.
    Source(source::SourceArgs),
    /// Show a section of law, what it cites and what cites it.
    Section(section::SectionArgs),
    /// Build, install, update and remove bodies of law.
    Pack(pack::PackArgs),
    /// Check, measure, rebuild or re-embed the archive.
    Index(index::IndexArgs),
    /// Copy an archive to another folder, or between a folder and a database.
    Archive(archive::ArchiveArgs),
    /// List, get and check models.
    Models(models::ModelsArgs),
    /// Measure retrieval and answers on judged sets.
    Eval(eval::EvalArgs),
    /// Measure latency on this archive.
    Bench(bench::BenchArgs),
    /// Check the setup and suggest fixes.
    Doctor(doctor::DoctorArgs),
    /// Build the sample archive and ask it sample questions.
    Demo(demo::DemoArgs),
    /// Print shell completions or the man page.
    Completions(completions::CompletionsArgs),
    /// Read files for `ingest`; speak frames on standard input and output.
    #[command(hide = true)]
    Worker(worker::WorkerArgs),
}
