//! The flags of every command, as plain data.

use std::path::PathBuf;

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
