//! Forms for people. Every renderer takes a verified answer and nothing else.

use serde::Serialize;

use crate::text::Quote;

use super::answer::{Answer, Mode};
use super::verify::Verified;

/// The three levels (SPEC SYN-2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Levels {
    /// One directive sentence, or `Insufficient evidence: ...`.
    pub level1: String,
    /// What it rests on.
    pub level2: String,
    /// `Citations: ...`, or `Citations: None — ` and why.
    pub level3: String,
}

/// Names of the forms that can be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FormName {
    /// Directive, rationale, citations.
    #[default]
    Levels,
    /// Two to five sentences.
    Brief,
}

impl FormName {
    /// As the command line and JSON write it.
    pub fn as_str(self) -> &'static str {
        match self {
            FormName::Levels => "levels",
            FormName::Brief => "brief",
        }
    }
}

/// The three levels of an answer.
pub fn levels(answer: &Verified<Answer>) -> Levels {
    let answer = answer.get();
    let Some(first) = answer.facts.first() else {
        let reasons: Vec<&str> = answer.gaps.iter().map(|g| g.reason.as_str()).collect();
        return Levels {
            level1: "Insufficient evidence: the papers in this archive do not say.".into(),
            level2: reasons.join("\n"),
            level3: "Citations: None — no quote that answers was found.".into(),
        };
    };
    let lead =
        if answer.mode == Mode::Answer { "The papers say" } else { "Insufficient evidence; the nearest is" };
    let level1 = format!("{lead}: “{}”", first.text);
    let mut rationale: Vec<String> = Vec::new();
    for fact in &answer.facts {
        for quote in &fact.support {
            rationale.push(format!("- “{}” — {}", quote.text(), place(answer, quote)));
        }
    }
    rationale.extend(answer.gaps.iter().map(|g| format!("Not shown: {}", g.reason)));
    rationale.extend(answer.limitations.iter().cloned());
    let places: Vec<String> =
        answer.facts.iter().flat_map(|f| &f.support).map(|q| place(answer, q)).collect();
    Levels { level1, level2: rationale.join("\n"), level3: format!("Citations: {}", places.join("; ")) }
}

/// Two to five sentences.
pub fn brief(answer: &Verified<Answer>) -> String {
    let inner = answer.get();
    if inner.facts.is_empty() {
        let levels = levels(answer);
        return format!("{} {}", levels.level1, levels.level2.replace('\n', " "));
    }
    let mut parts: Vec<String> = inner
        .facts
        .iter()
        .take(3)
        .flat_map(|f| f.support.iter().take(1))
        .map(|q| format!("“{}” ({}).", q.text(), place(inner, q)))
        .collect();
    if let Some(gap) = inner.gaps.first() {
        parts.push(format!("Not shown: {}", gap.reason));
    }
    parts.join(" ")
}

/// The form's Markdown.
pub fn markdown(answer: &Verified<Answer>, form: FormName) -> String {
    match form {
        FormName::Brief => brief(answer),
        FormName::Levels => {
            let l = levels(answer);
            format!("**{}**\n\n{}\n\n{}\n", l.level1, l.level2, l.level3)
        }
    }
}

/// "Title, p.3 L4-L5".
pub fn place(answer: &Answer, quote: &Quote) -> String {
    let title = answer
        .citations_index
        .iter()
        .find(|c| &c.source_id == quote.source_id())
        .map_or_else(|| quote.source_id().to_string(), |c| c.title.clone());
    format!("{title}, {}", quote.locator())
}
