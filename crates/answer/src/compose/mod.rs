//! Composition of one answer from search results and checks: separately searched parts, gaps, applicable law, papers
//! that disagree, texts of the user. The answer is not sealed yet.

pub(crate) mod applicability;
pub(crate) mod asked;
pub(crate) mod assemble;
pub(crate) mod assumptions;
pub(crate) mod checking;
pub(crate) mod choice;
pub mod conflict;
pub(crate) mod covered;
pub(crate) mod expand;
pub(crate) mod fill;
pub(crate) mod followups;
pub(crate) mod framework;
pub(crate) mod mixed;
pub(crate) mod user_facts;
pub(crate) mod user_texts;
