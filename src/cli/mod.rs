//! One file a command. The only room that knows of terminals, environment and home folders.

mod config;
mod context;
mod exit;

pub use config::{Config, ConfigError, ModelsConfig};
pub use context::{Context, Interrupt};
pub use exit::Exit;
