//! Limits on packs.

use serde::{Deserialize, Serialize};

/// Limits and trust. Keys of `[packs]` in `twolane.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PackOptions {
    /// Most bytes that a pack may unfold to. A state's whole code is some 150 MB of JSON.
    pub max_bytes: u64,
    /// Most bytes of the packed file.
    pub max_file_bytes: u64,
    /// Most sections.
    pub max_sections: usize,
    /// minisign public keys (base64) whose signatures count.
    pub trusted_keys: Vec<String>,
    /// Refuse packs without a signature by a trusted key.
    pub require_signature: bool,
}

impl Default for PackOptions {
    fn default() -> Self {
        PackOptions {
            max_bytes: 2 << 30,
            max_file_bytes: 512 << 20,
            max_sections: 500_000,
            trusted_keys: Vec::new(),
            require_signature: false,
        }
    }
}
