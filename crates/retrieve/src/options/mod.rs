//! Settings of retrieval: its lanes, its merge, and the limits of each stage.

pub(super) mod follow_options;
pub(super) mod generic_options;
pub(super) mod lane;
pub(super) mod merge_options;
pub(super) mod retrieval_options;
