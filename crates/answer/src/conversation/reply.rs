//! Output of a conversation.

use std::collections::BTreeMap;

use crate::compose::asked::Asked;
use crate::draft::UserSource;
use crate::memory::Recalled;
use crate::options::FormName;
use crate::present::envelope::Envelope;
use crate::understand::gate::Scores;
use crate::understand::plan::Planning;
use crate::understand::session::{Field, Origin};
use twolane_llm::CallCount;

/// Reply of a conversation: an answer or questions back, with the context that was used.
#[derive(Debug, Clone)]
pub struct Reply {
    /// Answer or clarifying questions.
    pub envelope: Envelope,
    /// Plan of the search.
    pub planned: Option<Planning>,
    /// Search that led to an answer; also `None` for a remembered answer.
    pub asked: Option<Asked>,
    /// Calls of a language model, whatever their purpose.
    pub calls: CallCount,
    /// Origin of a remembered answer.
    pub recalled: Option<Recalled>,
    /// Clarity scores of the question.
    pub scores: Scores,
    /// Clarification round of this question, from 1; 0 when the gate did not ask.
    pub round: u32,
    /// Question in the form that was searched.
    pub question: String,
    /// Values that were used.
    pub fields: BTreeMap<String, Field>,
    /// Texts of the user that were used.
    pub user_texts: Vec<UserSource>,
    /// Session that remembers this turn.
    pub session_id: Option<String>,
    /// Id of the trace, where one is kept.
    pub trace_id: Option<String>,
    /// True when the question was completed from a prior turn.
    pub from_prior_turns: bool,
    /// Form that fits the question, for callers that set no form.
    pub fitting_form: FormName,
}

impl Reply {
    /// Returns the origins of its context: `session`, `prior_turns`, `text`.
    pub fn from(&self) -> Vec<&'static str> {
        let has = |origin: Origin| self.fields.values().any(|f| f.origin == origin);
        let mut from = Vec::new();
        if has(Origin::Session) || !self.user_texts.is_empty() {
            from.push("session");
        }
        if self.from_prior_turns || has(Origin::PriorTurns) {
            from.push("prior_turns");
        }
        from.push("text");
        if has(Origin::Archive) {
            from.push("archive");
        }
        from
    }
}
