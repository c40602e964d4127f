//! Report of a run over all cases, as printed by `eval golden --json`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Percentiles;
use crate::answers::FailedCase;

use super::change::RunChange;

/// Result of one case in one run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GoldenResult {
    /// Id of the case.
    pub id: String,
    /// True for the run with its scripted model.
    pub with_model: bool,
    /// True if all expectations were met.
    pub passed: bool,
    /// Descriptions of the violated expectations.
    pub why: Vec<String>,
    /// Status and quotes of each turn.
    pub turns: Vec<String>,
    /// Number of model calls.
    pub model_calls: u64,
    /// Time of each turn in milliseconds.
    pub latency_ms: Vec<f64>,
    /// Number of quotes displayed in all turns.
    pub quotes: usize,
    /// Number of quotes that are verbatim at their location.
    pub verbatim: usize,
    /// Number of displayed tokens without a supporting quote.
    pub unsupported_tokens: usize,
}

impl GoldenResult {
    /// Returns the name of case and run.
    pub fn name(&self) -> String {
        if self.with_model { format!("{} (model)", self.id) } else { self.id.clone() }
    }
}

/// Report on all cases (CONTRACT). A case with scripted replies counts twice: with and without them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GoldenReport {
    /// Number of cases that ran.
    pub cases: usize,
    /// Number of cases that met all expectations.
    pub passed: usize,
    /// Cases that violated an expectation.
    pub failed: Vec<FailedCase>,
    /// Metrics over all cases.
    pub metrics: GoldenMetrics,
    /// Embedding model; `words` without one.
    pub embedder: String,
    /// Skipped cases with the reason.
    pub skipped: BTreeMap<String, String>,
    /// Differences from the last recorded run.
    pub changes: Vec<RunChange>,
    /// Results, case by case.
    pub results: Vec<GoldenResult>,
}

/// Metrics over all cases.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct GoldenMetrics {
    /// Number of written cases, each counted once.
    pub written: usize,
    /// Number of runs without a language model, and of those that passed.
    pub without_model: (usize, usize),
    /// Number of runs with a scripted model, and of those that passed.
    pub with_model: (usize, usize),
    /// Number of displayed quotes.
    pub quotes: usize,
    /// Number of quotes that are verbatim at their location.
    pub verbatim: usize,
    /// Number of displayed tokens without a supporting quote.
    pub unsupported_tokens: usize,
    /// Number of scripted model calls.
    pub model_calls: u64,
    /// Maximum number in one case.
    pub most_model_calls: u64,
    /// Wall-clock time per turn.
    pub latency_ms: Percentiles,
}

impl GoldenReport {
    /// Builds the report of all results.
    pub fn new(embedder: String, results: Vec<GoldenResult>, skipped: BTreeMap<String, String>) -> Self {
        let failed: Vec<FailedCase> = results
            .iter()
            .filter(|r| !r.passed)
            .map(|r| FailedCase { id: r.name(), why: r.why.join("; ") })
            .collect();
        let runs = |with: bool| {
            let all = results.iter().filter(|r| r.with_model == with);
            (all.clone().count(), all.filter(|r| r.passed).count())
        };
        let times: Vec<f64> = results.iter().flat_map(|r| r.latency_ms.clone()).collect();
        let mut ids: Vec<&str> = results.iter().map(|r| r.id.as_str()).collect();
        ids.dedup();
        let metrics = GoldenMetrics {
            written: ids.len(),
            without_model: runs(false),
            with_model: runs(true),
            quotes: results.iter().map(|r| r.quotes).sum(),
            verbatim: results.iter().map(|r| r.verbatim).sum(),
            unsupported_tokens: results.iter().map(|r| r.unsupported_tokens).sum(),
            model_calls: results.iter().map(|r| r.model_calls).sum(),
            most_model_calls: results.iter().map(|r| r.model_calls).max().unwrap_or(0),
            latency_ms: Percentiles::of(&times),
        };
        GoldenReport {
            cases: results.len(),
            passed: results.len() - failed.len(),
            failed,
            metrics,
            embedder,
            skipped,
            changes: Vec::new(),
            results,
        }
    }

    /// Returns the cases that passed in the record and fail now.
    pub fn broken(&self) -> impl Iterator<Item = &RunChange> {
        self.changes.iter().filter(|c| c.change == "broken" || c.change == "gone")
    }
}
