//! A checked fact. The type is the proof: only this module builds one, from quotes that it cut itself.

use std::ops::Deref;

use serde::Serialize;

use crate::find::candidate::LEFT_OUT;
use twolane_text::Quote;

/// Content of a fact, readable by every caller.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct FactContent {
    /// Text that is shown.
    pub text: String,
    /// Quotes, each cut from its source.
    pub support: Vec<Quote>,
    /// Number of the first quotes that together form the statement, in order; the others are copies of the statement
    /// elsewhere.
    pub pieces: usize,
    /// True when the statement is cut or incomplete; it can't be the first fact.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
    /// Share of the question that the fact covers, from 0 to 1.
    pub coverage: f32,
    /// Context of the quotes, as the verifier found it: addresses of their sections, heads of their columns. It
    /// supports the text in addition to the quotes.
    #[serde(skip)]
    pub context: Vec<String>,
    /// Whole sentences that contain the statement's quotes, as the verifier found them: a quote may be a part of one.
    #[serde(skip)]
    pub whole: Vec<String>,
}

impl FactContent {
    /// Returns the quotes that together form the statement, in order.
    pub fn statement(&self) -> &[Quote] {
        self.support.get(..self.pieces.min(self.support.len())).unwrap_or(&[])
    }

    /// Returns the copies of the statement elsewhere.
    pub fn copies(&self) -> &[Quote] {
        self.support.get(self.pieces.min(self.support.len())..).unwrap_or(&[])
    }

    /// Returns the words of the statement: one run for adjacent quotes. Where the text has other words, it returns one
    /// run for each quote.
    pub fn runs(&self) -> Vec<String> {
        self.verbatim().unwrap_or_else(|| self.statement().iter().map(|q| q.text().to_owned()).collect())
    }

    /// Returns the words of the statement's quotes, one run for adjacent ones, if the text consists of exactly these
    /// words.
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

/// A statement with the quotes that support it. It reads like a [`FactContent`], and can't be built or changed outside
/// this module.
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
    /// Wraps content that was checked.
    pub(super) fn checked(content: FactContent) -> Self {
        Fact(content)
    }

    /// Lowers the coverage by a factor.
    pub(super) fn lower(&mut self, factor: f32) {
        self.0.coverage *= factor;
    }

    /// Builds an unchecked fact for tests of later stages.
    #[cfg(test)]
    pub(crate) fn unchecked(text: &str, support: Vec<Quote>, context: Vec<String>) -> Self {
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
