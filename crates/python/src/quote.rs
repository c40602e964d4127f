//! Words of a source with their place.

use pyo3::prelude::*;
use serde_json::Value;

use super::json::{optional, page, string};

/// Words of a source, with the place where they are.
#[pyclass(frozen, get_all, eq, hash, module = "twolane")]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Quote {
    /// The words themselves.
    pub text: String,
    /// The id of the source.
    pub source: String,
    /// The lines, such as `p.1 L3-L5`.
    pub lines: String,
    /// The page, in a source with pages.
    pub page: Option<u32>,
    /// The title of the source.
    pub title: String,
    /// The date of the source, if it is known.
    pub date: Option<String>,
}

impl Quote {
    /// Builds the quote of an object with `source_id`, `locator` and `quote`.
    pub fn of(value: &Value, title: String, date: Option<String>) -> Self {
        let lines = string(value, "/locator");
        Quote {
            text: string(value, "/quote"),
            source: string(value, "/source_id"),
            page: page(&lines),
            lines,
            title,
            date,
        }
    }

    /// Builds the quote of an answer, whose index names the sources.
    pub fn cited(value: &Value, index: &[Value]) -> Self {
        let id = string(value, "/source_id");
        let source = index.iter().find(|source| string(source, "/source_id") == id);
        let title = source.map(|source| string(source, "/title")).unwrap_or_default();
        Quote::of(value, title, source.and_then(|source| optional(source, "/date")))
    }
}

#[pymethods]
impl Quote {
    fn __str__(&self) -> String {
        format!("“{}” ({}, {})", self.text, self.title, self.lines)
    }

    fn __repr__(&self) -> String {
        format!("Quote(source={:?}, lines={:?}, text={:?})", self.source, self.lines, self.text)
    }
}
