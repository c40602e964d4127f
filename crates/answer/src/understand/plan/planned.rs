//! Result of the planning.

use serde::Serialize;

use twolane_llm::CallCount;
use twolane_retrieve::{IssueMap, Request, ScopeHint};

use super::choices::Choice;
use super::retrieval_plan::RetrievalPlan;
use super::route::{QueryType, Route};
use super::validate::Dropped;

/// Author of a plan.
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

/// Route, issues and plan of a question, and their origin.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Planning {
    /// Route that the question takes.
    pub route: Route,
    /// Issues that the question raises.
    pub issue_map: IssueMap,
    /// Queries for each lane.
    pub plan: RetrievalPlan,
    /// Author of the plan.
    pub by: PlannedBy,
    /// Question without its choices, where it has some.
    pub stem: Option<String>,
    /// Choices of the question.
    pub choices: Vec<Choice>,
    /// Parts of a model's plan that were dropped.
    pub dropped: Vec<Dropped>,
    /// Failed calls of a model, with the kind of their failure: `plan: timed_out`.
    pub failed: Option<String>,
    /// Description of the failures, for people. It may repeat a server's or a model's words.
    pub failed_because: Option<String>,
    /// Number of the model's replies that did not have the requested form.
    pub parse_failures: u32,
    /// Id of the model.
    pub model: Option<String>,
    /// Calls for planning, by purpose.
    pub calls: CallCount,
    /// Most calls for the question in all.
    pub call_limit: u64,
}

impl Planning {
    /// Returns the request with the plan. A plan of the rules does not change a simple question's search: retrieval
    /// derives the same from its words.
    pub fn put_into(&self, mut request: Request, local_alone: bool) -> Request {
        let statewide = !local_alone || self.plan.force_parallel_state_retrieval;
        if self.by != PlannedBy::Model && self.route.query_type == QueryType::Simple && statewide {
            return request;
        }
        request.plan = Some(self.plan.for_retrieval(!local_alone));
        for board in &self.issue_map.boards {
            if !request.boards.iter().any(|b| b.eq_ignore_ascii_case(board)) {
                request.boards.push(board.clone());
            }
        }
        if self.by == PlannedBy::Model {
            request.issue_map = Some(self.issue_map.clone());
            request.legal_salience = Some(self.issue_map.legal_salience);
            if request.scope_hint == ScopeHint::Mixed {
                request.scope_hint = self.route.scope.into();
            }
        }
        request
    }
}
