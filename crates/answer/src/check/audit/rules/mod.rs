//! The rules. Each one reads the answer's sentences and returns flags.

mod decision;
mod lanes;
mod mixed;
mod named_statute;
mod off_topic;
mod planted;
mod statutes;
mod words;

pub(super) use decision::decision_without_why;
pub(super) use lanes::{missing_statute, state_left_unused};
pub(super) use mixed::mixed_parts;
pub(crate) use mixed::{MixedPart, is_mixed, parts_missing, says_part};
pub(super) use named_statute::named_statute_without_text;
pub(super) use off_topic::off_topic_entities;
pub(super) use planted::planted_instructions;
pub(super) use statutes::{procedures, statutes};
pub(super) use words::words;
