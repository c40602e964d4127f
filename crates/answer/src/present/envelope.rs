//! Output of the engine. No final answer can leave it while the gate asks for clarification (SPEC EVD-4). An envelope
//! takes an answer only with a [`Cleared`], and only the gate's decision to proceed makes one.

use serde::Serialize;

use crate::check::answer::{AnswerContent, Mode};
use crate::check::verify::{Answer, Ground, Verified, seal};
use crate::draft::{Gap, GapReason, Unread, wording};
use crate::understand::gate::decision::{AskedBack, ClarifyQuestion, Cleared, Decision};

impl Decision {
    /// Returns the permission to answer, or the envelope with the clarifying questions.
    ///
    /// # Errors
    /// Returns the envelope to send instead of an answer.
    pub fn clear(self) -> Result<Cleared, Box<Envelope>> {
        self.leave().map_err(|AskedBack { questions, reasons }| {
            let notes = Notes { reason: reasons };
            Box::new(Envelope(Kind::Clarify { questions, notes }))
        })
    }
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Notes {
    reason: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "status", rename_all = "snake_case")]
enum Kind {
    Rejected { reason: String },
    Clarify { questions: Vec<ClarifyQuestion>, notes: Notes },
    Proceed { evidence: Sealed },
    ProceedAfterClarifyTimeout { evidence: Sealed },
}

#[derive(Debug, Clone, PartialEq)]
struct Sealed(Verified<Answer>);

impl Serialize for Sealed {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.get().serialize(serializer)
    }
}

/// One reply: a rejection, clarifying questions, or a checked answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Envelope(Kind);

/// Notice in an answer given although the question stayed open.
pub const TIMEOUT_ACKNOWLEDGEMENT: &str = wording::TIMEOUT.0;

impl Envelope {
    /// Builds the reply to a rejected question.
    pub fn rejected(reason: impl Into<String>) -> Self {
        Envelope(Kind::Rejected { reason: reason.into() })
    }

    /// Seals an answer on its ground. After a timeout, the answer carries the matching mode, a gap for each open field
    /// and a notice, whether or not the writer added them.
    pub(crate) fn answer(cleared: Cleared, mut answer: AnswerContent, ground: Ground<'_>) -> Self {
        let Some(open) = cleared.open() else {
            return Envelope(Kind::Proceed { evidence: Sealed(seal(answer, ground)) });
        };
        answer.mode = Mode::ReportInsufficientEvidence;
        for field in open {
            let named = answer.gaps.iter().any(|g| g.why == GapReason::ClarifyTimeout && g.need == field);
            if !named {
                answer.gaps.push(Gap {
                    need: field,
                    why: GapReason::ClarifyTimeout,
                    reason: wording::NOT_GIVEN.say(&[]),
                    searched: Vec::new(),
                    unread: Unread::default(),
                });
            }
        }
        if !answer.limitations.iter().any(|l| l == TIMEOUT_ACKNOWLEDGEMENT) {
            answer.limitations.insert(0, TIMEOUT_ACKNOWLEDGEMENT.into());
        }
        let ground = match ground {
            Ground::Search(setting) => Ground::Search(Box::new(setting.timed_out())),
            question @ Ground::Question(_) => question,
        };
        Envelope(Kind::ProceedAfterClarifyTimeout { evidence: Sealed(seal(answer, ground)) })
    }

    /// Wraps an earlier answer that was sealed again.
    pub(crate) fn given_again(cleared: Cleared, evidence: Verified<Answer>) -> Self {
        let evidence = Sealed(evidence);
        Envelope(match cleared.open() {
            None => Kind::Proceed { evidence },
            Some(_) => Kind::ProceedAfterClarifyTimeout { evidence },
        })
    }

    /// Returns `rejected`, `clarify`, `proceed` or `proceed_after_clarify_timeout`.
    pub fn status(&self) -> &'static str {
        match &self.0 {
            Kind::Rejected { .. } => "rejected",
            Kind::Clarify { .. } => "clarify",
            Kind::Proceed { .. } => "proceed",
            Kind::ProceedAfterClarifyTimeout { .. } => "proceed_after_clarify_timeout",
        }
    }

    /// Returns the checked answer, where there is one.
    pub fn checked(&self) -> Option<&Verified<Answer>> {
        match &self.0 {
            Kind::Proceed { evidence } | Kind::ProceedAfterClarifyTimeout { evidence } => Some(&evidence.0),
            Kind::Rejected { .. } | Kind::Clarify { .. } => None,
        }
    }

    /// Returns the reason for a rejection.
    pub fn rejection(&self) -> Option<&str> {
        match &self.0 {
            Kind::Rejected { reason } => Some(reason),
            _ => None,
        }
    }

    /// Returns the clarifying questions; empty for any other reply.
    pub fn questions(&self) -> &[ClarifyQuestion] {
        match &self.0 {
            Kind::Clarify { questions, .. } => questions,
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question() -> ClarifyQuestion {
        ClarifyQuestion {
            field: "unit".into(),
            prompt: "Which unit?".into(),
            options: Vec::new(),
            allow_free_text: true,
        }
    }

    #[test]
    fn clarify_leaves_nothing_to_answer_with() {
        let decision =
            Decision::Clarify { questions: vec![question()], reasons: vec!["AmbiguousSubject".into()] };
        let envelope = decision.clear().unwrap_err();
        assert!(envelope.status() == "clarify" && envelope.checked().is_none());
        let json = serde_json::to_value(&envelope).unwrap();
        assert_eq!(json["status"], "clarify");
        assert_eq!(json["notes"]["reason"][0], "AmbiguousSubject");
        assert!(json.get("evidence").is_none());
    }

    #[test]
    fn a_timeout_carries_mode_gaps_and_acknowledgement() {
        let cleared = Decision::ProceedAfterTimeout { open: vec!["unit".into()] }.clear().unwrap();
        let envelope = Envelope::answer(cleared, AnswerContent::empty(Mode::Answer), Ground::Question(""));
        assert_eq!(envelope.status(), "proceed_after_clarify_timeout");
        let answer = envelope.checked().unwrap().get();
        assert_eq!(answer.mode, Mode::ReportInsufficientEvidence);
        assert!(answer.gaps.iter().any(|g| g.why == GapReason::ClarifyTimeout && g.need == "unit"));
        assert_eq!(answer.limitations, [TIMEOUT_ACKNOWLEDGEMENT]);
    }

    #[test]
    fn going_on_is_plain() {
        let cleared = Decision::Proceed.clear().unwrap();
        let envelope = Envelope::answer(cleared, AnswerContent::empty(Mode::Answer), Ground::Question(""));
        assert_eq!(serde_json::to_value(&envelope).unwrap()["status"], "proceed");
        assert_eq!(Envelope::rejected("no").rejection(), Some("no"));
    }
}
