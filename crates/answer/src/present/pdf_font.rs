//! Two of PDF's standard fonts, which every reader of PDF files has: their codes and widths.

use pdf_writer::Name;

/// A standard font.
#[derive(Debug)]
pub(super) struct Face {
    /// Name in the file.
    pub(super) name: Name<'static>,
    pub(super) standard_name: Name<'static>,
    widths: &'static [u16; 224],
}

pub(super) static ROMAN: Face =
    Face { name: Name(b"Roman"), standard_name: Name(b"Times-Roman"), widths: &TIMES_ROMAN };
pub(super) static BOLD: Face =
    Face { name: Name(b"Bold"), standard_name: Name(b"Times-Bold"), widths: &TIMES_BOLD };

impl Face {
    /// Returns the width of a code's glyph in thousandths of the font size.
    pub(super) fn width(&self, code: u8) -> u16 {
        let index = code.checked_sub(b' ').map(usize::from);
        index.and_then(|index| self.widths.get(index)).copied().unwrap_or(0)
    }
}

pub(super) const ELLIPSIS: u8 = 0x85;
/// Characters of the codes from 128 to 159, with a NUL for a code without one.
pub(super) const HIGH: &str = "€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ";

/// Returns the code of a character in WinAnsiEncoding, if it has one. A control character becomes a space, as in a
/// Word document.
pub(super) fn code(c: char) -> Option<u8> {
    match c {
        '\0'..=' ' | '\u{a0}' | '\u{2009}' | '\u{200a}' | '\u{202f}' => Some(b' '),
        '\u{2010}' | '\u{2011}' => Some(b'-'),
        '!'..='~' | '\u{a1}'..='\u{ff}' => u8::try_from(c).ok(),
        _ => (0x80..=0x9f).zip(HIGH.chars()).find(|(_, high)| *high == c).map(|(code, _)| code),
    }
}

// Widths of the codes from 32 to 255 out of Adobe's font metrics (`Times-Roman.afm` and `Times-Bold.afm`, version
// 2.000). A code without a character has the width of the bullet, as ISO 32000-1, annex D.2, requires.

/// Widths of Times-Roman.
#[rustfmt::skip]
const TIMES_ROMAN: [u16; 224] = [
    250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500, 500, 500,
    500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444, 921, 722, 667, 667, 722, 611, 556, 722, 722, 333,
    389, 722, 611, 889, 722, 722, 556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469,
    500, 333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389,
    278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541, 350, 500, 350, 333, 500, 444, 1000, 500, 500, 333,
    1000, 556, 333, 889, 350, 611, 350, 350, 333, 333, 444, 444, 350, 500, 1000, 333, 980, 389, 333, 722, 350,
    444, 722, 250, 333, 500, 500, 500, 500, 200, 500, 333, 760, 276, 500, 564, 333, 760, 333, 400, 564, 300,
    300, 333, 500, 453, 250, 333, 300, 310, 500, 750, 750, 750, 444, 722, 722, 722, 722, 722, 722, 889, 667,
    611, 611, 611, 611, 333, 333, 333, 333, 722, 722, 722, 722, 722, 722, 722, 564, 722, 722, 722, 722, 722,
    722, 556, 500, 444, 444, 444, 444, 444, 444, 667, 444, 444, 444, 444, 444, 278, 278, 278, 278, 500, 500,
    500, 500, 500, 500, 500, 564, 500, 500, 500, 500, 500, 500, 500, 500,
];

/// Widths of Times-Bold.
#[rustfmt::skip]
const TIMES_BOLD: [u16; 224] = [
    250, 333, 555, 500, 500, 1000, 833, 278, 333, 333, 500, 570, 250, 333, 250, 278, 500, 500, 500, 500, 500,
    500, 500, 500, 500, 500, 333, 333, 570, 570, 570, 500, 930, 722, 667, 722, 722, 667, 611, 778, 778, 389,
    500, 778, 667, 944, 722, 778, 611, 778, 722, 556, 667, 722, 722, 1000, 722, 722, 667, 333, 278, 333, 581,
    500, 333, 500, 556, 444, 556, 444, 333, 500, 556, 278, 333, 556, 278, 833, 556, 500, 556, 556, 444, 389,
    333, 556, 500, 722, 500, 500, 444, 394, 220, 394, 520, 350, 500, 350, 333, 500, 500, 1000, 500, 500, 333,
    1000, 556, 333, 1000, 350, 667, 350, 350, 333, 333, 500, 500, 350, 500, 1000, 333, 1000, 389, 333, 722,
    350, 444, 722, 250, 333, 500, 500, 500, 500, 220, 500, 333, 747, 300, 500, 570, 333, 747, 333, 400, 570,
    300, 300, 333, 556, 540, 250, 333, 300, 330, 500, 750, 750, 750, 500, 722, 722, 722, 722, 722, 722, 1000,
    722, 667, 667, 667, 667, 389, 389, 389, 389, 722, 722, 778, 778, 778, 778, 778, 570, 778, 722, 722, 722,
    722, 722, 611, 556, 500, 500, 500, 500, 500, 500, 722, 444, 444, 444, 444, 444, 278, 278, 278, 278, 500,
    556, 500, 500, 500, 500, 500, 570, 500, 556, 556, 556, 556, 500, 556, 500,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_adobes_widths() {
        let expected = [
            (' ', 0x20, 250, 250),
            ('\'', 0x27, 180, 278),
            ('W', 0x57, 944, 1000),
            ('~', 0x7e, 541, 520),
            ('€', 0x80, 500, 500),
            ('…', 0x85, 1000, 1000),
            ('’', 0x92, 333, 333),
            ('•', 0x95, 350, 350),
            ('—', 0x97, 1000, 1000),
            ('Ÿ', 0x9f, 722, 722),
            ('§', 0xa7, 500, 500),
            ('¾', 0xbe, 750, 750),
            ('ÿ', 0xff, 500, 500),
        ];
        for (c, number, roman, bold) in expected {
            assert_eq!(code(c), Some(number), "{c}");
            assert_eq!((ROMAN.width(number), BOLD.width(number)), (roman, bold), "{c}");
        }
        assert_eq!((code('\u{81}'), code('→'), ROMAN.width(0x1f)), (None, None, 0));
    }
}
