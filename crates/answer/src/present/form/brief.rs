//! Form of two to five sentences.

use crate::check::answer::AnswerContent;
use crate::check::verify::{Answer, Verified};

use super::parts::{
    caveat, cited, disagreement, missing, on_the_web, prose_heading, tokens_told, told, verdict,
};

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
    let (heading, note) = prose_heading(answer);
    match told.is_empty() || note.is_some() {
        true => {
            parts.extend(answer.facts.iter().take(quotes).map(|fact| format!("{}.", cited(answer, fact))))
        }
        false => parts.extend(told.iter().take(quotes).cloned()),
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
    let web = on_the_web(answer);
    let text = match note {
        _ if tokens.is_empty() => text,
        None => format!("{text}\n\n{}\n", tokens.join("  \n")),
        Some(note) => {
            let own = told.into_iter().take(quotes).collect::<Vec<_>>().join(" ");
            format!("{text}\n\n**{heading}**: {own}\n\n_{note}_\n\n{}\n", tokens.join("  \n"))
        }
    };
    if web.is_empty() { text } else { format!("{}\n\n{web}", text.trim_end()) }
}
