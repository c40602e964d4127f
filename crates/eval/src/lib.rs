//! Judged retrieval runs, judged answers, golden cases and latency benchmarks.

pub mod answers;
mod beir;
mod bench;
mod bench_html;
mod bootstrap;
mod corpus;
mod error;
pub mod golden;
mod judged_mode;
mod metrics;
mod percentile;
mod retrieval;

pub use beir::{BeirDocument, Dataset, Judged};
pub use bench::{BenchOptions, BenchReport, IngestRate, Ratio, bench, made_queries};
pub use bench_html::bench_html;
pub use bootstrap::{Bootstrap, Interval};
pub use corpus::{Filled, OnDocuments, archive_folder, fill};
pub use error::EvalError;
pub use judged_mode::JudgedMode;
pub use metrics::Metrics;
pub use percentile::Percentiles;
pub use retrieval::{Difference, ModeRun, QueryMetrics, RetrievalReport, judge};
