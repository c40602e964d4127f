//! JSON objects as Python sees them. They are the objects that the command line prints.

use pyo3::prelude::*;
use serde_json::Value;
use twolane::cli::clean_json;

/// Returns an object as text, with hidden characters escaped.
pub fn text(value: &Value, indent: bool) -> String {
    let text = if indent { serde_json::to_string_pretty(value) } else { serde_json::to_string(value) };
    clean_json(&text.unwrap_or_default())
}

/// Returns an object as Python's own dictionaries and lists.
pub fn loaded<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (value.to_string(),))
}

/// Returns the text at a path, or an empty one.
pub fn string(value: &Value, path: &str) -> String {
    optional(value, path).unwrap_or_default()
}

/// Returns the text at a path, if there is one.
pub fn optional(value: &Value, path: &str) -> Option<String> {
    value.pointer(path).and_then(Value::as_str).map(str::to_owned)
}

/// Returns the whole number at a path, or 0.
pub fn number(value: &Value, path: &str) -> u64 {
    value.pointer(path).and_then(Value::as_u64).unwrap_or_default()
}

/// Returns the list at a path, or an empty one.
pub fn list<'v>(value: &'v Value, path: &str) -> &'v [Value] {
    value.pointer(path).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Returns the page of a locator, if its source has pages.
pub fn page(locator: &str) -> Option<u32> {
    locator.parse::<twolane::Locator>().ok().map(|locator| locator.page()).filter(|page| *page > 0)
}
