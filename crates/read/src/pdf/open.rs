//! Opens a file with the available passwords.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use hayro_syntax::object::{Dict, Name, ObjectIdentifier};
use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};

/// Why a file did not open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OpenError {
    /// No available password opens it.
    Password,
    /// Encrypted in a way that is not supported.
    Encryption,
    /// The file is broken.
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
    attachments_only(bytes).ok_or(error)
}

const ENCRYPT: &[u8] = b"/Encrypt";

/// Opens a file whose encryption leaves streams and strings alone, as when only attachments are
/// encrypted (crypt filters `Identity`, ISO 32000-2, 7.6.6). Such a file needs no password, but is
/// refused like any other; with the trailer's entry under another name it is read unchanged.
fn attachments_only(bytes: &[u8]) -> Option<Pdf> {
    let mut changed = bytes.to_vec();
    let mut dictionary = None;
    let mut at = 0;
    while let Some(found) = changed.get(at..).and_then(|rest| position(rest, ENCRYPT)) {
        let start = at + found;
        at = start + ENCRYPT.len();
        // `/EncryptMetadata` is another entry.
        let next = changed.get(at).copied().unwrap_or(b' ');
        if next.is_ascii_alphabetic() {
            continue;
        }
        dictionary = changed.get(at..).and_then(reference).or(dictionary);
        *changed.get_mut(at - 1)? = b'X';
    }
    let dictionary = dictionary?;
    let changed = Arc::new(changed);
    let pdf = catch_unwind(AssertUnwindSafe(|| Pdf::new(changed))).ok()?.ok()?;
    let encryption = pdf.xref().get::<Dict<'_>>(dictionary)?;
    let identity =
        |key: &[u8]| encryption.get::<Name<'_>>(key).is_none_or(|name| name.as_str() == "Identity");
    let filters = encryption.get::<i32>(b"V").is_some_and(|version| version >= 4);
    (filters && identity(b"StmF") && identity(b"StrF")).then_some(pdf)
}

fn position(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

/// `12 0 R`, white space before it.
fn reference(text: &[u8]) -> Option<ObjectIdentifier> {
    let text: String = text.iter().take(24).map(|&b| char::from(b)).collect();
    let mut parts = text.split_whitespace();
    let (number, generation, letter) = (parts.next()?, parts.next()?, parts.next()?);
    letter.starts_with('R').then_some(())?;
    Some(ObjectIdentifier::new(number.parse().ok()?, generation.parse().ok()?))
}
