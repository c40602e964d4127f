//! Form with three levels.

use serde::Serialize;

use crate::check::answer::{AnswerContent, Mode};
use crate::check::verify::{Answer, Fact, Verified};

use super::parts::{
    USERS_SAY, cited, closing, disagreement, in_short, is_users, missing, not_shown, page, places,
    prose_heading, said, section, shown_quotes, tokens_told, told, undated, who_disagrees,
};

/// Lead-in for a quote that may well not be the answer.
const CLOSEST: &str = "The closest passage says";

/// An answer as text, in three levels of detail (SPEC SYN-2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Levels {
    /// One directive sentence, or a text that begins with `Insufficient evidence`.
    pub level1: String,
    /// Support for the first level.
    pub level2: String,
    /// Places of the quotes: `Citations: ...`, or `Citations: None — ` with the reason.
    pub level3: String,
}

/// Renders the three levels of an answer.
pub fn levels(answer: &Verified<Answer>) -> Levels {
    levels_of(answer.get())
}

/// Renders the levels of an answer that `verify` rebuilt for comparison; nothing prints them.
pub(crate) fn levels_of(answer: &AnswerContent) -> Levels {
    let Some(first) = answer.facts.first() else {
        let reasons: Vec<&str> = answer.gaps.iter().map(|g| g.reason.as_str()).collect();
        return Levels {
            level1: "Insufficient evidence: no answer was found in the papers of this archive.".into(),
            level2: reasons.join("\n"),
            level3: "Citations: None — no quote that answers the question was found.".into(),
        };
    };
    let level1 = first_level(answer, first);
    let mut rationale: Vec<String> = told(answer);
    rationale.extend(prose_heading(answer).1.filter(|_| !rationale.is_empty()).map(str::to_owned));
    rationale.extend(tokens_told(answer));
    let groups = shown_quotes(answer);
    for group in &groups {
        // Only the first quote of a group has no indent: the others are under it.
        for (n, q) in group.iter().enumerate() {
            let indent = if n == 0 { "" } else { "  " };
            rationale.push(format!("{indent}- “{}” — {}", q.text(), undated(answer, q)));
        }
    }
    rationale.extend(answer.conflicts.iter().map(|c| disagreement(answer, c)));
    rationale.extend(missing(answer).into_iter().map(|reason| format!("Not shown: {reason}")));
    rationale.extend(answer.limitations.iter().cloned());
    rationale.extend(answer.assumptions.iter().cloned());
    let places: Vec<String> = groups.iter().flatten().map(|q| undated(answer, q)).collect();
    Levels { level1, level2: rationale.join("\n"), level3: format!("Citations: {}", places.join("; ")) }
}

/// Returns the words before the first fact.
fn lead_in(answer: &AnswerContent, first: &Fact) -> &'static str {
    match answer.mode {
        Mode::Answer if is_users(answer, first) => USERS_SAY,
        Mode::Answer if answer.record_strength.tier == 'C' => CLOSEST,
        Mode::Answer => "The papers say",
        Mode::ReportInsufficientEvidence => "Insufficient evidence. The closest passage says",
    }
}

/// Says the first level: the first fact, with the values of a disagreement.
fn first_level(answer: &AnswerContent, first: &Fact) -> String {
    let level1 = format!("{}: {}", lead_in(answer, first), said(first));
    match answer.conflicts.first() {
        Some(conflict) => {
            let values: Vec<&str> = conflict.values.iter().map(|v| v.value.as_str()).collect();
            format!("{level1} {}: {}.", who_disagrees(answer, conflict), values.join("; "))
        }
        None => level1,
    }
}

/// Renders the levels as a page: the answer with its place, what else the papers say, what is not shown. Nothing is on it
/// twice.
pub(crate) fn levels_page_of(answer: &AnswerContent) -> String {
    let Some((first, further)) = answer.facts.split_first() else {
        let levels = levels_of(answer);
        return format!("**{}**\n\n{}\n", levels.level1, levels.level2);
    };
    let lead =
        format!("**{}:** {} ({})\n", lead_in(answer, first), said(first), places(answer, &first.support));
    let further: Vec<String> = further.iter().map(|fact| cited(answer, fact)).collect();
    let head = if answer.mode == Mode::Answer { "Also in the papers" } else { "Other close passages" };
    let conflicts: Vec<String> = answer.conflicts.iter().map(|c| disagreement(answer, c)).collect();
    page(&[
        lead,
        in_short(answer),
        section(head, &further),
        section("Different figures in the papers", &conflicts),
        section("Not shown, and limits", &not_shown(answer)),
        closing(answer),
    ])
}
