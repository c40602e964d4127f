//! SHA-256 hashes of files, as pinned in the manifest.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::error::InferenceError;

/// Computes the SHA-256 hash of a file in lower-case hex.
pub(crate) fn sha256_of_file(path: &Path) -> Result<String, InferenceError> {
    let unreadable = |e: io::Error| InferenceError::Read { path: path.to_owned(), what: e.to_string() };
    let mut file = File::open(path).map_err(unreadable)?;
    copy_hashed(&mut file, &mut io::sink(), |_| {}).map_err(unreadable)
}

/// Copies all bytes and returns their SHA-256 hash in lower-case hex; `copied` receives each block's size.
pub(crate) fn copy_hashed(
    from: &mut impl Read,
    to: &mut impl Write,
    mut copied: impl FnMut(u64),
) -> io::Result<String> {
    let mut hash = Sha256::new();
    let mut block = vec![0; 1 << 20];
    loop {
        let read = match from.read(&mut block) {
            Ok(0) => break,
            Ok(read) => read,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            Err(e) => return Err(e),
        };
        let part = block.get(..read).unwrap_or_default();
        hash.update(part);
        to.write_all(part)?;
        copied(u64::try_from(read).unwrap_or(u64::MAX));
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_hash() {
        let mut out = Vec::new();
        let hash = copy_hashed(&mut &b"abc"[..], &mut out, |_| {}).unwrap();
        assert_eq!(hash, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(out, b"abc");
    }
}
