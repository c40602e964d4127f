//! From bytes to characters.

use encoding_rs::{Encoding, MACINTOSH, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// Text with what it was decoded from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    /// Text after decoding.
    pub text: String,
    /// Name of the encoding.
    pub encoding: &'static str,
    /// True when some bytes had no meaning in it and became U+FFFD.
    pub replaced: bool,
    /// Places where UTF-8 had been taken for Windows-1252 and encoded again, now repaired.
    pub repaired: usize,
    /// Places that look so and can't be turned back exactly; they are as the file has them.
    pub garbled: usize,
}

impl Decoded {
    /// Returns a sentence for each thing that a person should know.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.replaced {
            notes.push(format!("some bytes are not {} and were replaced", self.encoding));
        }
        if self.encoding == MACINTOSH.name() {
            notes.push("it was read as MacRoman, an old Macintosh encoding".to_owned());
        }
        if self.repaired > 0 {
            notes.push(format!(
                "{} characters were encoded twice (“â€™” for “’”) and were repaired",
                self.repaired
            ));
        }
        if self.garbled > 0 {
            notes.push(format!(
                "{} characters look encoded twice (“â€™” for “’”) and were left as they are",
                self.garbled
            ));
        }
        notes
    }
}

/// Decodes by byte order mark, then UTF-8 if the bytes are valid in it, then by `label` (what the
/// file says of itself), then UTF-16 by the place of zero bytes, then MacRoman or Windows-1252 by
/// the words that result.
pub fn decode(bytes: &[u8], label: Option<&str>) -> Decoded {
    if let Some(text) = utf32(bytes) {
        return text;
    }
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
    if broken * 20 < multibyte {
        return utf8;
    }
    let windows = with(bytes, WINDOWS_1252);
    let odd = odd_places(&windows.text);
    if odd == 0 {
        return windows;
    }
    let mac = with(bytes, MACINTOSH);
    if odd_places(&mac.text) * 4 <= odd { mac } else { windows }
}

fn with(bytes: &[u8], encoding: &'static Encoding) -> Decoded {
    let (text, used, replaced) = encoding.decode(bytes);
    decoded(text.into_owned(), used.name(), replaced)
}

fn decoded(text: String, encoding: &'static str, replaced: bool) -> Decoded {
    let Repaired { text, repaired, garbled } = repair(text);
    Decoded { text, encoding, replaced, repaired, garbled }
}

/// UTF-32 with its mark, which no web encoding covers.
fn utf32(bytes: &[u8]) -> Option<Decoded> {
    let (unit, name): (fn([u8; 4]) -> u32, _) = match bytes {
        [0xff, 0xfe, 0, 0, ..] => (u32::from_le_bytes, "UTF-32LE"),
        [0, 0, 0xfe, 0xff, ..] => (u32::from_be_bytes, "UTF-32BE"),
        _ => return None,
    };
    let mut replaced = false;
    let units = bytes.get(4..)?.chunks(4).map(|four| four.try_into().ok().map(unit));
    let text = units.map(|unit| {
        unit.and_then(char::from_u32).unwrap_or_else(|| {
            replaced = true;
            char::REPLACEMENT_CHARACTER
        })
    });
    let text = text.collect();
    Some(decoded(text, name, replaced))
}

/// Characters in places where no writer puts them: a capital with an accent after a small letter or
/// at a word's end alone, an Icelandic letter between blanks, a control.
fn odd_places(text: &str) -> usize {
    let mut before = ' ';
    let mut odd = 0usize;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let after = rest.peek().copied().unwrap_or(' ');
        let capital = !c.is_ascii() && c.is_uppercase();
        let is_odd = matches!(c, '\u{80}'..='\u{9f}')
            || (capital && before.is_lowercase())
            || (capital && before.is_ascii_punctuation() && !after.is_alphabetic())
            || (capital && before == ' ' && (after == ' ' || after.is_ascii_digit()))
            || (capital && before.is_ascii_digit());
        odd += usize::from(is_odd);
        before = c;
    }
    odd
}

struct Repaired {
    text: String,
    repaired: usize,
    garbled: usize,
}

/// Turns back UTF-8 that was taken for Windows-1252 and encoded again, where that can be done
/// exactly: dashes and quotation marks (three bytes) wherever they are, letters (two bytes) only in
/// a text whose every other character beyond ASCII can be turned back as well.
fn repair(text: String) -> Repaired {
    let mut runs = 0usize;
    let mut back = Vec::new();
    let mut at = 0;
    while let Some(run) = next_run(&text, at) {
        runs += 1;
        back.extend(turned_back(text.get(run.clone()).unwrap_or("")).map(|t| (run.clone(), t)));
        at = run.end;
    }
    let all = runs == back.len();
    let sure = |turned: &str| all || turned.chars().all(|c| c > '\u{ff}');
    let (fixed, left): (Vec<_>, Vec<_>) = back.into_iter().partition(|(_, turned)| sure(turned));
    let count = |runs: &[(std::ops::Range<usize>, String)]| runs.iter().map(|(_, t)| t.chars().count()).sum();
    let (repaired, mut garbled) = (count(&fixed), count(&left));
    if repaired == 0 {
        garbled += text.matches("â€").count();
        return Repaired { text, repaired, garbled };
    }
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (run, turned) in &fixed {
        out.push_str(text.get(at..run.start).unwrap_or(""));
        out.push_str(turned);
        at = run.end;
    }
    out.push_str(text.get(at..).unwrap_or(""));
    garbled += out.matches("â€").count();
    Repaired { text: out, repaired, garbled }
}

/// The next run of characters beyond ASCII.
fn next_run(text: &str, at: usize) -> Option<std::ops::Range<usize>> {
    let rest = text.get(at..)?;
    let start = rest.find(|c: char| !c.is_ascii())?;
    let length = rest.get(start..)?.find(|c: char| c.is_ascii()).unwrap_or(rest.len() - start);
    Some(at + start..at + start + length)
}

/// A run's bytes in Windows-1252 read as UTF-8, if they are some and give what papers are written
/// with: the letters of western Europe, quotation marks, dashes and signs.
fn turned_back(run: &str) -> Option<String> {
    let (bytes, _, unmappable) = WINDOWS_1252.encode(run);
    if unmappable {
        return None;
    }
    let turned = std::str::from_utf8(&bytes).ok()?;
    let usual = |c: char| {
        matches!(c, '\u{a0}'..='\u{ff}' | '\u{152}' | '\u{153}' | '\u{160}' | '\u{161}' | '\u{feff}'
            | '\u{2010}'..='\u{2044}' | '\u{20ac}' | '\u{2122}' | '\u{2150}'..='\u{215e}' | '\u{2190}'..='\u{22ff}'
            | '\u{2500}'..='\u{26ff}' | '\u{fb00}'..='\u{fb04}')
    };
    turned.chars().all(usual).then(|| turned.to_owned())
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
    use proptest::prelude::*;

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

    #[test]
    fn knows_marks_of_all_sizes() {
        let text = "Fee: $5 — caf\u{e9}";
        let utf16 = |order: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(order).collect::<Vec<u8>>();
        let utf32 =
            |order: fn(u32) -> [u8; 4]| text.chars().flat_map(|c| order(c.into())).collect::<Vec<u8>>();
        for (mark, bytes, encoding) in [
            (&b"\xef\xbb\xbf"[..], text.as_bytes().to_vec(), "UTF-8"),
            (b"\xff\xfe", utf16(u16::to_le_bytes), "UTF-16LE"),
            (b"\xfe\xff", utf16(u16::to_be_bytes), "UTF-16BE"),
            (b"\xff\xfe\0\0", utf32(u32::to_le_bytes), "UTF-32LE"),
            (b"\0\0\xfe\xff", utf32(u32::to_be_bytes), "UTF-32BE"),
            (b"", utf16(u16::to_le_bytes), "UTF-16LE"),
            (b"", utf16(u16::to_be_bytes), "UTF-16BE"),
        ] {
            let got = decode(&[mark, &bytes].concat(), None);
            assert_eq!((got.text.as_str(), got.encoding, got.replaced), (text, encoding, false));
        }
    }

    #[test]
    fn mac_roman_is_known_by_its_words() {
        for text in [
            "The Board\u{2019}s r\u{e9}sum\u{e9} says \u{201c}no parking\u{201d} \u{2013} see page 4.",
            "It\u{2019}s the clerk\u{2019}s.",
            "the fee \u{2014} $25 \u{2014} is due",
        ] {
            let (mac, _, lost) = MACINTOSH.encode(text);
            assert!(!lost);
            let got = decode(&mac, None);
            assert_eq!((got.text.as_str(), got.encoding), (text, "macintosh"));
            assert!(got.notes().iter().any(|n| n.contains("MacRoman")));
            let (windows, _, _) = WINDOWS_1252.encode(text);
            assert_eq!(decode(&windows, None).text, text);
        }
        for text in ["SEÑOR MUÑOZ", "El Niño «aquí»", "\u{201c}JOS\u{c9}\u{201d}", "§ 5, 32°, ½", "Über 5 £"]
        {
            let (windows, _, _) = WINDOWS_1252.encode(text);
            assert_eq!(decode(&windows, None).text, text);
        }
    }

    #[test]
    fn text_encoded_twice_is_repaired_or_noted() {
        let twice = |text: &str| WINDOWS_1252.decode_without_bom_handling(text.as_bytes()).0.into_owned();
        for text in [
            "the clerk\u{2019}s \u{201c}fee\u{201d} \u{2014} $5",
            "Mu\u{f1}oz, \u{a7} 5, 30\u{b0}",
            "caf\u{e9}\u{a0}\u{20ac}5",
        ] {
            let got = decode(twice(text).as_bytes(), None);
            assert_eq!((got.text.as_str(), got.garbled), (text, 0));
            assert!(got.repaired > 0 && got.notes().iter().any(|n| n.contains("repaired")));
        }
        // Punctuation is sure in a text that has good characters as well; a letter is not.
        let mixed = format!("Mu\u{f1}oz {} x", twice("\u{2019}"));
        assert_eq!(decode(mixed.as_bytes(), None).text, "Mu\u{f1}oz \u{2019} x");
        let unsure = format!("na\u{ef}f {}", twice("\u{e9}"));
        let got = decode(unsure.as_bytes(), None);
        assert_eq!((got.text.as_str(), got.garbled), (unsure.as_str(), 1));
        // A lost byte can't be turned back.
        let got = decode("the clerk\u{e2}\u{20ac}s".as_bytes(), None);
        assert_eq!((got.text.as_str(), got.garbled), ("the clerk\u{e2}\u{20ac}s", 1));
        for good in [
            "\u{201c}JOS\u{c9}\u{201d}",
            "JOS\u{c9}\u{2019}S",
            "ROS\u{c9}\u{201d}",
            "caf\u{e9}",
            "Ünïcödé",
            "\u{d3}\u{201d}",
        ] {
            let got = decode(good.as_bytes(), None);
            assert_eq!((got.text.as_str(), got.repaired, got.garbled), (good, 0, 0));
        }
    }

    proptest! {
        /// Whatever the letters of western Europe say is read back, encoded once or twice.
        #[test]
        fn round_trips(text in "[a-zA-Z0-9 .,$\u{e9}\u{f1}\u{fc}\u{2019}\u{201c}\u{201d}\u{2014}\u{bd}\u{a7}]{0,60}") {
            prop_assert_eq!(&decode(text.as_bytes(), None).text, &text);
            let twice = WINDOWS_1252.decode_without_bom_handling(text.as_bytes()).0.into_owned();
            prop_assert_eq!(&decode(twice.as_bytes(), None).text, &text);
        }

        #[test]
        fn never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = decode(&bytes, None).notes();
        }
    }
}
