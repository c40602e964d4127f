//! The input of a turn, taken apart and screened.

use std::time::Instant;

use jiff::Timestamp;

use crate::error::AskError;
use crate::understand::plan::{Choices, split_choices};
use crate::understand::screen::{Screened, screen, screen_by_model};
use crate::understand::session::{split_paste, split_stem};
use twolane_llm::CallCounter;

use super::conversation::Conversation;
use super::inquiry::Inquiry;

/// Input of one turn, taken apart and screened.
pub(super) struct Input<'i> {
    pub inquiry: &'i Inquiry,
    pub now: Timestamp,
    pub started: Instant,
    /// Question with its answer choices, as asked; empty for a text alone.
    pub question: String,
    /// The question, apart from its answer choices.
    pub choices: Choices,
    /// Texts that the user gave.
    pub texts: Vec<String>,
    pub screened: Screened,
    /// Counter of every model call for the question, whatever its purpose.
    pub calls: CallCounter,
}

impl Conversation<'_> {
    /// Takes the input apart, and screens the question.
    pub(super) fn screen<'i>(&self, inquiry: &'i Inquiry) -> Result<Input<'i>, AskError> {
        let (now, started) = (Timestamp::now(), Instant::now());
        let text = inquiry.request.query.text.as_str();
        if text.trim().is_empty() && inquiry.paste.is_none() {
            return Err(AskError::EmptyQuestion);
        }
        let choices = split_choices(text);
        // Lines of choices do not count as paragraphs of a text.
        let split = match choices.choices.is_empty() {
            true => split_paste(text, &self.options.session),
            false => split_stem(&choices.stem, &self.options.session),
        };
        let texts = inquiry.paste.iter().cloned().chain(split.text).collect();
        let choices = Choices { stem: split.question.unwrap_or_default(), ..choices };
        let question = choices.whole();
        // A user's pasted text is a document, and may contain anything; the question may not.
        let calls = CallCounter::default();
        let mut screened = screen(&question, &self.options.screen);
        if let (Screened::Safe, true, Some(model)) = (&screened, self.options.screen.by_model, self.planner)
            && !question.trim().is_empty()
        {
            let go_on = || self.watch.goes_on();
            screened = screen_by_model(&question, model, &calls, self.until(), &go_on);
        }
        Ok(Input { inquiry, now, started, question, choices, texts, screened, calls })
    }
}

/// Returns the milliseconds since an instant.
pub(super) fn elapsed_ms(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1000.0
}
