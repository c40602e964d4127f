//! Observations of a turn that expectations can check.

use std::collections::BTreeSet;

use serde_json::Value;

use twolane_answer::{Recheck, Reply};

/// One turn of a run.
#[derive(Debug, Clone, Default)]
pub struct Observed {
    /// Output of `ask --json`.
    pub output: Value,
    /// Queries of the search.
    pub queries: Vec<String>,
    /// Lanes of the quotes.
    pub lanes: Vec<String>,
    /// The answer checked against the archive.
    pub recheck: Option<Recheck>,
}

impl Observed {
    /// Builds the observations of a reply; `lane` returns a source's lane.
    pub fn new(
        reply: &Reply,
        output: Value,
        recheck: Option<Recheck>,
        lane: &dyn Fn(&str) -> Option<String>,
    ) -> Self {
        let mut queries: BTreeSet<String> = BTreeSet::new();
        if let Some(asked) = &reply.asked {
            let lanes = &asked.search.trace.lanes;
            queries.extend(lanes.iter().flat_map(|l| &l.queries).map(|q| q.text.clone()));
        }
        let mut seen = Observed { output, queries: Vec::new(), lanes: Vec::new(), recheck };
        queries.extend(seen.list("/evidence/gaps").flat_map(|g| strings(g, "/searched")));
        seen.queries = queries.into_iter().collect();
        seen.lanes = seen
            .list("/evidence/facts")
            .flat_map(|f| list(f, "/support"))
            .map(|s| lane(text(s, "/source_id")).unwrap_or_else(|| "user".to_owned()))
            .collect();
        seen
    }

    /// Returns the status of the envelope.
    pub fn status(&self) -> &str {
        text(&self.output, "/status")
    }

    /// Returns the quotes of all facts.
    pub fn quotes(&self) -> Vec<&str> {
        self.list("/evidence/facts").flat_map(|f| list(f, "/support")).map(|s| text(s, "/quote")).collect()
    }

    /// Returns all text displayed as an answer, in all forms. Gaps are left out, because their description of
    /// the search repeats the question.
    pub fn shown(&self) -> String {
        let mut shown = String::new();
        for pointer in
            ["/answer/level1", "/answer/level2", "/answer/level3", "/form/markdown", "/evidence/answer"]
        {
            shown.push_str(text(&self.output, pointer));
            shown.push('\n');
        }
        for gap in self.list("/evidence/gaps") {
            for part in ["/reason", "/need"] {
                let said = text(gap, part);
                if said.split_whitespace().nth(1).is_some() {
                    shown = shown.replace(said, " ");
                }
            }
        }
        for fact in self.list("/evidence/facts") {
            shown.push_str(text(fact, "/text"));
            shown.push('\n');
        }
        for part in strings(&self.output, "/evidence/assumptions")
            .chain(strings(&self.output, "/evidence/limitations"))
        {
            shown.push_str(&part);
            shown.push('\n');
        }
        shown.push_str(text(&self.output, "/evidence/analysis"));
        for sentence in self.list("/evidence/prose/sentences") {
            shown.push('\n');
            shown.push_str(text(sentence, "/text"));
        }
        shown
    }

    /// Returns a list in the output.
    pub fn list<'s>(&'s self, pointer: &str) -> impl Iterator<Item = &'s Value> + use<'s> {
        list(&self.output, pointer)
    }
}

/// Returns a list in a value; empty if there is no list.
pub(super) fn list<'v>(value: &'v Value, pointer: &str) -> impl Iterator<Item = &'v Value> + use<'v> {
    value.pointer(pointer).and_then(Value::as_array).into_iter().flatten()
}

/// Returns a text in a value; empty if there is no text.
pub(super) fn text<'v>(value: &'v Value, pointer: &str) -> &'v str {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or("")
}

/// Returns the texts of a list in a value.
pub(super) fn strings(value: &Value, pointer: &str) -> impl Iterator<Item = String> {
    let found: Vec<String> = list(value, pointer).filter_map(|v| v.as_str().map(str::to_owned)).collect();
    found.into_iter()
}
