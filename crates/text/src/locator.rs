//! Locators of lines: `p.12 L3-L5` in paged sources, `L3-L5` in others.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Position of a line: page (0 in a source without pages) and number on that page, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineRef {
    /// Page number from 1, or 0.
    pub page: u32,
    /// Line number on the page, from 1.
    pub line: u32,
}

/// A run of lines. Created by parsing, or by a [`Source`](super::Source) for lines that it has. A parsed
/// locator still has to be found in a source before it can be quoted.
///
/// Printed forms: `p.12 L3`, `p.12 L3-L5`, `p.12 L40-p.13 L2`, `L3`, `L3-L5`. `parse(print(x)) == x` for
/// every locator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Locator {
    start: LineRef,
    end: LineRef,
}

/// Error for a text that is not a locator.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a locator: {why}; write `p.12 L3-L5`, or `L3-L5` for a source without pages")]
pub struct LocatorError {
    /// The text that was given.
    pub text: String,
    /// Description of the problem.
    pub why: &'static str,
}

impl Locator {
    /// Creates a locator; only sources call this, with lines that they have.
    pub(super) fn between(start: LineRef, end: LineRef) -> Self {
        Locator { start, end }
    }

    /// Returns the first line.
    pub fn start(&self) -> LineRef {
        self.start
    }

    /// Returns the last line, inclusive.
    pub fn end(&self) -> LineRef {
        self.end
    }

    /// Returns the page of the first line; 0 in a source without pages.
    pub fn page(&self) -> u32 {
        self.start.page
    }
}

impl fmt::Display for Locator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.start.page > 0 {
            write!(f, "p.{} ", self.start.page)?;
        }
        write!(f, "L{}", self.start.line)?;
        if self.end == self.start {
            return Ok(());
        }
        if self.end.page == self.start.page {
            write!(f, "-L{}", self.end.line)
        } else {
            write!(f, "-p.{} L{}", self.end.page, self.end.line)
        }
    }
}

impl FromStr for Locator {
    type Err = LocatorError;

    fn from_str(text: &str) -> Result<Self, LocatorError> {
        let fail = |why| LocatorError { text: text.chars().take(80).collect(), why };
        let mut rest = text.trim();
        let page = page_prefix(&mut rest).map_err(fail)?.unwrap_or(0);
        let first = line_number(&mut rest).map_err(fail)?;
        let start = LineRef { page, line: first };
        rest = rest.trim_start();
        if rest.is_empty() {
            return Ok(Locator { start, end: start });
        }
        rest = rest
            .strip_prefix(['-', '\u{2013}'])
            .ok_or_else(|| fail("after the first line only `-` and a last line may follow"))?
            .trim_start();
        let end_page = page_prefix(&mut rest).map_err(fail)?;
        if end_page.is_some() && page == 0 {
            return Err(fail("the first line has no page but the last one has"));
        }
        let end = LineRef { page: end_page.unwrap_or(page), line: line_number(&mut rest).map_err(fail)? };
        if !rest.trim().is_empty() {
            return Err(fail("there is more text after it"));
        }
        if end < start {
            return Err(fail("it ends before it starts"));
        }
        Ok(Locator { start, end })
    }
}

fn page_prefix(rest: &mut &str) -> Result<Option<u32>, &'static str> {
    let Some(after) = rest.strip_prefix("p.").or_else(|| rest.strip_prefix("P.")) else {
        return Ok(None);
    };
    let after = after.trim_start();
    let (number, tail) = leading_number(after)?;
    *rest = tail.trim_start();
    Ok(Some(number))
}

fn line_number(rest: &mut &str) -> Result<u32, &'static str> {
    let after = rest.strip_prefix(['L', 'l']).ok_or("a line number such as `L3` is missing")?;
    let (number, tail) = leading_number(after)?;
    *rest = tail;
    Ok(number)
}

fn leading_number(text: &str) -> Result<(u32, &str), &'static str> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, tail) = text.split_at(end);
    match digits.parse::<u32>() {
        Ok(0) => Err("pages and lines count from 1"),
        Ok(n) => Ok((n, tail)),
        Err(_) if digits.is_empty() => Err("a number is missing"),
        Err(_) => Err("a number is too large"),
    }
}

impl TryFrom<String> for Locator {
    type Error = LocatorError;

    fn try_from(text: String) -> Result<Self, LocatorError> {
        text.parse()
    }
}

impl From<Locator> for String {
    fn from(locator: Locator) -> String {
        locator.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn reads_and_refuses() {
        for (text, expected) in [
            ("p.12 L3-L5", Some("p.12 L3-L5")),
            ("p.12 L3", Some("p.12 L3")),
            ("p. 12  L3 - L5", Some("p.12 L3-L5")),
            ("L3-L5", Some("L3-L5")),
            ("p.1 L40-p.2 L2", Some("p.1 L40-p.2 L2")),
            ("p.1 L3\u{2013}L4", Some("p.1 L3-L4")),
            ("p.0 L1", None),
            ("p.2 L0", None),
            ("L5-L3", None),
            ("L1-p.2 L3", None),
            ("p.12", None),
            ("L99999999999", None),
            ("L3 and more", None),
            ("", None),
        ] {
            let got = text.parse::<Locator>().ok().map(|l| l.to_string());
            assert_eq!(got.as_deref(), expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn parse_of_print_is_the_same(page in 0u32..5000, a in 1u32..100_000, n in 0u32..500, over in 0u32..3) {
            let end_page = if page == 0 { 0 } else { page + over };
            let locator = Locator::between(
                LineRef { page, line: a },
                LineRef { page: end_page, line: a + n },
            );
            prop_assert_eq!(locator.to_string().parse::<Locator>(), Ok(locator));
        }

        #[test]
        fn never_panics(text in "\\PC{0,40}") {
            let _ = text.parse::<Locator>();
        }
    }
}
