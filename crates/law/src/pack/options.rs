//! Limits and trust settings for packs.

use serde::{Deserialize, Serialize};

/// Limits and trusted keys. Keys of `[packs]` in `twolane.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PackOptions {
    /// Maximum size of an unpacked pack in bytes. A state's whole code is about 150 MB of JSON.
    pub max_bytes: u64,
    /// Maximum size of the packed file in bytes.
    pub max_file_bytes: u64,
    /// Maximum number of sections.
    pub max_sections: usize,
    /// minisign public keys (base64) to trust.
    pub trusted_keys: Vec<String>,
    /// Rejects packs without a signature from a trusted key.
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
