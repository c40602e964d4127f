//! Search for an answer: a draft of the best sentences, the decision to answer or abstain, and the duties of an answer
//! about law. A gap search and a language model that selects sentences are also here. No result of this module is
//! checked yet.

pub(in crate::ask) mod answerability;
pub(in crate::ask) mod ask;
pub(in crate::ask) mod candidate;
mod context;
pub(in crate::ask) mod evidence;
pub(in crate::ask) mod extract;
pub(in crate::ask) mod gap_search;
pub(in crate::ask) mod identifiers;
pub(in crate::ask) mod law;
pub(in crate::ask) mod law_facts;
pub(in crate::ask) mod named_group;
pub(in crate::ask) mod ranked;
pub(in crate::ask) mod standing;
pub(in crate::ask) mod told_apart;
pub(in crate::ask) mod voice;
pub mod write;
pub(in crate::ask) mod years;
