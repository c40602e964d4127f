//! Search in one set of chunks: a first stage, boosts, a second stage, and hits with texts.

pub(super) mod boosts;
pub(super) mod first_stage;
pub(super) mod hits;
pub(super) mod options;
pub(super) mod result;
#[allow(clippy::module_inception)]
pub(super) mod search;
pub(super) mod search_context;
pub(super) mod second_stage;
pub(super) mod signals;
pub(super) mod similarity;
pub(super) mod timing;
