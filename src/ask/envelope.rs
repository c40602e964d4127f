//! What comes back for a question (SPEC GATE-1, SEC-1): an answer is only in it when the gate let
//! the question through.

use super::gate::{ClarifyQuestion, Permit, Reason, Scores};
use super::pipeline::Asked;

/// The gate asks back.
#[derive(Debug, Clone, PartialEq)]
pub struct Clarification {
    /// What is asked.
    pub questions: Vec<ClarifyQuestion>,
    /// Why.
    pub reasons: Vec<Reason>,
    /// How clear the question is.
    pub scores: Scores,
    /// How often this very question was asked back, from 1.
    pub round: u32,
}

/// An answer that the gate gave leave for.
#[derive(Debug, Clone)]
pub struct Proceeded {
    asked: Asked,
    open: Vec<ClarifyQuestion>,
}

impl Proceeded {
    /// Takes the gate's leave and the answer that was built with it.
    pub fn new(permit: Permit, asked: Asked) -> Self {
        Proceeded { asked, open: permit.open_questions().to_vec() }
    }

    /// The answer.
    pub fn asked(&self) -> &Asked {
        &self.asked
    }

    /// Questions that were asked back and stayed open.
    pub fn open_questions(&self) -> &[ClarifyQuestion] {
        &self.open
    }
}

/// What comes back for a question.
#[derive(Debug, Clone)]
pub enum Envelope {
    /// Screening refused it.
    Rejected {
        /// Why, for people.
        reason: String,
    },
    /// It has to be made clearer first.
    Clarify(Clarification),
    /// Answered.
    Proceed(Box<Proceeded>),
    /// Answered as far as it goes, after it was asked back in vain.
    ProceedAfterTimeout(Box<Proceeded>),
}

impl Envelope {
    /// An answer, by the leave that the gate gave.
    pub fn answered(permit: Permit, asked: Asked) -> Self {
        let proceeded = Box::new(Proceeded::new(permit, asked));
        if proceeded.open.is_empty() {
            Envelope::Proceed(proceeded)
        } else {
            Envelope::ProceedAfterTimeout(proceeded)
        }
    }

    /// `rejected`, `clarify`, `proceed` or `proceed_after_clarify_timeout`.
    pub fn status(&self) -> &'static str {
        match self {
            Envelope::Rejected { .. } => "rejected",
            Envelope::Clarify(_) => "clarify",
            Envelope::Proceed(_) => "proceed",
            Envelope::ProceedAfterTimeout(_) => "proceed_after_clarify_timeout",
        }
    }

    /// The answer, when there is one.
    pub fn proceeded(&self) -> Option<&Proceeded> {
        match self {
            Envelope::Proceed(p) | Envelope::ProceedAfterTimeout(p) => Some(p),
            Envelope::Rejected { .. } | Envelope::Clarify(_) => None,
        }
    }
}
