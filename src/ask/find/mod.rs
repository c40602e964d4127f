//! What the papers have for a question: the sentences that answer best, as a draft; whether that is an
//! answer at all; what an answer owes the law; a search for what is missing; a language model that
//! chooses among the sentences. Nothing here has been checked.

pub(in crate::ask) mod answerability;
pub(in crate::ask) mod ask;
pub(in crate::ask) mod candidate;
pub(in crate::ask) mod evidence;
pub(in crate::ask) mod extract;
pub(in crate::ask) mod gap_search;
pub(in crate::ask) mod identifiers;
pub(in crate::ask) mod law;
pub(in crate::ask) mod law_facts;
pub(in crate::ask) mod named_group;
pub(in crate::ask) mod standing;
pub(in crate::ask) mod told_apart;
pub(in crate::ask) mod voice;
pub mod write;
pub(in crate::ask) mod years;
