//! Report of a whole run, as printed by `eval answers --json`.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::EvalError;

use super::compare::{AnswersComparison, Judged, compare};
use super::metrics::AnswerMetrics;
use super::verdict::Verdict;

/// Report on a judged set of questions (CONTRACT).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AnswersReport {
    /// Path of the question file.
    pub questions: String,
    /// Language model of the run, if any.
    #[serde(default)]
    pub model: Option<String>,
    /// Embedding model; `None` for keyword search alone.
    #[serde(default)]
    pub embedder: Option<String>,
    /// Number of questions.
    pub cases: usize,
    /// Number of questions without a failure.
    pub passed: usize,
    /// Questions with a failure.
    pub failed: Vec<FailedCase>,
    /// Metrics over all questions.
    pub metrics: AnswerMetrics,
    /// Files that the questions name and the archive lacks.
    #[serde(default)]
    pub missing_files: Vec<String>,
    /// Verdicts, question by question.
    pub verdicts: Vec<Verdict>,
    /// Comparison with an earlier run, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comparison: Option<AnswersComparison>,
}

/// A question that failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedCase {
    /// Id of the question.
    pub id: String,
    /// Description of the failures.
    pub why: String,
}

impl AnswersReport {
    /// Builds a report on judged questions.
    pub fn new(questions: &Path, verdicts: Vec<Verdict>) -> Self {
        let failed: Vec<FailedCase> = verdicts
            .iter()
            .filter(|v| !v.passed)
            .map(|v| FailedCase { id: v.id.clone(), why: v.why.join("; ") })
            .collect();
        AnswersReport {
            questions: questions.display().to_string(),
            model: None,
            embedder: None,
            cases: verdicts.len(),
            passed: verdicts.len() - failed.len(),
            failed,
            metrics: AnswerMetrics::of(&verdicts),
            missing_files: Vec::new(),
            verdicts,
            comparison: None,
        }
    }

    /// Reads the printed report of an earlier run.
    ///
    /// # Errors
    /// Those of reading the file, or an error for a file that is not such a report.
    pub fn read(path: &Path) -> Result<Self, EvalError> {
        let compare = |what: String| EvalError::Compare { path: path.to_owned(), what };
        let text = std::fs::read_to_string(path).map_err(|e| compare(e.to_string()))?;
        serde_json::from_str(&text).map_err(|e| compare(e.to_string()))
    }

    /// Compares this run with an earlier one.
    pub fn compare(&self, before: &AnswersReport) -> AnswersComparison {
        compare(&self.judged(), &before.judged())
    }

    fn judged(&self) -> Judged<'_> {
        Judged { verdicts: &self.verdicts, metrics: &self.metrics, passed: self.passed }
    }
}
