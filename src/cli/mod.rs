//! One file a command. The only room that knows of terminals, environment and home folders.

mod args;
mod ask;
mod bench;
mod chat;
mod completions;
mod config;
mod context;
mod demo;
mod doctor;
mod eval;
mod exit;
mod filter;
mod index;
mod ingest;
mod ingest_progress;
mod line_input;
mod models;
mod pack;
mod pack_build;
mod places;
mod quote;
mod run;
mod search;
mod section;
mod session;
mod source;
mod style;
mod trace;
mod verify;
mod worker;

pub use args::{Cli, Command, GlobalArgs};
pub use config::{Config, ConfigError, ModelsConfig};
pub use context::{Context, Interrupt};
pub use exit::Exit;
pub use run::main;
pub use style::Style;
