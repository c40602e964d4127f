//! Pipeline from a question to a checked answer: retrieve, extract, verify.

use std::collections::BTreeMap;
use std::time::Instant;

use crate::check::answer::AnswerContent;
use crate::check::audit::AuditReport;
use crate::check::own_words::Setting;
use crate::check::verify::{Answer, Ground, Verified, seal};
use crate::compose::asked::Asked;
use crate::compose::conflict::Evidence as ConflictEvidence;
use crate::draft::{Draft, DraftFact};
use crate::error::AskError;
use crate::find::answerability::Signals;
use crate::find::ask::Ask;
use crate::find::write::Written;
use crate::language::question::Question;
use crate::research::{Researcher, ended_early};
use crate::stage::{Stage, Watch};
use twolane_archive::SourceSummary;
use twolane_llm::CallCounter;
use twolane_retrieve::{Request, Retrieved};

/// An answer before the seal, with the results that led to it.
pub(super) struct Unsealed {
    pub content: AnswerContent,
    pub way: Way,
}

/// Results that led to an answer: an [`Asked`] without the answer.
pub(super) struct Way {
    audit: AuditReport,
    pub search: Retrieved,
    signals: Signals,
    pub written: Option<Written>,
    repairs: usize,
    expansions: usize,
    timing_ms: BTreeMap<&'static str, f64>,
    /// All sources of the archive, as read for this answer.
    pub sources: Vec<SourceSummary>,
    /// Evidence that was searched for conflicts.
    pub considered: Vec<ConflictEvidence>,
    pub question: Question,
}

impl Way {
    /// Combines the results with their answer.
    pub(super) fn with(self, answer: Verified<Answer>) -> Asked {
        let Way { audit, search, signals, written, repairs, expansions, timing_ms, .. } = self;
        // Texts of the user may have put another fact first.
        let signals = signals.pointing_into(answer.get().facts.first().map_or(&[][..], |fact| &fact.support));
        Asked { answer, audit, search, signals, written, repairs, expansions, timing_ms }
    }
}

impl Ask<'_> {
    /// Answers one question.
    ///
    /// # Errors
    /// Returns the errors of reading the archive and of the embedding model.
    pub fn run(&self, request: &Request) -> Result<Asked, AskError> {
        self.run_watched(request, Watch::default())
    }

    /// Does the same as [`Ask::run`], with a watch that observes the stages and may cancel. With a language model, the
    /// quotes that answer are ready before the model begins.
    ///
    /// # Errors
    /// Returns the errors of [`Ask::run`], and [`AskError::Cancelled`].
    pub fn run_watched(&self, request: &Request, watch: Watch<'_>) -> Result<Asked, AskError> {
        let Unsealed { content, mut way } =
            self.run_unsealed(request, watch, &CallCounter::default(), None)?;
        let setting = self.setting(request, std::mem::take(&mut way.sources));
        Ok(way.with(seal(content, Ground::Search(Box::new(setting)))))
    }

    /// Does the same as [`Ask::run_watched`], for callers that add to the answer before the seal. `calls` counts the
    /// calls of a language model; with a `researcher`, the question is answered step by step.
    pub(super) fn run_unsealed(
        &self,
        request: &Request,
        watch: Watch<'_>,
        calls: &CallCounter,
        researcher: Option<&Researcher<'_>>,
    ) -> Result<Unsealed, AskError> {
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
        let research = match researcher {
            Some(researcher) => Some(self.research(&mut evidence, researcher, watch)?),
            None => {
                let facts = self.checked(&evidence.extraction.draft).facts;
                self.expand(&mut evidence, &facts, watch)?;
                calls.raise(u64::try_from(evidence.expansions).unwrap_or(u64::MAX).min(2));
                None
            }
        };
        clock.lap(if research.is_some() { "research" } else { "expand" });
        let mut composed = self.compose(&evidence, evidence.extraction.draft.clone(), None)?;
        clock.lap("verify");
        clock.mark("first_facts");
        let draft = &evidence.extraction.draft;
        let mut written = None;
        if let Some(writer) = self.writer.filter(|_| !draft.facts.is_empty() && !draft.insufficient) {
            // The answer is composed again from the model's output.
            let setting = self.setting(request, evidence.sources.clone());
            watch.tell(Stage::Facts(&seal(composed.content, Ground::Search(Box::new(setting)))));
            watch.tell(Stage::Writing);
            let go_on = || watch.goes_on();
            let mut writing = writer.begin(
                &request.query.text,
                &evidence.extraction.ranked,
                &evidence.sources,
                calls,
                &go_on,
            );
            let result = writing.write();
            clock.lap("write");
            let draft = self.with_written(draft, &result, evidence.most_facts);
            composed = self.compose(&evidence, draft, Some((&mut writing, &result)))?;
            written = Some(writing.end(result));
            clock.lap("verify_written");
        }
        clock.mark("total");
        if let Some(research) = research {
            composed.content.limitations.extend(ended_early(&research));
            composed.content.research = Some(research);
        }
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

    /// Builds the setting in which an answer's own sentences are looked up, from the archive's sources.
    pub(super) fn setting(&self, request: &Request, sources: Vec<SourceSummary>) -> Setting<'_> {
        Setting::of(self.archive, self.retriever.vocabulary(), sources, request)
            .with_model(self.writer.is_some())
    }

    /// Puts the model's selection before the extractive one. The decision to answer was made before; a model may only
    /// abstain, where the settings allow it.
    fn with_written(&self, draft: &Draft, written: &Written, most: usize) -> Draft {
        let mut draft = draft.clone();
        if written.failed.is_some() {
            return draft;
        }
        let rest: Vec<DraftFact> = if written.silent { Vec::new() } else { draft.facts };
        draft.facts = written.facts.clone();
        for fact in rest {
            let held = |f: &DraftFact| f.statement() == fact.statement();
            if draft.facts.len() < most && !draft.facts.iter().any(held) {
                draft.facts.push(fact);
            }
        }
        draft.insufficient = draft.facts.is_empty();
        draft
    }
}

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

    /// Records the time since the previous lap.
    fn lap(&mut self, name: &'static str) {
        self.laps.insert(name, self.last.elapsed().as_secs_f64() * 1000.0);
        self.last = Instant::now();
    }

    /// Records the time since the start.
    fn mark(&mut self, name: &'static str) {
        self.laps.insert(name, self.start.elapsed().as_secs_f64() * 1000.0);
    }
}
