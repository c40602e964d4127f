//! The report of an ingest.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use serde_json::Value;

use super::json::{list, loaded, number, string, text};

/// A file that was not read.
#[pyclass(frozen, get_all, eq, hash, module = "twolane")]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Failure {
    /// The path of the file.
    path: String,
    /// The reason, and the remedy.
    reason: String,
}

#[pymethods]
impl Failure {
    fn __str__(&self) -> String {
        format!("{}: {}", self.path, self.reason)
    }

    fn __repr__(&self) -> String {
        format!("Failure(path={:?}, reason={:?})", self.path, self.reason)
    }
}

/// The result of an ingest: the last event of `twolane ingest --json`.
#[pyclass(frozen, module = "twolane")]
pub struct Report(Value);

impl Report {
    /// Creates a report of the event `done`.
    pub fn new(done: Value) -> Self {
        Report(done)
    }
}

#[pymethods]
impl Report {
    /// The number of sources that were found, the unchanged ones included.
    #[getter]
    fn sources(&self) -> u64 {
        number(&self.0, "/sources")
    }

    /// The number of new sources.
    #[getter]
    fn added(&self) -> u64 {
        number(&self.0, "/added")
    }

    /// The number of sources that replaced their older version.
    #[getter]
    fn changed(&self) -> u64 {
        number(&self.0, "/changed")
    }

    /// The number of sources unchanged in the archive.
    #[getter]
    fn unchanged(&self) -> u64 {
        number(&self.0, "/unchanged")
    }

    /// The number of removed sources.
    #[getter]
    fn removed(&self) -> u64 {
        number(&self.0, "/removed")
    }

    /// The number of pages.
    #[getter]
    fn pages(&self) -> u64 {
        number(&self.0, "/pages")
    }

    /// The number of pages that were not read.
    #[getter]
    fn pages_unread(&self) -> u64 {
        number(&self.0, "/pages_unread")
    }

    /// The number of lines.
    #[getter]
    fn lines(&self) -> u64 {
        number(&self.0, "/lines")
    }

    /// The number of passages.
    #[getter]
    fn chunks(&self) -> u64 {
        number(&self.0, "/chunks")
    }

    /// The time of the run, in seconds.
    #[getter]
    fn seconds(&self) -> f64 {
        self.0.get("seconds").and_then(Value::as_f64).unwrap_or_default()
    }

    /// The files that were not read.
    #[getter]
    fn failures(&self) -> Vec<Failure> {
        let failure = |f: &Value| Failure { path: string(f, "/path"), reason: string(f, "/reason") };
        list(&self.0, "/failed").iter().map(failure).collect()
    }

    /// The number of files in folders without a reader for them, by extension.
    #[getter]
    fn skipped(&self) -> BTreeMap<String, u64> {
        let skipped = self.0.get("skipped").and_then(Value::as_object);
        let counts = skipped.into_iter().flatten();
        counts.map(|(extension, count)| (extension.clone(), count.as_u64().unwrap_or_default())).collect()
    }

    /// Returns the event as JSON.
    #[pyo3(signature = (*, indent = false))]
    fn to_json(&self, indent: bool) -> String {
        text(&self.0, indent)
    }

    /// Returns the same object as a dictionary.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loaded(py, &self.0)
    }

    fn __repr__(&self) -> String {
        format!(
            "Report(sources={}, added={}, changed={}, failures={})",
            self.sources(),
            self.added(),
            self.changed(),
            self.failures().len()
        )
    }
}
