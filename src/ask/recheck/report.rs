//! What a check gives back.

use std::collections::HashMap;

use serde::Serialize;

use crate::text::{Locator, SourceId};

/// The verdict on a quote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Stands word for word at its locator, and says what its sentence says.
    Exact,
    /// Stands in its source, at other lines.
    Moved,
    /// Stands in another source.
    OtherSource,
    /// Stands nowhere in the archive.
    NotFound,
    /// Could not be checked, or is cut so that it may say something else; never counts as passed.
    Unchecked,
}

/// One quote with its verdict.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct QuoteVerdict {
    /// The verdict.
    pub verdict: Verdict,
    /// Source it names.
    pub source_id: String,
    /// Locator it names.
    pub locator: String,
    /// Its words.
    pub quote: String,
    /// Where the words stand now, when that is elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<Found>,
    /// Hash of the source when the answer was made, if it changed since.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old_hash: Option<String>,
    /// Hash of the source now, if it changed since.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_hash: Option<String>,
    /// Why, for people.
    pub note: String,
}

/// Another place of the same words.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Found {
    /// Source.
    pub source_id: SourceId,
    /// Lines.
    pub locator: Locator,
}

/// A token that no confirmed quote has.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Stray {
    /// As printed.
    pub token: String,
    /// Which text shows it.
    #[serde(rename = "where")]
    pub place: String,
}

/// The verdict on a text that is not a quote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TextState {
    /// Repeats confirmed quotes of its own word for word.
    Quoted,
    /// A sentence of the program's own, whose slots were looked up.
    OwnWording,
    /// A statement that its own quotes bear out.
    Borne,
    /// Made again from the evidence, or from the archive, and the same.
    Derived,
    /// Repeats what was asked or given, and says no more.
    Asked,
    /// Nothing bears it out; never counts as passed.
    Unchecked,
    /// The archive, or its own quotes, say otherwise.
    Contradicted,
}

impl TextState {
    /// True when the text is accounted for.
    pub fn passed(self) -> bool {
        !matches!(self, TextState::Unchecked | TextState::Contradicted)
    }
}

/// One text with its verdict.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TextVerdict {
    /// Path in the saved object: `evidence.facts[0].text`.
    pub place: String,
    /// The text; a long one is cut with "…".
    pub text: String,
    /// The verdict.
    pub verdict: TextState,
    /// Why, for people.
    pub why: String,
}

/// The whole check.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Recheck {
    /// Quote by quote.
    pub quotes: Vec<QuoteVerdict>,
    /// How many of each verdict.
    pub counts: HashMap<Verdict, usize>,
    /// Tokens of texts that failed which no confirmed quote of theirs has.
    pub unsupported_tokens: Vec<Stray>,
    /// Text by text, those that passed among them.
    pub texts: Vec<TextVerdict>,
    /// True when every quote is exact and every text is accounted for.
    pub ok: bool,
}

impl Recheck {
    /// Texts that are not accounted for.
    pub fn failed_texts(&self) -> impl Iterator<Item = &TextVerdict> {
        self.texts.iter().filter(|t| !t.verdict.passed())
    }

    /// Without the texts that passed.
    pub fn without_passed(mut self) -> Self {
        self.texts.retain(|t| !t.verdict.passed());
        self
    }
}
