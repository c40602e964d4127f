//! Judged retrieval runs and latency benches.
