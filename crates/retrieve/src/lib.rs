//! Retrieval: keyword and vector search, fusion, filters, reranking and explanations.
//!
//! [`Retriever`] composes the stages of a question, and [`Search`] those of a single query. The folders depend on
//! each other in one order only: `options`, `question`, `rank`, `search`, `lanes`, `merge`, each on those before.

mod error;
mod lanes;
mod merge;
mod options;
mod question;
mod rank;
mod retrieval_context;
mod retrieved;
mod retriever;
mod search;
mod summaries;
mod trace;
pub mod tuning;
pub mod wording;

pub use error::SearchError;
pub use lanes::lane_trace::{LaneTrace, QueryTrace};
pub use lanes::queries::LaneQuery;
pub use merge::retrieval_signals::RetrievalSignals;
pub use merge::rules::{Entry, MergeLane, Merged, Placed, merge};
pub use merge::strength::{Findings, Strength};
pub use options::follow_options::FollowOptions;
pub use options::generic_options::GenericOptions;
pub use options::lane::{LOCAL, LaneOptions, Lanes, STATE};
pub use options::merge_options::MergeOptions;
pub use options::retrieval_options::RetrievalOptions;
pub use question::analysis::{Asked, legal_salience};
pub use question::expected::Expected;
pub use question::generic::Telling;
pub use question::issue_map::{IssueMap, RequestedOutput, TimeHint};
pub use question::mentions::papers_that_mention;
pub use question::named_section::NamedSection;
pub use question::period::{PeriodBoost, Periods};
pub use question::phrase::Phrase;
pub use question::place::{Place, Town, TownUnknown, find_town, own_name};
pub use question::planned::{PlannedFirst, PlannedLane, PlannedSearch};
pub use question::query::{Mode, Query};
pub use question::request::{Request, ScopeHint, SessionSource};
pub use question::scope::{NamedPlace, Scope};
pub use question::section::{
    CitedSection, Mention, PackNote, SectionDiff, SectionView, asked_citation, section_diff, section_view,
};
pub use question::vocabulary::{Jurisdiction, Term, Topic, Vocabulary, VocabularyError};
pub use question::words::QuestionWords;
pub use rank::background::Background;
pub use rank::calibration::Calibration;
pub use rank::cross_encoder_rerank::{CrossEncoderRerank, CrossEncoderRerankOptions};
pub use rank::explain::{Boost, Explanation};
pub use rank::fused::{Fused, SideScore};
pub use rank::fusion::{Fusion, Scale, Side, fuse};
pub use rank::late_interaction::{LateInteraction, LateInteractionOptions, max_sim};
pub use rank::proximity::OrderedPairs;
pub use rank::read_chunk::ReadChunk;
pub use rank::reading::reader_header;
pub use rank::reading_options::{ReadingOptions, SignalShares};
pub use rank::recency::Recency;
pub use rank::rerank::{Candidate, Rerank, RerankWeights, Reranked};
pub use retrieved::{LaneHits, Retrieved};
pub use retriever::Retriever;
pub use search::options::SearchOptions;
pub use search::result::{Also, Hit, Ranking, SearchResult};
pub use search::search::Search;
pub use search::signals::Signals;
pub use search::timing::Timing;
pub use trace::Trace;
