//! From a question to a checked answer: retrieve, extract, verify.

use std::collections::BTreeMap;
use std::time::Instant;

use crate::archive::{Archive, SourceSummary};
use crate::inference::Embedder;
use crate::retrieve::{Request, Rerank, RetrievalOptions, Retrieved, Retriever, SearchOptions};

use super::answer::AnswerContent;
use super::answerability::Signals;
use super::audit::AuditReport;
use super::conflict::Evidence as ConflictEvidence;
use super::draft::{Draft, DraftFact};
use super::error::AskError;
use super::options::AnswerOptions;
use super::own_words::Setting;
use super::question::Question;
use super::stage::{Stage, Watch};
use super::verify::{Answer, Ground, Verified, seal};
use super::write::{ModelWriter, Writing, Written};

/// Settings of the whole way.
#[derive(Debug, Clone, Default)]
pub struct AskOptions {
    /// Search.
    pub search: SearchOptions,
    /// Lanes.
    pub retrieval: RetrievalOptions,
    /// Answer.
    pub answer: AnswerOptions,
}

/// Answers questions from one archive.
pub struct Ask<'a> {
    pub(super) archive: &'a Archive,
    pub(super) embedder: Option<&'a dyn Embedder>,
    pub(super) retriever: Retriever<'a>,
    pub(super) writer: Option<&'a ModelWriter<'a>>,
    pub(super) options: AskOptions,
}

/// A checked answer with what led to it.
#[derive(Debug, Clone)]
pub struct Asked {
    /// The checked answer.
    pub answer: Verified<Answer>,
    /// What the audit said of the writer's own words, before they were struck.
    pub audit: AuditReport,
    /// What the search found.
    pub search: Retrieved,
    /// What spoke for and against an answer being there.
    pub signals: Signals,
    /// What a language model did, when one took part.
    pub written: Option<Written>,
    /// Rounds of repair that the draft took.
    pub repairs: usize,
    /// Searches that were made for one part of the question alone.
    pub expansions: usize,
    /// Wall-clock milliseconds by stage; `first_facts` is the time from the question to the first
    /// checked quotes.
    pub timing_ms: BTreeMap<&'static str, f64>,
}

/// An answer that is not sealed yet, with what led to it.
pub(super) struct Unsealed {
    pub content: AnswerContent,
    pub way: Way,
}

/// What led to an answer: an [`Asked`] without it.
pub(super) struct Way {
    audit: AuditReport,
    pub search: Retrieved,
    signals: Signals,
    written: Option<Written>,
    repairs: usize,
    expansions: usize,
    timing_ms: BTreeMap<&'static str, f64>,
    /// All sources of the archive, as they were read for this answer.
    pub sources: Vec<SourceSummary>,
    /// What was searched for conflicts.
    pub considered: Vec<ConflictEvidence>,
    pub question: Question,
}

impl Way {
    /// With the answer that it led to.
    pub(super) fn with(self, answer: Verified<Answer>) -> Asked {
        let Way { audit, search, signals, written, repairs, expansions, timing_ms, .. } = self;
        Asked { answer, audit, search, signals, written, repairs, expansions, timing_ms }
    }
}

impl<'a> Ask<'a> {
    /// Without an embedder, words alone decide.
    ///
    /// # Errors
    /// When the options name a vocabulary file that can't be used.
    pub fn new(
        archive: &'a Archive,
        embedder: Option<&'a dyn Embedder>,
        options: AskOptions,
    ) -> Result<Self, AskError> {
        let (search, retrieval) = (options.search.clone(), options.retrieval.clone());
        let retriever = Retriever::new(archive, embedder, search, retrieval)?;
        Ok(Ask { archive, embedder, retriever, writer: None, options })
    }

    /// What it searches with.
    pub fn retriever(&self) -> &Retriever<'a> {
        &self.retriever
    }

    /// Searches with this second stage.
    pub fn with_reranker(mut self, reranker: Option<&'a dyn Rerank>) -> Self {
        if let Some(reranker) = reranker {
            self.retriever = self.retriever.with_reranker(reranker);
        }
        self
    }

    /// Lets a language model name the sentences that answer, among those that the extractive writer
    /// found.
    pub fn with_writer(mut self, writer: Option<&'a ModelWriter<'a>>) -> Self {
        self.writer = writer;
        self
    }

    /// Answers one question.
    ///
    /// # Errors
    /// Those of reading the archive and of the embedding model.
    pub fn run(&self, request: &Request) -> Result<Asked, AskError> {
        self.run_watched(request, Watch::default())
    }

    /// [`Ask::run`] for somebody who hears of the stages and may want to stop. With a language model
    /// the quotes that answer are there before it begins.
    ///
    /// # Errors
    /// Those of [`Ask::run`], and [`AskError::Cancelled`].
    pub fn run_watched(&self, request: &Request, watch: Watch<'_>) -> Result<Asked, AskError> {
        let Unsealed { content, mut way } = self.run_unsealed(request, watch)?;
        let setting = self.setting(request, std::mem::take(&mut way.sources));
        Ok(way.with(seal(content, Ground::Search(Box::new(setting)))))
    }

    /// [`Ask::run_watched`] for whoever has something to add before the answer is sealed.
    pub(super) fn run_unsealed(&self, request: &Request, watch: Watch<'_>) -> Result<Unsealed, AskError> {
        let mut clock = Clock::start();
        if request.query.text.split_whitespace().next().is_none() {
            return Err(AskError::EmptyQuestion);
        }
        let stopped = || watch.goes_on().then_some(()).ok_or(AskError::Cancelled);
        let search = self.retriever.run(request)?;
        clock.lap("search");
        watch.tell(Stage::Searched(&search));
        stopped()?;
        let mut evidence = self.evidence(request, search)?;
        clock.lap("extract");
        stopped()?;
        let facts = self.checked(&evidence.extraction.draft).facts;
        self.expand(&mut evidence, &facts, watch)?;
        clock.lap("expand");
        let mut composed = self.compose(&evidence, evidence.extraction.draft.clone(), None)?;
        clock.lap("verify");
        clock.mark("first_facts");
        let draft = &evidence.extraction.draft;
        let mut written = None;
        if let Some(writer) = self.writer.filter(|_| !draft.facts.is_empty() && !draft.insufficient) {
            // The answer is put together anew from what the model wrote.
            let setting = self.setting(request, evidence.sources.clone());
            watch.tell(Stage::Facts(&seal(composed.content, Ground::Search(Box::new(setting)))));
            watch.tell(Stage::Writing);
            let go_on = || watch.goes_on();
            let mut writing = writer.begin(&request.query.text, &evidence.extraction.ranked, &go_on);
            let result = writing.write();
            clock.lap("write");
            let draft = self.with_written(draft, &result);
            composed = self.compose(&evidence, draft, Some((&mut writing, &result)))?;
            written = Some(writing.end(result));
            clock.lap("verify_written");
        }
        clock.mark("total");
        let way = Way {
            audit: composed.audit,
            repairs: composed.repairs,
            expansions: evidence.expansions,
            signals: evidence.extraction.signals,
            search: evidence.search,
            written,
            timing_ms: clock.laps,
            sources: evidence.sources,
            considered: composed.considered,
            question: evidence.question,
        };
        Ok(Unsealed { content: composed.content, way })
    }

    /// What an answer's own sentences are looked up in, if these are the archive's sources.
    pub(super) fn setting(&self, request: &Request, sources: Vec<SourceSummary>) -> Setting<'_> {
        Setting::of(self.archive, self.retriever.vocabulary(), sources, request)
            .with_model(self.writer.is_some())
    }

    /// The model's choice with the extractive one behind it. Whether there is an answer at all was
    /// decided before; a model may only say that there is none, where the settings let it.
    fn with_written(&self, draft: &Draft, written: &Written) -> Draft {
        let mut draft = draft.clone();
        if written.failed.is_some() {
            return draft;
        }
        let rest: Vec<DraftFact> = if written.silent { Vec::new() } else { draft.facts };
        draft.facts = written.facts.clone();
        for fact in rest {
            let held = |f: &DraftFact| f.statement() == fact.statement();
            if draft.facts.len() < self.options.answer.max_facts && !draft.facts.iter().any(held) {
                draft.facts.push(fact);
            }
        }
        draft.insufficient = draft.facts.is_empty();
        draft
    }
}

/// A model at work, and what it wrote.
pub(super) type AtWork<'w, 'm> = (&'w mut Writing<'m>, &'w Written);

/// Times of the stages.
struct Clock {
    start: Instant,
    last: Instant,
    laps: BTreeMap<&'static str, f64>,
}

impl Clock {
    fn start() -> Self {
        let now = Instant::now();
        Clock { start: now, last: now, laps: BTreeMap::new() }
    }

    /// Time since the lap before.
    fn lap(&mut self, name: &'static str) {
        self.laps.insert(name, self.last.elapsed().as_secs_f64() * 1000.0);
        self.last = Instant::now();
    }

    /// Time since the start.
    fn mark(&mut self, name: &'static str) {
        self.laps.insert(name, self.start.elapsed().as_secs_f64() * 1000.0);
    }
}
