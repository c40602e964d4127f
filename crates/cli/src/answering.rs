//! The models that questions are answered with: embedder, reranker, writer, planner.

use serde_json::Value;

use twolane_answer::session::parse_field;
use twolane_answer::write::ModelWriter;
use twolane_answer::{Ask, AskOptions, Conversation, ConversationOptions, FormName, Inquiry, Reply, Watch};
use twolane_api::{AskRequest, Conditions, search_reply};
use twolane_archive::{Archive, SessionStore};
use twolane_encoder::{BertCrossEncoder, BertEmbedder, Embedder};
use twolane_llm::LanguageModel;
use twolane_retrieve::{CrossEncoderRerank, Request, Rerank, Retrieved, Retriever};

use super::context::Context;
use super::given::known_conditions;
use super::language::LanguageArgs;

/// The owner of remembered answers for the user who runs the program.
pub const OWN_MEMORY: &str = "";

/// An open archive with the models and settings of one run. Questions may be asked from several threads.
pub struct Answering {
    archive: Archive,
    context: Context,
    language: LanguageArgs,
    embedder: Option<BertEmbedder>,
    cross_encoder: Option<BertCrossEncoder>,
    model: Option<Box<dyn LanguageModel>>,
}

impl Answering {
    /// Loads the models that the flags and the configuration name, in addition to this embedder.
    ///
    /// # Errors
    /// Fails when a model can't be used.
    pub fn load(
        archive: &Archive,
        embedder: Option<BertEmbedder>,
        rerank: bool,
        language: &LanguageArgs,
        context: &Context,
    ) -> anyhow::Result<Self> {
        Ok(Answering {
            archive: archive.clone(),
            embedder,
            cross_encoder: if rerank { context.cross_encoder()? } else { None },
            model: language.load(context)?,
            context: context.clone(),
            language: language.clone(),
        })
    }

    /// Returns true when a language model is in use.
    pub fn has_model(&self) -> bool {
        self.model.is_some()
    }

    /// Returns the bi-encoder, if there is one for this archive.
    pub fn embedder(&self) -> Option<&dyn Embedder> {
        self.embedder.as_ref().map(|e| e as &dyn Embedder)
    }

    /// Returns the archive, as it was when it was opened or last refreshed.
    pub fn archive(&self) -> &Archive {
        &self.archive
    }

    fn reranker(&self) -> Option<CrossEncoderRerank<'_>> {
        let model = self.cross_encoder.as_ref()?;
        Some(CrossEncoderRerank::new(model, self.context.config.cross_encoder.clone()))
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
        self.converse_over(&self.archive, self.model.as_deref(), store, ask_options, options, form, work)
    }

    #[allow(clippy::too_many_arguments)] // The parts of a conversation, in one place.
    fn converse_over<T>(
        &self,
        archive: &Archive,
        model: Option<&dyn LanguageModel>,
        store: Option<&SessionStore>,
        ask_options: AskOptions,
        options: &ConversationOptions,
        form: Option<FormName>,
        work: impl FnOnce(Conversation<'_>) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let embedder = self.embedder();
        let reranker = self.reranker();
        let writer =
            model.map(|model| ModelWriter::new(model, self.language.options(&self.context)).for_form(form));
        let ask = Ask::new(archive, embedder, ask_options)?
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

    /// Answers a question as `ask` does, or asks back.
    ///
    /// # Errors
    /// Returns an error for a request that can't be used, and those of the library.
    pub fn ask(
        &self,
        asked: &AskRequest,
        store: Option<&SessionStore>,
        watch: Watch<'_>,
    ) -> anyhow::Result<(Reply, Option<FormName>)> {
        let form = asked.form_name()?;
        // One state of the archive for the whole question.
        let archive = self.archive.clone();
        let mut ask_options = self.context.ask_options();
        if let Some(k) = asked.k {
            ask_options.answer.passages = k.max(1);
        }
        let mut request =
            known_conditions(&asked.conditions, &archive, &self.context)?.to_request(&asked.question, 1)?;
        request.query.k = ask_options.answer.passages;
        let context = asked.context.iter().map(|(name, value)| parse_field(&format!("{name}={value}")));
        let inquiry = Inquiry {
            request,
            session: asked.session.clone(),
            context: context.collect::<Result<_, _>>()?,
            paste: asked.paste.clone(),
        };
        let mut options = self.context.conversation_options();
        options.trace.personal_text &= !asked.no_personal;
        options.memory.enabled &= !asked.no_memory;
        let model = self.model.as_deref().filter(|_| !asked.no_model);
        let reply = self.converse_over(&archive, model, store, ask_options, &options, form, |talk| {
            Ok(talk.watched(watch).remembering(OWN_MEMORY).ask(&inquiry)?)
        })?;
        Ok((reply, form))
    }

    /// Finds passages as `search` does.
    ///
    /// # Errors
    /// Returns an error for conditions that can't be used, and those of the search.
    pub fn search(&self, query: &str, k: usize, conditions: &Conditions) -> anyhow::Result<Value> {
        let archive = self.archive.clone();
        let mut request = known_conditions(conditions, &archive, &self.context)?.to_request(query, k)?;
        request.lane_hits = true;
        Ok(search_reply(query, &self.retrieve(&archive, &request)?))
    }

    fn retrieve(&self, archive: &Archive, request: &Request) -> anyhow::Result<Retrieved> {
        let config = &self.context.config;
        let reranker = self.reranker().filter(|_| request.query.rerank);
        let mut retriever =
            Retriever::new(archive, self.embedder(), config.search.clone(), config.retrieval.clone())?;
        if let Some(reranker) = &reranker {
            retriever = retriever.with_reranker(reranker);
        }
        Ok(retriever.run(request)?)
    }
}
