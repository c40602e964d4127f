//! The memory of answers, for questions that may be answered from it.

use crate::compose::asked::Asked;
use crate::error::AskError;
use crate::memory::{Asking, Memory};
use crate::options::FormName;
use crate::understand::gate::decision::Cleared;
use crate::understand::plan::Planning;

use super::clarify::Understood;
use super::conversation::Conversation;
use super::input::Input;
use super::plan::Complete;

impl Conversation<'_> {
    /// Returns the memory for a question that may be answered from it. Such a question has no texts of the user, no
    /// open field and no answer choices, which are always judged again. Its words may be stored.
    pub(super) fn memory(
        &self,
        input: &Input<'_>,
        understood: &Understood,
        cleared: &Cleared,
        question: &Complete,
    ) -> Result<Option<Memory<'_>>, AskError> {
        let options = &self.options.memory;
        let (Some(owner), Some(store)) = (self.memory.as_deref().filter(|_| options.enabled), self.store)
        else {
            return Ok(None);
        };
        let Complete { request, choices } = question;
        let alone = understood.session.sources.is_empty() && request.session_sources.is_empty();
        let clear = !cleared.is_after_timeout() && understood.assessment.questions.is_empty();
        let plain = choices.choices.is_empty() && self.form != FormName::Research;
        if !(alone && clear && plain && self.options.trace.personal_text) {
            return Ok(None);
        }
        let asking = Asking {
            owner,
            session: input.inquiry.session.as_deref(),
            fields: &understood.assessment.fields,
            planner: self.planner.map(|model| model.id().to_string()),
            plan: &self.options.plan,
            now: input.now,
        };
        Memory::of(self.ask, store, options, request, &asking).map(Some)
    }

    /// Returns true when nothing cut the answering process short.
    pub(super) fn is_whole(&self, planning: &Planning, asked: &Asked) -> bool {
        let written = asked.written.as_ref().is_none_or(|w| w.failed.is_none());
        // Research is always repeated, because the time limit may have ended it.
        let researched = asked.answer.get().research.is_some();
        planning.failed.is_none() && written && !researched && self.watch.goes_on()
    }
}
