//! Read failures: the reasons why a file was not read.

use std::path::PathBuf;
use std::process::ExitStatus;

use super::frame::FrameError;

/// The reason why a file was not read. Its text is shown to a person beside the file's name.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadFailure {
    /// The reader itself refused the file.
    #[error("{reason}")]
    Refused {
        /// The reason, and the remedy.
        reason: String,
    },
    /// The worker exceeded its time and was ended.
    #[error("it took longer than {seconds} s and was stopped{}", at_page(*.page))]
    TooSlow {
        /// The seconds that it was given.
        seconds: u64,
        /// The page that it was at, if known.
        page: Option<u32>,
    },
    /// The worker died while reading the file.
    #[error("{how}{}", at_page(*.page))]
    Died {
        /// The cause of the worker's end, in words.
        how: String,
        /// The page that it was at, if known.
        page: Option<u32>,
    },
    /// The file exceeds a limit on its contents.
    #[error("it gives more than {limit} {what}; split the file")]
    TooMuch {
        /// The limit that was exceeded.
        limit: u64,
        /// The things that are counted.
        what: &'static str,
    },
    /// The worker sent something that is not a valid reply.
    #[error("the reader's answer could not be used: {what}")]
    Malformed {
        /// The defect of the message.
        what: String,
    },
    /// The file was modified while it was read.
    #[error("the file changed while it was read; run ingest again")]
    Changed,
    /// No worker could be started; every other file would fail as well.
    #[error("the reader process {} could not be started: {source}; check that the file is there and may be executed", program.display())]
    Start {
        /// The program that could not be started.
        program: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The caller asked to stop.
    #[error("interrupted")]
    Cancelled,
}

fn at_page(page: Option<u32>) -> String {
    page.map(|p| format!(" at page {p}")).unwrap_or_default()
}

impl ReadFailure {
    pub(super) fn malformed(what: impl Into<String>) -> Self {
        ReadFailure::Malformed { what: what.into() }
    }
}

impl From<FrameError> for ReadFailure {
    fn from(error: FrameError) -> Self {
        ReadFailure::malformed(error.to_string())
    }
}

/// Describes in words what ended a worker. `stderr` is the end of its standard error.
pub(super) fn death(status: Option<ExitStatus>, stderr: &str, address_space: u64) -> String {
    if stderr.contains("memory allocation of") || stderr.contains("allocation failed") {
        return format!("it needed more than {} MB of memory", address_space >> 20);
    }
    if stderr.contains("overflowed its stack") {
        return "it is nested too deeply (the reader's stack overflowed)".to_owned();
    }
    let Some(status) = status else {
        return "the reader process was lost".to_owned();
    };
    match signal(status) {
        Some(number) => {
            format!("the reader process was ended by signal {number}{}", signal_name(number))
        }
        None => match status.code() {
            Some(code) => format!("the reader process ended with status {code}{}", last_words(stderr)),
            None => "the reader process ended".to_owned(),
        },
    }
}

fn last_words(stderr: &str) -> String {
    match stderr.lines().map(str::trim).rfind(|l| !l.is_empty()) {
        Some(line) => format!(": {}", line.chars().take(200).collect::<String>()),
        None => String::new(),
    }
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}

#[cfg(unix)]
fn signal_name(number: i32) -> &'static str {
    use rustix::process::Signal;
    match Signal::from_named_raw(number) {
        Some(Signal::ABORT) => " (abort)",
        Some(Signal::SEGV) => " (invalid memory access)",
        Some(Signal::BUS) => " (bus error)",
        Some(Signal::ILL) => " (illegal instruction)",
        Some(Signal::FPE) => " (arithmetic error)",
        Some(Signal::KILL) => " (killed, possibly for want of memory)",
        Some(Signal::XCPU) => " (processor time used up)",
        Some(Signal::TERM) => " (terminated)",
        _ => "",
    }
}

#[cfg(not(unix))]
fn signal_name(_: i32) -> &'static str {
    ""
}
