//! Rules and records for a situation. A question of law about a text of the user rests on the facts of that text, so the
//! search for law uses these facts beside the question's own words.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::check::answer::{AnswerContent, Cited};
use crate::check::verify::Fact;
use crate::draft::{Draft, DraftFact, wording};
use crate::error::AskError;
use crate::find::ask::Ask;
use crate::find::evidence::Evidence;
use crate::find::extract::{as_fact, rank};
use crate::find::ranked::{Passage, Ranked};
use crate::language::question::Question;
use crate::language::question_terms::term_set;
use crate::options::AnswerOptions;
use crate::stage::Watch;
use crate::understand::session::SessionOptions;
use twolane_archive::{Chunk, ChunkId, terms};
use twolane_encoder::Role;
use twolane_law::FEDERAL;
use twolane_retrieve::{Hit, IssueMap, Query, Request, RequestedOutput, Retrieved, STATE};
use twolane_text::{Embedding, Frame, rule_parts, sentences};

/// Most sentences of a user's text that are searched with, best first.
pub(crate) const ASKED_WITH: usize = 4;
/// Passages of one such search.
const EACH: usize = 3;

/// Number of a question's own statewide passages that are read for rules.
const OWN: usize = 3;
/// Number of a question's own local passages that are read for the record.
const RECORD: usize = 6;

/// Number of the record's statements for a question of risk that the papers do not answer by themselves.
const RECORDED: usize = 3;

/// Risks that papers record, each searched for where a question names no matter.
const OF_RISK: [&str; 6] = [
    "It is not safe, and somebody may get hurt.",
    "The board was warned by its inspector, insurer or counsel.",
    "A motion to close or repair it failed or was put off.",
    "There was no permit, no inspection or no approval.",
    "A claim, a demand or a lawsuit against the town.",
    "The vote was against the law, or not in public.",
];

/// A situation that the user's text tells, and what was asked about it.
pub(crate) struct Told<'a> {
    /// Question as asked, with its choices.
    pub question: &'a str,
    pub request: &'a Request,
    /// Search for the question.
    pub search: &'a Retrieved,
    /// Sentences of the user's text, best first.
    pub sentences: Vec<&'a str>,
}

impl Ask<'_> {
    /// Returns rules of statewide texts for a situation, best first: the best one of each of the first passages that
    /// the question itself found, and those near to a sentence of the situation. Each one binds or allows somebody, or
    /// has a condition.
    ///
    /// # Errors
    /// Returns the errors of reading the archive and of the embedding model, and [`AskError::Cancelled`].
    pub(crate) fn framework(
        &self,
        told: &Told<'_>,
        options: &SessionOptions,
        watch: Watch<'_>,
    ) -> Result<Vec<DraftFact>, AskError> {
        let mut hits: HashMap<ChunkId, Hit> = HashMap::new();
        let place = told.search.trace.place();
        for text in &told.sentences {
            watch.goes_on().then_some(()).ok_or(AskError::Cancelled)?;
            let search = self.retriever.run(&of_state(told.request, text))?;
            for hit in search.hits.into_iter().take(EACH) {
                let held = hits.entry(hit.chunk).or_insert_with(|| hit.clone());
                if hit.score > held.score {
                    *held = hit;
                }
            }
        }
        let of_state = |h: &&Hit| h.source.meta.lane == STATE;
        let own: Vec<Hit> = told.search.hits.iter().filter(of_state).take(OWN).cloned().collect();
        let mut near: Vec<Hit> = hits.into_values().filter(|h| of_state(&h)).collect();
        // As for any other fact of law: when the state is unknown, none of several clearly applies.
        let codes = own.iter().chain(&near).filter_map(|h| h.source.meta.jurisdiction.as_deref());
        let states: BTreeSet<&str> = codes.filter(|code| *code != FEDERAL).collect();
        if place.jurisdictions.is_empty() && states.len() > 1 {
            return Ok(Vec::new());
        }
        near.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.chunk.cmp(&b.chunk)));
        let mut facts = Vec::new();
        for hit in own {
            add_new(&mut facts, self.near(told, &[hit], 0.0, is_rule)?.into_iter().take(1), OWN);
        }
        let near = self.near(told, &near, options.least_framework, is_rule)?;
        add_new(&mut facts, near.into_iter(), options.max_framework_facts);
        Ok(facts)
    }

    /// Returns what the local papers record on a situation, best first: statements that have words of its matter and are
    /// near to one of its sentences, in passages that name one of its things. `facts` are those of the user's text.
    ///
    /// # Errors
    /// Returns the errors of reading the archive and of the embedding model.
    pub(crate) fn record(
        &self,
        told: &Told<'_>,
        facts: &[DraftFact],
        options: &SessionOptions,
    ) -> Result<Vec<DraftFact>, AskError> {
        let things: Vec<Vec<String>> = told.request.situation.iter().map(|name| terms(name)).collect();
        let local = told.search.hits.iter().filter(|h| h.source.meta.lane != STATE);
        let mut hits: Vec<Hit> = local.cloned().collect();
        let ids: Vec<ChunkId> = hits.iter().map(|h| h.chunk).collect();
        let chunks = self.archive.chunks(&ids)?;
        let names_one = |chunk: &Chunk| {
            let held = term_set(&format!("{} {}", chunk.record.header, chunk.record.text));
            things.iter().any(|thing| !thing.is_empty() && thing.iter().all(|term| held.contains(term)))
        };
        let named: BTreeSet<ChunkId> = chunks.iter().filter(|c| names_one(c)).map(|c| c.id).collect();
        hits.retain(|h| named.contains(&h.chunk));
        hits.truncate(RECORD);
        let mut found = Vec::new();
        let mut near = self.near(told, &hits, options.least_framework, |_| true)?;
        let matter = matter(facts);
        if !matter.is_empty() {
            near.retain(|fact| !term_set(&fact.text).is_disjoint(&matter));
        }
        add_new(&mut found, near.into_iter(), options.max_framework_facts);
        Ok(found)
    }

    /// Adds law and record to the evidence of a question of risk without a text of the user: a rule of each of the first
    /// statewide passages on its topics of law, and, where the papers do not answer by themselves, the best statements of
    /// the bodies that it names. Both together are an answer.
    ///
    /// # Errors
    /// Returns the errors of reading the archive and of the embedding model.
    pub(crate) fn add_law_and_record(
        &self,
        evidence: &mut Evidence<'_>,
        issues: &IssueMap,
    ) -> Result<(), AskError> {
        let request = evidence.request;
        let asks_of_risk = issues.requested_output == RequestedOutput::Risk;
        let topics = &evidence.search.trace.legal_topics;
        if !asks_of_risk || topics.is_empty() || !request.session_sources.is_empty() {
            return Ok(());
        }
        let vocabulary = self.retriever.vocabulary();
        let on_topic = |hit: &&Hit| {
            let terms = terms(hit.quote.text());
            vocabulary.legal_topics_in(&terms).iter().any(|topic| topics.iter().any(|own| own == topic))
        };
        let law = evidence.search.hits.iter().filter(|h| h.source.meta.lane == STATE);
        let law: Vec<Hit> = law.filter(on_topic).take(OWN).cloned().collect();
        let told =
            Told { question: &request.query.text, request, search: &evidence.search, sentences: Vec::new() };
        let mut rules = Vec::new();
        for hit in law {
            add_new(&mut rules, self.near(&told, &[hit], 0.0, is_rule)?.into_iter().take(1), OWN);
        }
        let draft = &mut evidence.extraction.draft;
        if draft.insufficient && !rules.is_empty() {
            let of_body = |r: &&Ranked| {
                let source = evidence.sources.iter().find(|s| s.id == *r.source().id());
                source.is_some_and(|s| s.meta.lane != STATE && is_of(s.meta.board.as_deref(), &issues.boards))
            };
            let of_risk = self.record_of_risk(&told, issues)?;
            let record = evidence.extraction.ranked.iter().filter(of_body);
            let record: Vec<DraftFact> = record.filter_map(as_fact).filter(|fact| !fact.cut).collect();
            draft.facts.clear();
            add_new(&mut draft.facts, of_risk.into_iter().chain(record), RECORDED);
            draft.insufficient = draft.facts.is_empty();
        }
        if !draft.insufficient {
            let most = draft.facts.len() + OWN;
            add_new(&mut draft.facts, rules.into_iter(), most);
            evidence.most_facts = evidence.most_facts.max(draft.facts.len());
        }
        Ok(())
    }

    /// Returns what the local papers of the bodies in question record of risks, nearest first.
    fn record_of_risk(&self, told: &Told<'_>, issues: &IssueMap) -> Result<Vec<DraftFact>, AskError> {
        let mut hits: Vec<Hit> = Vec::new();
        for risk in OF_RISK {
            let search = self.retriever.run(&alone(told.request, risk))?;
            let of_body = |h: &Hit| {
                h.source.meta.lane != STATE && is_of(h.source.meta.board.as_deref(), &issues.boards)
            };
            let found = search.hits.into_iter().filter(of_body).take(EACH);
            hits.extend(
                found.filter(|hit| !hits.iter().any(|held| held.chunk == hit.chunk)).collect::<Vec<_>>(),
            );
        }
        self.near(&Told { sentences: OF_RISK.to_vec(), ..*told }, &hits, 0.0, |_| true)
    }

    /// Returns the statements of passages that `keep` accepts and that are at least so near to a sentence of the
    /// situation, nearest first.
    fn near(
        &self,
        told: &Told<'_>,
        hits: &[Hit],
        least: f32,
        keep: fn(&str) -> bool,
    ) -> Result<Vec<DraftFact>, AskError> {
        let sentences = &told.sentences;
        let place = told.search.trace.place();
        let whole = format!("{} {}", told.question, sentences.join(" "));
        let question = Question::read(&whole, &place, self.retriever.vocabulary(), self.archive)?;
        let passages: Vec<Passage> = self.passages(hits)?;
        // The nearness decides here.
        let options = AnswerOptions { max_scored: 0, ..self.options.answer.clone() };
        let ranked = rank(self.archive, self.embedder, &question, &passages, &options)?;
        let kept: Vec<_> = ranked.iter().filter(|r| keep(r.text())).collect();
        let near = self.nearness(sentences, &kept.iter().map(|r| r.text()).collect::<Vec<_>>())?;
        let mut found: Vec<(f32, DraftFact)> = kept
            .iter()
            .zip(near)
            .filter(|(_, near)| *near >= least)
            .filter_map(|(statement, near)| Some((near, as_fact(statement)?)))
            .filter(|(_, fact)| !fact.cut)
            .collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        Ok(found.into_iter().map(|(_, fact)| fact).collect())
    }

    /// Returns the similarity of each rule to its nearest sentence of the situation: the best cosine, or without a
    /// model the best share of words.
    fn nearness(&self, told: &[&str], rules: &[&str]) -> Result<Vec<f32>, AskError> {
        if told.is_empty() {
            return Ok(vec![0.0; rules.len()]);
        }
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

    /// Checks facts of the archive on a situation and appends them to an answer's own, each once. The reason `why` takes the place
    /// of the one that only the user's text supports the answer.
    pub(crate) fn with_facts(&self, answer: &mut AnswerContent, facts: Vec<DraftFact>, why: Frame) {
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
                *reason = why.say(&[]);
            }
        }
    }
}

/// Returns the terms that a third of the facts have, in words without a capital: what the text is about.
fn matter(facts: &[DraftFact]) -> HashSet<String> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for fact in facts {
        let words = fact.text.split(|c: char| !c.is_alphanumeric());
        let plain: Vec<&str> = words.filter(|word| word.starts_with(char::is_lowercase)).collect();
        for term in term_set(&plain.join(" ")) {
            *counts.entry(term).or_default() += 1;
        }
    }
    counts.retain(|_, n| *n >= 2 && *n * 3 >= facts.len());
    counts.into_keys().collect()
}

/// Returns true for a paper of one of these bodies, and for any paper where none is named.
fn is_of(board: Option<&str>, boards: &[String]) -> bool {
    boards.is_empty() || board.is_some_and(|own| boards.iter().any(|named| named.eq_ignore_ascii_case(own)))
}

/// Appends facts that are not among those held, while there are fewer than `most`.
fn add_new(held: &mut Vec<DraftFact>, facts: impl Iterator<Item = DraftFact>, most: usize) {
    for fact in facts {
        let known = held.iter().any(|f| f.text == fact.text || fact.is_within(f) || f.is_within(&fact));
        if !known && held.len() < most {
            held.push(fact);
        }
    }
}

/// Builds a search of the statewide lane alone, for the words of one sentence.
fn of_state(request: &Request, text: &str) -> Request {
    let mut search = alone(request, text);
    search.query.filter.lanes = vec![STATE.to_owned()];
    search
}

/// Builds a search for the words of one sentence alone.
fn alone(request: &Request, text: &str) -> Request {
    Request {
        query: Query { text: text.to_owned(), read: false, ..request.query.clone() },
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
