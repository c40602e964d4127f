//! The text form of a path in the archive: one text for each path, and one path for each text.
//!
//! A Unicode path is its own text. Other paths are written as a `file:` URL with percent escapes, and so are
//! names that end like the number of a document in a file (`x.jsonl#1`). Absolute paths don't begin with
//! `file:`, and no text of a path ends in `#` and digits, so the two forms never collide.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The start of the escaped form. The path follows, which begins with `/` on Unix.
const ESCAPED: &str = "file://";

/// Returns the text form of a path.
pub(super) fn path_text(path: &Path) -> String {
    match path.to_str() {
        Some(text) if numbered(text).is_none() && !text.starts_with(ESCAPED) => text.to_owned(),
        _ => escaped(path),
    }
}

/// Returns the path for a text form.
pub(super) fn path_of(text: &str) -> PathBuf {
    match text.strip_prefix(ESCAPED) {
        Some(escaped) => of_bytes(unescaped(escaped)),
        None => PathBuf::from(text),
    }
}

/// Returns the text of one of several documents in a file.
pub(super) fn document_text(file: &str, number: u32) -> String {
    format!("{file}#{number}")
}

/// Returns file and number of a text that names one of several documents in a file.
pub(super) fn numbered(text: &str) -> Option<(&str, u32)> {
    let (file, number) = text.rsplit_once('#')?;
    let digits = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    Some((file, number.parse().ok().filter(|_| digits)?))
}

/// Returns the text of the file itself, for the text of a file or of a document in it.
pub(super) fn file_text(text: &str) -> &str {
    numbered(text).map_or(text, |(file, _)| file)
}

/// Returns true for a file's own text and for those of the documents in it.
pub(super) fn is_in_file(text: &str, file: &str) -> bool {
    text == file || numbered(text).is_some_and(|(f, _)| f == file)
}

/// Returns the path of the file, for the text of a file or of a document in it.
pub(crate) fn file_of(text: &str) -> PathBuf {
    path_of(file_text(text))
}

fn escaped(path: &Path) -> String {
    let mut out = ESCAPED.to_owned();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        for c in chunk.valid().chars() {
            if matches!(c, '%' | '#' | '?') || c.is_control() {
                let mut bytes = [0; 4];
                c.encode_utf8(&mut bytes).bytes().for_each(|b| escape(&mut out, b));
            } else {
                out.push(c);
            }
        }
        chunk.invalid().iter().for_each(|b| escape(&mut out, *b));
    }
    out
}

fn escape(out: &mut String, byte: u8) {
    // Writing to a string can't fail.
    let _ = write!(out, "%{byte:02X}");
}

fn unescaped(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        let hex = tail.get(..2).filter(|h| *first == b'%' && h.iter().all(u8::is_ascii_hexdigit));
        let value = hex.and_then(|h| u8::from_str_radix(std::str::from_utf8(h).ok()?, 16).ok());
        out.push(value.unwrap_or(*first));
        rest = if value.is_some() { tail.get(2..).unwrap_or(&[]) } else { tail };
    }
    out
}

#[cfg(unix)]
fn of_bytes(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    std::ffi::OsString::from_vec(bytes).into()
}

/// Elsewhere names are Unicode except for unpaired surrogates, which are lost here.
#[cfg(not(unix))]
fn of_bytes(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_paths_are_their_own_text() {
        for text in [
            "/a/b.txt",
            "/a/Town%20Plan.pdf",
            "/a/caf\u{e9}.txt",
            "/a/#1/b",
            "/a/b#1.txt",
            "/a/b#",
            "/a/b#+1",
        ] {
            assert_eq!(path_text(Path::new(text)), text);
        }
        assert_eq!(path_text(Path::new("/a/x y.jsonl#1")), "file:///a/x y.jsonl%231");
    }

    #[cfg(unix)]
    mod unix {
        use std::collections::HashMap;
        use std::os::unix::ffi::OsStringExt;

        use proptest::prelude::*;

        use super::super::*;

        fn path(bytes: &[u8]) -> PathBuf {
            std::ffi::OsString::from_vec(bytes.to_vec()).into()
        }

        #[test]
        fn bytes_are_kept() {
            assert_eq!(path_text(&path(b"/a/caf\xe9.txt")), "file:///a/caf%E9.txt");
            assert_eq!(path_text(&path(b"/a/100%\xff#2")), "file:///a/100%25%FF%232");
        }

        proptest! {
            #[test]
            fn one_text_a_path_and_back(
                paths in proptest::collection::vec("[/ab#%019EF:f\\n\u{e9}\u{301}]{0,12}", 1..20),
                byte in 0x80_u8..,
                at in 0_usize..12,
            ) {
                let mut texts = HashMap::new();
                for (i, name) in paths.iter().enumerate() {
                    let mut bytes = [b"/", name.as_bytes()].concat();
                    if i % 2 == 0 {
                        bytes.insert(at.min(bytes.len() - 1) + 1, byte);
                    }
                    let path = path(&bytes);
                    let text = path_text(&path);
                    prop_assert_eq!(path_of(&text), path.clone());
                    prop_assert!(numbered(&text).is_none());
                    let document = document_text(&text, 7);
                    prop_assert_eq!(numbered(&document), Some((text.as_str(), 7)));
                    prop_assert!(!texts.contains_key(&document));
                    let other = texts.insert(text, path.clone());
                    prop_assert!(other.is_none_or(|o| o == path));
                }
            }
        }
    }
}
