//! Reading text: the text as a person reads it aloud, with a map back to lines.

use std::ops::Range;

use super::hyphens::{Joint, Vocabulary};
use super::line::Line;

/// Visible only where it splits a word at the end of a line.
const SOFT_HYPHEN: char = '\u{ad}';

/// Lines joined for reading: white space is single, words split at a line end are joined, and one space
/// separates lines. Byte ranges of the text map back to lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reading {
    text: String,
    /// Byte offset at which each line starts.
    starts: Vec<usize>,
    /// Byte offset at which each line's own text ends (before the joining space).
    ends: Vec<usize>,
}

impl Reading {
    /// Joins lines in the given order.
    pub fn of(lines: &[Line]) -> Self {
        let vocabulary = Vocabulary::of(lines);
        let mut reading = Reading {
            text: String::with_capacity(lines.iter().map(|l| l.text.len() + 1).sum()),
            starts: Vec::with_capacity(lines.len()),
            ends: Vec::with_capacity(lines.len()),
        };
        for (i, line) in lines.iter().enumerate() {
            if i > 0 && !reading.text.is_empty() && !reading.text.ends_with(' ') {
                let joint = match lines.get(i.wrapping_sub(1)) {
                    Some(previous) if may_continue(previous, line) => {
                        vocabulary.joint(&reading.text, &line.text)
                    }
                    _ => Joint::Blank,
                };
                match joint {
                    Joint::Dropped => reading.drop_hyphen(),
                    Joint::Hyphen => {}
                    Joint::Blank => {
                        if reading.text.ends_with(SOFT_HYPHEN) {
                            reading.drop_hyphen();
                        }
                        reading.text.push(' ');
                    }
                }
            }
            reading.starts.push(reading.text.len());
            let mut first = true;
            let words = line.text.split_whitespace();
            for word in words.filter(|word| word.contains(|c| c != SOFT_HYPHEN)) {
                if !first {
                    reading.text.push(' ');
                }
                first = false;
                if word.contains(SOFT_HYPHEN) {
                    reading.text.extend(word.chars().filter(|c| *c != SOFT_HYPHEN));
                } else {
                    reading.text.push_str(word);
                }
            }
            // A soft hyphen at the end means that the word continues.
            if line.text.trim_end().ends_with(SOFT_HYPHEN) {
                reading.text.push(SOFT_HYPHEN);
            }
            reading.ends.push(reading.text.len());
        }
        if reading.text.ends_with(SOFT_HYPHEN) {
            reading.drop_hyphen();
        }
        reading
    }

    /// Removes the hyphen at the end of the last line.
    fn drop_hyphen(&mut self) {
        self.text.pop();
        if let Some(end) = self.ends.last_mut() {
            *end = self.text.len();
        }
    }

    /// Returns the whole reading text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the byte range of a run of lines (indices into the given lines, end exclusive); `None` if the
    /// run is empty or out of range.
    pub fn bytes_of(&self, lines: Range<usize>) -> Option<Range<usize>> {
        let last = lines.end.checked_sub(1)?;
        if lines.start > last {
            return None;
        }
        let start = *self.starts.get(lines.start)?;
        let end = *self.ends.get(last)?;
        Some(start.min(end)..end)
    }

    /// Returns the text of a run of lines; empty if the run is out of range.
    pub fn slice(&self, lines: Range<usize>) -> &str {
        self.bytes_of(lines).and_then(|r| self.text.get(r)).unwrap_or("")
    }

    /// Returns the lines that a byte range touches (end exclusive); `None` outside the text.
    pub fn lines_of(&self, bytes: Range<usize>) -> Option<Range<usize>> {
        if bytes.start >= bytes.end || bytes.end > self.text.len() {
            return None;
        }
        let first = self.ends.partition_point(|&end| end <= bytes.start);
        let last = self.starts.partition_point(|&start| start < bytes.end);
        (first < last).then_some(first..last)
    }
}

fn may_continue(previous: &Line, next: &Line) -> bool {
    previous.is_furniture() == next.is_furniture() && next.page.saturating_sub(previous.page) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lines(texts: &[&str]) -> Vec<Line> {
        texts.iter().enumerate().map(|(i, t)| Line::plain(1, i as u32 + 1, *t)).collect()
    }

    #[test]
    fn joins() {
        for (given, expected) in [
            (&["the ordi-", "nance passed"][..], "the ordinance passed"),
            (&["a well-known rule, a well-", "known rule"][..], "a well-known rule, a well-known rule"),
            (&["pages 3-", "4 follow"][..], "pages 3- 4 follow"),
            (&["  much   space ", "", "between"][..], "much space between"),
            (
                &["re\u{ad}si\u{ad}dents of the or\u{ad}di\u{ad}", "nance\u{ad}"][..],
                "residents of the ordinance",
            ),
            (&["the \u{ad} fee"], "the fee"),
            (&["the fee\u{ad}", "", "is due\u{ad}"][..], "the fee is due"),
            (&["Smith-", "Jones spoke"][..], "Smith-Jones spoke"),
        ] {
            assert_eq!(Reading::of(&lines(given)).text(), expected);
        }
    }

    #[test]
    fn maps_back() {
        let reading = Reading::of(&lines(&["the ordi-", "nance passed", "", "on Monday"]));
        let at = reading.text().find("ordinance").unwrap();
        assert_eq!(reading.lines_of(at..at + 9), Some(0..2));
        assert_eq!(reading.slice(0..1), "the ordi");
        assert_eq!(reading.slice(3..4), "on Monday");
        assert_eq!(reading.lines_of(0..3), Some(0..1));
        assert_eq!(reading.bytes_of(9..10), None);
    }

    proptest! {
        #[test]
        fn every_line_maps_to_itself(texts in proptest::collection::vec("[ a-zA-Z0-9.\u{ad}-]{0,30}[-\u{ad}]?", 0..12)) {
            let all: Vec<Line> = texts.iter().enumerate().map(|(i, t)| Line::plain(1, i as u32 + 1, t.clone())).collect();
            let reading = Reading::of(&all);
            for i in 0..all.len() {
                let bytes = reading.bytes_of(i..i + 1).unwrap();
                if bytes.is_empty() { continue; }
                prop_assert_eq!(reading.lines_of(bytes), Some(i..i + 1));
            }
        }
    }
}
