//! Texts of an answer that a person is shown.

use crate::check::answer::AnswerContent;

/// A text with its path in the answer object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown<'a> {
    /// Path of the text: `facts[0].text`.
    pub place: String,
    /// Text at that path.
    pub text: &'a str,
    /// Index of the fact that contains the text.
    pub fact: Option<usize>,
}

/// Returns all texts that are not quotes, in the order of the object.
pub fn shown(answer: &AnswerContent) -> Vec<Shown<'_>> {
    let mut texts: Vec<Shown<'_>> = Vec::new();
    let mut push = |place: String, text, fact| texts.push(Shown { place, text, fact });
    push("answer".into(), answer.answer.as_str(), None);
    for (i, fact) in answer.facts.iter().enumerate() {
        push(format!("facts[{i}].text"), &fact.text, Some(i));
    }
    for (i, gap) in answer.gaps.iter().enumerate() {
        push(format!("gaps[{i}].need"), &gap.need, None);
        push(format!("gaps[{i}].reason"), &gap.reason, None);
    }
    for (i, conflict) in answer.conflicts.iter().enumerate() {
        push(format!("conflicts[{i}].key"), &conflict.key, None);
        push(format!("conflicts[{i}].notes"), &conflict.notes, None);
    }
    push("analysis".into(), &answer.analysis, None);
    for (name, list) in [
        ("assumptions", &answer.assumptions),
        ("limitations", &answer.limitations),
        ("suggested_followups", &answer.suggested_followups),
    ] {
        for (i, text) in list.iter().enumerate() {
            push(format!("{name}[{i}]"), text, None);
        }
    }
    push("statewide_reason".into(), &answer.statewide_reason, None);
    push("applicability_check".into(), &answer.applicability_check, None);
    texts.retain(|t| !t.text.trim().is_empty());
    texts
}
