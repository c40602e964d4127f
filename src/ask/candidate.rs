//! Candidates for facts: runs of whole sentences, or a row of a table, short enough to quote.

use std::ops::Range;

use crate::text::{Line, LineFlags, Source, sentences};

use super::options::AnswerOptions;

/// Bytes of a source's reading text that could be quoted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Candidate {
    /// Byte range in the source's reading text.
    pub bytes: Range<usize>,
    /// A row of a table.
    pub table: bool,
}

/// Candidates within a run of lines (indices into the source). Headings, table rows, list items
/// and paragraph starts are borders of sentences.
pub fn candidates(source: &Source, lines: Range<usize>, options: &AnswerOptions) -> Vec<Candidate> {
    let mut found = Vec::new();
    for block in blocks(source, lines) {
        if block.table {
            found.push(Candidate { bytes: block.bytes, table: true });
            continue;
        }
        let Some(text) = source.reading().text().get(block.bytes.clone()) else { continue };
        let base = block.bytes.start;
        let pieces: Vec<Range<usize>> = sentences(text)
            .into_iter()
            .flat_map(|r| split_long(source, base + r.start..base + r.end, options))
            .collect();
        for (i, first) in pieces.iter().enumerate() {
            let mut longest = first.clone();
            for next in pieces.iter().skip(i + 1) {
                let joined = first.start..next.end;
                if !fits(source, &joined, options) {
                    break;
                }
                longest = joined;
            }
            if *first != longest {
                found.push(Candidate { bytes: longest, table: false });
            }
            found.push(Candidate { bytes: first.clone(), table: false });
        }
    }
    found
}

/// True when a byte range may stand as one quote.
pub fn fits(source: &Source, bytes: &Range<usize>, options: &AnswerOptions) -> bool {
    let words = source.reading().text().get(bytes.clone()).map_or(0, |t| t.split_whitespace().count());
    let lines = source.reading().lines_of(bytes.clone()).map_or(usize::MAX, |l| l.len());
    words <= options.max_quote_words && lines <= options.max_quote_lines
}

struct Block {
    bytes: Range<usize>,
    table: bool,
}

fn blocks(source: &Source, lines: Range<usize>) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut open: Option<Range<usize>> = None;
    let bytes_of = |range: Range<usize>| source.reading().bytes_of(range).filter(|b| !b.is_empty());
    let close = |open: &mut Option<Range<usize>>, found: &mut Vec<Block>| {
        if let Some(bytes) = open.take().and_then(bytes_of) {
            found.push(Block { bytes, table: false });
        }
    };
    let mut after_heading = false;
    for index in lines {
        let Some(line) = source.lines().get(index) else { break };
        // What no reader of the page sees, and what speaks to a model, is no fact.
        if line.text.trim().is_empty() || line.flags.intersects(LineFlags::HIDDEN | LineFlags::INSTRUCTION) {
            close(&mut open, &mut found);
            continue;
        }
        if line.flags.contains(LineFlags::TABLE_ROW) {
            close(&mut open, &mut found);
            if let Some(bytes) = bytes_of(index..index + 1) {
                found.push(Block { bytes, table: true });
            }
            continue;
        }
        if starts_block(line) || after_heading != line.heading.is_some() {
            close(&mut open, &mut found);
        }
        after_heading = line.heading.is_some();
        match &mut open {
            Some(range) => range.end = index + 1,
            None => open = Some(index..index + 1),
        }
    }
    close(&mut open, &mut found);
    found
}

fn starts_block(line: &Line) -> bool {
    line.flags.intersects(LineFlags::LIST_ITEM | LineFlags::PARAGRAPH_START)
}

/// A sentence that is too long to quote is cut at line ends; overlapping by one line, so that no
/// three neighbouring lines are torn apart for good.
fn split_long(source: &Source, bytes: Range<usize>, options: &AnswerOptions) -> Vec<Range<usize>> {
    if fits(source, &bytes, options) {
        return vec![bytes];
    }
    let reading = source.reading();
    let Some(lines) = reading.lines_of(bytes.clone()) else { return Vec::new() };
    let mut parts = Vec::new();
    if lines.len() <= options.max_quote_lines {
        return split_by_words(reading.text(), bytes, options.max_quote_words);
    }
    let step = options.max_quote_lines.saturating_sub(1).max(1);
    let mut start = lines.start;
    loop {
        let end = (start + options.max_quote_lines).min(lines.end);
        if let Some(part) = reading.bytes_of(start..end) {
            let part = part.start.max(bytes.start)..part.end.min(bytes.end);
            if fits(source, &part, options) {
                parts.push(part);
            } else {
                parts.extend(split_by_words(reading.text(), part, options.max_quote_words));
            }
        }
        if end >= lines.end {
            return parts;
        }
        start += step;
    }
}

/// Cuts at word ends into parts of at most `max_words` words, preferably behind a comma,
/// semicolon or colon in the second half of a part.
fn split_by_words(text: &str, bytes: Range<usize>, max_words: usize) -> Vec<Range<usize>> {
    let Some(piece) = text.get(bytes.clone()) else { return Vec::new() };
    let mut parts = Vec::new();
    let (mut start, mut end, mut words, mut soft) = (0usize, 0usize, 0usize, None);
    let mut at = 0;
    for word in piece.split_inclusive(' ') {
        at += word.len();
        end = at;
        words += 1;
        if words * 2 >= max_words && word.trim_end().ends_with([',', ';', ':']) {
            soft = Some(end);
        }
        if words >= max_words.max(1) {
            let cut = soft.take().unwrap_or(end);
            parts.push(bytes.start + start..bytes.start + cut);
            words = piece.get(cut..end).map_or(0, |t| t.split_whitespace().count());
            start = cut;
        }
    }
    if start < end {
        parts.push(bytes.start + start..bytes.start + end);
    }
    parts.retain(|r| text.get(r.clone()).is_some_and(|t| !t.trim().is_empty()));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{ContentHash, SourceId};
    use proptest::prelude::*;

    fn source(lines: &[(&str, LineFlags)]) -> Source {
        let lines = lines
            .iter()
            .enumerate()
            .map(|(i, (text, flags))| Line { flags: *flags, ..Line::plain(1, i as u32 + 1, *text) })
            .collect();
        Source::new(SourceId("s".into()), "S".into(), ContentHash::of(b""), lines)
    }

    fn texts(source: &Source, options: &AnswerOptions) -> Vec<String> {
        candidates(source, 0..source.lines().len(), options)
            .into_iter()
            .map(|c| source.reading().text()[c.bytes].to_owned())
            .collect()
    }

    #[test]
    fn rows_and_sentences_stay_apart() {
        let none = LineFlags::empty();
        let s = source(&[
            ("Fees", none),
            ("Dog licence  $7.50", LineFlags::TABLE_ROW),
            ("The clerk collects them. A late fee", none),
            ("of one dollar is added.", none),
        ]);
        let got = texts(&s, &AnswerOptions::default());
        assert!(got.contains(&"Dog licence $7.50".to_owned()), "{got:?}");
        assert!(got.contains(&"The clerk collects them.".to_owned()), "{got:?}");
        assert!(got.contains(&"A late fee of one dollar is added.".to_owned()), "{got:?}");
        assert!(!got.iter().any(|t| t.contains("7.50") && t.contains("clerk")), "{got:?}");
    }

    proptest! {
        #[test]
        fn every_candidate_can_be_quoted(texts in proptest::collection::vec("[a-zA-Z0-9.,; ]{0,300}", 0..8)) {
            let lines: Vec<(&str, LineFlags)> = texts.iter().map(|t| (t.as_str(), LineFlags::empty())).collect();
            let s = source(&lines);
            let options = AnswerOptions::default();
            for c in candidates(&s, 0..s.lines().len(), &options) {
                let quote = s.quote_bytes(c.bytes.clone()).unwrap();
                prop_assert!(quote.text().split_whitespace().count() <= options.max_quote_words);
                prop_assert!(s.resolve(quote.locator()).unwrap().len() <= options.max_quote_lines);
            }
        }
    }
}
