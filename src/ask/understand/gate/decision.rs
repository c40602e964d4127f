//! What the gate decided, and its leave to answer, which nothing else gives.

use serde::Serialize;

/// A question back to the user (CONTRACT).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClarifyQuestion {
    /// The field that is missing.
    pub field: String,
    /// The question.
    pub prompt: String,
    /// Values that the archive has.
    pub options: Vec<String>,
    /// True when another value may be given.
    pub allow_free_text: bool,
}

/// What the gate decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// Ask back.
    Clarify {
        /// At least one.
        questions: Vec<ClarifyQuestion>,
        /// Why.
        reasons: Vec<String>,
    },
    /// Go on.
    Proceed,
    /// Go on although nothing was made clear.
    ProceedAfterTimeout {
        /// Fields that stayed open.
        open: Vec<String>,
    },
}

/// The gate's leave to answer. Can only be had from [`Decision::clear`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cleared {
    open: Option<Vec<String>>,
}

/// What is asked back instead of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::ask) struct AskedBack {
    pub questions: Vec<ClarifyQuestion>,
    pub reasons: Vec<String>,
}

impl Decision {
    /// What is asked back, to be worded; nothing where the answer may be given.
    pub fn asked_back(&mut self) -> &mut [ClarifyQuestion] {
        match self {
            Decision::Clarify { questions, .. } => questions,
            Decision::Proceed | Decision::ProceedAfterTimeout { .. } => &mut [],
        }
    }

    /// Leave to answer, or what is asked back.
    pub(in crate::ask) fn leave(self) -> Result<Cleared, AskedBack> {
        match self {
            Decision::Proceed => Ok(Cleared { open: None }),
            Decision::ProceedAfterTimeout { open } => Ok(Cleared { open: Some(open) }),
            Decision::Clarify { questions, reasons } => Err(AskedBack { questions, reasons }),
        }
    }
}

impl Cleared {
    /// True when fields stayed open, after a timeout.
    pub(in crate::ask) fn is_after_timeout(&self) -> bool {
        self.open.is_some()
    }

    /// Fields that stayed open, after a timeout.
    pub(in crate::ask) fn open(self) -> Option<Vec<String>> {
        self.open
    }
}
