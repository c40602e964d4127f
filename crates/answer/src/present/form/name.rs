//! Renders each form as Markdown.

use crate::check::answer::AnswerContent;
use crate::check::verify::{Answer, Verified};
use crate::options::FormName;

use super::brief::brief_of;
use super::choice::choice_of;
use super::civic::civic_of;
use super::legal::legal_of;
use super::levels::levels_page_of;
use super::research::research_of;

/// Renders the form as Markdown. `question` is the question as asked: its parts are the steps of `research`.
pub fn markdown(answer: &Verified<Answer>, form: FormName, question: &str) -> String {
    markdown_of(answer.get(), form, question)
}

/// Renders an answer that `verify` rebuilt for comparison; nothing prints it.
pub(crate) fn markdown_of(answer: &AnswerContent, form: FormName, question: &str) -> String {
    let written = match form {
        FormName::Brief => brief_of(answer),
        FormName::Civic => civic_of(answer),
        FormName::Legal => legal_of(answer),
        FormName::Research => research_of(answer, question),
        FormName::Levels => levels_page_of(answer),
    };
    written + &choice_of(answer)
}
