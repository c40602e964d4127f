//! Result of checking a saved answer.

use std::collections::HashMap;

use serde::Serialize;

use twolane_text::{Locator, SourceId};

/// The verdict on a quote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Found word for word at its locator, with the meaning that its sentence has.
    Exact,
    /// Found in its source, at other lines.
    Moved,
    /// Found in another source.
    OtherSource,
    /// Found nowhere in the archive.
    NotFound,
    /// Not checked, or cut so that it may say something else; never counts as passed.
    Unchecked,
}

/// One quote with its verdict.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct QuoteVerdict {
    /// Verdict on the quote.
    pub verdict: Verdict,
    /// Source that the quote names.
    pub source_id: String,
    /// Locator that the quote names.
    pub locator: String,
    /// Words of the quote.
    pub quote: String,
    /// Present place of the words, when it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<Found>,
    /// Hash of the source when the answer was made, if it changed since.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old_hash: Option<String>,
    /// Hash of the source now, if it changed since.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_hash: Option<String>,
    /// Reason for the verdict, for people.
    pub note: String,
}

/// Another place of the same words.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Found {
    /// Id of the source.
    pub source_id: SourceId,
    /// Lines within the source.
    pub locator: Locator,
}

/// A token that no confirmed quote has.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Stray {
    /// Token as printed.
    pub token: String,
    /// Path of the text that shows the token.
    #[serde(rename = "where")]
    pub place: String,
}

/// The verdict on a text that is not a quote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TextState {
    /// Repeats confirmed quotes of its own word for word.
    Quoted,
    /// One of the program's own sentences, whose slots were looked up.
    OwnWording,
    /// A statement that its own quotes support.
    Borne,
    /// Equal to the text derived again from the evidence or the archive.
    Derived,
    /// Repeats the question or a given value, and says no more.
    Asked,
    /// A sentence in a model's own words. Its figures, dates and names are in its quotes. Only a model can say whether it
    /// means what they mean, so an answer with one is never `ok`.
    ModelWords,
    /// Supported by nothing; never counts as passed.
    Unchecked,
    /// Contradicted by the archive, or by its own quotes.
    Contradicted,
}

impl TextState {
    /// Returns true when the text is accounted for.
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
    /// Verdict on the text.
    pub verdict: TextState,
    /// Reason for the verdict, for people.
    pub why: String,
}

/// Result of making an answer again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "state")]
pub enum MadeAgain {
    /// The answer is the same, but for what belongs to its run.
    Same,
    /// The answer differs.
    Differs {
        /// Paths of values that differ.
        at: Vec<String>,
    },
    /// The answer was not made again.
    Not {
        /// Reason, for people.
        why: String,
    },
}

/// Result of checking a saved answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Recheck {
    /// Quotes, each with its verdict.
    pub quotes: Vec<QuoteVerdict>,
    /// Number of quotes with each verdict.
    pub counts: HashMap<Verdict, usize>,
    /// Tokens of failed texts that no confirmed quote of theirs has.
    pub unsupported_tokens: Vec<Stray>,
    /// Texts, each with its verdict, the passed ones included.
    pub texts: Vec<TextVerdict>,
    /// True when there is a quote or a text, every quote is exact, and every text is accounted for.
    pub accounted: bool,
    /// Comparison with the answer made again; `None` for quotes with a text, which have no more to make.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made_again: Option<MadeAgain>,
    /// True when everything in the file is vouched for: it is accounted for, and an answer is the same made again.
    pub ok: bool,
}

impl Recheck {
    /// Returns the texts that are not accounted for.
    pub fn failed_texts(&self) -> impl Iterator<Item = &TextVerdict> {
        self.texts.iter().filter(|t| !t.verdict.passed())
    }

    /// Drops the texts that passed.
    pub fn without_passed(mut self) -> Self {
        self.texts.retain(|t| !t.verdict.passed() || t.verdict == TextState::ModelWords);
        self
    }
}
