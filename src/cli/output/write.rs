//! The writers of standard output and standard error.

use std::io::{IsTerminal, Result, Write, stderr, stdout};

use serde::Serialize;

use super::clean::{clean, clean_json};

/// Text for people on standard output.
pub fn write_text(text: &str) -> Result<()> {
    let mut out = stdout().lock();
    out.write_all(clean(text).as_bytes())?;
    out.flush()
}

/// A value as JSON on standard output, and a line end.
pub fn write_json(value: &impl Serialize) -> Result<()> {
    let json = serde_json::to_string(value)?;
    let mut out = stdout().lock();
    out.write_all(clean_json(&json).as_bytes())?;
    out.write_all(b"\n")?;
    out.flush()
}

/// A message on standard error, and a line end. A closed standard error must not end the work.
pub fn write_message(text: &str) {
    let _ = writeln!(stderr().lock(), "{}", clean(text));
}

/// What the parser of the command line has to say: help and version on standard output, what was
/// wrong on standard error.
pub fn page(error: &clap::Error) {
    let text = error.render().to_string();
    if error.use_stderr() {
        let _ = stderr().lock().write_all(clean(&text).as_bytes());
    } else {
        // A closed pipe while printing help is nobody's fault.
        let _ = write_text(&text);
    }
}

/// Sends what was written on its way, before somebody else writes.
pub fn flush() -> Result<()> {
    stdout().flush()
}

/// True where standard output is a terminal.
pub fn stdout_is_terminal() -> bool {
    stdout().is_terminal()
}

/// True where standard error is a terminal.
pub fn stderr_is_terminal() -> bool {
    stderr().is_terminal()
}

/// What a panic says may quote outside text too.
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
