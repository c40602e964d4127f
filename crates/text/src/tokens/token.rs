//! What a token is.

use std::ops::Range;

use serde::Serialize;

/// What kind of token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TokenKind {
    /// A number, with its unit when one stands beside it.
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
    /// A word of letters and digits that is none of these: `FY2025`, `R-3`, `20K`. Its digits are no
    /// number of their own.
    Code,
}

/// A token with its place and normal form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Token {
    /// Kind.
    pub kind: TokenKind,
    /// Byte range in the text given.
    #[serde(skip)]
    pub range: Range<usize>,
    /// As the text prints it.
    pub raw: String,
    /// Normal form: equal forms mean the same thing. Numbers: `1200`, `1200 usd`, `60 %`, `3 th`,
    /// `-5`, `2/3`, `1/2 acre`; dates: `2025-03-03`, `2025-03`, `--03-03`; times: `19:30`; sections: lower case,
    /// single spaces; names and codes: lower case.
    pub normal: String,
    /// Words after a number without a unit, lower case: what is counted ("186 public trash
    /// barrels"). Empty for all else.
    #[serde(skip)]
    pub counted: Vec<String>,
}

impl Token {
    /// A token of anything that is not counted.
    pub(super) fn new(kind: TokenKind, range: Range<usize>, raw: &str, normal: String) -> Self {
        Token { kind, range, raw: raw.to_owned(), normal, counted: Vec::new() }
    }

    /// Value and unit of a number's normal form; the unit is empty when none was printed.
    pub fn value_and_unit(&self) -> (&str, &str) {
        self.normal.split_once(' ').unwrap_or((&self.normal, ""))
    }
}

/// Bytes that a token stands on already.
#[derive(Debug)]
pub(super) struct Taken(Vec<bool>);

impl Taken {
    /// None of a text's bytes.
    pub(super) fn none_of(text: &str) -> Self {
        Taken(vec![false; text.len()])
    }

    /// Takes the bytes; false when some of them are taken.
    pub(super) fn take(&mut self, range: &Range<usize>) -> bool {
        let free = !self.has(range);
        if free && let Some(bytes) = self.0.get_mut(range.clone()) {
            bytes.fill(true);
        }
        free
    }

    /// Takes the bytes, whoever holds them.
    pub(super) fn take_all(&mut self, range: &Range<usize>) {
        if let Some(bytes) = self.0.get_mut(range.clone()) {
            bytes.fill(true);
        }
    }

    /// True when some of the bytes are taken.
    pub(super) fn has(&self, range: &Range<usize>) -> bool {
        self.0.get(range.clone()).is_none_or(|bytes| bytes.contains(&true))
    }

    /// True when all of the bytes are taken.
    pub(super) fn has_all(&self, range: &Range<usize>) -> bool {
        self.0.get(range.clone()).is_some_and(|bytes| !bytes.contains(&false))
    }
}
