//! Deterministic tools of a repair: they return quotes, never words of their own.

use std::sync::Arc;

use crate::check::verify::{Lookup, find_at};
use twolane_text::{Locator, Quote, Source, SourceId};

use super::calc::{CalcError, Calculated, calc};

/// Place of a quote to fetch.
#[derive(Debug, Clone, PartialEq)]
pub enum QuoteAt {
    /// Whole text of these lines.
    Locator(Locator),
    /// First sentence, or row of a table, that has these words in this order.
    Pattern(String),
}

/// A request that a tool can't fulfil.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ToolError {
    /// Unknown source id.
    #[error("there is no source {0}; `twolane source list` lists them")]
    UnknownSource(SourceId),
    /// Unknown lines or words.
    #[error("{source_id} has nothing there; `twolane source lines {source_id}` lists what it has")]
    NothingThere {
        /// Id of the source.
        source_id: SourceId,
    },
    /// Arithmetic that can't be computed.
    #[error(transparent)]
    Calc(#[from] CalcError),
}

/// The tools over one archive.
pub struct Tools<'a> {
    lookup: &'a Lookup<'a>,
}

impl<'a> Tools<'a> {
    /// Builds the tools over the sources that `lookup` returns.
    pub fn new(lookup: &'a Lookup<'a>) -> Self {
        Tools { lookup }
    }

    /// Fetches a quote: `quote_fetch(source, locator or pattern)`.
    ///
    /// # Errors
    /// Returns [`ToolError::UnknownSource`] or [`ToolError::NothingThere`].
    pub fn quote_fetch(&self, id: &SourceId, at: &QuoteAt) -> Result<Quote, ToolError> {
        let source = self.source(id)?;
        let nothing = || ToolError::NothingThere { source_id: id.clone() };
        match at {
            QuoteAt::Locator(locator) => source.quote(locator).map_err(|_| nothing()),
            QuoteAt::Pattern(pattern) => {
                self.search_source(id, pattern, 1)?.into_iter().next().ok_or_else(nothing)
            }
        }
    }

    /// Implements `search_source(source, pattern, n)`: returns up to `n` sentences or rows that have the pattern's
    /// words in this order, in the source's order. Hidden lines are not searched.
    ///
    /// # Errors
    /// Returns [`ToolError::UnknownSource`].
    pub fn search_source(&self, id: &SourceId, pattern: &str, n: usize) -> Result<Vec<Quote>, ToolError> {
        let source = self.source(id)?;
        let wanted = words(pattern);
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        let text = source.reading().text();
        let mut found = Vec::new();
        for range in pieces(&source) {
            let Some(piece) = text.get(range.clone()) else { continue };
            if in_order(&wanted, &words(piece))
                && let Ok(quote) = source.quote_bytes(range)
            {
                found.push(quote);
                if found.len() >= n {
                    break;
                }
            }
        }
        Ok(found)
    }

    /// Finds exact words anywhere in the source, for a writer that named the wrong lines.
    ///
    /// # Errors
    /// Returns [`ToolError::UnknownSource`] or [`ToolError::NothingThere`].
    pub fn relocate(&self, id: &SourceId, exact: &str) -> Result<Quote, ToolError> {
        let source = self.source(id)?;
        let all = source.locator(0..source.lines().len());
        all.and_then(|all| find_at(&source, &all, exact))
            .and_then(|bytes| source.quote_bytes(bytes).ok())
            .ok_or_else(|| ToolError::NothingThere { source_id: id.clone() })
    }

    /// Computes `calc(expr)` over the numbers of quotes.
    ///
    /// # Errors
    /// Returns [`ToolError::Calc`].
    pub fn calc(&self, expr: &str, quotes: &[Quote]) -> Result<Calculated, ToolError> {
        Ok(calc(expr, quotes)?)
    }

    fn source(&self, id: &SourceId) -> Result<Arc<Source>, ToolError> {
        (self.lookup)(id).ok_or_else(|| ToolError::UnknownSource(id.clone()))
    }
}

/// Returns sentences of visible lines, and rows of tables.
fn pieces(source: &Source) -> Vec<std::ops::Range<usize>> {
    let statements = source.statements().all().iter().filter(|s| !s.instructs);
    statements.flat_map(|s| s.parts.iter().cloned()).collect()
}

fn words(text: &str) -> Vec<String> {
    text.to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .map(str::to_owned)
        .collect()
}

fn in_order(wanted: &[String], held: &[String]) -> bool {
    let mut held = held.iter();
    wanted.iter().all(|w| held.any(|h| h == w))
}

#[cfg(test)]
mod tests {
    use super::*;
    use twolane_text::{ContentHash, Line, LineFlags};

    #[test]
    fn fetch_search_and_relocate() {
        let texts = [
            "The fee is $20. It was set in",
            "May 2024 by the board.",
            "Tree  $25",
            "Hidden fee of $9 here.",
        ];
        let flags = [LineFlags::empty(), LineFlags::empty(), LineFlags::TABLE_ROW, LineFlags::HIDDEN];
        let lines = texts.iter().zip(flags).zip(1u32..);
        let lines = lines.map(|((t, flags), n)| Line { flags, ..Line::plain(0, n, *t) }).collect();
        let source = Arc::new(Source::new(SourceId("s".into()), String::new(), ContentHash::of(b""), lines));
        let lookup = |id: &SourceId| (id.0 == "s").then(|| source.clone());
        let tools = Tools::new(&lookup);
        let id = SourceId("s".into());
        let fetch =
            |at: QuoteAt| tools.quote_fetch(&id, &at).map(|q| (q.text().to_owned(), q.locator().to_string()));
        assert_eq!(fetch(QuoteAt::Locator("L3".parse().unwrap())).unwrap(), ("Tree $25".into(), "L3".into()));
        assert_eq!(
            fetch(QuoteAt::Pattern("set by board".into())).unwrap(),
            ("It was set in May 2024 by the board.".into(), "L1-L2".into())
        );
        assert!(fetch(QuoteAt::Pattern("board set".into())).is_err());
        assert!(fetch(QuoteAt::Pattern("hidden fee".into())).is_err());
        assert!(fetch(QuoteAt::Locator("L9".parse().unwrap())).is_err());
        assert_eq!(tools.search_source(&id, "fee", 5).unwrap().len(), 1);
        assert_eq!(tools.relocate(&id, "May 2024 by").unwrap().locator().to_string(), "L2");
        assert!(tools.relocate(&SourceId("x".into()), "May").is_err());
    }
}
