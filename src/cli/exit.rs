//! Exit codes (CONTRACT of the command line).

use std::process::ExitCode;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Done, or answered.
    Done = 0,
    /// An error, printed.
    Error = 1,
    /// The command line makes no sense.
    Usage = 2,
    /// Partly done: some files were not read.
    Partly = 3,
    /// The question has to be made clearer first.
    Clarify = 4,
    /// The papers do not answer, or `verify` or `index check` found something wrong.
    Insufficient = 5,
    /// The question was rejected by screening.
    Rejected = 6,
    /// Interrupted by the user.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
