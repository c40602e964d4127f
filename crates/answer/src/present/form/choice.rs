//! Answer choices below an answer.

use crate::check::answer::AnswerContent;
use crate::check::choice::{Choice, Holds};
use crate::check::verify::{Answer, Verified};

use super::parts::place;

/// Renders a horizontal rule, the choice that holds, and each choice with its reason. Returns an empty string for a
/// question without choices.
pub(super) fn choice_of(answer: &AnswerContent) -> String {
    match &answer.choice {
        Some(choice) => format!("\n---\n\n{}", shown(answer, choice)),
        None => String::new(),
    }
}

/// Renders the choices for a form of their own.
pub fn shown_choice(answer: &Verified<Answer>) -> String {
    choice_of(answer.get())
}

fn shown(answer: &AnswerContent, choice: &Choice) -> String {
    let letter = choice.answer.map_or_else(|| "none".to_owned(), |letter| format!("({letter})"));
    let mut out = format!("**Answer: {letter}**\n\n{}\n", choice.note);
    for reason in &choice.reasons {
        let holds = match reason.holds {
            Holds::Yes => "supported",
            Holds::No => "not supported",
            Holds::Unknown => "undecided",
        };
        let quotes: Vec<String> =
            reason.support.iter().map(|q| format!(" “{}” ({})", q.text(), place(answer, q))).collect();
        out.push_str(&format!(
            "\n- ({}) {}: {holds}. {}{}",
            reason.choice,
            reason.text,
            reason.reason,
            quotes.concat()
        ));
    }
    if !choice.reasons.is_empty() {
        out.push('\n');
    }
    out
}
