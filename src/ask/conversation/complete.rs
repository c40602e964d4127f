//! The request of a question with every known value.

use crate::ask::language::rules::Rules;
use crate::ask::understand::plan::Choices;
use crate::retrieve::{Request, SessionSource};

use super::clarify::Understood;
use super::inquiry::Inquiry;

/// Longest value that is added to the question's words.
const LONGEST_EXTRA: usize = 300;

/// A question with every known value.
pub(super) struct Complete {
    /// Request for the whole question.
    pub request: Request,
    /// The question, apart from its answer choices.
    pub choices: Choices,
}

/// Puts the values of the inquiry, the session and the gate into the question.
pub(super) fn complete(inquiry: &Inquiry, understood: &Understood) -> Complete {
    let (session, fields) = (&understood.session, &understood.assessment.fields);
    let mut request = inquiry.request.clone();
    let mut choices = understood.choices.clone();
    for (name, value) in &inquiry.context {
        let placed = matches!(name.as_str(), "town" | "board" | "state" | "question" | "words" | "subject");
        let known = choices.whole().to_lowercase().contains(&value.to_lowercase());
        if !placed
            && !known
            && value.len() <= LONGEST_EXTRA
            && Rules::built_in().personal.yes_or_no(value).is_none()
        {
            choices.add(&format!("({name}: {value})"));
        }
    }
    request.query.text = choices.whole();
    let value = |name: &str| fields.get(name).map(|field| field.value.clone());
    request.town = request.town.or_else(|| value("town"));
    request.jurisdiction = request.jurisdiction.or_else(|| value("state"));
    request.boards.extend(value("board").filter(|board| !inquiry.request.boards.contains(board)));
    for entity in &session.situation.entities {
        if !request.situation.contains(entity) {
            request.situation.push(entity.clone());
        }
    }
    // The planner reads the last two texts.
    let texts = session.sources.iter().rev().take(2).rev();
    request
        .session_sources
        .extend(texts.map(|s| SessionSource { title: s.title.clone(), text: s.text.clone() }));
    Complete { request, choices }
}
