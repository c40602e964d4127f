//! Prose: sentences that combine several facts, each with the tokens of the supporting facts (SPEC SYN-3, SYN-11). The
//! author of a sentence does not matter. The check parses it as a chain of *parts*: whole sentences of the cited facts,
//! or their quotes in quotation marks. Fixed joints between the parts assert nothing. A sentence that is no such chain
//! is unsupported. So an invented cause, a dropped condition, or one quote's subject with another's predicate needs no
//! rule of its own.
//!
//! Two true sentences can still say something false together. Words that refer outside their sentence ("it", "the
//! motion", "therefore") are allowed only in quotation marks. Words of several papers are joined only where each paper
//! is named.

mod by_rule;
mod chain;
mod checked;
mod cited;
mod content;
mod joined;
mod restated;
mod words;

pub(crate) use by_rule::by_rule;
pub(crate) use checked::{checked, drafted_again, restatements, stands};
pub use content::{Prose, ProseBy, ProseSentence};
pub use restated::restates;
pub(crate) use words::is_reporting;

#[cfg(test)]
mod tests;
