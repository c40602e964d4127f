//! Scores of chunks: fusion, calibration, rerankers, the reader, and explanations of a rank.

pub(super) mod background;
pub(super) mod calibration;
pub(super) mod cross_encoder_rerank;
pub(super) mod explain;
pub(super) mod fused;
pub(super) mod fusion;
pub(super) mod late_interaction;
pub(super) mod moments;
pub(super) mod proximity;
pub(super) mod ranked;
pub(super) mod read_chunk;
pub(super) mod reading;
pub(super) mod reading_options;
pub(super) mod recency;
pub(super) mod rerank;
