//! Form with three levels.

use serde::Serialize;

use crate::check::answer::{AnswerContent, Mode};
use crate::check::verify::{Answer, Verified};

use super::parts::{
    USERS_SAY, disagreement, is_users, marked, missing, prose_heading, shown_quotes, tokens_told, told,
    undated, who_disagrees,
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
    let lead = match answer.mode {
        Mode::Answer if is_users(answer, first) => USERS_SAY,
        Mode::Answer if answer.record_strength.tier == 'C' => CLOSEST,
        Mode::Answer => "The papers say",
        Mode::ReportInsufficientEvidence => "Insufficient evidence. The closest passage says",
    };
    // Only quotes are in quotation marks. A statement has no marks, and its quotes follow it.
    let level1 = if first.verbatim().is_some() {
        format!("{lead}: {}", marked(first))
    } else {
        format!("{lead}: {} — {}", first.text.trim(), marked(first))
    };
    // A disagreement on the answer is part of the answer (SPEC SYN-12).
    let level1 = match answer.conflicts.first() {
        Some(conflict) => {
            let values: Vec<&str> = conflict.values.iter().map(|v| v.value.as_str()).collect();
            format!("{level1} {}: {}.", who_disagrees(answer, conflict), values.join("; "))
        }
        None => level1,
    };
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
