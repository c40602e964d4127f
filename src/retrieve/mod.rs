//! Finding: both sides of a search, fusion, filters, explanations.

mod calibration;
mod cross_encoder_rerank;
mod error;
mod expected;
mod explain;
mod fusion;
mod late_interaction;
mod options;
mod query;
mod recency;
mod rerank;
mod result;
mod search;

pub use calibration::Calibration;
pub use cross_encoder_rerank::{CrossEncoderRerank, CrossEncoderRerankOptions};
pub use error::SearchError;
pub use expected::Expected;
pub use explain::{Boost, Explanation, SideScore};
pub use fusion::{Fused, Fusion, Scale, Side, fuse};
pub use late_interaction::{LateInteraction, LateInteractionOptions, max_sim};
pub use options::SearchOptions;
pub use query::{Mode, Query};
pub use recency::Recency;
pub use rerank::{Candidate, Rerank};
pub use result::{Hit, Ranking, SearchResult, Signals, Timing};
pub use search::Search;
