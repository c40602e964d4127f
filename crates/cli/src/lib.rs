//! The command line, one file per command. The only module that uses terminals, the environment and home
//! folders.

mod answering;
mod archive;
mod args;
mod ask;
mod batch;
mod bench;
mod chat;
mod completions;
mod config;
mod config_files;
mod config_values;
mod context;
mod demo;
mod doctor;
#[cfg(test)]
mod documented;
mod eval;
mod eval_answers;
mod eval_golden;
mod eval_retrieval;
mod exit;
mod folder_values;
mod folders;
mod given;
mod global_args;
mod index;
mod ingest;
mod ingest_progress;
mod language;
mod line_input;
mod memory;
mod models;
mod ocr;
mod output;
mod pack;
mod pack_build;
mod places;
mod quote;
mod reply_text;
mod run;
mod sample;
mod search;
mod section;
#[cfg(feature = "serve")]
mod serve;
mod session;
mod settings;
#[cfg(feature = "serve")]
mod setup;
mod several;
mod source;
mod sync;
mod titles;
mod trace;
mod variables;
mod verify;
mod worker;

// The program itself, and its parts for a program that works as the command line does.
pub use answering::Answering;
pub use args::{Cli, Command, GlobalArgs};
pub use ask::{is_cancelled, open_store};
pub use config::{Config, ConfigError, IngestConfig, LanguageConfig, ModelsConfig, PdfConfig};
pub use context::{Context, Interrupt, Messages};
pub use exit::{Exit, is_usage};
pub use ingest::IngestArgs;
pub use ingest_progress::{done_object, event_object};
pub use language::LanguageArgs;
pub use output::{Style, clean_json};
pub use reply_text::shown_text;
pub use run::main;
pub use settings::names as setting_names;
pub use verify::recheck_saved;
