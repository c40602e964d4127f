//! Text strings of PDF dictionaries.

/// Decodes a PDF text string (ISO 32000-2, 7.9.2.2): UTF-16BE or UTF-8 by their marks, else
/// PDFDocEncoding, of which the part shared with Latin-1 is read.
pub(super) fn text_string(bytes: &[u8]) -> String {
    match bytes {
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => bytes.iter().map(|&b| pdf_doc(b)).collect(),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).filter_map(|pair| Some(unit(pair.try_into().ok()?)));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// PDFDocEncoding (ISO 32000-2, annex D.3).
fn pdf_doc(byte: u8) -> char {
    match byte {
        0x80 => '\u{2022}',
        0x81 => '\u{2020}',
        0x82 => '\u{2021}',
        0x83 => '\u{2026}',
        0x84 => '\u{2014}',
        0x85 => '\u{2013}',
        0x88 => '\u{2039}',
        0x89 => '\u{203A}',
        0x8A => '\u{2212}',
        0x8C => '\u{201E}',
        0x8D => '\u{201C}',
        0x8E => '\u{201D}',
        0x8F => '\u{2018}',
        0x90 => '\u{2019}',
        0x91 => '\u{201A}',
        0x92 => '\u{2122}',
        0x93 => '\u{FB01}',
        0x94 => '\u{FB02}',
        0xA0 => '\u{20AC}',
        other => char::from(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes() {
        for (given, expected) in [
            (&b"plain"[..], "plain"),
            (b"\xFE\xFF\x00A\x20\xAC", "A\u{20AC}"),
            (b"\xFE\xFF\xD8\x00", "\u{FFFD}"),
            (b"\xEF\xBB\xBF\xC3\xA9", "\u{E9}"),
            (b"caf\xE9 \x8F", "caf\u{E9} \u{2018}"),
            (b"", ""),
        ] {
            assert_eq!(text_string(given), expected);
        }
    }
}
