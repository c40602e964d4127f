//! Exit codes (CONTRACT of the command line).

use std::process::ExitCode;

use twolane_api::UsageError;
use twolane_ingest::by_hand::EditError;
use twolane_ingest::metadata::MetadataError;

/// The outcome of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Done, or the question is answered.
    Done = 0,
    /// An error, which was printed.
    Error = 1,
    /// The command line is invalid.
    Usage = 2,
    /// Partly done: some files were not read.
    Partly = 3,
    /// The question needs clarification first.
    Clarify = 4,
    /// The papers do not answer, or `verify` or `index check` found something wrong.
    Insufficient = 5,
    /// The question was rejected by screening.
    Rejected = 6,
    /// The user interrupted the command.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Returns true for an error in a value that a person gave.
pub fn is_usage(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.is::<UsageError>()
            || cause.downcast_ref::<EditError>().is_some_and(EditError::is_of_value)
            || matches!(cause.downcast_ref(), Some(MetadataError::BadValue { file, .. }) if file == "--set")
    })
}
