//! Turns a draft into a checked answer. The steps are the verifier, the tools that correct a draft, the audit by the
//! hard rules, the check of the program's own words, and the seal. Only what passes all of them comes out as
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
