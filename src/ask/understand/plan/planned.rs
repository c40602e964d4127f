//! What planning came to.

use serde::Serialize;

use crate::inference::language_model::CallCount;
use crate::retrieve::{Request, ScopeHint};

use super::choices::Choice;
use super::issue_map::IssueMap;
use super::retrieval_plan::RetrievalPlan;
use super::route::{QueryType, Route};
use super::validate::Dropped;

/// Who made a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PlannedBy {
    /// The rules alone.
    Rules,
    /// A model, on top of the rules.
    Model,
    /// A model that was not sure: both lanes, the question's own words.
    Conservative,
}

/// Route, issues and plan of a question, and how they came about.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Planning {
    /// The way that it takes.
    pub route: Route,
    /// What it is about.
    pub issue_map: IssueMap,
    /// What each lane is asked.
    pub plan: RetrievalPlan,
    /// Who made the plan.
    pub by: PlannedBy,
    /// The question without its choices, where it has some.
    pub stem: Option<String>,
    /// Its choices.
    pub choices: Vec<Choice>,
    /// What of a model's plan was dropped.
    pub dropped: Vec<Dropped>,
    /// Calls of a model that brought nothing, with the kind of their failure: `plan: timed_out`.
    pub failed: Option<String>,
    /// The same for people. It may repeat a server's or a model's words.
    pub failed_because: Option<String>,
    /// Replies of the model that were not of the form that was asked for.
    pub parse_failures: u32,
    /// The model's id.
    pub model: Option<String>,
    /// Its calls for planning, by purpose.
    pub calls: CallCount,
    /// Calls that the question may cost in all.
    pub call_limit: u64,
}

impl Planning {
    /// Puts the plan into the request. A plan of the rules leaves a simple question's search as it
    /// is: retrieval reads the same off its words.
    pub fn put_into(&self, request: &mut Request, local_alone: bool) {
        if let Some(stem) = &self.stem
            && request.rewritten.is_none()
        {
            request.rewritten = Some(stem.clone());
        }
        let statewide = !local_alone || self.plan.force_parallel_state_retrieval;
        if self.by != PlannedBy::Model && self.route.query_type == QueryType::Simple && statewide {
            return;
        }
        request.plan = Some(self.plan.for_retrieval(!local_alone));
        for board in &self.issue_map.boards {
            if !request.boards.iter().any(|b| b.eq_ignore_ascii_case(board)) {
                request.boards.push(board.clone());
            }
        }
        if self.by == PlannedBy::Model {
            request.issue_map = Some(self.issue_map.for_retrieval());
            request.legal_salience = Some(self.issue_map.legal_salience);
            if request.scope_hint == ScopeHint::Mixed {
                request.scope_hint = self.route.scope.into();
            }
        }
    }
}
