//! Log lines on standard error.

use serde_json::Value;
use tracing_subscriber::filter::LevelFilter;

use super::access::caller::Caller;

use super::options::LogFormat;
use super::site::ARCHIVES;

/// Starts the log of this process; a second call changes nothing.
pub fn start(format: LogFormat) {
    let lines = tracing_subscriber::fmt().with_writer(std::io::stderr).with_target(false);
    // The only failure is that a log already exists.
    let _ = match format {
        LogFormat::Quiet => lines.with_max_level(LevelFilter::ERROR).try_init(),
        LogFormat::Text => lines.with_max_level(LevelFilter::INFO).try_init(),
        LogFormat::Json => lines.json().flatten_event(true).with_max_level(LevelFilter::INFO).try_init(),
    };
}

/// Logs a change of a paper, with the name of its author: that of a token, or an address. `base` is the beginning of
/// the archive's addresses, from which one of several archives is named.
pub fn paper_logged(verb: &str, paper: &Value, caller: &Caller, base: &str) {
    let id = paper.get("id").and_then(Value::as_str).unwrap_or_default();
    let archive = base.strip_prefix(ARCHIVES);
    tracing::info!(paper = id, archive, "paper {verb} by {}", caller.key);
}
