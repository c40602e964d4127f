//! The pieces that chunks are packed from: whole lines, or sentences of a line that is too long.

use std::ops::Range;

use crate::read::head;
use twolane_text::{Line, LineFlags, Reading, sentences};

use super::outline::is_skipped;

/// An indivisible piece of the reading text.
#[derive(Debug, Clone)]
pub(super) struct Unit {
    /// The index of its line.
    pub(super) line: usize,
    /// The byte range in the reading text.
    pub(super) bytes: Range<usize>,
    pub(super) tokens: usize,
    pub(super) table: bool,
    /// The cost of ending a chunk after it, 0 to 1.
    pub(super) break_cost: f32,
}

/// Returns the units of a run of lines; none exceeds `most` tokens where words can be split.
pub(super) fn units(
    lines: &[Line],
    run: Range<usize>,
    reading: &Reading,
    most: usize,
    split_above: usize,
    count: &dyn Fn(&str) -> usize,
) -> Vec<Unit> {
    let mut out: Vec<Unit> = Vec::new();
    for i in run {
        let Some(line) = lines.get(i) else { continue };
        if is_skipped(line) {
            continue;
        }
        let Some(bytes) = reading.bytes_of(i..i + 1) else { continue };
        if let Some(last) = out.last_mut() {
            last.break_cost = break_cost(lines.get(last.line), line);
        }
        let table = line.flags.contains(LineFlags::TABLE_ROW);
        let text = reading.text().get(bytes.clone()).unwrap_or("");
        let tokens = count(text);
        if tokens <= split_above.min(most) {
            out.push(Unit { line: i, bytes, tokens, table, break_cost: 0.0 });
            continue;
        }
        for piece in pieces(text, most, count) {
            let bytes = bytes.start + piece.start..bytes.start + piece.end;
            let tokens = count(reading.text().get(bytes.clone()).unwrap_or(""));
            out.push(Unit { line: i, bytes, tokens, table, break_cost: 0.1 });
        }
    }
    out
}

fn break_cost(before: Option<&Line>, next: &Line) -> f32 {
    let Some(before) = before else { return 0.0 };
    let row = |l: &Line| l.flags.contains(LineFlags::TABLE_ROW);
    if row(before) != row(next) {
        return 0.0;
    }
    if row(next) {
        return if next.flags.contains(LineFlags::TABLE_HEAD) { 0.0 } else { 0.05 };
    }
    if before.heading.is_some() {
        return 3.0;
    }
    let text = before.text.trim_end();
    let ends = text.ends_with(['.', '?', '!', ';', ':', '"', '\u{201d}', ')']);
    let gap = next.number > before.number.saturating_add(1) && next.page == before.page;
    if next.flags.contains(LineFlags::PARAGRAPH_START) || gap {
        return if ends { 0.0 } else { 0.1 };
    }
    if next.flags.contains(LineFlags::LIST_ITEM) {
        return 0.05;
    }
    if ends { 0.3 } else { 1.0 }
}

/// Splits into sentences; a sentence that is too long is cut between words, a word that is too long anywhere.
fn pieces(text: &str, most: usize, count: &dyn Fn(&str) -> usize) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    for sentence in sentences(text) {
        cut(text, sentence, most, count, &mut out);
    }
    out
}

/// Halves a range at a word's end until every part fits.
fn cut(
    text: &str,
    range: Range<usize>,
    most: usize,
    count: &dyn Fn(&str) -> usize,
    out: &mut Vec<Range<usize>>,
) {
    let mut open = vec![range];
    while let Some(range) = open.pop() {
        let part = text.get(range.clone()).unwrap_or("");
        if part.is_empty() {
            continue;
        }
        let single = part.chars().nth(1).is_none();
        if single || count(part) <= most {
            out.push(range);
            continue;
        }
        let middle = head(part, part.len() / 2).len();
        let at = part
            .get(..middle)
            .and_then(|half| half.rfind(char::is_whitespace))
            .or_else(|| {
                part.get(middle..).and_then(|tail| tail.find(char::is_whitespace)).map(|i| middle + i)
            })
            .filter(|at| *at > 0)
            .unwrap_or_else(|| middle.max(part.chars().next().map_or(1, char::len_utf8)));
        open.push(trimmed(text, range.start + at..range.end));
        open.push(trimmed(text, range.start..range.start + at));
    }
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = text.get(range.clone()).unwrap_or("");
    let start = range.start + (part.len() - part.trim_start().len());
    let end = start + part.trim().len();
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_parted_and_nothing_is_lost() {
        let text = "one two three four five six. Seven eight; nine ten eleven twelve thirteen fourteen.";
        let words = |t: &str| t.split_whitespace().count();
        let parts: Vec<&str> = pieces(text, 4, &words).into_iter().map(|r| &text[r]).collect();
        assert!(parts.iter().all(|p| words(p) <= 4), "{parts:?}");
        assert_eq!(parts.join(" "), text);
    }

    #[test]
    fn one_endless_word_is_parted() {
        let text = "x".repeat(100);
        let parts = pieces(&text, 10, &|t| t.len());
        assert!(parts.iter().all(|p| p.len() <= 10));
        assert_eq!(parts.iter().map(Range::len).sum::<usize>(), 100);
    }
}
