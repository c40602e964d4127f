//! One step: a search among passages that no earlier step has read, and the facts that it contributes.

use crate::check::step::{StepPlace, StepStatus};
use crate::check::verify::Fact;
use crate::draft::{Draft, DraftFact};
use crate::error::AskError;
use crate::find::ask::Ask;
use crate::find::ranked::Passage;
use twolane_archive::ChunkId;
use twolane_retrieve::{Hit, PlannedLane, PlannedSearch, Query, Request};

use super::need::Need;
use super::researcher::Researcher;
use super::state::Executed;

/// Position, on the common scale, of the word share that is enough for an answer without a model: the threshold that
/// the specification names (HOP-1).
const WORDS: f32 = 0.70;
/// Sentences of a step that a language model may choose from.
const NEAR: usize = 6;

impl Ask<'_> {
    /// Searches for a need; `queries` are its question and its alternatives in other words. `known` are facts that
    /// earlier steps contributed.
    pub(super) fn execute(
        &self,
        base: &Request,
        need: &Need,
        queries: &[String],
        read: &[ChunkId],
        known: &[DraftFact],
        how: &Researcher<'_>,
    ) -> Result<Executed, AskError> {
        let (first, others) = queries.split_first().map_or((&need.question, &[][..]), |(f, o)| (f, o));
        let lane = PlannedLane { queries: others.to_vec(), ..PlannedLane::default() };
        let most = need.passages(how.options);
        let mut filter = base.query.filter.clone();
        if filter.sources.is_empty() {
            filter.sources.extend(need.source.clone());
        }
        let request = Request {
            query: Query { text: need.question.clone(), k: most, filter, ..base.query.clone() },
            rewritten: (first != &need.question).then(|| first.clone()),
            plan: Some(PlannedSearch { lanes: vec![lane], ..base.plan.clone().unwrap_or_default() }),
            town: need.town.clone().or_else(|| base.town.clone()),
            issue_map: None,
            legal_salience: None,
            second_pass: false,
            without: read.to_vec(),
            ..base.clone()
        };
        let search = self.retriever.run(&request)?;
        let hits = search.hits.clone();
        let found = self.evidence(&request, search)?;
        let extraction = found.extraction;
        let new = |fact: &DraftFact| !known.iter().any(|k| fact.is_within(k) || k.is_within(fact));
        let enough = !extraction.draft.insufficient;
        let drafted: Vec<DraftFact> =
            extraction.draft.facts.into_iter().filter(|f| enough && new(f)).take(how.options.facts).collect();
        let mut done = self.judge(need, &hits, found.passages, drafted, how)?;
        done.queries = queries.to_vec();
        done.ranked = extraction.ranked.into_iter().take(NEAR).collect();
        Ok(done)
    }

    /// Drafts facts from the passages, and checks them against the sources and the question. The confidence is that of
    /// the passages with facts, or of all passages where there is no fact.
    pub(super) fn judge(
        &self,
        need: &Need,
        hits: &[Hit],
        mut passages: Vec<Passage>,
        drafted: Vec<DraftFact>,
        how: &Researcher<'_>,
    ) -> Result<Executed, AskError> {
        let mut kept: Vec<DraftFact> = Vec::new();
        let mut facts: Vec<Fact> = Vec::new();
        for fact in drafted {
            let alone = Draft { facts: vec![fact.clone()], ..Draft::default() };
            if let Some(checked) = self.checked(&alone).facts.into_iter().next() {
                kept.push(fact);
                facts.push(checked);
            }
        }
        let mut holding: Vec<ChunkId> = Vec::new();
        for fact in &kept {
            for claimed in fact.statement() {
                let source = self.archive.source(&claimed.source_id)?;
                let Ok(lines) = source.resolve(&claimed.locator) else { continue };
                let holds = |p: &&Passage| {
                    let own = p.chunk.record.lines();
                    p.chunk.source_id == claimed.source_id && own.start < lines.end && lines.start < own.end
                };
                let held = passages.iter().filter(holds).map(|p| p.chunk.id);
                holding.extend(held.filter(|id| !holding.contains(id)).collect::<Vec<_>>());
            }
        }
        let mut read = holding.clone();
        for hit in hits {
            if read.len() < need.passages(how.options) && !read.contains(&hit.chunk) {
                read.push(hit.chunk);
            }
        }
        let close = if holding.is_empty() { &read } else { &holding };
        let confidence = match self.retriever.closeness(&need.question, close)? {
            Some(confidence) => confidence,
            // Words alone: the share of the question that the best fact covers, relative to the share that is enough.
            None => {
                let best = kept.iter().map(|f| f.coverage).fold(0.0, f32::max);
                let enough = self.options.answer.abstain.min_words.max(f32::EPSILON);
                (WORDS * best / enough).clamp(0.0, 1.0)
            }
        };
        let enough = confidence >= self.retriever.options().eval_confidence_threshold;
        let status = if enough && !facts.is_empty() { StepStatus::Completed } else { StepStatus::Failed };
        let places = read
            .iter()
            .filter_map(|id| {
                let hit = hits.iter().find(|h| h.chunk == *id)?;
                Some(StepPlace { source_id: hit.source.id.clone(), locator: *hit.quote.locator() })
            })
            .collect();
        let place = |p: &Passage| read.iter().position(|id| *id == p.chunk.id);
        passages.retain(|p| place(p).is_some());
        passages.sort_by_key(place);
        let (queries, ranked) = (vec![need.question.clone()], Vec::new());
        Ok(Executed {
            queries,
            read,
            used: holding,
            places,
            passages,
            ranked,
            drafted: kept,
            facts,
            confidence,
            status,
        })
    }
}
