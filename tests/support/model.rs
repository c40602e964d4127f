//! The bi-encoder that some tests run.

use std::path::{Path, PathBuf};

/// Its folder: the one that `TWOLANE_TEST_MODEL` names, else `models/all-minilm-l6-v2`; `None`, said aloud,
/// when it is not there.
pub fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("TWOLANE_TEST_MODEL")
        .map(PathBuf::from)
        .unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("models/all-minilm-l6-v2"));
    if folder.join("model.safetensors").is_file() {
        return Some(folder);
    }
    super::skip::lacks(format_args!(
        "no model in {}; run `twolane models get` or set TWOLANE_TEST_MODEL",
        folder.display()
    ));
    None
}
