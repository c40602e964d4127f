//! Check that the content read from a page is text.

use super::glyph::{PageContent, TextSource};
use super::options::QualityOptions;

/// Bits that a letter takes after another, 0 to 9, for word boundary and a to z (rows: the letter
/// before). Counted over the words of U.S. statutes and federal publications, which are in the
/// public domain. English, French, German, Spanish and Polish words mostly stay below 4.8 bits a
/// letter; wrongly decoded text lies at 5.5 to 6.6.
const LETTER_PAIRS: &str = include_str!("letter_pairs.txt");

/// Mean bits a letter up to which a word looks like one.
const WORDLIKE_BITS: f32 = 4.8;

/// Measurements of a page's text.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Quality {
    /// Characters that are not white space.
    pub characters: usize,
    /// Letters and digits.
    pub letters: usize,
    /// Replacement and private-use characters, and characters that no font vouches for.
    pub replaced: usize,
    /// Latin words of three letters and more.
    pub words: usize,
    /// Those of them that look like words.
    pub wordlike: usize,
}

/// Why a text is not fit for use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// Too many characters without Unicode.
    Replaced,
    /// Hardly any letters.
    Letters,
    /// Letters that form no words.
    Words,
}

impl Fault {
    pub fn describe(self) -> &'static str {
        match self {
            Fault::Replaced => "its fonts do not say which characters they show",
            Fault::Letters => "its text holds hardly any letters",
            Fault::Words => "its text does not form words, as with a wrong encoding",
        }
    }
}

impl Quality {
    /// Measures plain text.
    pub fn of(text: &str) -> Self {
        let mut quality = Quality::default();
        for c in text.chars().filter(|c| !c.is_whitespace()) {
            quality.characters += 1;
            quality.letters += usize::from(c.is_alphanumeric());
            quality.replaced += usize::from(is_replacement(c));
        }
        for word in text.split(|c: char| !c.is_alphabetic()) {
            if word.len() >= 3 && word.bytes().all(|b| b.is_ascii_alphabetic()) {
                quality.words += 1;
                quality.wordlike += usize::from(bits(word) <= WORDLIKE_BITS);
            }
        }
        quality
    }

    /// Measures lines, and takes from the glyphs how many state no text.
    pub fn of_page<'l>(lines: impl Iterator<Item = &'l str>, content: &PageContent) -> Self {
        let mut text = String::new();
        for line in lines {
            text.push_str(line);
            text.push('\n');
        }
        let mut quality = Quality::of(&text);
        let missing = content.glyphs.iter().filter(|g| g.source == TextSource::Missing).count();
        quality.replaced = quality.replaced.max(missing);
        quality
    }

    /// The first fault found, if any. Text too short to be judged passes.
    pub fn fault(&self, options: &QualityOptions) -> Option<Fault> {
        let below = |part: usize, whole: usize, share: f32| ratio(part, whole) < share;
        if self.characters == 0 {
            return None;
        }
        if ratio(self.replaced, self.characters) > options.replaced {
            return Some(Fault::Replaced);
        }
        if self.characters >= 40 && below(self.letters, self.characters, options.letters) {
            return Some(Fault::Letters);
        }
        if self.words >= options.words && below(self.wordlike, self.words, options.wordlike) {
            return Some(Fault::Words);
        }
        None
    }
}

fn ratio(part: usize, whole: usize) -> f32 {
    let count = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    super::geometry::single(count(part) / count(whole.max(1)))
}

fn is_replacement(c: char) -> bool {
    c == char::REPLACEMENT_CHARACTER || ('\u{E000}'..='\u{F8FF}').contains(&c)
}

/// Mean bits a letter of an ASCII word, boundaries included.
fn bits(word: &str) -> f32 {
    let index = |b: u8| usize::from(b.to_ascii_lowercase().wrapping_sub(b'a').min(25)) + 1;
    let mut before = 0;
    let (mut sum, mut count) = (0u32, 0u16);
    for after in word.bytes().map(index).chain([0]) {
        // A row is 27 digits and a line break.
        let digit = LETTER_PAIRS.as_bytes().get(before * 28 + after).copied().unwrap_or(b'9');
        sum += u32::from(digit.wrapping_sub(b'0').min(9));
        count = count.saturating_add(1);
        before = after;
    }
    super::geometry::single(f64::from(sum) / f64::from(count.max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: &str = "The select board voted to raise the fee for a burning permit from ten dollars \
        to fifteen dollars, effective on the first of January, and to post a notice at the town hall.";

    fn rotated(text: &str, by: u8) -> String {
        text.chars()
            .map(|c| match c {
                'a'..='z' => char::from((c as u8 - b'a' + by) % 26 + b'a'),
                'A'..='Z' => char::from((c as u8 - b'A' + by) % 26 + b'A'),
                c => c,
            })
            .collect()
    }

    #[test]
    fn table_is_whole() {
        let rows: Vec<&str> = LETTER_PAIRS.lines().collect();
        assert_eq!(rows.len(), 27);
        assert!(rows.iter().all(|r| r.len() == 27 && r.bytes().all(|b| b.is_ascii_digit())));
    }

    #[test]
    fn tells_text_from_garbage() {
        let options = QualityOptions::default();
        for (text, expected) in [
            (ENGLISH.to_owned(), None),
            ("Rada gminy uchwala podatek od budynków na kolejny rok i ustala terminy oraz sposób zapłaty dla wszystkich mieszkańców".to_owned(), None),
            ("1,200  3,400  5,600  7,800  9,000  12,345  67,890".to_owned(), None),
            ("日本語の文章はラテン文字の規則では判断しない".to_owned(), None),
            (String::new(), None),
            (rotated(ENGLISH, 16), Some(Fault::Words)),
            (rotated(ENGLISH, 13), Some(Fault::Words)),
            ("\u{FFFD}\u{FFFD}\u{FFFD}ab".to_owned(), Some(Fault::Replaced)),
            ("_".repeat(80), Some(Fault::Letters)),
        ] {
            assert_eq!(Quality::of(&text).fault(&options), expected, "{text}");
        }
    }
}
