//! Small files of a model's folder.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::de::DeserializeOwned;

use super::error::InferenceError;

/// File name of the tokenizer.
pub const TOKENIZER: &str = "tokenizer.json";

/// File name of the configuration with the architecture's sizes.
pub const CONFIG: &str = "config.json";

/// Maximum size of a model's JSON file. A larger file can't be what its name says.
const MAX_JSON_BYTES: u64 = 256 * 1024 * 1024;

/// Reads a JSON file of a model's folder.
pub(crate) fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, InferenceError> {
    serde_json::from_slice(&read_bounded(path)?).map_err(|e| InferenceError::BadFile {
        path: path.to_owned(),
        what: format!("not the JSON it should be ({e})"),
    })
}

/// Reads a whole small file of a model's folder.
pub(crate) fn read_bounded(path: &Path) -> Result<Vec<u8>, InferenceError> {
    let unreadable = |e: std::io::Error| InferenceError::Read { path: path.to_owned(), what: e.to_string() };
    let mut bytes = Vec::new();
    File::open(path)
        .map_err(unreadable)?
        .take(MAX_JSON_BYTES.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > MAX_JSON_BYTES {
        return Err(InferenceError::BadFile {
            path: path.to_owned(),
            what: format!("larger than {} MiB", MAX_JSON_BYTES / (1024 * 1024)),
        });
    }
    Ok(bytes)
}
