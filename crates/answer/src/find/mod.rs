//! Search for an answer: a draft of the best sentences, the decision to answer or abstain, and the duties of an answer
//! about law. A gap search and a language model that selects sentences are also here. No result of this module is
//! checked yet.

mod alternatives;
mod amendment;
pub(crate) mod answerability;
pub(crate) mod ask;
mod asked_heading;
pub(crate) mod candidate;
mod case;
mod context;
mod edition;
mod elsewhere;
pub(crate) mod evidence;
pub(crate) mod extract;
pub(crate) mod gap_search;
pub(crate) mod identifiers;
pub(crate) mod law;
pub(crate) mod law_facts;
mod matter;
pub(crate) mod named_group;
mod newer;
pub(crate) mod ranked;
mod relevance;
pub(crate) mod source_status;
mod speaker;
pub(crate) mod told_apart;
pub(crate) mod voice;
mod whole;
pub mod write;
pub(crate) mod years;
