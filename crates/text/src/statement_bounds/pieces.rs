//! Quotes of a statement: consecutive pieces of limited length.

use std::ops::Range;

use crate::reading::Reading;

/// Splits parts of the reading text into quotes of at most `words` words and `lines` lines, in order, without
/// omissions. Parts separated only by white space form one quote if they fit.
pub fn pieces(reading: &Reading, parts: &[Range<usize>], words: usize, lines: usize) -> Vec<Range<usize>> {
    let mut joined: Vec<Range<usize>> = Vec::new();
    let mut sorted: Vec<&Range<usize>> = parts.iter().collect();
    sorted.dedup();
    for part in sorted {
        if let Some(last) = joined.last_mut()
            && last.end <= part.start
            && reading.text().get(last.end..part.start).is_some_and(|t| t.trim().is_empty())
            && fits(reading, &(last.start..part.end), words, lines)
        {
            last.end = part.end;
            continue;
        }
        joined.push(part.clone());
    }
    joined.iter().flat_map(|part| cut(reading, part, words, lines)).collect()
}

/// Returns true if a part of the reading text is within both limits.
pub(super) fn fits(reading: &Reading, bytes: &Range<usize>, words: usize, lines: usize) -> bool {
    let count = reading.text().get(bytes.clone()).map_or(0, |t| t.split_whitespace().count());
    count <= words && reading.lines_of(bytes.clone()).map_or(usize::MAX, |l| l.len()) <= lines
}

fn cut(reading: &Reading, part: &Range<usize>, words: usize, lines: usize) -> Vec<Range<usize>> {
    let text = reading.text();
    let mut out = Vec::new();
    let mut start = part.start;
    while start < part.end {
        let Some(rest) = text.get(start..part.end) else { break };
        start += rest.len() - rest.trim_start().len();
        if start >= part.end {
            break;
        }
        let end = end_of(reading, start..part.end, words.max(1), lines.max(1));
        let piece = text.get(start..end).unwrap_or("").trim_end();
        if piece.is_empty() {
            break;
        }
        out.push(start..start + piece.len());
        start = end;
    }
    // Avoids a final piece of a word or two.
    balance(reading, &mut out, words, lines);
    out
}

/// Finds the end of the longest quote that begins here: after a word.
fn end_of(reading: &Reading, bytes: Range<usize>, words: usize, lines: usize) -> usize {
    let text = reading.text();
    // The configured limit can have any size; the number of existing lines bounds it.
    let run = reading.lines_of(bytes.start..bytes.end).unwrap_or_default();
    let last = run.end.min(run.start.saturating_add(lines));
    let by_lines = reading.bytes_of(run.start..last).map_or(bytes.end, |run| run.end.min(bytes.end));
    let mut end = by_lines.max(bytes.start + 1);
    let piece = text.get(bytes.start..end).unwrap_or("");
    // A hyphen at a line's end does not split a word here.
    if end < bytes.end && !text.get(end..).is_some_and(|t| t.starts_with(char::is_whitespace)) {
        end = piece.rfind(char::is_whitespace).map_or(end, |at| bytes.start + at);
    }
    let piece = text.get(bytes.start..end).unwrap_or("");
    if let Some((at, _)) = starts_of_words(piece).nth(words) {
        let head = piece.get(..at).unwrap_or("");
        // Prefers a place after a comma, a semicolon or a colon in the second half.
        let soft = starts_of_words(head)
            .skip(words.div_ceil(2))
            .filter(|(i, _)| head.get(..*i).is_some_and(|t| t.trim_end().ends_with([',', ';', ':'])))
            .last();
        end = bytes.start + soft.map_or(at, |(i, _)| i);
    }
    end
}

fn starts_of_words(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut space = true;
    text.char_indices().filter(move |(_, c)| {
        let starts = space && !c.is_whitespace();
        space = c.is_whitespace();
        starts
    })
}

/// Moves words to a last piece of fewer than three words from the piece before it, if the limits permit.
fn balance(reading: &Reading, pieces: &mut [Range<usize>], words: usize, lines: usize) {
    let [.., before, last] = pieces else { return };
    let text = reading.text();
    let count = |r: &Range<usize>| text.get(r.clone()).map_or(0, |t| t.split_whitespace().count());
    if count(last) >= 3 || count(before) < 8 {
        return;
    }
    let Some(head) = text.get(before.clone()) else { return };
    let starts: Vec<usize> = starts_of_words(head).map(|(at, _)| at).collect();
    let taken = starts.iter().rev().take(3).rev();
    let short = |at: &&usize| fits(reading, &(before.start + **at..last.end), words, lines);
    let Some(at) = taken.into_iter().find(short) else { return };
    last.start = before.start + at;
    before.end = before.start + head.get(..*at).unwrap_or("").trim_end().len();
}
