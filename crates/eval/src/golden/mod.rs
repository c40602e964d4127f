//! Written cases about fictional papers, with expectations as data (SPEC EVAL-2). Each runs without a
//! language model and, if it includes model replies, also with one.

mod case;
mod change;
mod expect;
#[cfg(test)]
mod expect_tests;
mod observed;
mod recorded;
mod report;
mod run;
mod script;
mod world;

pub use case::{GoldenCase, GoldenFile, GoldenTurn, read_golden};
pub use change::RunChange;
pub use expect::Expect;
pub use observed::Observed;
pub use recorded::{RecordedCase, RecordedRun};
pub use report::{GoldenMetrics, GoldenReport, GoldenResult};
pub use run::{GoldenOptions, GoldenRun};
pub use script::{ScriptedReply, scripted_model};
pub use world::{World, Worlds};
