//! The last recorded run, and the differences from it.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::EvalError;

use super::change::RunChange;
use super::report::GoldenResult;

/// Recorded runs, one per embedding model and one without.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct RecordedRun {
    /// Runs by embedding model; `words` for the run without one.
    pub runs: BTreeMap<String, BTreeMap<String, RecordedCase>>,
}

/// A recorded case.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RecordedCase {
    /// True if all expectations were met.
    pub passed: bool,
    /// Descriptions of the violated expectations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<String>,
    /// Status and quotes of each turn.
    pub turns: Vec<String>,
}

impl RecordedRun {
    /// Reads the file; returns an empty record if it does not exist.
    ///
    /// # Errors
    /// An error for a file that is not such a record.
    pub fn read(path: &Path) -> Result<Self, EvalError> {
        match std::fs::read_to_string(path) {
            Ok(text) => serde_json::from_str(&text).map_err(|e| EvalError::Golden {
                path: path.to_owned(),
                what: format!("{e}; rewrite it with --record"),
            }),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(RecordedRun::default()),
            Err(e) => Err(EvalError::Golden { path: path.to_owned(), what: e.to_string() }),
        }
    }

    /// Replaces the recorded run of the same embedding model.
    pub fn record(&mut self, embedder: &str, results: &[GoldenResult]) {
        self.runs.insert(embedder.to_owned(), recorded(results));
    }

    /// Writes the record to a file.
    ///
    /// # Errors
    /// [`EvalError::Write`].
    pub fn write(&self, path: &Path) -> Result<(), EvalError> {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        std::fs::write(path, text).map_err(|source| EvalError::Write { path: path.to_owned(), source })
    }

    /// Lists the differences from the record; empty if no run with this model was recorded. `whole` means
    /// that all cases ran, so that a missing one counts as gone.
    pub fn changes(&self, embedder: &str, results: &[GoldenResult], whole: bool) -> Vec<RunChange> {
        let Some(before) = self.runs.get(embedder) else { return Vec::new() };
        let now = recorded(results);
        let mut changes = Vec::new();
        for (id, case) in &now {
            let (change, then) = match before.get(id) {
                None => ("new", Vec::new()),
                Some(old) if old.passed && !case.passed => ("broken", old.turns.clone()),
                Some(old) if !old.passed && case.passed => ("fixed", old.why.clone()),
                Some(old) if old.turns != case.turns => ("other quotes", old.turns.clone()),
                Some(_) => continue,
            };
            let now = if change == "broken" { case.why.clone() } else { case.turns.clone() };
            changes.push(RunChange { id: id.clone(), change: change.to_owned(), before: then, now });
        }
        if whole {
            for id in before.keys().filter(|id| !now.contains_key(*id)) {
                let gone =
                    RunChange { id: id.clone(), change: "gone".into(), before: Vec::new(), now: Vec::new() };
                changes.push(gone);
            }
        }
        changes
    }
}

fn recorded(results: &[GoldenResult]) -> BTreeMap<String, RecordedCase> {
    results
        .iter()
        .map(|r| {
            let case = RecordedCase { passed: r.passed, why: r.why.clone(), turns: r.turns.clone() };
            (r.name(), case)
        })
        .collect()
}
