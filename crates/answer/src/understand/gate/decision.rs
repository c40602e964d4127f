//! Decision of the gate, and its permission to answer, which only the gate can give.

use serde::Serialize;

/// A clarifying question to the user (CONTRACT).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClarifyQuestion {
    /// Name of the missing field.
    pub field: String,
    /// Text of the question.
    pub prompt: String,
    /// Values that the archive has.
    pub options: Vec<String>,
    /// True when the user may give another value.
    pub allow_free_text: bool,
}

/// Decision of the gate on one question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// Ask for clarification.
    Clarify {
        /// Clarifying questions, at least one.
        questions: Vec<ClarifyQuestion>,
        /// Reasons for asking.
        reasons: Vec<String>,
    },
    /// Proceed to the answer.
    Proceed,
    /// Proceed to the answer, although nothing was clarified.
    ProceedAfterTimeout {
        /// Fields that stayed open.
        open: Vec<String>,
    },
}

/// Permission of the gate to answer. Only [`Decision::clear`] gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cleared {
    open: Option<Vec<String>>,
}

/// Clarifying questions in place of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AskedBack {
    pub questions: Vec<ClarifyQuestion>,
    pub reasons: Vec<String>,
}

impl Decision {
    /// Returns the clarifying questions, so that they can be reworded; empty where the answer may be given.
    pub fn asked_back(&mut self) -> &mut [ClarifyQuestion] {
        match self {
            Decision::Clarify { questions, .. } => questions,
            Decision::Proceed | Decision::ProceedAfterTimeout { .. } => &mut [],
        }
    }

    /// Returns the permission to answer, or the clarifying questions.
    pub(crate) fn leave(self) -> Result<Cleared, AskedBack> {
        match self {
            Decision::Proceed => Ok(Cleared { open: None }),
            Decision::ProceedAfterTimeout { open } => Ok(Cleared { open: Some(open) }),
            Decision::Clarify { questions, reasons } => Err(AskedBack { questions, reasons }),
        }
    }
}

impl Cleared {
    /// Returns true when fields stayed open after a timeout.
    pub(crate) fn is_after_timeout(&self) -> bool {
        self.open.is_some()
    }

    /// Returns the fields that stayed open after a timeout.
    pub(crate) fn open(self) -> Option<Vec<String>> {
        self.open
    }
}
