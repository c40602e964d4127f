//! The models that `ask` and `chat` answer with: embedder, reranker, writer, planner.

use twolane_answer::write::ModelWriter;
use twolane_answer::{Ask, AskOptions, Conversation, ConversationOptions, FormName};
use twolane_archive::{Archive, SessionStore};
use twolane_encoder::{BertCrossEncoder, BertEmbedder, Embedder};
use twolane_llm::LanguageModel;
use twolane_retrieve::{CrossEncoderRerank, Rerank};

use super::context::Context;
use super::language::LanguageArgs;

/// The models of one run.
pub struct Answering<'a> {
    archive: &'a Archive,
    context: &'a Context,
    language: &'a LanguageArgs,
    embedder: Option<BertEmbedder>,
    cross_encoder: Option<BertCrossEncoder>,
    model: Option<Box<dyn LanguageModel>>,
}

impl<'a> Answering<'a> {
    /// Loads the models that the flags and the configuration name, in addition to this embedder.
    ///
    /// # Errors
    /// Fails when a model can't be used.
    pub fn load(
        archive: &'a Archive,
        embedder: Option<BertEmbedder>,
        rerank: bool,
        language: &'a LanguageArgs,
        context: &'a Context,
    ) -> anyhow::Result<Self> {
        Ok(Answering {
            archive,
            context,
            language,
            embedder,
            cross_encoder: if rerank { context.cross_encoder()? } else { None },
            model: language.load(context)?,
        })
    }

    /// Returns true when a language model is in use.
    pub fn has_model(&self) -> bool {
        self.model.is_some()
    }

    /// Runs a task with a conversation over these models.
    ///
    /// # Errors
    /// Returns those of the task, and an error for an unusable vocabulary file.
    pub fn converse<T>(
        &self,
        store: Option<&SessionStore>,
        ask_options: AskOptions,
        options: &ConversationOptions,
        form: Option<FormName>,
        work: impl FnOnce(Conversation<'_>) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let embedder = self.embedder.as_ref().map(|e| e as &dyn Embedder);
        let reranker = self
            .cross_encoder
            .as_ref()
            .map(|model| CrossEncoderRerank::new(model, self.context.config.cross_encoder.clone()));
        let model = self.model.as_deref();
        let writer =
            model.map(|model| ModelWriter::new(model, self.language.options(self.context)).for_form(form));
        let ask = Ask::new(self.archive, embedder, ask_options)?
            .with_reranker(reranker.as_ref().map(|r| r as &dyn Rerank))
            .with_writer(writer.as_ref());
        let mut options = options.clone();
        if let Some(seconds) = self.language.deadline {
            options.plan.seconds = options.plan.seconds.min(seconds);
            options.research.seconds = options.research.seconds.min(seconds);
        }
        let conversation = Conversation::new(&ask, embedder, store, &options)
            .with_planner(model)
            .for_form(form.unwrap_or_default());
        work(conversation)
    }
}
