//! Issues that a question raises. They are built from words of the question, the situation and the session's newest
//! text. Nothing is guessed, least of all a statute's number.

use serde::{Deserialize, Serialize};

use twolane_text::{TokenKind, tokens_of};

use super::generic::Telling;
use super::phrase::terms_of;
use super::vocabulary::Vocabulary;

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

/// Issues of a question (SPEC PLAN-1). A second pass searches with entities, topic, places and legal topics; a planner
/// fills in the rest.
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

/// Maximum number of entities in a second pass: more would dilute its queries.
const MOST_ENTITIES: usize = 3;

impl IssueMap {
    /// Extracts entities, topic, places and legal topics from the question, the situation and the newest text of the
    /// session.
    pub fn of(
        question: &str,
        situation: &[String],
        newest: Option<&str>,
        telling: &Telling,
        vocabulary: &Vocabulary,
    ) -> IssueMap {
        let mut entities: Vec<String> = situation.to_vec();
        for text in [Some(question), newest].into_iter().flatten() {
            entities.extend(tokens_of(text, TokenKind::Name).into_iter().map(|t| t.raw));
        }
        let mut seen: Vec<Vec<String>> = Vec::new();
        entities.retain(|entity| {
            let terms = terms_of(entity);
            let new = !terms.is_empty() && !seen.contains(&terms);
            seen.push(terms);
            new
        });
        entities.truncate(MOST_ENTITIES);
        let asked = terms_of(question);
        let mut all = asked.clone();
        all.extend(situation.iter().flat_map(|s| terms_of(s)));
        all.extend(newest.into_iter().flat_map(terms_of));
        let places = vocabulary.places.iter().filter(|p| p.phrase.is_in(&all)).map(|p| p.text.clone());
        IssueMap {
            entities,
            topic: telling.words_of(question).join(" "),
            places: places.collect(),
            legal_topics: vocabulary.legal_topics_in(&all).into_iter().map(str::to_owned).collect(),
            ..IssueMap::default()
        }
    }
}
