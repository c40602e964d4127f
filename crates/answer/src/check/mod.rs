//! Turns a draft into a checked answer. The steps are the verifier, the tools that correct a draft, the audit by the
//! hard rules, the check of the program's own words, and the seal. Only what passes all of them comes out as
//! `Verified<Answer>`.

pub(crate) mod answer;
pub mod audit;
pub(crate) mod choice;
pub(crate) mod drafted;
pub(crate) mod own_words;
pub(crate) mod prose;
pub(crate) mod reasoning;
pub mod repair;
pub(crate) mod step;
pub(crate) mod verify;
