//! Errors of loading and running models.

use std::path::PathBuf;

/// Error of loading or running a model. Messages name the next step.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InferenceError {
    /// No folder, cache, hub or package provides the model.
    #[error(
        "model {name} is not on this machine: {tried}; run `twolane models get {name}`, or name a folder that has it with --model-dir"
    )]
    NotFound {
        /// Model name of the manifest.
        name: String,
        /// The sources that were tried, each with the reason for its failure.
        tried: String,
    },
    /// The manifest has no such model.
    #[error(
        "there is no model {name}; the known models are {known} (`twolane models list`), or name a model's folder with --model-dir"
    )]
    Unknown {
        /// The name that was requested.
        name: String,
        /// Known names from the manifest.
        known: String,
    },
    /// A file exists but does not match the manifest.
    #[error("{}: {what}; delete the file and run `twolane models get`", path.display())]
    BadFile {
        /// Path of the file.
        path: PathBuf,
        /// Description of the problem.
        what: String,
    },
    /// The network is needed but offline mode is set.
    #[error(
        "{who} tried to use the network, but --offline is set; get the model first on a machine with a network: `twolane models get`"
    )]
    Offline {
        /// Name of the component that needs the network.
        who: String,
    },
    /// No source provided the model.
    #[error(
        "model {name} could not be downloaded: {tried}; fix one of these, or name a folder that has the model with --model-dir"
    )]
    NotFetched {
        /// Model name of the manifest.
        name: String,
        /// Messages of the individual sources.
        tried: String,
    },
    /// Another process is fetching into the same store.
    #[error("another `twolane models get` writes to {}; wait until it is done", path.display())]
    Busy {
        /// Path of the store.
        path: PathBuf,
    },
    /// A file can't be read or written.
    #[error("{}: {what}; check that it exists, its permissions and the free space", path.display())]
    Read {
        /// Path of the file.
        path: PathBuf,
        /// Message of the operating system.
        what: String,
    },
    /// The device is missing, or this build does not support it.
    #[error(
        "device {name}: {what}; use auto, cpu, cuda or metal with --device (cuda and metal need a build with that feature)"
    )]
    Device {
        /// The device that was requested.
        name: String,
        /// Message of the engine.
        what: String,
    },
    /// The number type is unknown.
    #[error("there are no numbers {name}; use auto, f32, bf16 or int8 with --numbers")]
    Numbers {
        /// The number type that was requested.
        name: String,
    },
    /// The manifest or a model's configuration is invalid.
    #[error("{what}; correct models/models.toml or the model's folder")]
    Manifest {
        /// Description of the problem.
        what: String,
    },
    /// The folder is not a usable cross-encoder.
    #[error(
        "{} is not a cross-encoder that can be used: {what}; name the folder of a BERT or XLM-RoBERTa sequence classifier of one class with --reranker (`hf download cross-encoder/ms-marco-MiniLM-L6-v2` fetches one), or leave the reranker out",
        path.display()
    )]
    NoCrossEncoder {
        /// Path of the folder.
        path: PathBuf,
        /// Description of the problem.
        what: String,
    },
    /// The question leaves no room for a passage; a question is never truncated.
    #[error(
        "the question has {tokens} tokens, and beside a passage {name} can read {most} of them; shorten the question, or search with --no-rerank"
    )]
    QueryTooLong {
        /// Name of the cross-encoder.
        name: String,
        /// Token count of the question.
        tokens: usize,
        /// Maximum token count of a question.
        most: usize,
    },
    /// The computation failed.
    #[error("model {name} failed: {what}; try `--device cpu`, or `twolane models check`")]
    Compute {
        /// Name of the model.
        name: String,
        /// Message of the engine.
        what: String,
    },
    /// The caller cancelled the work.
    #[error("interrupted")]
    Cancelled,
}
