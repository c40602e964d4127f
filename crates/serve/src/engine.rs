//! The engine: the library's work in the form that requests need. Every call blocks.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Once, OnceLock};

use jiff::Timestamp;
use serde_json::{Value, json};

use twolane_answer::session::{Origin, Session, Sessions, check_id, parse_field};
use twolane_answer::write::{ModelWriter, WriterOptions};
use twolane_answer::{
    Ask, AskError, AskOptions, Conversation, ConversationOptions, FormName, Inquiry, Reply, SavedQuestion,
    Stage, Watch, forget, leave_out_personal, question_of, recheck_watched, remembered, session_of, trace,
    traces,
};
use twolane_api::{
    Conditions, FORMS, Names, line_row, memory_reply, quoted, search_reply, sessions_reply, source_reply,
    traces_reply,
};
use twolane_archive::{Archive, Editions, FilterField, SessionStore, SourceSummary, Visibility};
use twolane_encoder::{BertCrossEncoder, Embedder};
use twolane_ingest::metadata::MetadataRules;
use twolane_ingest::{IngestOptions, files_of};
use twolane_law::Citation;
use twolane_llm::LanguageModel;
use twolane_retrieve::{
    CrossEncoderRerank, CrossEncoderRerankOptions, Rerank, Retriever, Vocabulary, asked_citation,
    section_diff, section_view,
};
use twolane_text::Source;

use super::access::caller::Caller;
use super::cancel::Cancel;
use super::examples::Kept;
use super::problem::Problem;
use super::requests::{AskRequest, DiffRequest, QuoteRequest, SearchRequest, SectionRequest};
use super::watched::{WatchedEmbedder, WatchedRerank};

mod answers;
mod documents;
mod editing;
mod examples;
mod keeping;
mod listing;
mod starting;
mod taking;
mod views;

pub use starting::Tell;
use views::Views;

/// The largest number of lines of one page, or of a source without pages, in one reply.
const MOST_LINES: usize = 4000;
/// The default number of hits of a search.
const HITS: usize = 10;
/// The largest number of session values that come by request.
const MOST_FIELDS: usize = 64;
/// The largest number of hits or passages that a request may ask for.
const MOST_HITS: usize = 100;

/// The models in use.
#[derive(Default)]
pub struct Models {
    /// The bi-encoder of the archive's vectors.
    pub embedder: Option<Box<dyn Embedder>>,
    /// The reranker of search, where it is not the embedder.
    pub cross_encoder: Option<BertCrossEncoder>,
    /// The language model that writes and plans.
    pub language: Option<Box<dyn LanguageModel>>,
}

impl Models {
    /// Returns true when the bi-encoder made this archive's vectors, or the archive has no vectors yet.
    pub fn fit(&self, archive: &Archive) -> bool {
        let made_by = archive.model();
        self.embedder.as_ref().is_some_and(|own| made_by.is_none_or(|model| &model == own.model()))
    }
}

/// The settings of the library's modules.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The settings of search and answers.
    pub ask: AskOptions,
    /// The settings of gate, sessions, traces and planning.
    pub conversation: ConversationOptions,
    /// The settings of the cross-encoder.
    pub cross_encoder: CrossEncoderRerankOptions,
    /// The settings of the writer.
    pub writer: WriterOptions,
    /// The user's own metadata rules.
    pub rules: Option<MetadataRules>,
    /// The user's own vocabulary.
    pub vocabulary: Option<Vocabulary>,
    /// The path of this program, for worker processes.
    pub program: PathBuf,
    /// The options for reading uploaded papers.
    pub ingest: IngestOptions,
}

/// An archive with its models and settings, as a caller of one level sees it. A clone shares everything.
#[derive(Clone)]
pub struct Engine {
    shared: Arc<Shared>,
    sees: Visibility,
}

/// The parts that the engines of all callers share.
struct Shared {
    whole: Archive,
    views: Views,
    store: Option<SessionStore>,
    models: Arc<Models>,
    /// True when the bi-encoder made the archive's vectors, or there are no vectors yet.
    by_meaning: bool,
    /// The bi-encoder that a first run fetched.
    fetched: OnceLock<Box<dyn Embedder>>,
    examples: Kept,
    settings: Settings,
    lanes: Vec<String>,
    /// Logs a damage of the vectors once.
    damage: Once,
}

impl Engine {
    /// Creates an engine for an open archive, which sees all of it. Without a store it remembers nothing. Engines of
    /// several archives may share the models; a bi-encoder that did not make an archive's vectors is not used for it.
    pub fn new(
        archive: Archive,
        store: Option<SessionStore>,
        models: impl Into<Arc<Models>>,
        settings: Settings,
    ) -> Self {
        let lanes = settings.ask.retrieval.lanes.0.keys().cloned().collect();
        let (whole, views, models) = (archive, Views::default(), models.into());
        let by_meaning = models.fit(&whole);
        let shared = Shared {
            whole,
            views,
            store,
            models,
            by_meaning,
            fetched: OnceLock::new(),
            examples: Kept::default(),
            settings,
            lanes,
            damage: Once::new(),
        };
        Engine { shared: Arc::new(shared), sees: Visibility::Sealed }
    }

    /// Returns the engine of a caller of this level: the archive as the caller sees it, and never more than this
    /// engine sees. Nothing is kept for the public, so its engine has no sessions, memory and traces.
    pub fn seen_by(&self, level: Visibility) -> Self {
        Engine { shared: Arc::clone(&self.shared), sees: self.sees.min(level) }
    }

    /// Returns a handle to the archive as the caller sees it, of the generation that was shown last.
    fn view(&self) -> Archive {
        self.shared.views.of(&self.shared.whole.clone(), self.sees)
    }

    /// Returns the store of sessions, memory and traces, if any is kept for this caller.
    fn kept_for(&self) -> Option<&SessionStore> {
        self.shared.store.as_ref().filter(|_| !self.sees.is_public())
    }

    /// Returns a handle to the archive's current state as the caller sees it, for one piece of work.
    fn archive(&self) -> Archive {
        // Where the newest generation can't be opened, the previous one still answers.
        if let Err(error) = self.shared.whole.refresh() {
            tracing::warn!(%error, "the archive's newest generation can't be read");
        }
        if let Some(error) = self.shared.whole.vector_damage() {
            self.shared.damage.call_once(|| tracing::error!(%error, "answers may miss papers"));
        }
        self.view()
    }

    /// Returns the path of the program that draws pages.
    pub fn program(&self) -> &Path {
        &self.shared.settings.program
    }

    /// Returns true when a language model is in use.
    pub fn has_model(&self) -> bool {
        self.shared.models.language.is_some()
    }

    /// Returns the bi-encoder, if there is one for this archive.
    pub fn embedder(&self) -> Option<&dyn Embedder> {
        let made = self.shared.models.embedder.as_deref().filter(|_| self.shared.by_meaning);
        made.or(self.shared.fetched.get().map(Box::as_ref))
    }

    fn vocabulary(&self) -> &Vocabulary {
        self.shared.settings.vocabulary.as_ref().unwrap_or_else(|| Vocabulary::built_in())
    }

    fn spelled(&self, conditions: &Conditions, archive: &Archive) -> Result<Conditions, Problem> {
        let rules = self.shared.settings.rules.as_ref().unwrap_or_else(|| MetadataRules::built_in());
        let names = Names { rules, vocabulary: self.vocabulary(), lanes: &self.shared.lanes };
        // An empty filter counts as absent: web forms send such filters.
        let mut conditions = conditions.clone();
        for value in [
            &mut conditions.town,
            &mut conditions.from,
            &mut conditions.to,
            &mut conditions.state,
            &mut conditions.status,
            &mut conditions.edition,
            &mut conditions.as_of,
        ] {
            *value = value.take().filter(|text| !text.trim().is_empty());
        }
        if let Some(scope) = conditions.scope.as_deref().filter(|s| !["local", "state", "mixed"].contains(s))
        {
            return Err(Problem::unusable(
                format!("there is no scope {scope:?}"),
                "give local, state or mixed",
            ));
        }
        Ok(conditions.spelled(archive, &names)?.conditions)
    }

    /// Answers a question, or asks back. `on_stage` receives the stages in progress.
    ///
    /// # Errors
    /// Returns an error for a meaningless question, and those of the library.
    pub fn ask(
        &self,
        asked: &AskRequest,
        caller: &Caller,
        cancel: &Cancel,
        on_stage: &(dyn Fn(Stage<'_>) + Sync),
    ) -> Result<Value, Problem> {
        let (reply, form) = self.reply(asked, caller, cancel, on_stage)?;
        let mut object = asked.reply(&reply, form);
        if let (Some(map), Some(session)) = (object.as_object_mut(), &asked.session) {
            map.insert("session_id".into(), reply.session_id.is_some().then(|| session.clone()).into());
        }
        Ok(object)
    }

    /// Answers as [`Engine::ask`] does, with the library's own reply.
    ///
    /// # Errors
    /// Returns those of [`Engine::ask`].
    pub fn reply(
        &self,
        asked: &AskRequest,
        caller: &Caller,
        cancel: &Cancel,
        on_stage: &(dyn Fn(Stage<'_>) + Sync),
    ) -> Result<(Reply, Option<FormName>), Problem> {
        self.reply_kept(asked, caller, cancel, on_stage, self.kept_for())
    }

    fn reply_kept(
        &self,
        asked: &AskRequest,
        caller: &Caller,
        cancel: &Cancel,
        on_stage: &(dyn Fn(Stage<'_>) + Sync),
        store: Option<&SessionStore>,
    ) -> Result<(Reply, Option<FormName>), Problem> {
        let form = form_named(&asked.form)?;
        let archive = self.archive();
        let conditions = self.spelled(&asked.conditions, &archive)?;
        let mut request = conditions.to_request(&asked.question, 1)?;
        let mut options = self.shared.settings.ask.clone();
        if let Some(k) = asked.k {
            options.answer.passages = k.clamp(1, MOST_HITS);
        }
        request.query.k = options.answer.passages;
        let session = asked.session.as_ref().filter(|s| !s.is_empty());
        let session = session.map(|name| session_id(name, caller)).transpose()?;
        self.has_room(session.as_deref(), asked.context.keys())?;
        let context = asked.context.iter().map(|(name, value)| parse_field(&format!("{name}={value}")));
        let inquiry = Inquiry {
            request,
            session,
            context: context.collect::<Result<_, _>>()?,
            paste: asked.paste.clone().filter(|text| !text.trim().is_empty()),
        };
        let embedder = self.embedder().map(|model| WatchedEmbedder::new(model, cancel));
        let embedder = embedder.as_ref().map(|model| model as &dyn Embedder);
        let reranker = self.reranker();
        let reranker = reranker.as_ref().map(|stage| WatchedRerank::new(stage, cancel));
        let model = self.shared.models.language.as_deref().filter(|_| !asked.no_model);
        let writer =
            model.map(|model| ModelWriter::new(model, self.shared.settings.writer.clone()).for_form(form));
        let ask = Ask::new(&archive, embedder, options)
            .map_err(Problem::from)?
            .with_reranker(reranker.as_ref().map(|r| r as &dyn Rerank))
            .with_writer(writer.as_ref());
        let mut conversation = self.shared.settings.conversation.clone();
        conversation.trace.personal_text &= !asked.no_personal;
        conversation.memory.enabled &= !asked.no_memory;
        let go_on = || cancel.goes_on();
        let watch = Watch { on_stage: Some(on_stage), go_on: Some(&go_on) };
        let talk = Conversation::new(&ask, embedder, store, &conversation)
            .with_planner(model)
            .for_form(form.unwrap_or_default())
            .remembering(caller.memory())
            .watched(watch);
        Ok((talk.ask(&inquiry)?, form))
    }

    fn reranker(&self) -> Option<CrossEncoderRerank<'_>> {
        let model = self.shared.models.cross_encoder.as_ref()?;
        Some(CrossEncoderRerank::new(model, self.shared.settings.cross_encoder.clone()))
    }

    /// Searches for chunks.
    ///
    /// # Errors
    /// Returns an error for conditions that can't be met, and those of the library.
    pub fn search(&self, asked: &SearchRequest, cancel: &Cancel) -> Result<Value, Problem> {
        cancel.still()?;
        let archive = self.archive();
        let conditions = self.spelled(&asked.conditions, &archive)?;
        let mut request = conditions.to_request(&asked.query, asked.k.unwrap_or(HITS).clamp(1, MOST_HITS))?;
        request.query.explain = asked.explain;
        request.lane_hits = true;
        let embedder = self.embedder().map(|model| WatchedEmbedder::new(model, cancel));
        let embedder = embedder.as_ref().map(|model| model as &dyn Embedder);
        let reranker = self.reranker().filter(|_| request.query.rerank);
        let reranker = reranker.as_ref().map(|stage| WatchedRerank::new(stage, cancel));
        let (search, retrieval) =
            (self.shared.settings.ask.search.clone(), self.shared.settings.ask.retrieval.clone());
        let mut retriever = Retriever::new(&archive, embedder, search, retrieval)
            .map_err(|error| Problem::internal(&error))?;
        if let Some(reranker) = &reranker {
            retriever = retriever.with_reranker(reranker);
        }
        let found = retriever.run(&request)?;
        cancel.still()?;
        Ok(without_folders(search_reply(&asked.query, &found)))
    }

    /// Lists all sources, with the total of unread pages.
    ///
    /// # Errors
    /// Returns those of the archive.
    pub fn sources(&self) -> Result<Value, Problem> {
        let archive = self.archive();
        let sources = archive.sources()?;
        let total = |part: fn(&SourceSummary) -> u32| sources.iter().map(|s| u64::from(part(s))).sum::<u64>();
        let coverage = json!({
            "sources": sources.len(),
            "pages": total(|s| s.pages),
            "pages_ocr": total(|s| s.pages_ocr),
            "pages_unread": total(|s| s.pages_unread),
            "lines": total(|s| s.lines),
            "chunks": total(|s| s.chunks),
        });
        Ok(without_folders(
            json!({ "sources": sources, "coverage": coverage, "generation": archive.generation() }),
        ))
    }

    /// Returns the number of sources, and the generation.
    ///
    /// # Errors
    /// Returns those of the archive.
    pub fn size(&self) -> Result<(usize, u64), Problem> {
        let archive = self.archive();
        Ok((archive.sources()?.len(), archive.generation()))
    }

    /// Returns all metadata of a source.
    ///
    /// # Errors
    /// Fails when there is no such source.
    pub fn source(&self, id: &str) -> Result<Value, Problem> {
        let archive = self.archive();
        let summary = archive.find_source(id)?;
        let (pages, aliases) = (archive.pages(&summary.id)?, archive.aliases(&summary.id)?);
        Ok(without_folders(source_reply(&summary, &pages, &aliases)))
    }

    /// Returns a page's lines with their boxes, and its text; page 0 is the whole of a source without pages.
    ///
    /// # Errors
    /// Fails when there is no such source or page.
    pub fn page(&self, id: &str, number: u32) -> Result<Value, Problem> {
        let archive = self.archive();
        let summary = archive.find_source(id)?;
        let source = archive.source(&summary.id)?;
        let pages = archive.pages(&summary.id)?;
        let page = pages.iter().find(|page| page.number == number);
        if page.is_none() && !(number == 0 && summary.pages == 0) {
            return Err(Problem::not_found(
                format!("{} has no page {number}", summary.id),
                format!("it has {} pages; GET /sources/{} lists them", summary.pages, summary.id),
            ));
        }
        let on_page = |(_, line): &(usize, &twolane_text::Line)| line.page == number;
        let lines: Vec<(usize, &twolane_text::Line)> =
            source.lines().iter().enumerate().filter(on_page).collect();
        let rows: Vec<Value> = lines
            .iter()
            .take(MOST_LINES)
            .filter_map(|(at, line)| {
                let locator = source.locator(*at..at.saturating_add(1))?;
                Some(line_row(line, &locator, &pages))
            })
            .collect();
        let text = lines.iter().map(|(_, line)| line.text.as_str()).collect::<Vec<_>>().join("\n");
        Ok(json!({
            "source_id": summary.id, "title": summary.title, "page": number, "pages": summary.pages,
            "label": page.and_then(|p| p.label.clone()), "size": page.and_then(|p| p.size),
            "status": page.map_or("read", |p| p.status.as_str()), "reason": page.map_or("", |p| p.reason.as_str()),
            "text": text, "lines": rows, "lines_in_all": lines.len(),
            "picture": (summary.kind == "pdf" && number > 0 && !files_of(&summary).is_empty())
                .then(|| format!("/sources/{}/pages/{number}/picture", summary.id)),
        }))
    }

    /// Returns the summary of the source of a picture.
    ///
    /// # Errors
    /// Fails when there is no such source.
    pub fn summary(&self, id: &str) -> Result<SourceSummary, Problem> {
        Ok(self.archive().find_source(id)?)
    }

    /// Returns the words at a locator.
    ///
    /// # Errors
    /// Fails when there is no such source or lines.
    pub fn quote(&self, asked: &QuoteRequest) -> Result<Value, Problem> {
        Ok(quoted(&self.archive(), &asked.source, &asked.locator)?.reply()?)
    }

    /// Returns the lines of one source that contain these words, ignoring case.
    ///
    /// # Errors
    /// Fails when there is no such source, or the words are empty.
    pub fn search_source(&self, id: &str, words: &str, most: usize) -> Result<Value, Problem> {
        let wanted = words.trim().to_lowercase();
        if wanted.is_empty() {
            return Err(Problem::unusable(
                "there are no words to search for",
                "give words that are in the source",
            ));
        }
        let archive = self.archive();
        let summary = archive.find_source(id)?;
        let source = archive.source(&summary.id)?;
        let hits: Vec<Value> = source
            .lines()
            .iter()
            .enumerate()
            .filter(|(_, line)| line.text.to_lowercase().contains(&wanted))
            .filter_map(|(at, line)| {
                let locator = source.locator(at..at.saturating_add(1))?;
                Some(json!({ "locator": locator, "page": line.page, "text": line.text }))
            })
            .take(most.clamp(1, MOST_HITS))
            .collect();
        Ok(json!({ "source_id": summary.id, "title": summary.title, "pattern": words, "lines": hits }))
    }

    /// Checks a saved answer again.
    ///
    /// # Errors
    /// Returns an error for text that is no answer, and 503 once the client is gone.
    pub fn verify(&self, saved: &str, caller: &Caller, cancel: &Cancel) -> Result<Value, Problem> {
        let archive = self.archive();
        let texts = self.texts_of(saved, caller)?;
        let go_on = || cancel.goes_on();
        let found = recheck_watched(
            &archive,
            self.vocabulary(),
            &|id| texts.iter().find(|s| s.id() == id).cloned(),
            Watch { go_on: Some(&go_on), ..Watch::default() },
            saved,
        )?;
        if found.made_again.is_none() || !found.accounted {
            return Ok(json!(found));
        }
        let made = match question_of(saved) {
            Ok(question) => self.made_again(question, &texts, caller, cancel)?,
            Err(why) => Err(why),
        };
        Ok(json!(found.compared(saved, made.as_ref().map_err(String::clone))))
    }

    /// Makes a saved answer again, or says why it can't, and keeps nothing.
    fn made_again(
        &self,
        question: SavedQuestion,
        texts: &[Arc<Source>],
        caller: &Caller,
        cancel: &Cancel,
    ) -> Result<Result<Value, String>, Problem> {
        let SavedQuestion { question, conditions, context, form } = question;
        let Ok(conditions) = serde_json::from_value(conditions) else {
            return Ok(Err("this version does not know its filters".to_owned()));
        };
        let paste = match texts {
            [] => None,
            [text] => Some(text.lines().iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")),
            _ => return Ok(Err("the answer used several texts of the user".to_owned())),
        };
        let asked = AskRequest {
            question,
            conditions,
            context: context.into_iter().collect(),
            paste,
            form,
            no_model: true,
            no_memory: true,
            no_personal: true,
            ..AskRequest::default()
        };
        match self.reply_kept(&asked, caller, cancel, &|_| {}, None) {
            Ok((reply, form)) => Ok(Ok(asked.reply(&reply, form))),
            Err(problem) if cancel.goes_on() => Ok(Err(problem.detail)),
            Err(problem) => Err(problem),
        }
    }

    /// Returns the user's texts in the session of a saved answer.
    fn texts_of(&self, saved: &str, caller: &Caller) -> Result<Vec<Arc<Source>>, Problem> {
        let (Some(id), Some(store)) = (session_of(saved), self.kept_for()) else { return Ok(Vec::new()) };
        let session = self.sessions(store).find(&caller.session(&id))?;
        Ok(session.iter().flat_map(|s| &s.sources).map(|text| Arc::new(text.source())).collect())
    }

    /// Returns a section of law.
    ///
    /// # Errors
    /// Fails when the text is not a citation, or cites nothing in this archive.
    pub fn section(&self, asked: &SectionRequest) -> Result<Value, Problem> {
        let citation = citation(&asked.citation)?;
        let editions = Editions { as_of: asked.as_of.clone(), edition: asked.edition.clone() };
        match section_view(&self.archive(), &citation, &editions)? {
            Some(view) => Ok(json!(view)),
            None => Err(Problem::not_found(
                format!("{citation} is not in the archive"),
                "GET /packs shows the law that is",
            )),
        }
    }

    /// Returns the changes of a section between two editions.
    ///
    /// # Errors
    /// Fails when the section is not in two editions.
    pub fn section_diff(&self, asked: &DiffRequest) -> Result<Value, Problem> {
        let citation = citation(&asked.citation)?;
        match section_diff(&self.archive(), &citation, asked.from.as_deref(), asked.to.as_deref())? {
            Some(diff) => Ok(json!(diff)),
            None => Err(Problem::not_found(
                format!("{citation} is not in two installed editions"),
                "GET /packs shows the editions",
            )),
        }
    }

    /// Lists the installed packs.
    ///
    /// # Errors
    /// Returns those of the archive.
    pub fn packs(&self) -> Result<Value, Problem> {
        Ok(json!({ "packs": self.archive().packs()? }))
    }

    /// Returns the editions of a pack, and the sections of the newest.
    ///
    /// # Errors
    /// Fails when there is no such pack.
    pub fn pack(&self, name: &str) -> Result<Value, Problem> {
        let archive = self.archive();
        let packs: Vec<_> = archive.packs()?.into_iter().filter(|p| p.manifest.name == name).collect();
        let Some(newest) = packs.first() else {
            return Err(Problem::not_found(
                format!("no pack {name:?} is installed"),
                "GET /packs lists them",
            ));
        };
        let sections = archive.sections_of(newest)?;
        Ok(json!({ "name": name, "editions": packs, "sections": sections }))
    }

    /// Returns the number of sources and the values that conditions can have, with more that the server says of the
    /// caller.
    ///
    /// # Errors
    /// Returns those of the archive.
    pub fn filters(&self, more: Value) -> Result<Value, Problem> {
        let archive = self.archive();
        let mut towns: std::collections::BTreeMap<String, Option<String>> = std::collections::BTreeMap::new();
        for facet in archive.facets()? {
            let Some(town) = facet.town else { continue };
            let state = towns.entry(town).or_default();
            *state = state.take().or(facet.jurisdiction);
        }
        let towns: Vec<Value> =
            towns.into_iter().map(|(name, state)| json!({ "name": name, "state": state })).collect();
        let values = |field: FilterField| archive.values(field);
        let mut filters = json!({
            "sources": archive.sources()?.len(),
            "towns": towns,
            "lanes": values(FilterField::Lane)?,
            "boards": values(FilterField::Board)?,
            "types": values(FilterField::DocType)?,
            "authorities": values(FilterField::Authority)?,
            "statuses": values(FilterField::Status)?,
            "editions": values(FilterField::Edition)?,
            "states": values(FilterField::Jurisdiction)?,
            "forms": FORMS,
            "about": crate::about::about(&archive)?,
            "by_meaning": self.embedder().is_some(),
            "language_model": self.shared.models.language.as_ref().map(|model| model.id().to_string()),
        });
        if let (Value::Object(filters), Value::Object(more)) = (&mut filters, more) {
            filters.extend(more);
        }
        Ok(filters)
    }

    fn store(&self) -> Result<&SessionStore, Problem> {
        self.kept_for().ok_or_else(|| match self.sees {
            Visibility::Public => Problem::not_found(
                "this server keeps no sessions without a token",
                "ask the person who runs it for a token",
            ),
            _ => Problem::not_found("this server keeps no sessions", "the archive's folder can't be written"),
        })
    }

    fn sessions<'s>(&'s self, store: &'s SessionStore) -> Sessions<'s> {
        Sessions::new(store, &self.shared.settings.conversation.session, Timestamp::now())
    }

    /// Lists the caller's sessions.
    ///
    /// # Errors
    /// Returns those of the store.
    pub fn session_list(&self, caller: &Caller) -> Result<Value, Problem> {
        let Some(store) = self.kept_for() else { return Ok(sessions_reply(&[])) };
        let mut all = self.sessions(store).list()?;
        all.retain_mut(|session| match caller.own(&session.id).map(str::to_owned) {
            Some(name) => {
                session.id = name;
                true
            }
            None => false,
        });
        Ok(sessions_reply(&all))
    }

    /// Returns a complete session.
    ///
    /// # Errors
    /// Fails when there is no session of this name.
    pub fn session(&self, name: &str, caller: &Caller) -> Result<Value, Problem> {
        let session = self.sessions(self.store()?).find(&caller.session(name))?;
        session.map(|session| named(session, name)).ok_or_else(|| no_session(name))
    }

    /// Changes values of a session, or begins it.
    ///
    /// # Errors
    /// Fails for an invalid name, and with those of the store.
    pub fn change_session(
        &self,
        name: &str,
        fields: &std::collections::BTreeMap<String, String>,
        caller: &Caller,
    ) -> Result<Value, Problem> {
        let fields = fields.iter().map(|(name, value)| parse_field(&format!("{name}={value}")));
        let fields = fields.collect::<Result<Vec<_>, _>>()?;
        let sessions = self.sessions(self.store()?);
        let id = session_id(name, caller)?;
        self.has_room(Some(&id), fields.iter().map(|(name, _)| name))?;
        let changed = sessions.update(&id, |session| {
            for (name, value) in &fields {
                session.set(name, value, Origin::Session);
            }
        })?;
        Ok(named(changed, name))
    }

    /// Checks that a session has room for these values. Concurrent requests may each add that many.
    fn has_room<'n>(
        &self,
        session: Option<&str>,
        new: impl Iterator<Item = &'n String>,
    ) -> Result<(), Problem> {
        let held = match (session, self.kept_for()) {
            (Some(id), Some(store)) => self.sessions(store).find(id)?,
            _ => None,
        };
        let held = held.map(|session| session.fields).unwrap_or_default();
        let more: BTreeSet<&String> = new.filter(|name| !held.contains_key(*name)).collect();
        if held.len().saturating_add(more.len()) > MOST_FIELDS {
            return Err(Problem::unusable(
                format!("a question and its session hold at most {MOST_FIELDS} values"),
                "send fewer, or DELETE the session and start a new one".to_owned(),
            ));
        }
        Ok(())
    }

    /// Deletes a session, with its traces.
    ///
    /// # Errors
    /// Fails when there is no session of this name.
    pub fn remove_session(&self, name: &str, caller: &Caller) -> Result<Value, Problem> {
        let id = caller.session(name);
        let sessions = self.sessions(self.store()?);
        if sessions.find(&id)?.is_none() {
            return Err(no_session(name));
        }
        Ok(json!({ "removed": name, "wholly": sessions.remove(&id)? }))
    }

    /// Lists the caller's remembered answers.
    ///
    /// # Errors
    /// Returns those of the store.
    pub fn memory(&self, caller: &Caller) -> Result<Value, Problem> {
        let Some(store) = self.kept_for() else { return Ok(memory_reply(&[])) };
        let now = Timestamp::now().as_second();
        let mut own = remembered(&self.archive(), store, Some(caller.memory()), now)?;
        for entry in &mut own {
            entry.owner.clear();
            let name = entry.session_id.take();
            entry.session_id = name.and_then(|id| caller.own(&id).map(str::to_owned));
        }
        Ok(memory_reply(&own))
    }

    /// Deletes one of the caller's remembered answers, or all of them.
    ///
    /// # Errors
    /// Fails when there is no answer of this id.
    pub fn forget(&self, id: Option<&str>, caller: &Caller) -> Result<Value, Problem> {
        let Some(store) = self.kept_for() else { return Ok(json!({ "removed": 0, "wholly": true })) };
        let (removed, wholly) = forget(store, id, Some(caller.memory()))?;
        Ok(json!({ "removed": removed, "wholly": wholly }))
    }

    /// Lists the newest traces.
    ///
    /// # Errors
    /// Returns those of the store.
    pub fn traces(&self, most: u32) -> Result<Value, Problem> {
        match self.kept_for() {
            Some(store) => Ok(traces_reply(&traces(store, most)?)),
            None => Ok(traces_reply(&[])),
        }
    }

    /// Returns a complete trace; with `plain`, without people's own words.
    ///
    /// # Errors
    /// Fails when there is no trace of this id.
    pub fn trace(&self, id: &str, plain: bool) -> Result<Value, Problem> {
        let mut found = trace(self.store()?, id)?;
        if plain {
            leave_out_personal(&mut found);
        }
        Ok(found)
    }
}

/// Replaces file paths by file names: the place of papers on the server's disk is confidential.
fn without_folders(mut value: Value) -> Value {
    fn file_name(path: &mut Value) {
        // By this system's own rules: on some, a name may contain the path separator of others.
        let name = path.as_str().and_then(|path| Path::new(path).file_name()?.to_str()).map(str::to_owned);
        if let Some(name) = name {
            *path = name.into();
        }
    }
    match &mut value {
        Value::Array(list) => list.iter_mut().for_each(|inner| *inner = without_folders(inner.take())),
        Value::Object(map) => {
            for (key, inner) in map {
                match (key.as_str(), &mut *inner) {
                    ("path", path) => file_name(path),
                    ("paths", Value::Array(paths)) => paths.iter_mut().for_each(file_name),
                    _ => *inner = without_folders(inner.take()),
                }
            }
        }
        _ => {}
    }
    value
}

fn named(mut session: Session, name: &str) -> Value {
    name.clone_into(&mut session.id);
    json!(session)
}

/// Returns the store's name of a session. An error gives the caller's own name, since the store's one begins with a
/// part of the token's hash.
fn session_id(name: &str, caller: &Caller) -> Result<String, Problem> {
    let id = caller.session(name);
    check_id(&id).map_err(|_| AskError::SessionName { given: name.chars().take(80).collect() })?;
    Ok(id)
}

fn no_session(name: &str) -> Problem {
    let name: String = name.chars().take(80).collect();
    Problem::not_found(format!("there is no session {name:?}, or it expired"), "GET /sessions lists them")
}

fn citation(text: &str) -> Result<Citation, Problem> {
    asked_citation(text).ok_or_else(|| {
        let text: String = text.chars().take(120).collect();
        Problem::unusable(
            format!("{text:?} is not a citation that is known here"),
            "write it like \"RSA 31-B:3, II(c)\" or \"MCL 15.263\"",
        )
    })
}

/// Returns the form of this name; without a name the form is chosen by the question.
fn form_named(name: &str) -> Result<Option<FormName>, Problem> {
    if name.is_empty() {
        return Ok(None);
    }
    let known = FORMS.contains(&name).then(|| name.parse().ok()).flatten();
    known.map(Some).ok_or_else(|| {
        let name: String = name.chars().take(60).collect();
        Problem::unusable(format!("there is no form {name:?}"), format!("give one of {}", FORMS.join(", ")))
    })
}
