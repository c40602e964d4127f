//! Composition of one answer from search results and checks: separately searched parts, gaps, applicable law, papers
//! that disagree, texts of the user. The answer is not sealed yet.

pub(in crate::ask) mod applicability;
pub(in crate::ask) mod asked;
pub(in crate::ask) mod assemble;
pub(in crate::ask) mod assumptions;
pub(in crate::ask) mod checking;
pub(in crate::ask) mod choice;
pub(in crate::ask) mod compose;
pub mod conflict;
pub(in crate::ask) mod covered;
pub(in crate::ask) mod expand;
pub(in crate::ask) mod fill;
pub(in crate::ask) mod followups;
pub(in crate::ask) mod framework;
pub(in crate::ask) mod mixed;
pub(in crate::ask) mod user_facts;
