//! The check of a saved answer.

use pyo3::prelude::*;
use serde_json::Value;

use super::json::{list, loaded, optional, string, text};

/// A quote of a saved answer, with the verdict on it.
#[pyclass(frozen, get_all, eq, hash, module = "twolane")]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CheckedQuote {
    /// The verdict: `exact`, `moved`, `other_source`, `not_found` or `unchecked`.
    verdict: String,
    /// The id of the source.
    source: String,
    /// The lines in the source.
    lines: String,
    /// The words as saved.
    text: String,
    /// A remark for people; may be empty.
    note: String,
}

#[pymethods]
impl CheckedQuote {
    fn __repr__(&self) -> String {
        format!("CheckedQuote(verdict={:?}, source={:?}, lines={:?})", self.verdict, self.source, self.lines)
    }
}

/// Any other text of a saved answer, with the verdict on it.
#[pyclass(frozen, get_all, eq, hash, module = "twolane")]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CheckedText {
    /// The verdict, such as `quoted`, `own_wording` or `unchecked`.
    verdict: String,
    /// The place in the answer.
    place: String,
    /// The text itself.
    text: String,
    /// The reason for the verdict; may be empty.
    why: String,
}

#[pymethods]
impl CheckedText {
    fn __repr__(&self) -> String {
        format!("CheckedText(verdict={:?}, place={:?}, text={:?})", self.verdict, self.place, self.text)
    }
}

/// The check of a saved answer: the object that `twolane verify --json -v` prints. True if everything is confirmed.
#[pyclass(frozen, module = "twolane")]
pub struct Verification(Value);

impl Verification {
    /// Creates a verification of such an object.
    pub fn new(checked: Value) -> Self {
        Verification(checked)
    }

    fn is_true(&self, name: &str) -> bool {
        self.0.get(name).and_then(Value::as_bool).unwrap_or_default()
    }
}

#[pymethods]
impl Verification {
    /// True if everything is confirmed.
    #[getter]
    fn ok(&self) -> bool {
        self.is_true("ok")
    }

    /// True if every quote is exact and every other text accounted for.
    #[getter]
    fn accounted(&self) -> bool {
        self.is_true("accounted")
    }

    /// The quotes, each with its verdict.
    #[getter]
    fn quotes(&self) -> Vec<CheckedQuote> {
        let quote = |quote: &Value| CheckedQuote {
            verdict: string(quote, "/verdict"),
            source: string(quote, "/source_id"),
            lines: string(quote, "/locator"),
            text: string(quote, "/quote"),
            note: string(quote, "/note"),
        };
        list(&self.0, "/quotes").iter().map(quote).collect()
    }

    /// The other texts, each with its verdict.
    #[getter]
    fn texts(&self) -> Vec<CheckedText> {
        let checked = |checked: &Value| CheckedText {
            verdict: string(checked, "/verdict"),
            place: string(checked, "/place"),
            text: string(checked, "/text"),
            why: string(checked, "/why"),
        };
        list(&self.0, "/texts").iter().map(checked).collect()
    }

    /// The result of asking again: `same`, `differs` or `not`; `None` for quotes without an answer.
    #[getter]
    fn made_again(&self) -> Option<String> {
        optional(&self.0, "/made_again/state")
    }

    /// Returns the object as JSON.
    #[pyo3(signature = (*, indent = false))]
    fn to_json(&self, indent: bool) -> String {
        text(&self.0, indent)
    }

    /// Returns the same object as a dictionary.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loaded(py, &self.0)
    }

    fn __bool__(&self) -> bool {
        self.ok()
    }

    fn __repr__(&self) -> String {
        let ok = if self.ok() { "True" } else { "False" };
        format!("Verification(ok={ok}, quotes={})", self.quotes().len())
    }
}
