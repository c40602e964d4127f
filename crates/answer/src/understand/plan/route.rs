//! Effort that a question takes, and the expected place of its answer.

use serde::{Deserialize, Serialize};

use twolane_law::Grammar;
use twolane_retrieve::{IssueMap, RequestedOutput, ScopeHint};

use super::choices::Choices;
use super::rules::{PlanRules, Words};

/// Effort that a question takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QueryType {
    /// One search answers it.
    #[default]
    Simple,
    /// One search, with queries for its parts.
    Complex,
    /// A sequence of searches.
    MultiHop,
}

impl QueryType {
    /// Returns the name that JSON uses.
    pub fn as_str(self) -> &'static str {
        match self {
            QueryType::Simple => "simple",
            QueryType::Complex => "complex",
            QueryType::MultiHop => "multi_hop",
        }
    }
}

/// Expected place of the answer; a hint, never a filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// In the papers of a town or association.
    Local,
    /// In the law of its state.
    State,
    /// In both, or unknown.
    #[default]
    Mixed,
}

impl From<Scope> for ScopeHint {
    fn from(scope: Scope) -> Self {
        match scope {
            Scope::Local => ScopeHint::Local,
            Scope::State => ScopeHint::State,
            Scope::Mixed => ScopeHint::Mixed,
        }
    }
}

/// Route that a question takes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Route {
    /// Effort that the question takes.
    pub query_type: QueryType,
    /// Expected place of its answer.
    pub scope: Scope,
    /// Reason for the route; of the question's words, it contains only those of the matching rule.
    pub reason: String,
}

/// Properties of a question that decide its route.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen<'a> {
    pub(super) choices: &'a Choices,
    pub(super) issue_map: &'a IssueMap,
    /// Number of parts that ask for something of their own.
    pub(super) parts: usize,
    /// Number of towns and associations that it names.
    pub(super) towns: usize,
    /// True when it names a state, and no town in that state.
    pub(super) state_alone: bool,
    /// Least salience of a question of law.
    pub(super) legal_from: f32,
}

impl Route {
    pub(super) fn of(seen: Seen<'_>, rules: &PlanRules) -> Route {
        let scope = scope(seen, rules);
        let (query_type, reason) = query_type(seen, rules, scope);
        Route { query_type, scope, reason }
    }
}

fn query_type(seen: Seen<'_>, rules: &PlanRules, scope: Scope) -> (QueryType, String) {
    let stem = &seen.choices.stem;
    let words = Words::of(stem);
    let phrase = |list: &[Words]| list.iter().find(|p| p.are_in(&words)).map(Words::text);
    if !seen.choices.choices.is_empty() {
        return if seen.choices.test_one_concept() {
            (QueryType::Simple, "its choices are values of one thing".into())
        } else {
            (QueryType::MultiHop, "its choices test several things".into())
        };
    }
    if let Some(found) = phrase(&rules.multi_hop) {
        return (QueryType::MultiHop, format!("\u{201c}{found}\u{201d} needs one answer for the next"));
    }
    if seen.parts >= 3 {
        return (QueryType::MultiHop, format!("{} parts", seen.parts));
    }
    if seen.towns >= 2 {
        return (QueryType::MultiHop, format!("{} places", seen.towns));
    }
    let sections = sections(stem).len();
    if sections >= 2 {
        return (QueryType::MultiHop, format!("{sections} sections of law"));
    }
    let legal = seen.issue_map.legal_salience >= seen.legal_from;
    let conditional = phrase(&rules.complex);
    // A condition on two parts, or on law and facts at once: their order is open.
    if conditional.is_some() && (seen.parts >= 2 || (legal && scope == Scope::Mixed)) {
        return (QueryType::MultiHop, "a condition on several parts".into());
    }
    if let Some(found) = conditional {
        return (QueryType::Complex, format!("\u{201c}{found}\u{201d}"));
    }
    if seen.parts == 2 {
        return (QueryType::Complex, "2 parts".into());
    }
    match seen.issue_map.requested_output {
        RequestedOutput::Steps => return (QueryType::Complex, "steps are asked for".into()),
        RequestedOutput::Risk => return (QueryType::Complex, "risk is asked for".into()),
        _ => {}
    }
    if legal && scope == Scope::Mixed {
        return (QueryType::Complex, "law and local facts".into());
    }
    (QueryType::Simple, "one part".into())
}

fn scope(seen: Seen<'_>, rules: &PlanRules) -> Scope {
    let words = Words::of(&seen.choices.stem);
    let any = |list: &[Words]| list.iter().any(|p| p.are_in(&words));
    let issues = seen.issue_map;
    // "A meeting in Michigan" may be in any town, so the state's law answers.
    let local_words = any(&rules.local);
    let of_some_town = !seen.state_alone && (!issues.boards.is_empty() || local_words);
    let local = issues.town.is_some() || seen.towns > 0 || of_some_town;
    let state = seen.state_alone
        || any(&rules.state)
        || !sections(&seen.choices.stem).is_empty()
        || issues.legal_salience >= seen.legal_from
        || issues.requested_output == RequestedOutput::CiteLaws;
    match (local, state) {
        (true, false) => Scope::Local,
        (false, true) => Scope::State,
        _ => Scope::Mixed,
    }
}

/// Returns the sections of a state's or of federal law that a text names.
fn sections(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Grammar::built_in()
        .find(text)
        .into_iter()
        .filter(|f| !f.citation.jurisdiction.is_empty())
        .map(|f| f.citation.text)
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::facets::facets;
    use crate::understand::plan::choices::split_choices;

    fn route(question: &str, issue_map: &IssueMap, towns: usize) -> Route {
        let choices = split_choices(question);
        let parts = facets(&choices.stem).len();
        let seen = Seen { choices: &choices, issue_map, parts, towns, state_alone: false, legal_from: 0.5 };
        Route::of(seen, PlanRules::built_in())
    }

    #[test]
    fn query_types_and_scopes() {
        let legal = IssueMap { legal_salience: 0.8, ..IssueMap::default() };
        let risk = IssueMap { requested_output: RequestedOutput::Risk, ..IssueMap::default() };
        let none = IssueMap::default();
        for (question, issues, towns, query_type, scope) in [
            ("What does a burn permit cost?", &none, 1, QueryType::Simple, Scope::Local),
            ("What does a permit cost?", &none, 0, QueryType::Simple, Scope::Mixed),
            ("How did the board vote on the culvert?", &none, 0, QueryType::Simple, Scope::Local),
            ("What does RSA 31-B:3 say?", &none, 0, QueryType::Simple, Scope::State),
            ("What quorum does state law want?", &none, 0, QueryType::Simple, Scope::State),
            ("Who voted against it, and when was the meeting?", &none, 0, QueryType::Complex, Scope::Local),
            ("Is the town liable for the dock?", &risk, 1, QueryType::Complex, Scope::Local),
            ("May the town sell the land unless voters object?", &none, 1, QueryType::Complex, Scope::Local),
            ("May the board meet in private?", &legal, 1, QueryType::Complex, Scope::Mixed),
            ("Who voted, when, and how much was paid?", &none, 0, QueryType::MultiHop, Scope::Local),
            (
                "What is the fee here compared to that of the other?",
                &none,
                2,
                QueryType::MultiHop,
                Scope::Local,
            ),
            ("What do the two pay for sand?", &none, 2, QueryType::MultiHop, Scope::Local),
            ("Is the fee lawful, and if so who sets it?", &none, 0, QueryType::MultiHop, Scope::Local),
            ("How do RSA 31-B:3 and RSA 41:9 go together?", &none, 0, QueryType::MultiHop, Scope::State),
            ("What is the fee?\nAnswer choices:\nA. $10\nB. $20", &none, 0, QueryType::Simple, Scope::Local),
        ] {
            let got = route(question, issues, towns);
            assert_eq!((got.query_type, got.scope), (query_type, scope), "{question}: {}", got.reason);
            assert!(!got.reason.is_empty());
        }
    }
}
