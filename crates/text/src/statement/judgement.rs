//! Result of a comparison.

use serde::Serialize;

/// Judgement on whether a text supports a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judgement {
    /// The statement is one or more whole adjacent sentences of the text, identical except for white space.
    Verbatim,
    /// The statement says the same, with differences only in form (see the module).
    Borne,
    /// The text does not support the statement; lists up to eight differences from the most similar sentence.
    NotBorne(Vec<Difference>),
    /// The statement can't be judged. Never treat this as supported.
    Unchecked(Unjudged),
}

impl Judgement {
    /// Returns true only for [`Judgement::Verbatim`] and [`Judgement::Borne`].
    pub fn is_borne(&self) -> bool {
        matches!(self, Judgement::Verbatim | Judgement::Borne)
    }
}

/// Reason that a statement can't be judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Unjudged {
    /// The statement has no words.
    #[error("there is no word in it")]
    Empty,
    /// There is no text to compare it with.
    #[error("there is no text to hold it against")]
    NoText,
    /// The statement has characters that are invisible, look like others, or belong to an unsupported script,
    /// and that its text lacks in the same place.
    #[error("it has invisible, look-alike or unknown characters")]
    Characters,
}

/// Kind of word that differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DifferenceKind {
    /// "not", "no", "never", "without", ...
    Negation,
    /// "may", "must", "shall", "only", ...
    Modality,
    /// "if", "unless", "except", "provided", ...
    Condition,
    /// "all", "any", "each", "some", ...
    Quantifier,
    /// "at least", "more than", "before", "within", ...
    Comparison,
    /// A figure, with its currency, sign, scale and percent sign.
    Number,
    /// A date, a month, a time of day.
    Period,
    /// A unit of measure: "feet", "days", ...
    Unit,
    /// A capitalised word.
    Name,
    /// Any other word.
    Word,
    /// A comma, a question mark, a bracket, ...
    Punctuation,
    /// The same words in another order, or with another number of occurrences.
    Order,
}

/// One difference between a statement and the most similar sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Kind of word that differs.
    pub kind: DifferenceKind,
    /// Words of the statement; `None` if it omits something.
    pub said: Option<String>,
    /// Words of the text; `None` if the statement adds something.
    pub written: Option<String>,
}
