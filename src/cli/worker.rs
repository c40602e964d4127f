//! `twolane worker`: reads files for a parent process. Not for people.

use std::io::{stdin, stdout};

use super::exit::Exit;
use crate::ingest::worker::serve;

/// Serves until the parent closes the pipe or is gone.
pub fn run() -> anyhow::Result<Exit> {
    let served = serve(stdin().lock(), stdout());
    // A program that a reader started (tesseract) would outlive this process.
    #[cfg(unix)]
    if rustix::process::getpgrp() == rustix::process::getpid() {
        let _ = rustix::process::kill_current_process_group(rustix::process::Signal::KILL);
    }
    served?;
    Ok(Exit::Done)
}
