//! Issues of a question for the second pass. They are built from words of the question, the situation and the
//! session's newest text. Nothing is guessed, least of all a statute's number.

use twolane_text::{TokenKind, tokens_of};

use super::generic::Telling;
use super::phrase::terms_of;
use super::vocabulary::Vocabulary;

/// Issues of a question for the second pass.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct IssueMap {
    /// Names and things of the matter.
    pub entities: Vec<String>,
    /// Distinctive words, in the question's order.
    pub topic: String,
    /// Places of the events.
    pub places: Vec<String>,
    /// Legal topics that the question touches.
    pub legal_topics: Vec<String>,
}

/// Maximum number of entities in a second pass: more would dilute its queries.
const MOST_ENTITIES: usize = 3;

impl IssueMap {
    /// Extracts the issues from the question, the situation and the newest text of the session.
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
