//! Comparison of two runs of the same questions.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::metrics::AnswerMetrics;
use super::verdict::Verdict;

/// Differences between two runs.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct AnswersComparison {
    /// Every metric that both runs have, named by its path in `metrics`.
    pub metrics: Vec<MetricChange>,
    /// Questions with a different verdict.
    pub changed: Vec<ChangedCase>,
    /// Ids that only this run has.
    pub only_now: Vec<String>,
    /// Ids that only the earlier run has.
    pub only_before: Vec<String>,
}

/// Change of one metric.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MetricChange {
    /// Path of the metric, such as `abstention.recall`.
    pub metric: String,
    /// Value in the earlier run; `None` if no case counted.
    pub before: Option<f64>,
    /// Value in this run.
    pub now: Option<f64>,
    /// `now - before`, if both values exist.
    pub difference: Option<f64>,
}

/// Change of one question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedCase {
    /// Id of the question.
    pub id: String,
    /// Earlier verdict in a few words.
    pub before: String,
    /// New verdict in a few words.
    pub now: String,
    /// `better`, `worse`, or `other`.
    pub change: String,
}

/// The parts of a report that are compared.
pub(super) struct Judged<'r> {
    /// Verdicts, question by question.
    pub(super) verdicts: &'r [Verdict],
    /// Metrics over all questions.
    pub(super) metrics: &'r AnswerMetrics,
    /// Number of questions without a failure.
    pub(super) passed: usize,
}

/// Compares a run with an earlier one.
pub(super) fn compare(now: &Judged<'_>, before: &Judged<'_>) -> AnswersComparison {
    let (figures, then) = (figures(now), figures(before));
    let metrics = figures
        .iter()
        .filter_map(|(name, now)| {
            let before = *then.get(name)?;
            let difference = now.zip(before).map(|(now, before)| now - before);
            Some(MetricChange { metric: name.clone(), before, now: *now, difference })
        })
        .collect();
    let old: BTreeMap<&str, &Verdict> = before.verdicts.iter().map(|v| (v.id.as_str(), v)).collect();
    let new: BTreeMap<&str, &Verdict> = now.verdicts.iter().map(|v| (v.id.as_str(), v)).collect();
    let changed = now
        .verdicts
        .iter()
        .filter_map(|v| {
            let was = old.get(v.id.as_str())?;
            let (before, now) = (in_words(was), in_words(v));
            let change = match (was.passed, v.passed) {
                (false, true) => "better",
                (true, false) => "worse",
                _ => "other",
            };
            (before != now).then(|| ChangedCase { id: v.id.clone(), before, now, change: change.to_owned() })
        })
        .collect();
    let only = |here: &BTreeMap<&str, &Verdict>, there: &BTreeMap<&str, &Verdict>| {
        here.keys().filter(|id| !there.contains_key(*id)).map(|id| (*id).to_owned()).collect()
    };
    AnswersComparison { metrics, changed, only_now: only(&new, &old), only_before: only(&old, &new) }
}

fn in_words(v: &Verdict) -> String {
    let mut words =
        serde_json::to_value(v.outcome).ok().and_then(|o| o.as_str().map(str::to_owned)).unwrap_or_default();
    if let Some(rank) = v.ranks.iter().flatten().min() {
        words.push_str(&format!(", found at {rank}"));
    }
    if let Some(right) = v.right {
        words.push_str(if right { ", right" } else { ", figures missing" });
    }
    if v.conflicts > 0 {
        words.push_str(", conflict");
    }
    if !v.unsupported.is_empty() {
        words.push_str(", unsupported tokens");
    }
    words.push_str(if v.passed { ", passed" } else { ", failed" });
    words
}

/// Collects a report's numbers by their path; individual times are left out.
fn figures(report: &Judged<'_>) -> BTreeMap<String, Option<f64>> {
    let mut found = BTreeMap::new();
    if let Ok(value) = serde_json::to_value(report.metrics) {
        collect("", &value, &mut found);
    }
    found.insert("passed".to_owned(), u32::try_from(report.passed).ok().map(f64::from));
    found
}

fn collect(path: &str, value: &Value, found: &mut BTreeMap<String, Option<f64>>) {
    match value {
        Value::Object(fields) => {
            for (name, inner) in fields {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                collect(&path, inner, found);
            }
        }
        Value::Number(number) => {
            found.insert(path.to_owned(), number.as_f64());
        }
        Value::Null => {
            found.insert(path.to_owned(), None);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::case::CaseKind;
    use super::super::report::AnswersReport;
    use super::super::verdict::Outcome;
    use super::*;
    use std::path::Path;

    fn verdict(id: &str, found: bool) -> Verdict {
        Verdict {
            id: id.into(),
            kind: CaseKind::Fact,
            outcome: Outcome::Answered,
            passed: found,
            why: if found { vec![] } else { vec!["no fact".into()] },
            facts: 1,
            pages: Vec::new(),
            ranks: vec![found.then_some(1)],
            found,
            first: found,
            right: None,
            conflicts: 0,
            all_sides: None,
            all_values: None,
            quotes: BTreeMap::new(),
            unsupported: Vec::new(),
            gaps: BTreeMap::new(),
            model_calls: 0,
            latency_ms: 1.0,
        }
    }

    #[test]
    fn figures_and_cases_that_changed() {
        let report = |verdicts| AnswersReport::new(Path::new("q.jsonl"), verdicts);
        let before = report(vec![verdict("a", true), verdict("b", false), verdict("x", true)]);
        let now = report(vec![verdict("a", false), verdict("b", true), verdict("c", true)]);
        let found = now.compare(&before);
        let changes: Vec<(&str, &str)> =
            found.changed.iter().map(|c| (c.id.as_str(), c.change.as_str())).collect();
        assert_eq!(changes, [("a", "worse"), ("b", "better")]);
        assert_eq!((found.only_now, found.only_before), (vec!["c".to_owned()], vec!["x".to_owned()]));
        let share = found.metrics.iter().find(|m| m.metric == "found_at_5").unwrap();
        assert_eq!(share.difference, Some(0.0));
        assert!(found.metrics.iter().any(|m| m.metric == "abstention.recall" && m.before.is_none()));
        assert_eq!(report(vec![]).compare(&before).changed, []);
    }

    #[test]
    fn a_report_reads_back_and_has_the_contracts_names() {
        let report = AnswersReport::new(Path::new("q.jsonl"), vec![verdict("a", true), verdict("b", false)]);
        let json = serde_json::to_value(&report).unwrap();
        assert_eq!((&json["cases"], &json["passed"]), (&Value::from(2), &Value::from(1)));
        assert_eq!(json["failed"][0]["id"], "b");
        assert_eq!(json["failed"][0]["why"], "no fact");
        assert!(json["metrics"]["found_at_5"].is_number());
        let back: AnswersReport = serde_json::from_value(json).unwrap();
        assert_eq!(back, report);
    }
}
