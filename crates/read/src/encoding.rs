//! From bytes to characters.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// Text with what it was decoded from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    /// The characters.
    pub text: String,
    /// Name of the encoding.
    pub encoding: &'static str,
    /// True when some bytes had no meaning in it and became U+FFFD.
    pub replaced: bool,
}

/// Decodes by byte order mark, then by `label` (what the file says of itself), then UTF-8 if the
/// bytes are valid in it, then UTF-16 by the place of zero bytes, then Windows-1252.
pub fn decode(bytes: &[u8], label: Option<&str>) -> Decoded {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return with(bytes, encoding);
    }
    if std::str::from_utf8(bytes).is_ok() && !looks_like_utf16(bytes) {
        return with(bytes, UTF_8);
    }
    if let Some(encoding) = label.and_then(|l| Encoding::for_label(l.trim().as_bytes())) {
        return with(bytes, encoding);
    }
    if looks_like_utf16(bytes) {
        return with(bytes, if zeros(bytes, 0) > zeros(bytes, 1) { UTF_16BE } else { UTF_16LE });
    }
    // One broken byte in a long UTF-8 text should not turn every accent into two letters.
    let utf8 = with(bytes, UTF_8);
    let broken = utf8.text.matches('\u{fffd}').count();
    let multibyte = utf8.text.chars().filter(|c| !c.is_ascii() && *c != '\u{fffd}').count();
    if broken * 20 < multibyte { utf8 } else { with(bytes, WINDOWS_1252) }
}

fn with(bytes: &[u8], encoding: &'static Encoding) -> Decoded {
    let (text, used, replaced) = encoding.decode(bytes);
    Decoded { text: text.into_owned(), encoding: used.name(), replaced }
}

fn zeros(bytes: &[u8], parity: usize) -> usize {
    bytes.iter().take(4096).skip(parity).step_by(2).filter(|b| **b == 0).count()
}

fn looks_like_utf16(bytes: &[u8]) -> bool {
    let seen = bytes.len().min(4096);
    let (even, odd) = (zeros(bytes, 0), zeros(bytes, 1));
    seen >= 4 && even.max(odd) * 10 > seen / 2 * 4 && even.min(odd) * 10 < seen / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_encodings() {
        let utf16: Vec<u8> = "Town Meeting".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for (bytes, text, encoding) in [
            ("caf\u{e9}".as_bytes(), "caf\u{e9}", "UTF-8"),
            (b"\xef\xbb\xbfabc", "abc", "UTF-8"),
            (b"caf\xe9 \x93quoted\x94", "caf\u{e9} \u{201c}quoted\u{201d}", "windows-1252"),
            (b"\xff\xfea\0b\0", "ab", "UTF-16LE"),
            (&utf16, "Town Meeting", "UTF-16LE"),
            (b"", "", "UTF-8"),
        ] {
            let got = decode(bytes, None);
            assert_eq!((got.text.as_str(), got.encoding), (text, encoding));
        }
        assert_eq!(decode(b"\x83\x65", Some("shift_jis")).text, "\u{30c6}");
    }
}
