//! Loop over the steps: ask, read, evaluate, and decide what comes next, until a stop rule applies.

use std::time::{Duration, Instant};

use crate::check::step::{Phase, Research, StepStatus, Stop};
use crate::error::AskError;
use crate::find::ask::Ask;
use crate::find::evidence::Evidence;
use crate::stage::Watch;
use twolane_archive::ChunkId;

use super::model_steps::{ModelSteps, Next};
use super::need::Need;
use super::researcher::Researcher;
use super::state::Sofar;
use super::stop::by_steps;

impl Ask<'_> {
    /// Researches a question after its first search, and joins the findings to the draft. The first step is that
    /// search, unless a language model names another one.
    ///
    /// # Errors
    /// Returns the errors of reading the archive and of the embedding model. An error of a language model ends the
    /// research with the findings so far.
    pub(crate) fn research(
        &self,
        evidence: &mut Evidence<'_>,
        how: &Researcher<'_>,
        watch: Watch<'_>,
    ) -> Result<Research, AskError> {
        let until = Instant::now().checked_add(Duration::from_secs(how.options.seconds));
        let go_on = || watch.goes_on();
        let mut model = how.model.map(|model| ModelSteps::new(model, how, until, &go_on));
        let mut sofar = Sofar::default();
        let mut pending = 0;
        let mut next = match &model {
            Some(steps) => match steps.next(evidence, self.retriever.vocabulary(), &sofar) {
                Next::Step(need) => Some(need),
                // A model that can't answer now is not asked again.
                _ => {
                    model = None;
                    None
                }
            },
            None => None,
        };
        let stop = loop {
            if let Some(stop) = self.cut_short(until, watch) {
                pending = usize::from(next.is_some()).max(usize::from(sofar.steps.is_empty()));
                break stop;
            }
            let fresh = match next.take() {
                // When one named paper or section has nothing new to read, others may still have.
                Some(need) => self.step(evidence, &need, &model, &mut sofar, how)? || need.source.is_some(),
                None => self.first(evidence, &mut sofar, how)?,
            };
            if !fresh {
                break Stop::NoFreshPassages;
            }
            let needs = self.open_needs(evidence, &sofar, how)?;
            if let Some(stop) = by_steps(&sofar.steps, how.options) {
                pending = needs.len();
                break stop;
            }
            if model.is_none() && enough(evidence, &sofar, &needs) {
                break Stop::ThresholdReached;
            }
            if let Some(stop) = self.cut_short(until, watch) {
                pending = 1;
                break stop;
            }
            let decided = match &model {
                Some(steps) => steps.next(evidence, self.retriever.vocabulary(), &sofar),
                None => match needs.into_iter().next() {
                    Some(need) => Next::Step(need),
                    None => Next::Stop(Stop::NothingOpen),
                },
            };
            match decided {
                Next::Step(need) => next = Some(need),
                Next::Stop(stop) => {
                    pending = usize::from(matches!(stop, Stop::CallLimit | Stop::ModelFailed));
                    break stop;
                }
            }
        };
        let Sofar { steps, made, .. } = sofar;
        self.join(evidence, &steps, made, how);
        Ok(Research { steps, stop, pending })
    }

    /// Returns the reason to stop when the time is up, or the request was cancelled.
    fn cut_short(&self, until: Option<Instant>, watch: Watch<'_>) -> Option<Stop> {
        if !watch.goes_on() {
            return Some(Stop::Cancelled);
        }
        until.is_none_or(|until| Instant::now() >= until).then_some(Stop::Deadline)
    }

    /// Takes the search of the question itself as the first step.
    fn first(
        &self,
        evidence: &Evidence<'_>,
        sofar: &mut Sofar,
        how: &Researcher<'_>,
    ) -> Result<bool, AskError> {
        let question = evidence.request.text().to_owned();
        let draft = &evidence.extraction.draft;
        let drafted = if draft.insufficient { Vec::new() } else { draft.facts.clone() };
        let hits = &evidence.search.hits;
        let key = format!("part {question}");
        let need = Need {
            phase: Phase::Question,
            question,
            alternatives: Vec::new(),
            town: None,
            source: None,
            key,
        };
        let done = self.judge(&need, hits, evidence.passages.clone(), drafted, how)?;
        let fresh = !done.read.is_empty();
        sofar.add(&need, done);
        Ok(fresh)
    }

    /// Takes one more step. Returns false when the search found nothing that no earlier step had read.
    fn step(
        &self,
        evidence: &Evidence<'_>,
        need: &Need,
        model: &Option<ModelSteps<'_>>,
        sofar: &mut Sofar,
        how: &Researcher<'_>,
    ) -> Result<bool, AskError> {
        let vocabulary = self.retriever.vocabulary();
        let worded = model.as_ref().and_then(|steps| steps.rewrite(evidence, vocabulary, sofar, need));
        let queries = worded.unwrap_or_else(|| {
            let mut queries = vec![need.question.clone()];
            for other in &need.alternatives {
                if !queries.contains(other) {
                    queries.push(other.clone());
                }
            }
            queries
        });
        let mut read: Vec<ChunkId> = sofar.read.iter().copied().collect();
        read.sort_unstable();
        let done = self.execute(evidence.request, need, &queries, &read, &sofar.drafted(), how)?;
        let fresh = !done.read.is_empty();
        sofar.add(need, done);
        Ok(fresh)
    }
}

/// Returns true when the last step reached the threshold and nothing is open. For a question of several parts, it is
/// also true when only needs other than parts are open.
fn enough(evidence: &Evidence<'_>, sofar: &Sofar, needs: &[Need]) -> bool {
    let reached = sofar.steps.last().is_some_and(|s| s.status == StepStatus::Completed);
    let parts = evidence.question.several().len().max(evidence.search.trace.towns.len());
    let open_part = needs.iter().any(|need| need.phase == Phase::Part);
    reached && (needs.is_empty() || (parts > 1 && !open_part))
}
