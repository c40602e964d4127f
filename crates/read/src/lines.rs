//! Making lines: clean text, wrapping, numbering.

use unicode_normalization::{UnicodeNormalization, is_nfc};

use crate::{Page, PageStatus};
use twolane_text::{Line, LineFlags, is_leader_row, sentences};

use super::error::ReadError;

/// A run of characters without white space that is longer than this is cut: no word is, and a
/// line of megabytes helps nobody.
const LONGEST_WORD: usize = 400;

/// NFC, no control characters, no zero-width marks; tabs become two spaces, white space at the
/// ends goes away. Runs of spaces stay, since they may part the cells of a table.
pub(super) fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut push = |c: char| match c {
        '\t' => out.push_str("  "),
        '\u{a0}' | '\u{2007}' | '\u{202f}' => out.push(' '),
        '\u{200b}' | '\u{2060}' | '\u{feff}' => {}
        // Direction marks and overrides can make a text read differently from what it says.
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
        c if c.is_control() => out.push(' '),
        c => out.push(c),
    };
    if is_nfc(text) {
        text.chars().for_each(&mut push);
    } else {
        text.nfc().for_each(&mut push);
    }
    let trimmed = out.trim();
    if trimmed.len() == out.len() { out } else { trimmed.to_owned() }
}

/// The first bytes of a text, at most `most` of them, ending between characters.
pub fn head(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or("")
}

/// White space single.
pub(super) fn squeeze(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// Cuts a paragraph into lines of at most about `width` characters: whole sentences while they
/// fit, a longer sentence at word breaks. A hyphen at a word's end is never the end of a line,
/// since a reader would take it for the typesetter's.
pub fn wrap(paragraph: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for sentence in sentences(paragraph) {
        let sentence = paragraph.get(sentence).unwrap_or("");
        let length = chars(sentence);
        if !line.is_empty() && chars(&line) + 1 + length > width {
            flush(&mut line, &mut lines);
        }
        if length <= width {
            append(&mut line, sentence);
            continue;
        }
        for word in sentence.split_whitespace().flat_map(short_words) {
            if !line.is_empty()
                && !line.ends_with(['-', '\u{2010}', '\u{ad}'])
                && chars(&line) + 1 + chars(word) > width
            {
                flush(&mut line, &mut lines);
            }
            append(&mut line, word);
        }
    }
    flush(&mut line, &mut lines);
    balance(&mut lines, paragraph);
    lines
}

/// Marks before and after struck words.
const STRUCK: &str = "~~";

/// Closes struck words with their mark on each line, and reopens them on the next.
fn balance(lines: &mut [String], paragraph: &str) {
    let marks = paragraph.matches(STRUCK).count();
    if marks == 0 || marks % 2 == 1 {
        return;
    }
    let mut is_open = false;
    for line in lines {
        if is_open {
            line.insert_str(0, STRUCK);
        }
        is_open = line.matches(STRUCK).count() % 2 == 1;
        if is_open {
            line.push_str(STRUCK);
        }
    }
}

/// Returns true where all words of a line are struck.
pub(super) fn is_struck(line: &str) -> bool {
    let parts: Vec<&str> = line.split(STRUCK).collect();
    let is_balanced = parts.len() % 2 == 1;
    let is_tight = |part: &str| !part.is_empty() && part.trim() == part;
    is_balanced
        && parts.iter().skip(1).step_by(2).any(|struck| is_tight(struck))
        && parts.iter().skip(1).step_by(2).all(|struck| is_tight(struck))
        && !parts.iter().step_by(2).any(|shown| shown.contains(char::is_alphanumeric))
}

fn chars(text: &str) -> usize {
    text.chars().count()
}

fn append(line: &mut String, more: &str) {
    if !line.is_empty() {
        line.push(' ');
    }
    line.push_str(more);
}

fn flush(line: &mut String, lines: &mut Vec<String>) {
    if !line.is_empty() {
        lines.push(std::mem::take(line));
    }
}

fn short_words(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let cut = rest.char_indices().nth(LONGEST_WORD).map_or(rest.len(), |(at, _)| at);
        let (head, tail) = rest.split_at(cut);
        rest = tail;
        Some(head)
    })
}

/// Collects the lines of one page and numbers them.
pub(super) struct PageBuilder {
    page: u32,
    next: u32,
    limit: usize,
    lines: Vec<Line>,
}

impl PageBuilder {
    pub(super) fn new(page: u32, limit: usize) -> Self {
        PageBuilder { page, next: 1, limit, lines: Vec::new() }
    }

    /// Adds a line under the next number. The text must be clean and not empty.
    pub(super) fn push(
        &mut self,
        text: String,
        flags: LineFlags,
        heading: Option<u8>,
    ) -> Result<(), ReadError> {
        let number = self.next;
        self.push_numbered(number, text, flags, heading)
    }

    /// Adds a line under a number that is above all before it.
    pub(super) fn push_numbered(
        &mut self,
        number: u32,
        text: String,
        flags: LineFlags,
        heading: Option<u8>,
    ) -> Result<(), ReadError> {
        if self.lines.len() >= self.limit {
            return Err(ReadError::TooLarge {
                what: "the number of lines".to_owned(),
                limit: format!("{} lines", self.limit),
                key: Some("read.lines"),
            });
        }
        let mut line = Line::plain(self.page, number, text);
        line.flags = flags;
        if heading.is_none() && is_leader_row(&line.text) {
            line.flags |= LineFlags::TABLE_ROW;
            line.flags -= LineFlags::LIST_ITEM;
        }
        line.heading = heading;
        self.next = number.saturating_add(1);
        self.lines.push(line);
        Ok(())
    }

    /// Wraps a paragraph; its first line carries `PARAGRAPH_START`, and only it `FOOTNOTE`.
    pub(super) fn paragraph(
        &mut self,
        text: &str,
        width: usize,
        flags: LineFlags,
        heading: Option<u8>,
    ) -> Result<(), ReadError> {
        let text = squeeze(&clean(text));
        let mut flags = flags | LineFlags::PARAGRAPH_START;
        for piece in wrap(&text, width) {
            let struck = if is_struck(&piece) { LineFlags::STRUCK } else { LineFlags::empty() };
            self.push(piece, flags | struck, heading)?;
            flags -= LineFlags::PARAGRAPH_START | LineFlags::FOOTNOTE;
        }
        Ok(())
    }

    pub(super) fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The page; `Blank` when it has no lines.
    pub(super) fn finish(self, engine: &str) -> Page {
        let status = if self.lines.is_empty() { PageStatus::Blank } else { PageStatus::Read };
        Page {
            number: self.page,
            label: None,
            size: None,
            lines: self.lines,
            status,
            engine: engine.to_owned(),
        }
    }
}

/// Makes lines of paragraphs that were parsed already, on a source without pages.
pub struct Paragraphs {
    page: PageBuilder,
    wrap: usize,
}

impl Paragraphs {
    /// `wrap` characters a line; lines past `limit` are left out.
    pub fn new(wrap: usize, limit: usize) -> Self {
        Paragraphs { page: PageBuilder::new(0, limit), wrap }
    }

    /// A heading of this level, from 1.
    pub fn heading(&mut self, text: &str, level: u8) {
        let _ = self.page.paragraph(text, self.wrap, LineFlags::empty(), Some(level));
    }

    /// A paragraph; nothing when it is empty.
    pub fn paragraph(&mut self, text: &str) {
        let _ = self.page.paragraph(text, self.wrap, LineFlags::empty(), None);
    }

    /// Number of lines so far.
    pub fn len(&self) -> usize {
        self.page.lines().len()
    }

    /// True before the first line.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the finished lines.
    pub fn finish(self) -> Vec<Line> {
        self.page.finish("pack").lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn wraps_at_sentences_first() {
        let text = "The board met. It voted to buy two plows for the highway department at a cost of $1,200.";
        assert_eq!(
            wrap(text, 60),
            [
                "The board met.",
                "It voted to buy two plows for the highway department at a",
                "cost of $1,200."
            ]
        );
        assert_eq!(wrap("pre- and post-war", 6), ["pre- and", "post-war"]);
    }

    #[test]
    fn struck_marks_are_balanced_on_each_line() {
        assert_eq!(wrap("fee ~~of ten dollars~~ now", 10), ["fee ~~of~~", "~~ten~~", "~~dollars~~", "now"]);
        assert_eq!(wrap("fee ~~of ten", 10), ["fee ~~of", "ten"]);
        assert!(is_struck("~~9~~  ~~$8~~") && is_struck("~~a b~~."));
        assert!(!is_struck("~~9~~ 8") && !is_struck("~~ Notice ~~") && !is_struck("~~~~") && !is_struck("9"));
    }

    #[test]
    fn cleans() {
        assert_eq!(clean(" a\tb\u{200b}c\u{a0}d\u{7}e "), "a  bc d e");
        assert_eq!(clean("e\u{301}"), "\u{e9}");
    }

    proptest! {
        #[test]
        fn wrapping_keeps_every_word(text in "[ a-zA-Z.;?-]{0,300}", width in 5usize..120) {
            let words: Vec<&str> = text.split_whitespace().collect();
            let lines = wrap(&text, width);
            let again: Vec<String> = lines.iter().flat_map(|l| l.split_whitespace().map(str::to_owned)).collect();
            prop_assert_eq!(words, again);
        }
    }
}
