//! Lanes of a question: their plan, queries and passes, and the candidates that they bring.

pub(super) mod candidates;
pub(super) mod judging;
pub(super) mod lane_plan;
pub(super) mod lane_search;
pub(super) mod lane_trace;
pub(super) mod queries;
pub(super) mod run_queries;
pub(super) mod second_pass;
