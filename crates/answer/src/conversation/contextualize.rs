//! A question completed from its session, with its known values.

use crate::error::AskError;
use crate::language::rules::Rules;
use crate::language::shorthand::in_full_words;
use crate::understand::followup::self_contained;
use crate::understand::gate::{QuestionContext, Statement};
use crate::understand::plan::{Choices, split_choices};
use crate::understand::session::{Field, Origin, Session};
use twolane_retrieve::{NamedPlace, Scope};

use super::conversation::Conversation;
use super::inquiry::Inquiry;

/// A question that is complete without the turns before it.
#[derive(Default)]
pub(super) struct Contextualized {
    /// Question apart from its answer choices.
    pub choices: Choices,
    /// True when the question was completed from a prior turn.
    pub from_prior: bool,
    /// Values and papers of the question.
    pub context: QuestionContext,
}

impl Conversation<'_> {
    /// Completes a question from its session.
    pub(super) fn contextualize(
        &self,
        inquiry: &Inquiry,
        choices: &Choices,
        session: &Session,
    ) -> Result<Contextualized, AskError> {
        let retriever = self.ask.retriever();
        let facets = retriever.facets()?;
        let mut places: Vec<String> = facets.iter().filter_map(|f| f.town.clone()).collect();
        places.sort();
        places.dedup();
        let choices = with_replies(choices, &inquiry.context);
        let asked = retriever.in_spelling_of_papers(&in_full_words(&choices.stem))?;
        let follow = self_contained(&asked, &session.turns, &places, Rules::built_in());
        let place = retriever.place(&follow.text, None, None)?;
        let mut fields = session.fields.clone();
        if let [town] = place.towns.as_slice() {
            fields.insert("town".to_owned(), Field::new(town.clone(), Origin::Text));
        } else if !place.towns.is_empty() {
            fields.remove("town");
        }
        let request = &inquiry.request;
        if let Some(town) = &request.town {
            fields.insert("town".to_owned(), Field::new(town.clone(), Origin::Text));
        }
        if let Some(state) = &request.jurisdiction {
            fields.insert("state".to_owned(), Field::new(state.clone(), Origin::Text));
        }
        let filter = &request.query.filter;
        let narrowed = !filter.sources.is_empty()
            || !request.papers.is_empty()
            || filter.edition.is_some()
            || !place.jurisdictions.is_empty()
            || filter.lanes.iter().any(|l| l == "state");
        let value = |name: &str| fields.get(name).map(|field: &Field| field.value.as_str());
        let town = value("town");
        let here = retriever.place(&follow.text, town, value("state"))?;
        let lanes = &self.ask.options.retrieval.lanes;
        let context = QuestionContext {
            scope: Scope::of(filter, NamedPlace { town, papers: &request.papers }, &here, &facets, lanes),
            texts: session.sources.iter().map(|s| s.text.clone()).collect(),
            said: fields.iter().map(|(name, field)| statement(name, &field.value)).collect(),
            narrowed: narrowed || !place.towns.is_empty(),
            fields,
        };
        let choices = Choices { stem: follow.text, ..choices };
        Ok(Contextualized { choices, from_prior: follow.from_prior, context })
    }
}

/// Returns the question with the replies to earlier clarifying questions. A reply to "what would you like to know"
/// becomes the question.
fn with_replies(choices: &Choices, context: &[(String, String)]) -> Choices {
    let given = |name: &str| context.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str());
    let reply = given("question").filter(|v| !v.trim().is_empty());
    let words = given("words").filter(|v| !v.trim().is_empty());
    if reply.is_none() && words.is_none() {
        return choices.clone();
    }
    let mut question = choices.whole();
    if let Some(reply) = reply {
        question = if reply.trim_end().ends_with('?') { reply.into() } else { format!("{question} {reply}") };
    }
    if let Some(words) = words {
        question = format!("{} ({words})", question.trim_end());
    }
    split_choices(&question)
}

/// Converts a value to a statement about the asker's case.
fn statement(name: &str, value: &str) -> Statement {
    match Rules::built_in().personal.yes_or_no(value) {
        Some(reply) => Statement { text: name.to_owned(), reply: Some(reply) },
        None => Statement { text: format!("{name}: {value}"), reply: None },
    }
}
