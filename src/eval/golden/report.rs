//! A run over all cases, as `eval golden --json` prints it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::eval::Percentiles;
use crate::eval::answers::FailedCase;

use super::recorded::RunChange;

/// One case in one run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GoldenResult {
    /// The case.
    pub id: String,
    /// With its scripted model.
    pub with_model: bool,
    /// All expectations held.
    pub passed: bool,
    /// What did not.
    pub why: Vec<String>,
    /// Status and quotes of each turn.
    pub turns: Vec<String>,
    /// Calls of the model.
    pub model_calls: u64,
    /// Milliseconds of each turn.
    pub latency_ms: Vec<f64>,
    /// Quotes that were shown, all turns together.
    pub quotes: usize,
    /// Those that stand word for word where they say.
    pub verbatim: usize,
    /// Shown tokens without a quote.
    pub unsupported_tokens: usize,
}

impl GoldenResult {
    /// Case and run.
    pub fn name(&self) -> String {
        if self.with_model { format!("{} (model)", self.id) } else { self.id.clone() }
    }
}

/// All cases (CONTRACT). A case with scripted replies counts twice: with them and without.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GoldenReport {
    /// Cases that ran.
    pub cases: usize,
    /// Those in which all expectations held.
    pub passed: usize,
    /// The others.
    pub failed: Vec<FailedCase>,
    /// Figures.
    pub metrics: GoldenMetrics,
    /// Embedding model; `words` without one.
    pub embedder: String,
    /// Cases that were left out, with the reason.
    pub skipped: BTreeMap<String, String>,
    /// What is not as in the last recorded run.
    pub changes: Vec<RunChange>,
    /// Case by case.
    pub results: Vec<GoldenResult>,
}

/// Figures over all cases.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct GoldenMetrics {
    /// Written cases, each once.
    pub written: usize,
    /// Runs without a language model, and those of them that passed.
    pub without_model: (usize, usize),
    /// Runs with a scripted one, and those of them that passed.
    pub with_model: (usize, usize),
    /// Quotes that were shown.
    pub quotes: usize,
    /// Those that stand word for word where they say.
    pub verbatim: usize,
    /// Shown tokens without a quote.
    pub unsupported_tokens: usize,
    /// Calls of scripted models.
    pub model_calls: u64,
    /// Most in one case.
    pub most_model_calls: u64,
    /// Wall-clock time of a turn.
    pub latency_ms: Percentiles,
}

impl GoldenReport {
    /// Of all results.
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

    /// Cases that passed when they were recorded and fail now.
    pub fn broken(&self) -> impl Iterator<Item = &RunChange> {
        self.changes.iter().filter(|c| c.change == "broken" || c.change == "gone")
    }
}
