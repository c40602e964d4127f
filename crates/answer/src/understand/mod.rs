//! Steps before any search: a question is screened, completed from its session, assessed by the gate, and planned. The
//! gate asks for clarification or permits an answer.

pub(crate) mod followup;
pub mod gate;
pub mod plan;
pub mod screen;
pub mod session;
