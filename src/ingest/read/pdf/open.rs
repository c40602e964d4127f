//! Opens a file with the passwords at hand.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};

/// Why a file did not open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OpenError {
    /// No password at hand opens it.
    Password,
    /// Encrypted in a way that is not supported.
    Encryption,
    /// Broken.
    Damaged,
}

/// Opens the file with the empty password, then with the one given.
pub(super) fn open(bytes: &Arc<Vec<u8>>, password: Option<&str>) -> Result<Pdf, OpenError> {
    let mut error = OpenError::Damaged;
    for password in [Some(""), password].into_iter().flatten() {
        let attempt = catch_unwind(AssertUnwindSafe(|| Pdf::new_with_password(Arc::clone(bytes), password)));
        error = match attempt {
            Ok(Ok(pdf)) => return Ok(pdf),
            Ok(Err(LoadPdfError::Decryption(DecryptionError::PasswordProtected))) => OpenError::Password,
            Ok(Err(LoadPdfError::Decryption(_))) => return Err(OpenError::Encryption),
            Ok(Err(LoadPdfError::Invalid)) | Err(_) => return Err(OpenError::Damaged),
        };
    }
    Err(error)
}
