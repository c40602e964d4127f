//! Issues that a question raises.

use serde::{Deserialize, Serialize};

/// Form of the requested answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RequestedOutput {
    /// Explain the facts.
    #[default]
    Explain,
    /// List the steps to take, in order.
    Steps,
    /// Name the law.
    CiteLaws,
    /// Name the risks, and the liable party.
    Risk,
    /// Describe the procedure of a body.
    Process,
}

/// A hint of time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeHint {
    /// Words of the hint as given.
    pub text: String,
    /// Date (`2025-03-04`), month (`2025-03`) or year (`2025`) of the hint, where it has one.
    pub period: Option<String>,
}

/// Issues of a question (SPEC PLAN-1). All of them come from the question, the user's texts, or the situation of the
/// conversation.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct IssueMap {
    /// Town or association.
    pub town: Option<String>,
    /// Names, places and things of the situation.
    pub situation: Vec<String>,
    /// Names and things of the subject, those of the situation first.
    pub entities: Vec<String>,
    /// Actions that the question mentions.
    pub actions: Vec<String>,
    /// Distinguishing words, in the question's order.
    pub topic: String,
    /// Places where the events happened.
    pub places: Vec<String>,
    /// Topics of law that it touches.
    pub legal_topics: Vec<String>,
    /// Boards that it concerns.
    pub boards: Vec<String>,
    /// Time of the events.
    pub time_hints: Vec<TimeHint>,
    /// Form of the requested answer.
    pub requested_output: RequestedOutput,
    /// Degree to which it is a question of law, from 0 to 1.
    pub legal_salience: f32,
    /// Confidence of the planner, from 0 to 1. By rules, it is the share of nameable things that the question names:
    /// the request, the subject, the place or name, the time.
    pub confidence: f32,
}

impl IssueMap {
    /// Converts the issues for a second pass of retrieval.
    pub fn for_retrieval(&self) -> twolane_retrieve::IssueMap {
        twolane_retrieve::IssueMap {
            entities: self.entities.clone(),
            topic: self.topic.clone(),
            places: self.places.clone(),
            legal_topics: self.legal_topics.clone(),
        }
    }
}
