//! An answer, its facts and its gaps.

use pyo3::prelude::*;
use serde_json::Value;

use super::json::{list, loaded, optional, string, text};
use super::quote::Quote;

/// A statement with the quotes that support it.
#[pyclass(frozen, get_all, eq, hash, module = "twolane")]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Fact {
    /// The statement itself.
    text: String,
    /// The quotes that support it, at least one.
    quotes: Vec<Quote>,
    /// The words of the first quote.
    quote: String,
    /// The id of the first quote's source.
    source: String,
    /// The lines of the first quote.
    lines: String,
    /// The page of the first quote.
    page: Option<u32>,
    /// The title of the first quote's source.
    title: String,
    /// The date of the first quote's source.
    date: Option<String>,
}

impl Fact {
    /// Builds a fact of an answer; `None` for one without a quote, which no answer has.
    fn of(value: &Value, index: &[Value]) -> Option<Self> {
        let quotes: Vec<Quote> =
            list(value, "/support").iter().map(|quote| Quote::cited(quote, index)).collect();
        let first = quotes.first()?.clone();
        Some(Fact {
            text: string(value, "/text"),
            quote: first.text,
            source: first.source,
            lines: first.lines,
            page: first.page,
            title: first.title,
            date: first.date,
            quotes,
        })
    }
}

#[pymethods]
impl Fact {
    fn __str__(&self) -> String {
        format!("“{}” ({}, {})", self.quote, self.title, self.lines)
    }

    fn __repr__(&self) -> String {
        format!("Fact(source={:?}, lines={:?}, text={:?})", self.source, self.lines, self.text)
    }
}

/// A part of an answer that is missing.
#[pyclass(frozen, get_all, eq, hash, module = "twolane")]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Gap {
    /// The missing part.
    need: String,
    /// The cause: `no_quote_found`, `low_coverage` or `clarify_timeout`.
    why: String,
    /// The cause for people.
    reason: String,
}

#[pymethods]
impl Gap {
    fn __str__(&self) -> String {
        self.reason.clone()
    }

    fn __repr__(&self) -> String {
        format!("Gap(need={:?}, why={:?}, reason={:?})", self.need, self.why, self.reason)
    }
}

/// A question that twolane asks back.
#[pyclass(frozen, get_all, eq, hash, module = "twolane")]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Question {
    /// The field for the reply, in `context`.
    field: String,
    /// The question for people.
    prompt: String,
    /// The replies that the archive suggests.
    options: Vec<String>,
}

#[pymethods]
impl Question {
    fn __str__(&self) -> String {
        self.prompt.clone()
    }

    fn __repr__(&self) -> String {
        format!("Question(field={:?}, prompt={:?}, options={:?})", self.field, self.prompt, self.options)
    }
}

/// The reply to a question.
#[pyclass(frozen, module = "twolane")]
pub struct Answer {
    reply: Value,
    text: String,
}

impl Answer {
    /// Creates an answer of the object that `ask --json` prints and the text that `ask` prints.
    pub fn new(reply: Value, text: String) -> Self {
        Answer { reply, text }
    }

    /// Returns the object that `ask --json` prints, on one line.
    pub fn json(&self) -> String {
        text(&self.reply, false)
    }
}

#[pymethods]
impl Answer {
    /// The answer as the command line prints it.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// The state: `answered`, `insufficient`, `clarify` or `rejected`.
    #[getter]
    fn status(&self) -> &'static str {
        match (optional(&self.reply, "/status").as_deref(), string(&self.reply, "/evidence/mode").as_str()) {
            (Some("rejected"), _) => "rejected",
            (Some("clarify"), _) => "clarify",
            (_, "answer") => "answered",
            _ => "insufficient",
        }
    }

    /// The facts, best first.
    #[getter]
    fn facts(&self) -> Vec<Fact> {
        let index = list(&self.reply, "/evidence/citations_index");
        list(&self.reply, "/evidence/facts").iter().filter_map(|fact| Fact::of(fact, index)).collect()
    }

    /// The strength `A`, `B` or `C`; `None` without an answer.
    #[getter]
    fn strength(&self) -> Option<String> {
        optional(&self.reply, "/evidence/record_strength/tier")
    }

    /// The missing parts.
    #[getter]
    fn gaps(&self) -> Vec<Gap> {
        let gap = |gap: &Value| Gap {
            need: string(gap, "/need"),
            why: string(gap, "/why"),
            reason: string(gap, "/reason"),
        };
        list(&self.reply, "/evidence/gaps").iter().map(gap).collect()
    }

    /// The questions that twolane asks back.
    #[getter]
    fn questions(&self) -> Vec<Question> {
        let strings = |values: &[Value]| values.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        let question = |question: &Value| Question {
            field: string(question, "/field"),
            prompt: string(question, "/prompt"),
            options: strings(list(question, "/options")),
        };
        list(&self.reply, "/questions").iter().map(question).collect()
    }

    /// Returns the answer in its form, as Markdown.
    fn to_markdown(&self) -> String {
        optional(&self.reply, "/form/markdown").unwrap_or_else(|| self.text.clone())
    }

    /// Returns the object that `twolane ask --json` prints.
    #[pyo3(signature = (*, indent = false))]
    fn to_json(&self, indent: bool) -> String {
        text(&self.reply, indent)
    }

    /// Returns the same object as a dictionary.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loaded(py, &self.reply)
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("Answer(status={:?}, strength={:?})", self.status(), self.strength().unwrap_or_default())
    }
}
