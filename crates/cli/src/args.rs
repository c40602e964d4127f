//! The command line as plain data.

use clap::{Parser, Subcommand};

pub use super::global_args::GlobalArgs;
use super::{
    archive, ask, bench, chat, completions, demo, doctor, eval, index, ingest, memory, models, ocr, pack,
    quote, search, section, session, source, sync, trace, verify, worker,
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

/// The commands of the program.
#[derive(Debug, Subcommand)]
#[allow(clippy::large_enum_variant)] // Created once per run.
pub enum Command {
    /// Read files and folders into the archive.
    Ingest(ingest::IngestArgs),
    /// Bring the archive in step with your folders.
    Sync(sync::SyncArgs),
    /// Read the pages that wait for text recognition.
    Ocr(ocr::OcrArgs),
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
