//! Before anything is searched: a question is screened, made to stand alone with what its session
//! knows, looked at by the gate, which asks back or gives its leave, and planned.

pub(in crate::ask) mod followup;
pub mod gate;
pub mod plan;
pub mod screen;
pub mod session;
