//! What can go wrong with models.

use std::path::PathBuf;

/// Errors of loading and running models. Messages name the next step.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InferenceError {
    /// No folder, cache, hub or package gave the model.
    #[error(
        "model {name} is not on this machine: {tried}; run `twolane models get {name}`, or name a folder that has it with --model-dir"
    )]
    NotFound {
        /// Model name of the manifest.
        name: String,
        /// What was tried, with the reason that each failed.
        tried: String,
    },
    /// The manifest has no such model.
    #[error(
        "there is no model {name}; known are {known} (`twolane models list`), or name a model's folder with --model-dir"
    )]
    Unknown {
        /// What was asked for.
        name: String,
        /// Names of the manifest.
        known: String,
    },
    /// A file is there but is not what the manifest pins.
    #[error("{}: {what}; delete the file and run `twolane models get`", path.display())]
    BadFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// A network was wanted while offline.
    #[error(
        "{who} wanted the network, but --offline is set; get the model first on a machine with a network: `twolane models get`"
    )]
    Offline {
        /// Who tried.
        who: String,
    },
    /// No source gave the model.
    #[error(
        "model {name} could not be fetched: {tried}; mend one of these, or name a folder that has the model with --model-dir"
    )]
    NotFetched {
        /// Model name of the manifest.
        name: String,
        /// What each source said.
        tried: String,
    },
    /// Another process fetches into the same store.
    #[error("another `twolane models get` writes to {}; wait until it is done", path.display())]
    Busy {
        /// The store.
        path: PathBuf,
    },
    /// A file cannot be read or written.
    #[error("{}: {what}; check that it exists, its permissions and the free space", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        what: String,
    },
    /// A device is not there, or this build does not support it.
    #[error(
        "device {name}: {what}; use auto, cpu, cuda or metal with --device (cuda and metal need a build with that feature)"
    )]
    Device {
        /// What was asked for.
        name: String,
        /// What the engine said.
        what: String,
    },
    /// There are no such numbers.
    #[error("there are no numbers {name}; use auto, f32, bf16 or int8 with --numbers")]
    Numbers {
        /// What was asked for.
        name: String,
    },
    /// The manifest or a model's configuration does not make sense.
    #[error("{what}; correct models/models.toml or the model's folder")]
    Manifest {
        /// What is wrong.
        what: String,
    },
    /// A folder that is no cross-encoder which can be used.
    #[error(
        "{} is not a cross-encoder that can be used: {what}; name the folder of a BERT or XLM-RoBERTa sequence classifier of one class with --reranker (`hf download cross-encoder/ms-marco-MiniLM-L6-v2` fetches one), or leave the reranker out",
        path.display()
    )]
    NoCrossEncoder {
        /// The folder.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// A question that leaves no room for a passage beside it; a question is never cut.
    #[error(
        "the question has {tokens} tokens, and beside a passage {name} can read {most} of them; shorten the question, or search with --no-rerank"
    )]
    QueryTooLong {
        /// Name of the cross-encoder.
        name: String,
        /// Tokens of the question.
        tokens: usize,
        /// Most tokens that a question may have.
        most: usize,
    },
    /// The computation failed.
    #[error("model {name} failed: {what}; try `--device cpu`, or `twolane models check`")]
    Compute {
        /// Model name.
        name: String,
        /// What the engine said.
        what: String,
    },
    /// The caller asked to stop.
    #[error("interrupted")]
    Cancelled,
}
