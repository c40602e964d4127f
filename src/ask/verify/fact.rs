//! A checked fact. Its type is the proof: this room alone makes one, from quotes that it cut itself.

use std::ops::Deref;

use serde::Serialize;

use crate::text::Quote;

/// What a fact says; everybody may read it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct FactContent {
    /// What is shown.
    pub text: String,
    /// Quotes, each cut from its source.
    pub support: Vec<Quote>,
    /// How much of the question it accounts for, 0..1.
    pub coverage: f32,
    /// What the quotes stand under, as the verifier found it: addresses of their sections, heads of
    /// their columns. It bears out the text beside the quotes.
    #[serde(skip)]
    pub context: Vec<String>,
}

/// A statement with the quotes that bear it out. It reads like a [`FactContent`]; it can be neither
/// made nor changed outside this room.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Fact(FactContent);

impl Deref for Fact {
    type Target = FactContent;

    fn deref(&self) -> &FactContent {
        &self.0
    }
}

impl Fact {
    /// Of what was checked.
    pub(super) fn checked(content: FactContent) -> Self {
        Fact(content)
    }

    /// The same fact, accounting for less.
    pub(super) fn lower(&mut self, factor: f32) {
        self.0.coverage *= factor;
    }

    /// A fact that nobody checked, to show what becomes of it later.
    #[cfg(test)]
    pub(in crate::ask) fn unchecked(text: &str, support: Vec<Quote>, context: Vec<String>) -> Self {
        Fact(FactContent { text: text.to_owned(), support, coverage: 1.0, context })
    }
}
