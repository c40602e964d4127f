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
    /// The manifest or a model's configuration does not make sense.
    #[error("{what}; correct models/models.toml or the model's folder")]
    Manifest {
        /// What is wrong.
        what: String,
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
