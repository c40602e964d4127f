//! Fitted weights and thresholds: `assets/tuning.toml`, a part of the program.

use std::sync::LazyLock;

use serde::de::DeserializeOwned;
use toml::{Table, Value};

static TUNING: LazyLock<Result<Table, String>> = LazyLock::new(|| {
    include_str!("../../../assets/tuning.toml")
        .parse::<Table>()
        .map_err(|e| e.to_string().trim_end().to_owned())
});

/// Reads the options of a built-in table such as `answer.weights`.
///
/// # Panics
/// Panics when the file is broken; the program checks [`read`] of each table first.
#[allow(clippy::panic)] // Not outside input: the file is a part of the program.
pub fn table<T: DeserializeOwned>(name: &str) -> T {
    read(name).unwrap_or_else(|what| panic!("assets/tuning.toml: {what}"))
}

/// Reads the options of a built-in table.
///
/// # Errors
/// Returns the defect of the file or of the table.
pub fn read<T: DeserializeOwned>(name: &str) -> Result<T, String> {
    let mut found = Value::Table(TUNING.as_ref().map_err(Clone::clone)?.clone());
    for part in name.split('.') {
        found = match found {
            Value::Table(mut table) => table.remove(part).ok_or_else(|| format!("there is no [{name}]"))?,
            _ => return Err(format!("[{name}] is no table")),
        };
    }
    found.try_into().map_err(|e: toml::de::Error| format!("[{name}]: {}", e.message()))
}
