//! What can go wrong with judged sets and benches.

use std::path::PathBuf;

use crate::archive::ArchiveError;
use crate::ask::AskError;
use crate::inference::InferenceError;
use crate::ingest::IngestError;
use crate::retrieve::{SearchError, VocabularyError};

/// Errors of judged runs and benches. Messages name the next step.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EvalError {
    /// A file of a judged set can't be read.
    #[error(
        "{}: {source}; a judged set is a folder in BEIR's layout: corpus.jsonl, queries.jsonl, qrels/<split>.tsv \
         (--corpus FILE names a corpus that stands elsewhere, --split another split)",
        path.display()
    )]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A line of a judged set does not have the form that it should have.
    #[error("{}: line {line}: {what}; correct the line or remove it", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Its line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// A judged set without a query that has a relevant document in the corpus.
    #[error("{}: no query has a judged document in the corpus; see that qrels, queries and corpus belong together", path.display())]
    NothingJudged {
        /// The folder.
        path: PathBuf,
    },
    /// A file of an earlier run can't be compared with.
    #[error("{}: {what}; give a file that `--json` printed for the same command", path.display())]
    Compare {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// A file of questions can't be read.
    #[error("{}: {source}; give a file of questions, one JSON object a line (docs/evaluation.md)", path.display())]
    Questions {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file of a golden folder can't be used.
    #[error("{}: {what}; golden/README.md describes the folder", path.display())]
    Golden {
        /// The file or folder.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// Papers could not be brought into an archive.
    #[error(transparent)]
    Ingest(#[from] IngestError),
    /// A file can't be written.
    #[error("cannot write {}: {source}; name another place for it", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// There is nothing to measure.
    #[error("{what}")]
    Nothing {
        /// What is missing, and the next step.
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
    /// The configured vocabulary can't be used.
    #[error(transparent)]
    Vocabulary(#[from] VocabularyError),
    /// A question could not be asked.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// The caller asked to stop.
    #[error("interrupted")]
    Cancelled,
}
