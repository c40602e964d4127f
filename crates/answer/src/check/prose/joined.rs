//! Sentences that the program builds from facts: whole sentences where these can be combined, else the quotes in
//! quotation marks.

use super::cited::Cited;
use super::words::{is_vague, runs_on};

/// First words that are not names; they are in lower case within a sentence.
const SMALL: &[&str] =
    &["The", "A", "An", "No", "Each", "Every", "All", "Any", "In", "On", "At", "For", "If"];

/// Builds one sentence from these facts, in their order.
pub(super) fn joined(facts: &[&Cited<'_>]) -> String {
    let source = facts.first().and_then(|f| f.source);
    let of_one_paper = facts.iter().all(|f| f.source == source);
    let clauses: Option<Vec<&str>> = facts.iter().map(|f| f.clause.as_deref()).collect();
    let clear = |clauses: &Vec<&str>| !clauses.iter().skip(1).any(|clause| is_vague(clause));
    match clauses {
        Some(clauses) if of_one_paper && clear(&clauses) => of_clauses(&clauses),
        _ => quotes(facts),
    }
}

/// Joins the facts' quotes, each in quotation marks.
pub(super) fn quotes(facts: &[&Cited<'_>]) -> String {
    let marked: Vec<&str> = facts.iter().map(|f| f.marked.as_str()).collect();
    format!("{}.", marked.join("; "))
}

fn of_clauses(clauses: &[&str]) -> String {
    let mut out = String::new();
    let mut before: Option<&str> = None;
    let last = clauses.len().saturating_sub(1);
    for (place, clause) in clauses.iter().enumerate() {
        if let Some(before) = before {
            // A semicolon separates a clause that may run on from the next one.
            let small = small(clause);
            let and = place == last && !runs_on(before) && small.starts_with(char::is_lowercase);
            out.push_str(if and { ", and " } else { "; " });
            out.push_str(&small);
        } else {
            out.push_str(clause);
        }
        before = Some(clause);
    }
    out.push('.');
    out
}

fn small(clause: &str) -> String {
    let first = clause.split_whitespace().next().unwrap_or("");
    match SMALL.contains(&first) {
        true => {
            let mut chars = clause.chars();
            chars.next().map(|c| c.to_lowercase().chain(chars).collect()).unwrap_or_default()
        }
        false => clause.to_owned(),
    }
}
