//! A source: one document's lines, and the only place that creates quotes.

use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;

use super::ids::{ContentHash, SourceId};
use super::line::{Bounds, Line};
use super::locator::{LineRef, Locator};
use super::quote::Quote;
use super::reading::Reading;
use super::statement_bounds::Statements;

/// Error for a locator that a source lacks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{source_id} has no {what}; `twolane source lines {source_id}` lists what it has")]
pub struct NotInSource {
    /// The source that was searched.
    pub source_id: SourceId,
    /// The locator or byte range that it lacks.
    pub what: String,
}

/// One document of the archive: its lines in reading order, and their reading text.
#[derive(Debug, Clone, PartialEq)]
pub struct Source {
    id: SourceId,
    title: String,
    hash: ContentHash,
    lines: Vec<Line>,
    reading: Reading,
    statements: Late,
}

/// Statements, computed from the lines on first use. Sources with the same lines are equal, whether or not
/// this was computed.
#[derive(Debug, Clone, Default)]
struct Late(OnceLock<Statements>);

impl PartialEq for Late {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Source {
    /// Creates a source. Lines must be in reading order with ascending (page, number).
    pub fn new(id: SourceId, title: String, hash: ContentHash, lines: Vec<Line>) -> Self {
        let reading = Reading::of(&lines);
        Source { id, title, hash, lines, reading, statements: Late::default() }
    }

    /// Returns the stable name.
    pub fn id(&self) -> &SourceId {
        &self.id
    }

    /// Returns the title for display.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the hash of the file that the lines were read from.
    pub fn hash(&self) -> &ContentHash {
        &self.hash
    }

    /// Returns all lines in reading order.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Returns the lines joined for reading, with the map back.
    pub fn reading(&self) -> &Reading {
        &self.reading
    }

    /// Returns sentences, list items and table rows, each with the context needed to understand it.
    pub fn statements(&self) -> &Statements {
        self.statements.0.get_or_init(|| Statements::of(&self.lines, &self.reading))
    }

    /// Returns the indices of a locator's lines; an error unless both ends exist here.
    pub fn resolve(&self, locator: &Locator) -> Result<Range<usize>, NotInSource> {
        let first = self.index_of(locator.start());
        let last = self.index_of(locator.end());
        match (first, last) {
            (Some(first), Some(last)) if first <= last => Ok(first..last + 1),
            _ => Err(self.missing(locator)),
        }
    }

    /// Returns the locator of a run of lines (indices, end exclusive); `None` outside the source.
    pub fn locator(&self, lines: Range<usize>) -> Option<Locator> {
        let last = lines.end.checked_sub(1)?;
        if lines.start > last {
            return None;
        }
        let (a, b) = (self.lines.get(lines.start)?, self.lines.get(last)?);
        Some(Locator::between(
            LineRef { page: a.page, line: a.number },
            LineRef { page: b.page, line: b.number },
        ))
    }

    /// Returns the whole text of a locator's lines.
    pub fn quote(&self, locator: &Locator) -> Result<Quote, NotInSource> {
        let lines = self.resolve(locator)?;
        let bytes = self.reading.bytes_of(lines).ok_or_else(|| self.missing(locator))?;
        self.quote_bytes(bytes)
    }

    /// Returns a byte range of the reading text, with the locator of the lines that it touches.
    pub fn quote_bytes(&self, bytes: Range<usize>) -> Result<Quote, NotInSource> {
        let cut = || {
            let text = self.reading.text().get(bytes.clone())?;
            let locator = self.locator(self.reading.lines_of(bytes.clone())?)?;
            Some(Quote::cut(self.id.clone(), locator, text.trim().to_owned()))
        };
        cut().ok_or_else(|| self.missing(format!("bytes {}..{}", bytes.start, bytes.end)))
    }

    /// Returns the boxes of a locator's lines; empty if the format has no layout.
    pub fn bounds(&self, locator: &Locator) -> Result<Vec<Bounds>, NotInSource> {
        let lines = self.resolve(locator)?;
        Ok(self.lines.get(lines).unwrap_or(&[]).iter().filter_map(|l| l.bounds).collect())
    }

    fn index_of(&self, at: LineRef) -> Option<usize> {
        self.lines.binary_search_by_key(&(at.page, at.line), |l| (l.page, l.number)).ok()
    }

    fn missing(&self, what: impl fmt::Display) -> NotInSource {
        NotInSource { source_id: self.id.clone(), what: what.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Source {
        let mut lines = Vec::new();
        for page in 1..=2 {
            for number in 1..=3 {
                lines.push(Line::plain(page, number, format!("page {page} line {number} text-")));
            }
        }
        Source::new(SourceId("s".into()), "S".into(), ContentHash::of(b"s"), lines)
    }

    #[test]
    fn every_line_comes_back_by_its_locator() {
        let source = sample();
        for i in 0..source.lines().len() {
            let locator = source.locator(i..i + 1).unwrap();
            assert_eq!(source.resolve(&locator), Ok(i..i + 1));
            assert_eq!(source.quote(&locator).unwrap().locator(), &locator);
        }
    }

    #[test]
    fn refuses_what_it_does_not_have() {
        let source = sample();
        for text in ["p.3 L1", "p.1 L4", "L1", "p.1 L1-p.9 L1"] {
            assert!(source.quote(&text.parse().unwrap()).is_err(), "{text}");
        }
        assert!(source.quote_bytes(0..10_000).is_err());
        assert!(source.quote_bytes(5..5).is_err());
    }
}
