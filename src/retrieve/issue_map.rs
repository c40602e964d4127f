//! Issues of a question: what a second pass asks for. Built from words that stand in the question,
//! the situation and the session's newest text; nothing is guessed, least of all a statute's number.

use crate::text::{TokenKind, tokens_of};

use super::generic::Telling;
use super::phrase::terms_of;
use super::vocabulary::Vocabulary;

/// Issues of a question.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct IssueMap {
    /// Names and things of the matter.
    pub entities: Vec<String>,
    /// Its telling words, in the question's order.
    pub topic: String,
    /// Places where it happened.
    pub places: Vec<String>,
    /// Matters of law that it touches.
    pub legal_topics: Vec<String>,
}

/// Entities of a second pass: more would only water its queries down.
const MOST_ENTITIES: usize = 3;

impl IssueMap {
    /// Reads the issues off the question, the situation and the newest text of the session.
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
        }
    }
}
