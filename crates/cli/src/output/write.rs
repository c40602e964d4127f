//! The writers of standard output and standard error.

use std::io::{IsTerminal, Result, Write, stderr, stdout};

use serde::Serialize;

use super::clean::{clean, clean_json};

/// Writes text for people to standard output.
pub fn write_text(text: &str) -> Result<()> {
    let mut out = stdout().lock();
    out.write_all(clean(text).as_bytes())?;
    out.flush()
}

/// Writes a value as JSON to standard output, and a line end.
pub fn write_json(value: &impl Serialize) -> Result<()> {
    let json = serde_json::to_string(value)?;
    let mut out = stdout().lock();
    out.write_all(clean_json(&json).as_bytes())?;
    out.write_all(b"\n")?;
    out.flush()
}

/// Writes a message to standard error, and a line end. A closed standard error must not end the work.
pub fn write_message(text: &str) {
    let _ = writeln!(stderr().lock(), "{}", clean(text));
}

/// Prints the message of the command-line parser: help and version on standard output, errors on standard
/// error.
pub fn page(error: &clap::Error) {
    let text = error.render().to_string();
    if error.use_stderr() {
        let _ = stderr().lock().write_all(clean(&text).as_bytes());
    } else {
        // A closed pipe while printing help is no error.
        let _ = write_text(&text);
    }
}

/// Flushes standard output, before another writer uses it.
pub fn flush() -> Result<()> {
    stdout().flush()
}

/// Returns true where standard output is a terminal.
pub fn stdout_is_terminal() -> bool {
    stdout().is_terminal()
}

/// Returns true where standard error is a terminal.
pub fn stderr_is_terminal() -> bool {
    stderr().is_terminal()
}

/// Cleans the messages of panics, which may quote outside text too.
pub fn catch_panics() {
    std::panic::set_hook(Box::new(|info| {
        let thread = std::thread::current();
        let mut text = format!("thread '{}' {info}", thread.name().unwrap_or("<unnamed>"));
        let trace = std::backtrace::Backtrace::capture();
        if trace.status() == std::backtrace::BacktraceStatus::Captured {
            text.push_str(&format!("\n{trace}"));
        }
        write_message(&text);
    }));
}
