//! Merge of the lanes: copies, rules, named and cited sections, and the strength of the record.

pub(super) mod coverage;
pub(super) mod findings;
pub(super) mod folding;
pub(super) mod following;
pub(super) mod merge_lanes;
pub(super) mod merged_hits;
pub(super) mod named_first;
pub(super) mod near_duplicate;
pub(super) mod retrieval_signals;
pub(super) mod rules;
pub(super) mod strength;
