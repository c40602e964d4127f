//! Decodes the filters that can make much of little, within a bound.

use std::borrow::Cow;
use std::io::Read;

use flate2::read::{DeflateDecoder, ZlibDecoder};

/// Returns true if one of the filters, applied in order, gives more than `limit` bytes. Filters of pictures
/// end the search: the pictures' own limits hold there.
pub(super) fn exceeds(filters: &[Vec<u8>], raw: &[u8], limit: usize) -> bool {
    let mut bytes = Cow::Borrowed(raw);
    for filter in filters {
        let room = limit.saturating_add(1);
        let decoded = match filter.as_slice() {
            b"FlateDecode" | b"Fl" => flate(&bytes, room),
            b"LZWDecode" | b"LZW" => lzw(&bytes, room),
            b"RunLengthDecode" | b"RL" => run_lengths(&bytes, room),
            b"ASCII85Decode" | b"A85" => ascii_85(&bytes, room),
            b"ASCIIHexDecode" | b"AHx" => ascii_hex(&bytes),
            _ => return false,
        };
        if decoded.len() > limit {
            return true;
        }
        bytes = Cow::Owned(decoded);
    }
    false
}

/// Inflates up to `room` bytes, with a zlib header or without, and keeps what precedes an error.
fn flate(bytes: &[u8], room: usize) -> Vec<u8> {
    let up_to = |reader: &mut dyn Read| {
        let mut out = Vec::new();
        let room = u64::try_from(room).unwrap_or(u64::MAX);
        let whole = reader.take(room).read_to_end(&mut out).is_ok();
        (out, whole)
    };
    let (zlib, whole) = up_to(&mut ZlibDecoder::new(bytes));
    if whole || zlib.len() >= room {
        return zlib;
    }
    let (plain, _) = up_to(&mut DeflateDecoder::new(bytes));
    if plain.len() > zlib.len() { plain } else { zlib }
}

/// The larger result of both customs of widening codes (`EarlyChange` 1 and 0).
fn lzw(bytes: &[u8], room: usize) -> Vec<u8> {
    let (early, late) = (lzw_with(bytes, room, 1), lzw_with(bytes, room, 0));
    if late.len() > early.len() { late } else { early }
}

fn lzw_with(bytes: &[u8], room: usize, early: usize) -> Vec<u8> {
    const CLEAR: usize = 256;
    const END: usize = 257;
    const MOST: usize = 4096;
    let mut out: Vec<u8> = Vec::new();
    // Each code from 258 on stands for a range of the output.
    let mut table: Vec<(usize, usize)> = Vec::new();
    let mut previous: Option<(usize, usize)> = None;
    let (mut buffer, mut bits, mut width) = (0_usize, 0_u32, 9_u32);
    for byte in bytes {
        buffer = (buffer << 8 | usize::from(*byte)) & 0xff_ffff;
        bits += 8;
        if bits < width {
            continue;
        }
        bits -= width;
        let code = buffer >> bits & ((1 << width) - 1);
        if code == CLEAR {
            table.clear();
            (previous, width) = (None, 9);
            continue;
        }
        let start = out.len();
        if let Ok(literal) = u8::try_from(code) {
            out.push(literal);
        } else if code == END {
            break;
        } else {
            let place = code - END - 1;
            let (from, to) = match (table.get(place), previous) {
                (Some(range), _) => *range,
                // The code that is about to be defined: the previous string and its first byte.
                (None, Some((from, to))) if place == table.len() => (from, to + 1),
                _ => break,
            };
            for n in from..to {
                let Some(byte) = out.get(n).copied() else { break };
                out.push(byte);
            }
        }
        if let Some((from, to)) = previous
            && table.len() + END + 1 < MOST
        {
            table.push((from, to + 1));
        }
        previous = Some((start, out.len()));
        let next = table.len() + END + 1 + early;
        width = if next >= 2048 {
            12
        } else if next >= 1024 {
            11
        } else if next >= 512 {
            10
        } else {
            9
        };
        if out.len() >= room {
            break;
        }
    }
    out
}

fn run_lengths(bytes: &[u8], room: usize) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = bytes;
    while let Some((length, after)) = rest.split_first()
        && out.len() < room
    {
        let length = usize::from(*length);
        rest = match length {
            128 => break,
            0..=127 => {
                let (copied, after) = after.split_at(after.len().min(length + 1));
                out.extend_from_slice(copied);
                after
            }
            _ => {
                let Some((byte, after)) = after.split_first() else { break };
                out.extend(std::iter::repeat_n(*byte, 257 - length));
                after
            }
        };
    }
    out
}

fn ascii_85(bytes: &[u8], room: usize) -> Vec<u8> {
    let mut out = Vec::new();
    let mut group: Vec<u32> = Vec::new();
    for byte in bytes {
        match byte {
            b'!'..=b'u' => group.push(u32::from(byte - b'!')),
            b'z' if group.is_empty() => out.extend([0; 4]),
            b'~' => break,
            _ => {}
        }
        if group.len() == 5 {
            let value = group.drain(..).fold(0_u32, |value, x| value.wrapping_mul(85).wrapping_add(x));
            out.extend(value.to_be_bytes());
        }
        if out.len() >= room {
            return out;
        }
    }
    if group.len() > 1 {
        let kept = group.len() - 1;
        group.resize(5, 84);
        let value = group.iter().fold(0_u32, |value, x| value.wrapping_mul(85).wrapping_add(*x));
        out.extend(value.to_be_bytes().iter().take(kept));
    }
    out
}

fn ascii_hex(bytes: &[u8]) -> Vec<u8> {
    let digits: Vec<u8> = bytes
        .iter()
        .take_while(|byte| **byte != b'>')
        .filter_map(|byte| char::from(*byte).to_digit(16))
        .filter_map(|digit| u8::try_from(digit).ok())
        .collect();
    digits.chunks(2).map(|pair| pair.iter().fold(0, |value, digit| value << 4 | digit)).collect()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::{DeflateEncoder, ZlibEncoder};

    use super::*;

    const ALL: usize = 1 << 20;

    /// Writes codes of LZW with `EarlyChange` 1, greedily.
    fn lzw_of(text: &[u8]) -> Vec<u8> {
        let (mut out, mut buffer, mut bits) = (Vec::new(), 0_u64, 0);
        let mut table: std::collections::HashMap<Vec<u8>, u64> = Default::default();
        let mut put = |code: u64, entries: usize| {
            let width = match entries + 258 {
                0..511 => 9,
                511..1023 => 10,
                1023..2047 => 11,
                _ => 12,
            };
            buffer = buffer << width | code;
            bits += width;
            while bits >= 8 {
                bits -= 8;
                out.push((buffer >> bits) as u8);
            }
            buffer &= (1 << bits) - 1;
        };
        put(256, 0);
        let code_of = |table: &std::collections::HashMap<Vec<u8>, u64>, word: &[u8]| match word {
            [byte] => u64::from(*byte),
            _ => table[word],
        };
        let (mut word, mut sent) = (Vec::new(), 0_usize);
        for byte in text {
            let longer = [&word[..], &[*byte]].concat();
            if longer.len() == 1 || table.contains_key(&longer) {
                word = longer;
                continue;
            }
            put(code_of(&table, &word), sent.saturating_sub(1).min(3838));
            sent += 1;
            if table.len() < 3838 {
                table.insert(longer, 258 + table.len() as u64);
            }
            word = vec![*byte];
        }
        put(code_of(&table, &word), sent.saturating_sub(1).min(3838));
        put(257, sent.min(3838));
        put(0, 0);
        out
    }

    #[test]
    fn filters_give_back_the_text() {
        let text: Vec<u8> = (0..9000_u32).map(|n| (n * n % 97 % 23) as u8 + b'a').collect();
        let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
        zlib.write_all(&text).unwrap();
        assert_eq!(flate(&zlib.finish().unwrap(), ALL), text);
        let mut plain = DeflateEncoder::new(Vec::new(), Compression::default());
        plain.write_all(&text).unwrap();
        assert_eq!(flate(&plain.finish().unwrap(), ALL), text);
        assert_eq!(lzw_with(&lzw_of(&text), ALL, 1), text);
        // The example of the PDF specification.
        let codes = [0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01];
        assert_eq!(lzw(&codes, ALL), [45, 45, 45, 45, 45, 65, 45, 45, 45, 66]);
        assert_eq!(run_lengths(&[4, 10, 11, 12, 13, 14, 253, 3, 128], ALL), [10, 11, 12, 13, 14, 3, 3, 3, 3]);
        assert_eq!(ascii_85(b"87cURD]i,\"Ebo80~>", ALL), b"Hello World!");
        assert_eq!(ascii_85(b"z87cUR~>", ALL), b"\0\0\0\0Hell");
        assert_eq!(ascii_hex(b"48 656C6C 6F>ff"), b"Hello");
    }

    #[test]
    fn only_what_exceeds_the_limit_is_refused() {
        let zeros = vec![0; 100_000];
        let mut zlib = ZlibEncoder::new(Vec::new(), Compression::best());
        zlib.write_all(&zeros).unwrap();
        let once = zlib.finish().unwrap();
        let mut twice = ZlibEncoder::new(Vec::new(), Compression::best());
        twice.write_all(&once).unwrap();
        let twice = twice.finish().unwrap();
        let chain = |names: &[&str]| names.iter().map(|name| name.as_bytes().to_vec()).collect::<Vec<_>>();
        for (filters, bytes) in [
            (chain(&["FlateDecode"]), &once),
            (chain(&["Fl"]), &once),
            (chain(&["FlateDecode", "FlateDecode"]), &twice),
            (chain(&["FlateDecode", "DCTDecode"]), &once),
            (chain(&["LZWDecode"]), &lzw_of(&zeros)),
            (chain(&["RunLengthDecode"]), &[129, 0].repeat(800)),
            (chain(&["ASCII85Decode"]), &b"z".repeat(25_000)),
        ] {
            assert!(exceeds(&filters, bytes, 99_999), "{filters:?}");
            assert!(!exceeds(&filters, bytes, 110_000), "{filters:?}");
        }
        assert!(!exceeds(&chain(&["DCTDecode"]), &once, 10));
    }
}
