//! Random ids of questions, answers and traces.

use std::sync::atomic::{AtomicU64, Ordering};

use jiff::Timestamp;

/// Creates an id: the prefix, `-`, and 16 hexadecimal digits. It identifies things within one archive, and is no
/// secret.
pub fn new_id(prefix: &str, salt: &str) -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let mut hasher = blake3::Hasher::new();
    hasher.update(salt.as_bytes());
    hasher.update(&Timestamp::now().as_nanosecond().to_le_bytes());
    hasher.update(&std::process::id().to_le_bytes());
    hasher.update(&COUNT.fetch_add(1, Ordering::Relaxed).to_le_bytes());
    let hex: String = hasher.finalize().to_hex().chars().take(16).collect();
    format!("{prefix}-{hex}")
}
