//! Errors of judged sets and benchmarks.

use std::path::PathBuf;

use twolane_answer::AskError;
use twolane_archive::ArchiveError;
use twolane_encoder::InferenceError;
use twolane_ingest::IngestError;
use twolane_retrieve::{SearchError, VocabularyError};

/// Error of a judged run or benchmark. Messages name the next step.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EvalError {
    /// A file of a judged set can't be read.
    #[error(
        "{}: {source}; a judged set is a folder in BEIR's layout: corpus.jsonl, queries.jsonl, qrels/<split>.tsv \
         (--corpus FILE names a corpus in another folder, --split another split)",
        path.display()
    )]
    Read {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// A line of a judged set is malformed.
    #[error("{}: line {line}: {what}; correct the line or remove it", path.display())]
    Line {
        /// Path of the file.
        path: PathBuf,
        /// Line number, from 1.
        line: usize,
        /// Description of the problem.
        what: String,
    },
    /// No query of the judged set has a relevant document in the corpus.
    #[error("{}: no query has a judged document in the corpus; see that qrels, queries and corpus belong together", path.display())]
    NothingJudged {
        /// Path of the folder.
        path: PathBuf,
    },
    /// A file of an earlier run is unusable for a comparison.
    #[error("{}: {what}; give a file that `--json` printed for the same command", path.display())]
    Compare {
        /// Path of the file.
        path: PathBuf,
        /// Description of the problem.
        what: String,
    },
    /// A file of questions can't be read.
    #[error("{}: {source}; give a file of questions, one JSON object a line (docs/evaluation.md)", path.display())]
    Questions {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// A file of a golden folder is unusable.
    #[error("{}: {what}; golden/README.md describes the folder", path.display())]
    Golden {
        /// Path of the file or folder.
        path: PathBuf,
        /// Description of the problem.
        what: String,
    },
    /// The papers could not be ingested.
    #[error(transparent)]
    Ingest(#[from] IngestError),
    /// A file can't be written.
    #[error("cannot write {}: {source}; name another place for it", path.display())]
    Write {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// There is nothing to measure.
    #[error("{what}")]
    Nothing {
        /// Missing data, and the next step.
        what: String,
    },
    /// The archive failed.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The model failed.
    #[error(transparent)]
    Inference(#[from] InferenceError),
    /// A search failed.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The configured vocabulary is unusable.
    #[error(transparent)]
    Vocabulary(#[from] VocabularyError),
    /// A question could not be answered.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// The caller cancelled the run.
    #[error("interrupted")]
    Cancelled,
}
