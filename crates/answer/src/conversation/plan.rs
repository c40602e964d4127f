//! The request of a question with every known value, and the plan of its search.

use std::time::Instant;

use crate::error::AskError;
use crate::language::rules::Rules;
use crate::options::FormName;
use crate::research::Researcher;
use crate::understand::plan::{Choices, Planner, Planning, QueryType};
use twolane_llm::CallCounter;
use twolane_retrieve::{QuestionWords, Request, SessionSource};

use super::clarify::Understood;
use super::conversation::Conversation;
use super::input::elapsed_ms;
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

/// A planned search.
pub(super) struct Planned {
    pub planning: Planning,
    /// Request for the question without its answer choices, under the plan.
    pub request: Request,
    /// Words of that request.
    pub words: QuestionWords,
    pub plan_ms: f64,
}

impl Conversation<'_> {
    /// Reads the question's words, plans its search, and puts the plan into the request.
    pub(super) fn plan(&self, question: &Complete, calls: &CallCounter) -> Result<Planned, AskError> {
        let started = Instant::now();
        let retriever = self.ask.retriever();
        let request = question.choices.left_out_of(&question.request);
        let words = retriever.read(&request)?;
        let planner = Planner::new(retriever, self.planner, &self.options.plan).booking(calls);
        let planning = planner.plan(&request, &question.choices, &words, &|| self.watch.goes_on())?;
        let request = planning.put_into(request, self.options.plan.local_alone);
        Ok(Planned { planning, request, words, plan_ms: elapsed_ms(started) })
    }

    /// Returns the settings and model for researching a question of several steps.
    pub(super) fn researcher<'r>(
        &'r self,
        planning: &Planning,
        calls: &'r CallCounter,
    ) -> Option<Researcher<'r>> {
        let whole = self.form == FormName::Research;
        let options = &self.options.research;
        let wanted = whole || (options.by_route && planning.route.query_type == QueryType::MultiHop);
        let model = self.planner.filter(|_| self.options.plan.by_model);
        wanted.then_some(Researcher { options, plan: &self.options.plan, model, calls, whole })
    }
}
