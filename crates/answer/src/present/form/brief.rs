//! Form of two to five sentences.

use crate::check::answer::AnswerContent;
use crate::check::verify::{Answer, Verified};

use super::parts::{caveat, cited, disagreement, missing, prose_heading, tokens_told, told, verdict};

/// Quotes of a brief answer: with a gap and a disagreement it stays within five sentences.
const QUOTES: usize = 3;

/// Renders two to five sentences: the quotes, the disagreements, the gaps.
pub fn brief(answer: &Verified<Answer>) -> String {
    brief_of(answer.get())
}

pub(super) fn brief_of(answer: &AnswerContent) -> String {
    let mut parts: Vec<String> = Vec::new();
    let caveat = caveat(answer);
    if !caveat.is_empty() {
        parts.push(caveat.to_owned());
    }
    let quotes = QUOTES - usize::from(!caveat.is_empty());
    let told = told(answer);
    match told.is_empty() {
        true => {
            parts.extend(answer.facts.iter().take(quotes).map(|fact| format!("{}.", cited(answer, fact))))
        }
        false => parts.extend(told.into_iter().take(quotes)),
    }
    parts.extend(answer.conflicts.first().map(|c| disagreement(answer, c)));
    if let Some(reason) = missing(answer).first() {
        let lead = if answer.facts.is_empty() { "" } else { "Not shown: " };
        parts.push(format!("{lead}{reason}"));
    }
    let verdict = verdict(answer);
    if !verdict.is_empty() && (parts.len() < 2 || answer.record_strength.tier == 'C') {
        parts.push(verdict);
    }
    let text = parts.join(" ");
    let tokens = tokens_told(answer);
    if tokens.is_empty() {
        return text;
    }
    let note = prose_heading(answer).1.map(|note| format!("_{note}_\n\n")).unwrap_or_default();
    format!("{text}\n\n{note}{}\n", tokens.join("  \n"))
}
