//! Audit of an answer's own words (SPEC EVD-6) by the hard rules of SYN-4. Each rule is a module; the tests have a good
//! and a bad case of each. The audit reads a drafted or checked answer and raises flags; the caller decides what
//! happens to a flagged sentence.

mod flag;
mod input;
mod phrases;
mod rules;
mod run;
mod shown_sentence;
#[cfg(test)]
mod tests;
mod wording;

pub use flag::{Flag, HardRule};
pub use input::{AuditInput, KnownStatute, Lane};
pub(crate) use rules::{MixedPart, is_mixed, parts_missing, says_part};
pub use run::AuditReport;
pub(crate) use run::{audit, strike};
pub use wording::{AuditWords, AuditWordsError, NOT_LEGAL_ADVICE, missing_statute_sentence};
