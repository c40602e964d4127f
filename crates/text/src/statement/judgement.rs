//! What a comparison comes to.

use serde::Serialize;

/// Whether a text bears a statement out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judgement {
    /// The statement is one or more whole neighbouring sentences of the text, character for character but for
    /// white space.
    Verbatim,
    /// It says the same in a form that differs only in what carries no meaning (see the module).
    Borne,
    /// The text does not bear it out; the differences from the sentence that comes nearest, at most
    /// eight of them.
    NotBorne(Vec<Difference>),
    /// It can't be judged. Never to be taken for borne out.
    Unchecked(Unjudged),
}

impl Judgement {
    /// True for [`Judgement::Verbatim`] and [`Judgement::Borne`] alone.
    pub fn is_borne(&self) -> bool {
        matches!(self, Judgement::Verbatim | Judgement::Borne)
    }
}

/// Why a statement can't be judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Unjudged {
    /// It has no words.
    #[error("there is no word in it")]
    Empty,
    /// There is no text to hold it against.
    #[error("there is no text to hold it against")]
    NoText,
    /// It has characters that are invisible, look like others, or belong to a script that is not
    /// judged here, and that its text does not have in the same place.
    #[error("it has invisible, look-alike or unknown characters")]
    Characters,
}

/// What kind of word differs.
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
    /// A figure, with its currency, sign, scale and per cent.
    Number,
    /// A date, a month, a time of day.
    Period,
    /// What is measured: "feet", "days", ...
    Unit,
    /// A capitalised word.
    Name,
    /// Any other word.
    Word,
    /// A comma, a question mark, a bracket, ...
    Punctuation,
    /// The same words in another order, or another number of times.
    Order,
}

/// One difference between a statement and the sentence that comes nearest to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Kind.
    pub kind: DifferenceKind,
    /// What the statement has there; `None` where it leaves something out.
    pub said: Option<String>,
    /// What the text has there; `None` where the statement adds something.
    pub written: Option<String>,
}
