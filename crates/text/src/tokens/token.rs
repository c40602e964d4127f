//! Tokens and their kinds.

use std::ops::Range;

use serde::Serialize;

/// Kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TokenKind {
    /// A number, with an adjacent unit if there is one.
    Number,
    /// A calendar date, or a month of a year.
    Date,
    /// A time of day.
    Time,
    /// A section, article, chapter, ordinance or statute number.
    Section,
    /// A proper name of two words or more.
    Name,
    /// A capitalised word within a sentence, outside longer names: a place, a family name.
    ProperNoun,
    /// Any other word of letters and digits: `FY2025`, `R-3`, `20K`. Its digits are not a separate number.
    Code,
}

/// A token with its location and normal form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Token {
    /// Kind of the token.
    pub kind: TokenKind,
    /// Byte range in the given text.
    #[serde(skip)]
    pub range: Range<usize>,
    /// The token as printed.
    pub raw: String,
    /// Normal form: equal forms mean the same thing. Numbers: `1200`, `1200 usd`, `60 %`, `3 th`,
    /// `-5`, `2/3`, `1/2 acre`; dates: `2025-03-03`, `2025-03`, `--03-03`; times: `19:30`; sections: lower case,
    /// single spaces; names and codes: lower case.
    pub normal: String,
    /// Words after a number without a unit, in lower case, that name what it counts ("186 public trash
    /// barrels"). Empty for other tokens.
    #[serde(skip)]
    pub counted: Vec<String>,
}

impl Token {
    /// Creates a token that counts nothing.
    pub(super) fn new(kind: TokenKind, range: Range<usize>, raw: &str, normal: String) -> Self {
        Token { kind, range, raw: raw.to_owned(), normal, counted: Vec::new() }
    }

    /// Returns the value and unit of a number's normal form; the unit is empty if none was printed.
    pub fn value_and_unit(&self) -> (&str, &str) {
        self.normal.split_once(' ').unwrap_or((&self.normal, ""))
    }
}

/// Bytes already covered by a token.
#[derive(Debug)]
pub(super) struct Taken(Vec<bool>);

impl Taken {
    /// Creates an empty cover for a text.
    pub(super) fn none_of(text: &str) -> Self {
        Taken(vec![false; text.len()])
    }

    /// Claims the bytes; returns false if some of them are already claimed.
    pub(super) fn take(&mut self, range: &Range<usize>) -> bool {
        let free = !self.has(range);
        if free && let Some(bytes) = self.0.get_mut(range.clone()) {
            bytes.fill(true);
        }
        free
    }

    /// Claims the bytes, even if already claimed.
    pub(super) fn take_all(&mut self, range: &Range<usize>) {
        if let Some(bytes) = self.0.get_mut(range.clone()) {
            bytes.fill(true);
        }
    }

    /// Returns true if some of the bytes are claimed.
    pub(super) fn has(&self, range: &Range<usize>) -> bool {
        self.0.get(range.clone()).is_none_or(|bytes| bytes.contains(&true))
    }

    /// Returns true if all of the bytes are claimed.
    pub(super) fn has_all(&self, range: &Range<usize>) -> bool {
        self.0.get(range.clone()).is_some_and(|bytes| !bytes.contains(&false))
    }
}
