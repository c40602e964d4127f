//! The deterministic tools of a repair: they give quotes, never words of their own.

use std::sync::Arc;

use crate::ask::check::verify::{Lookup, find_at};
use crate::text::{Locator, Quote, Source, SourceId};

use super::calc::{CalcError, Calculated, calc};

/// Where a quote is to be fetched.
#[derive(Debug, Clone, PartialEq)]
pub enum QuoteAt {
    /// At these lines, whole.
    Locator(Locator),
    /// The first sentence, or row of a table, that has these words in this order.
    Pattern(String),
}

/// A tool that can't do what was asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ToolError {
    /// No such source.
    #[error("there is no source {0}; `twolane source list` lists them")]
    UnknownSource(SourceId),
    /// No such lines, or no such words.
    #[error("{source_id} has nothing there; `twolane source lines {source_id}` lists what it has")]
    NothingThere {
        /// The source.
        source_id: SourceId,
    },
    /// The sum can't be computed.
    #[error(transparent)]
    Calc(#[from] CalcError),
}

/// The tools over one archive.
pub struct Tools<'a> {
    lookup: &'a Lookup<'a>,
}

impl<'a> Tools<'a> {
    /// Over the sources that `lookup` gives.
    pub fn new(lookup: &'a Lookup<'a>) -> Self {
        Tools { lookup }
    }

    /// `quote_fetch(source, locator or pattern)`.
    ///
    /// # Errors
    /// [`ToolError::UnknownSource`], [`ToolError::NothingThere`].
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

    /// `search_source(source, pattern, n)`: up to `n` sentences or rows that have the pattern's words
    /// in this order, in the source's order. Hidden lines are not searched.
    ///
    /// # Errors
    /// [`ToolError::UnknownSource`].
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

    /// The place of exact words, wherever they stand in the source: what a writer that named the wrong
    /// lines meant.
    ///
    /// # Errors
    /// [`ToolError::UnknownSource`], [`ToolError::NothingThere`].
    pub fn relocate(&self, id: &SourceId, exact: &str) -> Result<Quote, ToolError> {
        let source = self.source(id)?;
        let all = source.locator(0..source.lines().len());
        all.and_then(|all| find_at(&source, &all, exact))
            .and_then(|bytes| source.quote_bytes(bytes).ok())
            .ok_or_else(|| ToolError::NothingThere { source_id: id.clone() })
    }

    /// `calc(expr)` over the numbers of quotes.
    ///
    /// # Errors
    /// [`ToolError::Calc`].
    pub fn calc(&self, expr: &str, quotes: &[Quote]) -> Result<Calculated, ToolError> {
        Ok(calc(expr, quotes)?)
    }

    fn source(&self, id: &SourceId) -> Result<Arc<Source>, ToolError> {
        (self.lookup)(id).ok_or_else(|| ToolError::UnknownSource(id.clone()))
    }
}

/// Sentences of visible lines, and rows of tables.
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
    use crate::text::{ContentHash, Line, LineFlags};

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
