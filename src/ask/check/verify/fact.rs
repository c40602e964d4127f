//! A checked fact. Its type is the proof: this room alone makes one, from quotes that it cut itself.

use std::ops::Deref;

use serde::Serialize;

use crate::ask::find::candidate::LEFT_OUT;
use crate::text::Quote;

/// What a fact says; everybody may read it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct FactContent {
    /// What is shown.
    pub text: String,
    /// Quotes, each cut from its source.
    pub support: Vec<Quote>,
    /// How many of the first quotes together are the statement, in order; the others are copies of it
    /// elsewhere.
    pub pieces: usize,
    /// Something of the statement is left out, or breaks off; it is no first fact.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
    /// How much of the question it accounts for, 0..1.
    pub coverage: f32,
    /// What the quotes stand under, as the verifier found it: addresses of their sections, heads of
    /// their columns. It bears out the text beside the quotes.
    #[serde(skip)]
    pub context: Vec<String>,
    /// The whole sentences that the statement's quotes stand in, as the verifier found them: a quote may be
    /// a part of one.
    #[serde(skip)]
    pub whole: Vec<String>,
}

impl FactContent {
    /// The quotes that together are the statement, in order.
    pub fn statement(&self) -> &[Quote] {
        self.support.get(..self.pieces.min(self.support.len())).unwrap_or(&[])
    }

    /// Copies of the statement elsewhere.
    pub fn copies(&self) -> &[Quote] {
        self.support.get(self.pieces.min(self.support.len())..).unwrap_or(&[])
    }

    /// The words of the statement, one run for quotes that follow each other; where what is shown are other
    /// words, one for each quote.
    pub fn runs(&self) -> Vec<String> {
        self.verbatim().unwrap_or_else(|| self.statement().iter().map(|q| q.text().to_owned()).collect())
    }

    /// The words of the statement's quotes, one run for those that follow each other, if what is shown is
    /// these words and nothing else.
    pub fn verbatim(&self) -> Option<Vec<String>> {
        let mut rest = self.text.trim();
        let mut runs: Vec<String> = Vec::new();
        for quote in self.statement() {
            match (runs.last_mut(), rest.strip_prefix(LEFT_OUT.trim_start())) {
                (None, _) => runs.push(quote.text().to_owned()),
                (Some(_), Some(behind)) => {
                    rest = behind;
                    runs.push(quote.text().to_owned());
                }
                (Some(run), None) => {
                    run.push(' ');
                    run.push_str(quote.text());
                }
            }
            rest = rest.strip_prefix(quote.text())?.trim_start();
        }
        (rest.is_empty() && !runs.is_empty()).then_some(runs)
    }
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
        let whole = support.iter().map(|quote| quote.text().to_owned()).collect();
        Fact(FactContent {
            text: text.to_owned(),
            support,
            pieces: 1,
            cut: false,
            coverage: 1.0,
            context,
            whole,
        })
    }
}
