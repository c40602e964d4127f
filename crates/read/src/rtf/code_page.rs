//! Code pages of a document and of its fonts.

use encoding_rs::Encoding;

/// Returns the encoding of a code page (`\ansicpg`), Windows-1252 for one that is not known.
pub(super) fn of_page(page: i32) -> &'static Encoding {
    match page {
        874 => encoding_rs::WINDOWS_874,
        932 => encoding_rs::SHIFT_JIS,
        936 => encoding_rs::GBK,
        949 => encoding_rs::EUC_KR,
        950 => encoding_rs::BIG5,
        1250 => encoding_rs::WINDOWS_1250,
        1251 => encoding_rs::WINDOWS_1251,
        1253 => encoding_rs::WINDOWS_1253,
        1254 => encoding_rs::WINDOWS_1254,
        1255 => encoding_rs::WINDOWS_1255,
        1256 => encoding_rs::WINDOWS_1256,
        1257 => encoding_rs::WINDOWS_1257,
        1258 => encoding_rs::WINDOWS_1258,
        10000 => encoding_rs::MACINTOSH,
        65001 => encoding_rs::UTF_8,
        _ => encoding_rs::WINDOWS_1252,
    }
}

/// Returns the encoding of a font's character set (`\fcharset`); nothing for the document's own.
pub(super) fn of_charset(charset: i32) -> Option<&'static Encoding> {
    Some(of_page(match charset {
        77 => 10000,
        128 => 932,
        129 | 130 => 949,
        134 => 936,
        136 => 950,
        161 => 1253,
        162 => 1254,
        163 => 1258,
        177 => 1255,
        178 => 1256,
        186 => 1257,
        204 => 1251,
        222 => 874,
        238 => 1250,
        _ => return None,
    }))
}

/// Character set of fonts whose letters are pictures.
pub(super) const SYMBOLS: i32 = 2;
/// Stands for a sign of such a font.
pub(super) const UNKNOWN: char = '\u{fffd}';

/// Returns a sign of a symbol font: the usual bullets as one, others as [`UNKNOWN`].
pub(super) fn symbol(byte: u8) -> char {
    match byte {
        b' ' => ' ',
        0xb7 | 0xa7 | 0x6c | 0x6e | 0x76 | 0xd8 | 0xfc => '\u{2022}',
        _ => UNKNOWN,
    }
}
