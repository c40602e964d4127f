//! Prose: sentences that put several facts together, each with the tokens of the facts that bear it out
//! (SPEC SYN-3, SYN-11). Who wrote a sentence counts for nothing. It is read as a chain of *parts* (whole
//! sentences of the facts that it cites, or their quotes between marks) with fixed joints between them
//! that assert nothing; a sentence that is not such a chain is not borne out. So an invented cause, a
//! subject of one quote with the predicate of another and a dropped condition need no rule of their own.
//!
//! Two true sentences can still say something false together. What speaks of something outside itself
//! ("it", "the motion", "therefore") stands between marks or not at all, and words of several papers are joined
//! only where each paper is named.

mod by_rule;
mod chain;
mod checked;
mod cited;
mod content;
mod joined;
mod words;

pub(in crate::ask) use by_rule::by_rule;
pub(in crate::ask) use checked::{checked, drafted_again, stands};
pub use content::{Prose, ProseBy, ProseSentence};

#[cfg(test)]
mod tests;
