//! What a question is about.

use serde::{Deserialize, Serialize};

/// What the answer should do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RequestedOutput {
    /// Say what is the case.
    #[default]
    Explain,
    /// Say what to do, in order.
    Steps,
    /// Name the law.
    CiteLaws,
    /// Say what may go wrong, and who answers for it.
    Risk,
    /// Say how a body does it.
    Process,
}

/// A hint of time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeHint {
    /// As it was said.
    pub text: String,
    /// Date (`2025-03-04`), month (`2025-03`) or year (`2025`) that it means, where it means one.
    pub period: Option<String>,
}

/// Issues of a question (SPEC PLAN-1). All of it was said: in the question, by the user's texts, by
/// the situation of the conversation.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct IssueMap {
    /// Town or association.
    pub town: Option<String>,
    /// Names, places and things of the situation.
    pub situation: Vec<String>,
    /// Names and things of the matter, those of the situation first.
    pub entities: Vec<String>,
    /// What is done.
    pub actions: Vec<String>,
    /// Telling words, in the question's order.
    pub topic: String,
    /// Places where it happened.
    pub places: Vec<String>,
    /// Matters of law that it touches.
    pub legal_topics: Vec<String>,
    /// Boards that it concerns.
    pub boards: Vec<String>,
    /// When it was, or is.
    pub time_hints: Vec<TimeHint>,
    /// What the answer should do.
    pub requested_output: RequestedOutput,
    /// How much it is a question of law, 0 to 1.
    pub legal_salience: f32,
    /// How sure the planner is, 0 to 1. By rules: the share of what a question can name (what is
    /// asked for, the matter, the place or name, the time) that it names.
    pub confidence: f32,
}

impl IssueMap {
    /// What a second pass of retrieval works with.
    pub fn for_retrieval(&self) -> crate::retrieve::IssueMap {
        crate::retrieve::IssueMap {
            entities: self.entities.clone(),
            topic: self.topic.clone(),
            places: self.places.clone(),
            legal_topics: self.legal_topics.clone(),
        }
    }
}
