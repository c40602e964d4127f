//! Stages of one question that call the rooms of search, research, checks and writing, and their results.

use std::collections::BTreeMap;
use std::time::Instant;

use crate::check::audit::AuditReport;
use crate::check::own_words::Setting;
use crate::check::step::Research;
use crate::check::verify::{Answer, Ground, Verified, seal};
use crate::compose::asked::Asked;
use crate::compose::checking::Composed;
use crate::compose::conflict::Evidence as ConflictEvidence;
use crate::draft::{Draft, DraftFact};
use crate::error::AskError;
use crate::find::ask::Ask;
use crate::find::evidence::Evidence;
use crate::find::write::Written;
use crate::options::FormName;
use crate::research::Researcher;
use crate::stage::{Stage, Watch};
use twolane_archive::SourceSummary;
use twolane_llm::CallCounter;
use twolane_retrieve::{IssueMap, QuestionWords, Request, Retrieved};

use super::input::elapsed_ms;

/// Results that lead to an answer, without the answer.
pub(super) struct Basis<'r> {
    pub evidence: Evidence<'r>,
    pub audit: AuditReport,
    pub repairs: usize,
    /// Evidence that was searched for conflicts.
    pub considered: Vec<ConflictEvidence>,
    pub written: Option<Written>,
    pub timing_ms: BTreeMap<&'static str, f64>,
}

impl Basis<'_> {
    /// Combines the results with their answer.
    pub(super) fn asked(self, answer: Verified<Answer>) -> Asked {
        let Basis { evidence, audit, repairs, written, timing_ms, .. } = self;
        // Texts of the user may have put another fact first.
        let first = answer.get().facts.first().map_or(&[][..], |fact| &fact.support);
        let signals = evidence.extraction.signals.pointing_into(first);
        let (search, expansions) = (evidence.search, evidence.expansions);
        Asked { answer, audit, search, signals, written, repairs, expansions, timing_ms }
    }
}

/// Clock of one question.
pub(super) struct Clock {
    start: Instant,
    last: Instant,
    /// Milliseconds by stage.
    pub laps: BTreeMap<&'static str, f64>,
}

impl Clock {
    pub(super) fn start() -> Self {
        let now = Instant::now();
        Clock { start: now, last: now, laps: BTreeMap::new() }
    }

    /// Records the time since the previous lap.
    pub(super) fn lap(&mut self, name: &'static str) {
        self.laps.insert(name, elapsed_ms(self.last));
        self.last = Instant::now();
    }

    /// Records the time since the start.
    pub(super) fn mark(&mut self, name: &'static str) {
        self.laps.insert(name, elapsed_ms(self.start));
    }
}

/// Settings of one question's course.
pub(super) struct Course<'c> {
    pub watch: Watch<'c>,
    /// Counter of the calls of a language model.
    pub calls: &'c CallCounter,
    /// Researcher of a question that is answered step by step.
    pub researcher: Option<&'c Researcher<'c>>,
    /// Issues of the question, where it was planned.
    pub issues: Option<&'c IssueMap>,
    /// Form that fits the question.
    pub form: FormName,
}

impl Ask<'_> {
    /// Searches the archive.
    pub(super) fn search(
        &self,
        request: &Request,
        words: Option<QuestionWords>,
        watch: Watch<'_>,
    ) -> Result<Retrieved, AskError> {
        if request.query.text.split_whitespace().next().is_none() {
            return Err(AskError::EmptyQuestion);
        }
        let search = match words {
            Some(words) => self.retriever.run_read(request, words)?,
            None => self.retriever.run(request)?,
        };
        watch.tell(Stage::Searched(&search));
        watch.still()?;
        Ok(search)
    }

    /// Adds to the evidence: by the steps of a research, or by searches for parts of the question.
    pub(super) fn look_further<'r>(
        &self,
        mut evidence: Evidence<'r>,
        course: &Course<'_>,
    ) -> Result<(Evidence<'r>, Option<Research>), AskError> {
        if let Some(researcher) = course.researcher {
            let research = self.research(&mut evidence, researcher, course.watch)?;
            return Ok((evidence, Some(research)));
        }
        if let Some(issues) = course.issues {
            self.add_law_and_record(&mut evidence, issues)?;
        }
        let facts = self.checked(&evidence.extraction.draft).facts;
        self.expand(&mut evidence, &facts, course.watch)?;
        course.calls.raise(u64::try_from(evidence.expansions).unwrap_or(u64::MAX).min(2));
        Ok((evidence, None))
    }

    /// Lets a language model, where there is one and the evidence answers, write the answer in place of this one.
    pub(super) fn write(
        &self,
        composed: Composed,
        evidence: &Evidence<'_>,
        course: &Course<'_>,
        clock: &mut Clock,
    ) -> Result<(Composed, Option<Written>), AskError> {
        let draft = &evidence.extraction.draft;
        let Some(writer) = self.writer.filter(|_| !draft.facts.is_empty() && !draft.insufficient) else {
            return Ok((composed, None));
        };
        let (watch, question) = (course.watch, &evidence.query().text);
        let setting = self.setting(evidence.request, evidence.sources.clone());
        watch.tell(Stage::Facts(&seal(composed.content, Ground::Search(Box::new(setting)))));
        watch.tell(Stage::Writing);
        let go_on = || watch.goes_on();
        let (ranked, sources) = (&evidence.extraction.ranked, &evidence.sources);
        let mut writing = writer.begin(question, course.form, ranked, sources, course.calls, &go_on);
        let result = writing.write();
        clock.lap("write");
        let draft = with_written(draft, &result, evidence.most_facts);
        let composed = self.compose(evidence, draft, Some((&mut writing, &result)))?;
        clock.lap("verify_written");
        Ok((composed, Some(writing.end(result))))
    }

    /// Builds the setting in which an answer's own sentences are looked up, from the archive's sources.
    pub(super) fn setting(&self, request: &Request, sources: Vec<SourceSummary>) -> Setting<'_> {
        Setting::of(self.archive, self.retriever.vocabulary(), sources, request)
            .with_model(self.writer.is_some())
    }
}

/// Puts the model's selection before the extractive one. The decision to answer was made before; a model may only
/// abstain, where the settings allow it.
fn with_written(draft: &Draft, written: &Written, most: usize) -> Draft {
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
