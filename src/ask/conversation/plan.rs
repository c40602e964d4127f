//! The plan of a search, and the request under it.

use std::time::Instant;

use crate::ask::error::AskError;
use crate::ask::options::FormName;
use crate::ask::research::Researcher;
use crate::ask::understand::plan::{Planner, Planning, QueryType};
use crate::inference::language_model::CallCounter;
use crate::retrieve::{QuestionWords, Request};

use super::complete::Complete;
use super::conversation::Conversation;
use super::turn::elapsed_ms;

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
