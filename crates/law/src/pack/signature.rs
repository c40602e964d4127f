//! minisign signatures, stored next to the pack as `FILE.minisig`.

use std::path::{Path, PathBuf};

use minisign_verify::{PublicKey, Signature};
use serde::Serialize;

use super::error::PackError;
use super::options::PackOptions;

/// Signature status of a pack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "signature")]
pub enum Signing {
    /// The pack has no signature.
    None,
    /// The pack has a signature, but there is no key to check it with.
    Unchecked,
    /// The signature is valid.
    Valid {
        /// The public key (base64).
        key: String,
        /// The comment that the signer signed.
        comment: String,
    },
}

/// Returns the path of a pack's signature.
pub(super) fn path_of(pack: &Path) -> PathBuf {
    let mut name = pack.as_os_str().to_owned();
    name.push(".minisig");
    PathBuf::from(name)
}

/// Checks the signature of a pack's bytes against the trusted keys.
///
/// # Errors
/// [`PackError::Signature`] if there is a signature from none of the trusted keys, or if a required one is
/// missing.
pub fn verify_signature(pack: &Path, bytes: &[u8], options: &PackOptions) -> Result<Signing, PackError> {
    let wrong = |what: String| Err(PackError::Signature { path: pack.to_owned(), what });
    let file = path_of(pack);
    if !file.is_file() {
        return match options.require_signature {
            true => wrong(format!("there is no signature at {}", file.display())),
            false => Ok(Signing::None),
        };
    }
    if options.trusted_keys.is_empty() {
        return match options.require_signature {
            true => wrong("a signature is demanded, but `packs.trusted_keys` names no key".to_owned()),
            false => Ok(Signing::Unchecked),
        };
    }
    let signature = match Signature::from_file(&file) {
        Ok(signature) => signature,
        Err(error) => return wrong(format!("its signature can't be read: {error}")),
    };
    for key in &options.trusted_keys {
        let public = match PublicKey::from_base64(key) {
            Ok(public) => public,
            Err(error) => return wrong(format!("the trusted key {key:?} is not a minisign key: {error}")),
        };
        if public.verify(bytes, &signature, true).is_ok() {
            return Ok(Signing::Valid { key: key.clone(), comment: signature.trusted_comment().to_owned() });
        }
    }
    wrong(
        "its signature is by none of the trusted keys, or the file was changed after it was signed"
            .to_owned(),
    )
}
