//! A passage that a search found.

use pyo3::prelude::*;
use serde_json::Value;

use super::json::{list, loaded, number, optional, string, text};

/// A passage that a search found.
#[pyclass(frozen, module = "twolane")]
pub struct Hit(Value);

/// Returns the hits of a search's reply.
pub fn hits(reply: &Value) -> Vec<Hit> {
    list(reply, "/hits").iter().cloned().map(Hit).collect()
}

#[pymethods]
impl Hit {
    /// The rank, from 1.
    #[getter]
    fn rank(&self) -> u64 {
        number(&self.0, "/rank")
    }

    /// The score. Scores of two searches can't be compared.
    #[getter]
    fn score(&self) -> f64 {
        self.0.get("score").and_then(Value::as_f64).unwrap_or_default()
    }

    /// The words of the passage.
    #[getter]
    fn text(&self) -> String {
        string(&self.0, "/text")
    }

    /// The id of the source.
    #[getter]
    fn source(&self) -> String {
        string(&self.0, "/source/id")
    }

    /// The title of the source.
    #[getter]
    fn title(&self) -> String {
        string(&self.0, "/source/title")
    }

    /// The path of the source's file, if it has one.
    #[getter]
    fn path(&self) -> Option<String> {
        optional(&self.0, "/source/path")
    }

    /// The date of the source, if it is known.
    #[getter]
    fn date(&self) -> Option<String> {
        optional(&self.0, "/source/date")
    }

    /// The lines of the passage.
    #[getter]
    fn lines(&self) -> String {
        string(&self.0, "/locator")
    }

    /// The page of the passage, in a source with pages.
    #[getter]
    fn page(&self) -> Option<u64> {
        Some(number(&self.0, "/page")).filter(|page| *page > 0)
    }

    /// The lane: `local`, `state`, or another.
    #[getter]
    fn lane(&self) -> String {
        string(&self.0, "/lane")
    }

    /// The reason why the passage was found.
    #[getter]
    fn why(&self) -> String {
        string(&self.0, "/why")
    }

    /// Returns the hit as `twolane search --json` prints it.
    #[pyo3(signature = (*, indent = false))]
    fn to_json(&self, indent: bool) -> String {
        text(&self.0, indent)
    }

    /// Returns the same object as a dictionary.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loaded(py, &self.0)
    }

    fn __repr__(&self) -> String {
        format!("Hit(rank={}, source={:?}, lines={:?})", self.rank(), self.source(), self.lines())
    }
}
