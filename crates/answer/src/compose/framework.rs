//! Rules for a situation. A question of law about a text of the user rests on the facts of that text. The search for
//! law uses these facts, not the question's own words.

use std::collections::{BTreeSet, HashMap};

use crate::check::answer::{AnswerContent, Cited};
use crate::check::verify::Fact;
use crate::draft::{Draft, DraftFact, wording};
use crate::error::AskError;
use crate::find::ask::Ask;
use crate::find::extract::{as_fact, rank};
use crate::find::ranked::Passage;
use crate::language::question::Question;
use crate::language::question_terms::term_set;
use crate::stage::Watch;
use crate::understand::session::SessionOptions;
use twolane_archive::ChunkId;
use twolane_encoder::Role;
use twolane_retrieve::{Hit, Query, Request, STATE};
use twolane_text::{Embedding, rule_parts, sentences};

/// Most sentences of the situation that are searched with, best first.
const ASKED_WITH: usize = 4;
/// Passages of one such search.
const EACH: usize = 3;

impl Ask<'_> {
    /// Returns sentences of statewide texts that are near to a sentence of the situation, best first. Each one binds or
    /// allows somebody, or has a condition. `question` is the question as asked, with its choices.
    ///
    /// # Errors
    /// Returns the errors of reading the archive and of the embedding model, and [`AskError::Cancelled`].
    pub(crate) fn framework(
        &self,
        question: &str,
        request: &Request,
        situation: &[DraftFact],
        options: &SessionOptions,
        watch: Watch<'_>,
    ) -> Result<Vec<DraftFact>, AskError> {
        let told: Vec<&str> = situation.iter().take(ASKED_WITH).map(|f| f.text.as_str()).collect();
        let mut hits: HashMap<ChunkId, Hit> = HashMap::new();
        let mut place = None;
        for text in &told {
            watch.goes_on().then_some(()).ok_or(AskError::Cancelled)?;
            let search = self.retriever.run(&of_state(request, text))?;
            place.get_or_insert(search.trace.place());
            for hit in search.hits.into_iter().take(EACH) {
                let held = hits.entry(hit.chunk).or_insert_with(|| hit.clone());
                if hit.score > held.score {
                    *held = hit;
                }
            }
        }
        let Some(place) = place else { return Ok(Vec::new()) };
        let mut hits: Vec<Hit> = hits.into_values().filter(|h| h.source.meta.lane == STATE).collect();
        // As for any other fact of law: when the state is unknown, none of several clearly applies.
        let states: BTreeSet<&str> =
            hits.iter().filter_map(|h| h.source.meta.jurisdiction.as_deref()).collect();
        if place.jurisdictions.is_empty() && states.len() > 1 {
            return Ok(Vec::new());
        }
        hits.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.chunk.cmp(&b.chunk)));
        let passages: Vec<Passage> = self.passages(&hits)?;
        let whole = format!("{question} {}", told.join(" "));
        let question = Question::read(&whole, &place, self.retriever.vocabulary(), self.archive)?;
        let ranked = rank(self.archive, self.embedder, &question, &passages, &self.options.answer)?;
        let rules: Vec<_> = ranked.iter().filter(|r| is_rule(r.text())).collect();
        let near = self.nearness(&told, &rules.iter().map(|r| r.text()).collect::<Vec<_>>())?;
        let mut found: Vec<(f32, DraftFact)> = rules
            .iter()
            .zip(near)
            .filter(|(_, near)| *near >= options.least_framework)
            .filter_map(|(rule, near)| Some((near, as_fact(rule)?)))
            .filter(|(_, fact)| !fact.cut)
            .collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut facts: Vec<DraftFact> = Vec::new();
        for (_, fact) in found {
            let held = facts.iter().any(|f| f.text == fact.text || fact.is_within(f) || f.is_within(&fact));
            if !held && facts.len() < options.max_framework_facts {
                facts.push(fact);
            }
        }
        Ok(facts)
    }

    /// Returns the similarity of each rule to its nearest sentence of the situation: the best cosine, or without a
    /// model the best share of words.
    fn nearness(&self, told: &[&str], rules: &[&str]) -> Result<Vec<f32>, AskError> {
        let Some(embedder) = self.embedder else {
            let told: Vec<_> = told.iter().map(|t| term_set(t)).collect();
            let share = |rule: &&str| {
                let own = term_set(rule);
                let shared = told.iter().map(|t| t.intersection(&own).count()).max().unwrap_or(0);
                small(shared) / small(own.len()).max(1.0)
            };
            return Ok(rules.iter().map(share).collect());
        };
        let never = |_: usize, _: usize| true;
        let told = embedder.embed(told, Role::Query, &never)?;
        let rules = embedder.embed(rules, Role::Passage, &never)?;
        let cosine = |a: &Embedding, b: &Embedding| a.values.iter().zip(&b.values).map(|(x, y)| x * y).sum();
        Ok(rules.iter().map(|rule| told.iter().map(|t| cosine(t, rule)).fold(0.0, f32::max)).collect())
    }

    /// Checks statewide facts and appends them to an answer's own, each once.
    pub(crate) fn with_framework(&self, answer: &mut AnswerContent, facts: Vec<DraftFact>) {
        let checked = self.checked(&Draft { facts, ..Draft::default() }).facts;
        for fact in checked {
            let held = |f: &Fact| f.support == fact.support || f.text == fact.text;
            if answer.facts.iter().any(held) {
                continue;
            }
            for quote in &fact.support {
                let listed = answer.citations_index.iter().any(|c| &c.source_id == quote.source_id());
                let summary = self.archive.summary(quote.source_id()).ok().flatten();
                if let Some(summary) = summary.filter(|_| !listed) {
                    answer.citations_index.push(Cited::of(&summary));
                }
            }
            answer.facts.push(fact);
            let reasons = &mut answer.record_strength.reasons;
            for reason in reasons.iter_mut().filter(|r| *r == wording::USERS_TEXT_ALONE.0) {
                *reason = wording::USERS_TEXT_AND_LAW.say(&[]);
            }
        }
    }
}

/// Builds a search of the statewide lane alone, for the words of one sentence.
fn of_state(request: &Request, text: &str) -> Request {
    let mut filter = request.query.filter.clone();
    filter.lanes = vec![STATE.to_owned()];
    Request {
        query: Query { text: text.to_owned(), filter, read: false, ..request.query.clone() },
        rewritten: None,
        plan: None,
        issue_map: None,
        session_sources: Vec::new(),
        multi_query: false,
        second_pass: false,
        ..request.clone()
    }
}

fn is_rule(text: &str) -> bool {
    sentences(text).into_iter().filter_map(|range| text.get(range)).any(|sentence| {
        let parts = rule_parts(sentence);
        parts.bearer.is_some() || !parts.conditions.is_empty()
    })
}

fn small(n: usize) -> f32 {
    f32::from(u16::try_from(n).unwrap_or(u16::MAX))
}
