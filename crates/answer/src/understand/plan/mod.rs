//! Search plan (SPEC PLAN, the calls of HOP-3): the route of a question, its issues, and the queries for each lane. It
//! always derives from the question's words. Where there is a model, it also plans, and its plan is checked against the
//! given texts.

mod budget;
mod choices;
mod given;
mod model_planner;
mod options;
mod planned;
mod planner;
mod reading;
mod reply;
mod retrieval_plan;
mod route;
mod rules;
mod validate;

pub use budget::{CallLimits, Extras};
pub use choices::{Choice, Choices, split_choices};
pub use given::{Cleaned, GivenTexts, Lost};
pub use model_planner::{Asking, ModelPlan, ModelPlanner, PlanFailure};
pub use options::PlanOptions;
pub use planned::{PlannedBy, Planning};
pub use planner::Planner;
pub use reply::{PlanReply, ReplyError, Rewritten, plan_schema, rewrite_schema};
pub use retrieval_plan::{LanePlan, Priority, RetrievalPlan};
pub use route::{QueryType, Route, Scope};
pub use rules::{PlanRules, TimePhrase, Words};
pub use twolane_retrieve::{IssueMap, RequestedOutput, TimeHint};
pub use validate::{Dropped, Validated, Why, validate, validate_rewritten};
