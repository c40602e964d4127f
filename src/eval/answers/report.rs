//! A whole run, as `eval answers --json` prints it.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::eval::EvalError;

use super::compare::{AnswersComparison, compare};
use super::metrics::AnswerMetrics;
use super::verdict::Verdict;

/// A judged set of questions (CONTRACT).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AnswersReport {
    /// File of the questions.
    pub questions: String,
    /// Language model that took part.
    #[serde(default)]
    pub model: Option<String>,
    /// Embedding model; none: words alone.
    #[serde(default)]
    pub embedder: Option<String>,
    /// Questions asked.
    pub cases: usize,
    /// Those in which all is as it should be.
    pub passed: usize,
    /// The others.
    pub failed: Vec<FailedCase>,
    /// Figures.
    pub metrics: AnswerMetrics,
    /// Files that the questions name and the archive does not have.
    #[serde(default)]
    pub missing_files: Vec<String>,
    /// Question by question.
    pub verdicts: Vec<Verdict>,
    /// This run against an earlier one, where that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comparison: Option<AnswersComparison>,
}

/// A question that failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedCase {
    /// Its id.
    pub id: String,
    /// What is not as it should be.
    pub why: String,
}

impl AnswersReport {
    /// A report on judged questions.
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

    /// Reads a report that an earlier run printed.
    ///
    /// # Errors
    /// A file that can't be read or is no such report.
    pub fn read(path: &Path) -> Result<Self, EvalError> {
        let compare = |what: String| EvalError::Compare { path: path.to_owned(), what };
        let text = std::fs::read_to_string(path).map_err(|e| compare(e.to_string()))?;
        serde_json::from_str(&text).map_err(|e| compare(e.to_string()))
    }

    /// This run against an earlier one.
    pub fn compare(&self, before: &AnswersReport) -> AnswersComparison {
        compare(self, before)
    }
}
