//! What makes a draft a checked answer: the verifier, the tools that put a draft right, the audit by
//! the hard rules, the look at the program's own words, and the seal. Only what passed comes out as
//! `Verified<Answer>`.

pub(in crate::ask) mod answer;
pub mod audit;
pub(in crate::ask) mod choice;
pub(in crate::ask) mod drafted;
pub(in crate::ask) mod own_words;
pub(in crate::ask) mod prose;
pub(in crate::ask) mod reasoning;
pub mod repair;
pub(in crate::ask) mod step;
pub(in crate::ask) mod verify;
