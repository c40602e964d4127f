//! Metrics over all questions of a set.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Percentiles;

use super::case::CaseKind;
use super::detection::{Detection, share};
use super::verdict::{Outcome, Verdict};

/// Metrics of a run; `docs/evaluation.md` defines each. Shares are 0 to 1, and `None` if no case counts.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct AnswerMetrics {
    /// Number of cases that the papers answer as they are.
    pub answerable: usize,
    /// Share of them in which a known page or section of law is the first search result.
    pub page_first: Option<f64>,
    /// Share of them in which one is among the first three.
    pub page_top_3: Option<f64>,
    /// Share of them in which all known ones are among the first five.
    pub all_pages_top_5: Option<f64>,
    /// Share of them in which one of at most five facts has a known quote.
    pub found_at_5: Option<f64>,
    /// Share of them in which the first fact has one.
    pub first_at_1: Option<f64>,
    /// Share of those with figures in the known answer in which the facts have all of them.
    pub right: Option<f64>,
    /// Number of cases in the denominator of `right`.
    pub right_of: usize,
    /// Number of quotes in all answers.
    pub quotes: usize,
    /// Share of the quotes that are verbatim at their location.
    pub verbatim: Option<f64>,
    /// Number of quotes by verdict.
    pub quote_verdicts: BTreeMap<String, usize>,
    /// Number of displayed numbers, dates, names, sections and times that no quote supports.
    pub unsupported_tokens: usize,
    /// Number of answers with such a token.
    pub answers_with_unsupported: usize,
    /// Number of gaps by reason.
    pub gaps: BTreeMap<String, usize>,
    /// Number of answers that list a gap.
    pub answers_with_gaps: usize,
    /// Abstention; cases that need a follow-up question are left out.
    pub abstention: Detection,
    /// Share of the answerable cases without an answer.
    pub false_abstention: Option<f64>,
    /// Detection of conflicts.
    pub conflict: Detection,
    /// Share of the conflicts in which the facts cover every side.
    pub conflict_all_sides: Option<f64>,
    /// Share of those with figures in the known answer in which the conflict lists all of them.
    pub conflict_all_values: Option<f64>,
    /// Follow-up questions to the user.
    pub clarify: Detection,
    /// Number of questions rejected by screening.
    pub rejected: usize,
    /// Number of language model calls.
    pub model_calls: u64,
    /// Maximum number of calls for one question.
    pub most_model_calls: u64,
    /// Wall-clock time per question.
    pub latency_ms: Percentiles,
    /// Counts by kind of question.
    pub by_kind: BTreeMap<String, KindMetrics>,
}

/// Counts of one kind of question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct KindMetrics {
    /// Number of cases.
    pub cases: usize,
    /// Number of cases that passed.
    pub passed: usize,
    /// Number with a known quote in a fact.
    pub found: usize,
    /// Number with a known quote in the first fact.
    pub first: usize,
    /// Number with correct figures.
    pub right: usize,
    /// Number of cases with figures.
    pub right_of: usize,
    /// Number without an answer.
    pub abstained: usize,
    /// Number with a follow-up question.
    pub clarify: usize,
}

impl AnswerMetrics {
    /// Computes the metrics of judged questions.
    pub fn of(verdicts: &[Verdict]) -> Self {
        let answerable: Vec<&Verdict> = verdicts.iter().filter(|v| v.kind.is_answerable()).collect();
        let among = |items: &[&Verdict], test: &dyn Fn(&Verdict) -> bool| {
            share(items.iter().filter(|v| test(v)).count(), items.len())
        };
        let placed: Vec<&Verdict> = answerable.iter().filter(|v| !v.ranks.is_empty()).copied().collect();
        let within = |page: &Option<usize>, most: usize| page.is_some_and(|at| at <= most);
        let rated: Vec<&Verdict> = answerable.iter().filter(|v| v.right.is_some()).copied().collect();
        let values: Vec<&Verdict> = verdicts.iter().filter(|v| v.all_values.is_some()).collect();
        let sides: Vec<&Verdict> = verdicts.iter().filter(|v| v.all_sides.is_some()).collect();
        let quote_verdicts = sum(verdicts.iter().map(|v| &v.quotes));
        let quotes = quote_verdicts.values().sum();
        let silent = |v: &Verdict| v.outcome != Outcome::Answered;
        let latencies: Vec<f64> = verdicts.iter().map(|v| v.latency_ms).collect();
        let mut by_kind: BTreeMap<String, KindMetrics> = BTreeMap::new();
        for verdict in verdicts {
            by_kind.entry(verdict.kind.as_str().to_owned()).or_default().add(verdict);
        }
        AnswerMetrics {
            answerable: answerable.len(),
            page_first: among(&placed, &|v| v.pages.iter().any(|p| within(p, 1))),
            page_top_3: among(&placed, &|v| v.pages.iter().any(|p| within(p, 3))),
            all_pages_top_5: among(&placed, &|v| !v.pages.is_empty() && v.pages.iter().all(|p| within(p, 5))),
            found_at_5: among(&answerable, &|v| v.found),
            first_at_1: among(&answerable, &|v| v.first),
            right: among(&rated, &|v| v.right == Some(true)),
            right_of: rated.len(),
            quotes,
            verbatim: share(quote_verdicts.get("exact").copied().unwrap_or(0), quotes),
            quote_verdicts,
            unsupported_tokens: verdicts.iter().map(|v| v.unsupported.len()).sum(),
            answers_with_unsupported: verdicts.iter().filter(|v| !v.unsupported.is_empty()).count(),
            gaps: sum(verdicts.iter().map(|v| &v.gaps)),
            answers_with_gaps: verdicts.iter().filter(|v| !v.gaps.is_empty()).count(),
            abstention: Detection::of(
                verdicts
                    .iter()
                    .filter(|v| v.kind != CaseKind::Clarify)
                    .map(|v| (v.kind == CaseKind::Unanswerable, silent(v))),
            ),
            false_abstention: among(&answerable, &silent),
            conflict: Detection::of(verdicts.iter().map(|v| (v.kind == CaseKind::Conflict, v.conflicts > 0))),
            conflict_all_sides: among(&sides, &|v| v.all_sides == Some(true)),
            conflict_all_values: among(&values, &|v| v.all_values == Some(true)),
            clarify: Detection::of(
                verdicts.iter().map(|v| (v.kind == CaseKind::Clarify, v.outcome == Outcome::Clarify)),
            ),
            rejected: verdicts.iter().filter(|v| v.outcome == Outcome::Rejected).count(),
            model_calls: verdicts.iter().map(|v| v.model_calls).sum(),
            most_model_calls: verdicts.iter().map(|v| v.model_calls).max().unwrap_or(0),
            latency_ms: Percentiles::of(&latencies),
            by_kind,
        }
    }
}

impl KindMetrics {
    fn add(&mut self, v: &Verdict) {
        let one = usize::from;
        self.cases += 1;
        self.passed += one(v.passed);
        self.found += one(v.found);
        self.first += one(v.first);
        self.right += one(v.right == Some(true));
        self.right_of += one(v.right.is_some());
        self.abstained += one(v.outcome == Outcome::Abstained);
        self.clarify += one(v.outcome == Outcome::Clarify);
    }
}

fn sum<'c>(counts: impl Iterator<Item = &'c BTreeMap<String, usize>>) -> BTreeMap<String, usize> {
    let mut all = BTreeMap::new();
    for (name, count) in counts.flatten() {
        *all.entry(name.clone()).or_insert(0) += count;
    }
    all
}
