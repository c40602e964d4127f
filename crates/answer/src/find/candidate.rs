//! Candidates for facts: sentences, runs of short ones, and rows of tables. Each has the whole statement that is quoted
//! if the candidate is chosen.

use std::ops::Range;

use crate::draft::{Claimed, DraftFact};
use crate::options::AnswerOptions;
use twolane_text::{LineFlags, Source, Statements, pieces, sentences};

/// Words of a source that may answer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Candidate {
    /// Byte range in the source's reading text by which the candidate is ranked; it has no more words than one quote
    /// may have.
    pub bytes: Range<usize>,
    /// True for a row of a table.
    pub table: bool,
    /// Byte ranges of the quote: the whole statement, in pieces that are each short enough for a quote.
    pub pieces: Vec<Range<usize>>,
    /// True when the statement is cut or incomplete; it can't be the first fact.
    pub cut: bool,
}

/// Returns the candidates within a run of lines (indexes into the source). Their quotes may extend past the run: a
/// statement is quoted whole or not at all.
pub fn candidates(source: &Source, lines: Range<usize>, options: &AnswerOptions) -> Vec<Candidate> {
    let reading = source.reading();
    let statements = source.statements();
    let first = source.lines().get(..lines.end.min(source.lines().len())).map_or(0, <[_]>::len);
    let Some(run) = reading.bytes_of(lines.start..first) else { return Vec::new() };
    let here = statements.touching(run.clone());
    if here.is_empty() {
        return running_head(source, lines, options).into_iter().collect();
    }
    let mut each: Vec<(Option<Range<usize>>, Vec<Candidate>)> = Vec::with_capacity(here.len());
    for &index in &here {
        let mut own = Vec::new();
        let alone = whole_candidates(source, statements, index, &run, options, &mut own);
        each.push((alone, own));
    }
    let run_of = |index: usize| statements.all().get(index).map(|s| s.run);
    let mut found = Vec::new();
    for (at, &index) in here.iter().enumerate() {
        let Some((alone, own)) = each.get(at) else { continue };
        // Adjacent short sentences say more together, so they precede single sentences of equal score.
        if let Some(start) = alone {
            let mut longest = start.clone();
            for (next, (bytes, _)) in here.iter().zip(&each).skip(at + 1) {
                let Some(bytes) = bytes else { break };
                let joined = start.start..bytes.end;
                let follows =
                    reading.text().get(longest.end..bytes.start).is_some_and(|t| t.trim().is_empty());
                // In a narrow column they exceed the lines of one quote; they are then several candidates, as for a
                // long statement.
                if run_of(*next) != run_of(index)
                    || !follows
                    || words(source, &joined) > options.max_quote_words
                {
                    break;
                }
                longest = joined;
            }
            if longest != *start {
                let parts = std::slice::from_ref(&longest);
                let pieces = pieces(reading, parts, options.max_quote_words, options.max_quote_lines);
                found.push(Candidate { bytes: longest, table: false, pieces, cut: false });
            }
        }
        found.extend(own.iter().cloned());
    }
    found
}

/// Returns a running head that is a chunk of its own, because no other line has its words.
fn running_head(source: &Source, lines: Range<usize>, options: &AnswerOptions) -> Option<Candidate> {
    let [line] = source.lines().get(lines.clone())? else { return None };
    let bytes = source.reading().bytes_of(lines).filter(|bytes| fits(source, bytes, options))?;
    let shown = line.is_furniture() && !line.flags.contains(LineFlags::HIDDEN) && !bytes.is_empty();
    shown.then(|| Candidate { bytes: bytes.clone(), table: false, pieces: vec![bytes], cut: false })
}

/// Adds the candidates of one statement. Returns its byte range, if the statement is complete in one piece.
fn whole_candidates(
    source: &Source,
    statements: &Statements,
    index: usize,
    run: &Range<usize>,
    options: &AnswerOptions,
    found: &mut Vec<Candidate>,
) -> Option<Range<usize>> {
    let reading = source.reading();
    let statement = statements.all().get(index)?;
    // Column heads label figures and state no fact; struck-through text is not in force.
    if statement.label || statement.struck {
        return None;
    }
    let parts = statements.whole_parts(index);
    // A statement that addresses a model is no fact, and neither is a whole that contains it.
    let instructs = |s: usize| statements.all().get(s).is_none_or(|s| s.instructs);
    if statements.whole(index).into_iter().any(instructs) {
        return None;
    }
    let whole = pieces(reading, &parts, options.max_quote_words, options.max_quote_lines);
    let alone = parts == statement.parts;
    let too_long = whole.len() > options.max_quote_pieces;
    for part in &statement.parts {
        let Some(text) = reading.text().get(part.clone()) else { continue };
        let row = statement.row.then_some(0..text.len());
        let parted: Vec<Range<usize>> =
            row.map_or_else(|| sentences(text), |whole| std::iter::once(whole).collect());
        for r in parted {
            for bytes in split_long(source, part.start + r.start..part.start + r.end, options) {
                if bytes.end <= run.start || run.end <= bytes.start {
                    continue;
                }
                let (pieces, cut) = if too_long {
                    match shortened(source, statements, index, &whole, &bytes, options) {
                        Some(pieces) => (pieces, true),
                        None => continue,
                    }
                } else {
                    (whole.clone(), statement.broken && alone)
                };
                found.push(Candidate { bytes, table: statement.row, pieces, cut });
            }
        }
    }
    match (alone && !statement.row && !statement.broken, whole.as_slice()) {
        (true, [one]) if fits(source, one, options) => Some(one.clone()),
        _ => None,
    }
}

/// Shortens a statement that is too long to quote whole. Keeps its beginning and the pieces that answer, if the omitted
/// text does not change the meaning.
fn shortened(
    source: &Source,
    statements: &Statements,
    index: usize,
    whole: &[Range<usize>],
    bytes: &Range<usize>,
    options: &AnswerOptions,
) -> Option<Vec<Range<usize>>> {
    let touches = |p: &Range<usize>| p.start < bytes.end && bytes.start < p.end;
    let first = whole.iter().position(touches)?;
    let last = whole.iter().rposition(touches)?;
    let most = options.max_quote_pieces.max(1);
    let contiguous = |from: usize, to: usize| whole.get(from..to).map(<[_]>::to_vec);
    // Tries all pieces from the beginning, if few enough; otherwise the head, and as many pieces before the answer as
    // fit.
    let mut tries: Vec<Vec<Range<usize>>> = Vec::new();
    if last < most {
        tries.extend(contiguous(0, most.min(whole.len())));
    } else {
        let end = whole.len().min(last + 1 + (most - 1).saturating_sub(last + 1 - first) / 2);
        let from = end.saturating_sub(most - 1).max(1).min(first);
        let mut kept = contiguous(0, 1)?;
        kept.extend(contiguous(from, end)?);
        tries.push(kept);
    }
    let parts = statements.whole_parts(index);
    tries.into_iter().find(|kept| !statements.omits(source.reading(), &parts, kept))
}

impl Candidate {
    /// Converts the pieces to quotes of a draft; `None` where the source does not have them.
    pub fn claims(&self, source: &Source) -> Option<Vec<Claimed>> {
        let claim = |bytes: &Range<usize>| {
            let quote = source.quote_bytes(bytes.clone()).ok()?;
            Some(Claimed {
                source_id: quote.source_id().clone(),
                locator: *quote.locator(),
                quote: quote.text().to_owned(),
            })
        };
        self.pieces.iter().map(claim).collect()
    }

    /// Returns the words that are shown: pieces joined by a space, or by " … " where words between them are omitted.
    pub fn shown(&self, source: &Source) -> String {
        let mut out = String::new();
        let mut last: Option<&Range<usize>> = None;
        for piece in &self.pieces {
            let text = source.reading().text().get(piece.clone()).unwrap_or("").trim();
            match last {
                None => {}
                Some(before) if left_between(source, before.end..piece.start) => out.push_str(LEFT_OUT),
                Some(_) => out.push(' '),
            }
            out.push_str(text);
            last = Some(piece);
        }
        out
    }

    /// Builds the fact of this candidate.
    pub fn fact(&self, source: &Source, coverage: f32) -> Option<DraftFact> {
        let support = self.claims(source)?;
        Some(DraftFact { text: self.shown(source), pieces: support.len(), support, coverage, cut: self.cut })
    }
}

/// Mark for omitted words between two pieces.
pub const LEFT_OUT: &str = " \u{2026} ";

/// Returns true when the page shows words here, other than furniture.
pub(super) fn left_between(source: &Source, bytes: Range<usize>) -> bool {
    let statements = source.statements();
    statements.touching(bytes.clone()).into_iter().filter_map(|s| statements.all().get(s)).any(|s| {
        s.parts.iter().any(|p| {
            let inner = p.start.max(bytes.start)..p.end.min(bytes.end);
            source.reading().text().get(inner).is_some_and(|t| !t.trim().is_empty())
        })
    })
}

/// Returns true when a byte range is short enough for one quote.
pub fn fits(source: &Source, bytes: &Range<usize>, options: &AnswerOptions) -> bool {
    let lines = source.reading().lines_of(bytes.clone()).map_or(usize::MAX, |l| l.len());
    words(source, bytes) <= options.max_quote_words && lines <= options.max_quote_lines
}

fn words(source: &Source, bytes: &Range<usize>) -> usize {
    source.reading().text().get(bytes.clone()).map_or(0, |t| t.split_whitespace().count())
}

/// Cuts a sentence that is too long to quote at line ends. The parts overlap by one line, so that no three adjacent
/// lines are separated in every part.
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

/// Cuts at word ends into parts of at most `max_words` words, preferably after a comma, semicolon or colon in the
/// second half of a part.
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

/// Returns a number of lines as an index.
pub(super) fn usize_of(n: u32) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use twolane_text::{ContentHash, Line, SourceId};

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

    #[test]
    fn a_row_is_quoted_with_its_heads_and_its_group() {
        const GROUP: LineFlags = LineFlags::TABLE_ROW.union(LineFlags::TABLE_GROUP);
        let s = source(&[
            ("Pass  Fee", LineFlags::TABLE_ROW | LineFlags::TABLE_HEAD | LineFlags::TABLE_START),
            ("Residents", GROUP),
            ("Family season pass  $120.00", LineFlags::TABLE_ROW),
            ("Nonresidents", GROUP),
            ("Family season pass  $260.00", LineFlags::TABLE_ROW),
        ]);
        let found = candidates(&s, 0..5, &AnswerOptions::default());
        let shown: Vec<String> = found.iter().map(|c| c.shown(&s)).collect();
        let expected = [
            "Pass Fee Residents Family season pass $120.00",
            "Pass Fee \u{2026} Nonresidents Family season pass $260.00",
        ];
        assert_eq!(shown, expected);
        let text = |c: &Candidate| s.reading().text()[c.bytes.clone()].to_owned();
        assert_eq!(text(&found[1]), "Family season pass $260.00");
    }

    #[test]
    fn heads_and_struck_lines_are_no_candidates() {
        let s = source(&[
            ("Lot  Acres", LineFlags::TABLE_ROW),
            ("1  2.5", LineFlags::TABLE_ROW),
            ("~~The sticker fee is $25.~~", LineFlags::STRUCK | LineFlags::PARAGRAPH_START),
            ("The sticker fee is $50.", LineFlags::PARAGRAPH_START),
        ]);
        assert_eq!(texts(&s, &AnswerOptions::default()), ["1 2.5", "The sticker fee is $50."]);
    }

    #[test]
    fn a_running_head_in_a_chunk_of_its_own_is_found() {
        let s = source(&[
            ("Draft for the hearing", LineFlags::RUNNING_HEAD),
            ("The fee is $20.", LineFlags::empty()),
        ]);
        let options = AnswerOptions::default();
        assert_eq!(candidates(&s, 0..1, &options).len(), 1);
        assert_eq!(texts(&s, &options), ["The fee is $20."]);
    }

    #[test]
    fn a_short_rest_takes_no_words_over_more_lines_than_a_quote_has() {
        let none = LineFlags::empty();
        let s = source(&[("; A A A A ;", none), ("A", none), ("a", none), (";. A", none)]);
        let options = AnswerOptions::default();
        for c in candidates(&s, 0..4, &options) {
            assert!(c.pieces.iter().all(|piece| fits(&s, piece, &options)), "{c:?}");
        }
    }

    proptest! {
        #[test]
        fn every_candidate_can_be_quoted(texts in proptest::collection::vec("[a-zA-Z0-9.,; ]{0,300}", 0..8)) {
            let lines: Vec<(&str, LineFlags)> = texts.iter().map(|t| (t.as_str(), LineFlags::empty())).collect();
            let s = source(&lines);
            let options = AnswerOptions::default();
            for c in candidates(&s, 0..s.lines().len(), &options) {
                prop_assert!(words(&s, &c.bytes) <= options.max_quote_words);
                for bytes in &c.pieces {
                    let quote = s.quote_bytes(bytes.clone()).unwrap();
                    prop_assert!(quote.text().split_whitespace().count() <= options.max_quote_words);
                    prop_assert!(s.resolve(quote.locator()).unwrap().len() <= options.max_quote_lines);
                }
                prop_assert!(c.fact(&s, 1.0).is_some());
            }
        }
    }
}
