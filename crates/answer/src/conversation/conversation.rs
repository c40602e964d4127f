//! A conversation: its archive, models, sessions and settings.

use std::time::{Duration, Instant};

use crate::find::ask::Ask;
use crate::memory::MemoryOptions;
use crate::options::{AnswerOptions, FormName};
use crate::present::trace::TraceOptions;
use crate::research::ResearchOptions;
use crate::stage::Watch;
use crate::understand::gate::GateOptions;
use crate::understand::plan::PlanOptions;
use crate::understand::screen::ScreenOptions;
use crate::understand::session::SessionOptions;
use twolane_archive::SessionStore;
use twolane_encoder::Embedder;
use twolane_llm::LanguageModel;

/// Settings of a conversation.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ConversationOptions {
    /// Settings of the screening.
    pub screen: ScreenOptions,
    /// Settings of the gate.
    pub gate: GateOptions,
    /// Settings of the sessions.
    pub session: SessionOptions,
    /// Settings of the traces.
    pub trace: TraceOptions,
    /// Settings by which sentences of the user's texts become facts.
    pub answer: AnswerOptions,
    /// Settings of the planning.
    pub plan: PlanOptions,
    /// Settings of the research.
    pub research: ResearchOptions,
    /// Settings of the memory of answers.
    pub memory: MemoryOptions,
}

/// Answers questions in sessions: completes a question from what was said before, screens it, asks back when it is
/// unclear, answers, and remembers the turn.
///
/// Its [`Reply`](crate::Reply) holds an answer or the questions back, never both.
pub struct Conversation<'a> {
    pub(super) ask: &'a Ask<'a>,
    pub(super) embedder: Option<&'a dyn Embedder>,
    pub(super) store: Option<&'a SessionStore>,
    pub(super) planner: Option<&'a dyn LanguageModel>,
    pub(super) options: &'a ConversationOptions,
    pub(super) form: FormName,
    pub(super) watch: Watch<'a>,
    /// Owner of the memory in use.
    pub(super) memory: Option<String>,
}

impl<'a> Conversation<'a> {
    /// Builds a conversation; without a store, nothing is remembered.
    pub fn new(
        ask: &'a Ask<'a>,
        embedder: Option<&'a dyn Embedder>,
        store: Option<&'a SessionStore>,
        options: &'a ConversationOptions,
    ) -> Self {
        let form = FormName::default();
        Conversation {
            ask,
            embedder,
            store,
            planner: None,
            options,
            form,
            watch: Watch::default(),
            memory: None,
        }
    }

    /// Sets the watch, which observes the stages and may cancel.
    pub fn watched(self, watch: Watch<'a>) -> Self {
        Conversation { watch, ..self }
    }

    /// Sets the form; with the form `research`, every question is researched.
    pub fn for_form(self, form: FormName) -> Self {
        Conversation { form, ..self }
    }

    /// Enables memory: reuses answers that this owner received, and stores new ones for it. The owner is empty where
    /// all users are one person. Without this call, no answer is reused.
    pub fn remembering(self, owner: &str) -> Self {
        Conversation { memory: Some(owner.to_owned()), ..self }
    }

    /// Sets the language model that plans questions that are not simple.
    pub fn with_planner(mut self, model: Option<&'a dyn LanguageModel>) -> Self {
        self.planner = model;
        self
    }

    /// Returns the time by which a model must finish reading the question.
    pub(super) fn until(&self) -> Option<Instant> {
        Instant::now().checked_add(Duration::from_secs(self.options.plan.seconds))
    }
}
