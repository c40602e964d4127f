//! Retrieval over all lanes: queries, passes, second stage, merge (SPEC RET-2 to RET-9).

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;
use std::time::Instant;

use rayon::prelude::*;

use crate::archive::{Archive, Chunk, ChunkId, ChunkSet, Facet, Filter, SourceSummary};
use crate::inference::Embedder;
use crate::law::Grammar;
use crate::text::{Embedding, SourceId};

use super::coverage::cover;
use super::error::SearchError;
use super::first_stage::Words;
use super::fusion::Fused;
use super::generic::Telling;
use super::issue_map::IssueMap;
use super::lane::LaneOptions;
use super::lane_search::LaneSearch;
use super::merge::{Asked, Entry, MergeLane, Merged, belongs, merge};
use super::near_duplicate::Fingerprint;
use super::options::SearchOptions;
use super::place::Place;
use super::queries::{Ingredients, LaneQuery, LaneView, first_pass, second_pass};
use super::query::Mode;
use super::ranked::{Ranked, sort};
use super::request::{Request, ScopeHint};
use super::rerank::Rerank;
use super::result::{Also, Hit, Timing};
use super::retrieval_options::RetrievalOptions;
use super::retrieval_signals::RetrievalSignals;
use super::retrieved::{LaneHits, Retrieved};
use super::search::{Search, milliseconds, timed};
use super::standing::{Matter, Standing};
use super::strength::{Findings, Strength};
use super::trace::Trace;
use super::vocabulary::{Vocabulary, VocabularyError};

/// Searches an archive's lanes. Holds what is opened and measured once; a question opens nothing.
pub struct Retriever<'a> {
    search: Search<'a>,
    options: RetrievalOptions,
    vocabulary: Cow<'a, Vocabulary>,
    facets: OnceLock<Vec<Facet>>,
}

/// What is known of a question before it is searched.
struct Known<'r> {
    request: &'r Request,
    mode: Mode,
    place: Place,
    telling: Telling,
    matter: Matter,
    asked: Asked,
    /// Chunks of the question's own towns.
    here: Vec<ChunkSet>,
    /// Chunks of its towns, and of those of which no town is known; `None` when it names no town.
    here_or_unknown: Option<Vec<ChunkSet>>,
    /// Chunks of the boards that it concerns.
    boards: Option<ChunkSet>,
}

/// A candidate with its chunk and how it stands to the question.
struct Judged {
    ranked: Ranked,
    chunk: Chunk,
    lane: usize,
    standing: Standing,
    elsewhere: bool,
    common_scale: f32,
}

/// First chunks over which alignment and confidence are taken.
const FIRST: usize = 8;
/// Candidates of a lane beyond its K, for those that are folded into another.
const COPIES: usize = 4;
/// Cosine on the common scale from which on a chunk answers the question whatever its words
/// (EVAL_CONFIDENCE_THRESHOLD).
const CLOSE: f32 = 0.70;

impl<'a> Retriever<'a> {
    /// Without an embedder, words alone decide, as [`Search::new`] says.
    ///
    /// # Errors
    /// When the options name a vocabulary file that can't be used.
    pub fn new(
        archive: &'a Archive,
        embedder: Option<&'a dyn Embedder>,
        search: SearchOptions,
        options: RetrievalOptions,
    ) -> Result<Retriever<'a>, VocabularyError> {
        let vocabulary = match &options.vocabulary {
            Some(path) => Cow::Owned(Vocabulary::read(path)?),
            None => Cow::Borrowed(Vocabulary::built_in()),
        };
        let search = Search::new(archive, embedder, search);
        Ok(Retriever { search, options, vocabulary, facets: OnceLock::new() })
    }

    /// Uses another second stage.
    pub fn with_reranker(mut self, reranker: &'a dyn Rerank) -> Self {
        self.search = self.search.with_reranker(reranker);
        self
    }

    /// The search over one set of chunks that it is made of.
    pub fn search(&self) -> &Search<'a> {
        &self.search
    }

    /// Finds what the archive has for a question.
    pub fn run(&self, request: &Request) -> Result<Retrieved, SearchError> {
        let start = Instant::now();
        if request.text().trim().is_empty() {
            return Err(SearchError::EmptyQuery);
        }
        let (mode, mut notes) = self.search.mode(request.query.mode)?;
        let mut timing = Timing::default();
        let (known, plan_ms) = timed(|| self.known(request, mode));
        let known = known?;
        let (lanes, filter_ms) = timed(|| self.lanes(&known));
        let mut lanes = lanes?;
        notes.extend(self.missing(&known, &lanes)?);
        (timing.plan, timing.filter) = (plan_ms, filter_ms);

        let mut embeddings = HashMap::new();
        self.first_queries(&known, &mut lanes, &mut embeddings, &mut timing)?;
        let (reasons, judge_ms) = timed(|| self.reasons_for_second_pass(&known, &lanes));
        let reasons = reasons?;
        timing.fuse += judge_ms;
        if !reasons.is_empty() {
            self.second_queries(&known, &mut lanes, &mut embeddings, &mut timing)?;
        }

        let (pool, pool_ms) = timed(|| self.pool(&known, &lanes, !reasons.is_empty()));
        let pool = pool?;
        timing.fuse += pool_ms;
        let embedding = embeddings.get(request.text());
        let (ranked, rerank) = if request.query.rerank {
            let (done, rerank_ms) = timed(|| self.search.second_stage(request.text(), mode, embedding, pool));
            timing.rerank = rerank_ms;
            done?
        } else {
            (pool, Default::default())
        };
        let (built, merge_ms) = timed(|| self.merged(&known, &lanes, ranked, !reasons.is_empty()));
        let Built { judged, merged, folded, lane_order } = built?;
        timing.merge = merge_ms;

        let signals = self.signals(&known, &lanes, &judged, &merged, !reasons.is_empty(), notes);
        let strength = self.strength(&known, &lanes, &judged, &merged, &signals)?;
        let (hits, fetch_ms) = timed(|| self.hits(&known, &judged, &merged, &folded));
        let hits = hits?;
        timing.fetch = fetch_ms;
        let lane_hits: Vec<LaneHits> = lanes
            .iter()
            .zip(&lane_order)
            .filter(|_| request.lane_hits)
            .map(|(lane, order)| {
                let hits = self.search.hits(order, request.query.explain)?;
                Ok(LaneHits { name: lane.name.clone(), hits })
            })
            .collect::<Result<_, SearchError>>()?;
        let mut traces: Vec<_> = lanes.into_iter().map(|lane| lane.trace).collect();
        for (trace, order) in traces.iter_mut().zip(&lane_order) {
            trace.kept = order.len();
        }
        let trace = Trace {
            towns: known.place.towns,
            jurisdictions: known.place.jurisdictions,
            telling_words: known.telling.words_of(request.text()),
            legal_topics: known.matter.legal_topics().to_vec(),
            legal_salience: known.asked.legal_salience,
            lanes: traces,
            second_pass: reasons,
            rerank,
            folded: folded.values().map(Vec::len).sum(),
            context: merged.context,
        };
        timing.total = milliseconds(start);
        Ok(Retrieved { hits, lanes: lane_hits, signals, strength, trace, timing })
    }

    fn facets(&self) -> Result<&[Facet], SearchError> {
        if let Some(facets) = self.facets.get() {
            return Ok(facets);
        }
        let facets = self.search.archive.facets()?;
        Ok(self.facets.get_or_init(|| facets))
    }

    fn known<'r>(&self, request: &'r Request, mode: Mode) -> Result<Known<'r>, SearchError> {
        let archive = self.search.archive;
        let question = request.text();
        // A town in the situation says where, not what.
        let with_situation = format!("{question} {}", request.situation.join(" "));
        let place = Place::of(
            &with_situation,
            request.town.as_deref(),
            request.jurisdiction.as_deref(),
            self.facets()?,
            &self.vocabulary,
        );
        let mut texts = vec![question, request.query.text.as_str()];
        texts.extend(request.situation.iter().map(String::as_str));
        let telling = Telling::of(archive, &texts, &self.options.generic)?;
        let situation: Vec<String> =
            request.situation.iter().filter(|s| !place.is_here(Some(s))).cloned().collect();
        let matter = Matter::of(question, &situation, &telling, &self.vocabulary);
        let asked = Asked {
            legal_salience: request.legal_salience.unwrap_or_else(|| self.legal_salience(request, &matter)),
            process: self.vocabulary.asks_of_process(question),
        };
        let mut known = Known {
            request,
            mode,
            place,
            telling,
            matter,
            asked,
            here: Vec::new(),
            here_or_unknown: None,
            boards: None,
        };
        let of_town = |town: &String, unknown_passes| {
            archive.select(&Filter { town: Some(town.clone()), unknown_passes, ..Filter::default() })
        };
        if !known.place.towns.is_empty() {
            let each = |unknown| {
                known.place.towns.iter().map(|t| of_town(t, unknown)).collect::<Result<Vec<_>, _>>()
            };
            let (here, or_unknown) = (each(false)?, each(true)?);
            (known.here, known.here_or_unknown) = (here, Some(or_unknown));
        }
        if !request.boards.is_empty() {
            let filter = Filter { boards: request.boards.clone(), ..Filter::default() };
            known.boards = Some(archive.select(&filter)?);
        }
        Ok(known)
    }

    /// How much a question is one of law, read off its words: 1 when it names a section, else .4
    /// for each matter of law that it touches, .1 for a question of process, .3 when the answer is
    /// expected in the law.
    fn legal_salience(&self, request: &Request, matter: &Matter) -> f32 {
        if !Grammar::built_in().find(request.text()).is_empty() {
            return 1.0;
        }
        let topics = f32::from(u8::try_from(matter.legal_topics().len()).unwrap_or(u8::MAX));
        let process = if self.vocabulary.asks_of_process(request.text()) { 0.1 } else { 0.0 };
        let scope = if request.scope_hint == ScopeHint::State { 0.3 } else { 0.0 };
        (0.4 * topics + process + scope).min(1.0)
    }

    /// The lanes of a question, with what metadata leaves of each and their queries.
    fn lanes(&self, known: &Known<'_>) -> Result<Vec<LaneSearch>, SearchError> {
        let request = known.request;
        let filter = &request.query.filter;
        let archive = self.search.archive;
        if !request.lanes {
            let options = LaneOptions {
                lane_k: request.query.k.max(self.options.merge.merged_context_cap),
                context_cap: usize::MAX,
                ..LaneOptions::default()
            };
            let queries = self.queries(known, LaneView { name: "", filtered: true })?;
            let filter = Filter {
                town: self.town(known).or_else(|| filter.town.clone()),
                unknown_passes: filter.unknown_passes || request.town.is_some(),
                ..filter.clone()
            };
            return Ok(vec![LaneSearch::new(
                "all",
                options,
                archive.select(&filter)?,
                !filter.is_empty(),
                queries,
            )]);
        }
        let mut names: Vec<&str> = self.facets()?.iter().map(|f| f.lane.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        let wanted =
            |name: &str| filter.lanes.is_empty() || filter.lanes.iter().any(|l| l.eq_ignore_ascii_case(name));
        names.retain(|name| wanted(name));
        let alone = names.len() == 1;
        let mut lanes = Vec::new();
        for name in names {
            let mut options =
                self.options.lanes.0.get(name).cloned().unwrap_or_else(|| LaneOptions::named(name));
            if options.statewide
                && !self.options.enable_parallel_state_lane
                && filter.lanes.is_empty()
                && request.scope_hint != ScopeHint::State
            {
                continue;
            }
            // Whoever asks for more hits than the context holds gets them, behind the context.
            if request.query.k > self.options.merge.merged_context_cap {
                options.lane_k = options.lane_k.max(request.query.k);
            }
            if alone {
                options.lane_k = options.lane_k.max(self.options.merge.merged_context_cap);
                options.context_cap = self.options.merge.merged_context_cap;
            }
            let mut filter = Filter { lanes: vec![name.to_owned()], ..filter.clone() };
            let mut filtered = false;
            if options.statewide {
                filter.jurisdictions = known.place.jurisdictions.clone();
                filtered = !filter.jurisdictions.is_empty();
                filter.unknown_passes |= filtered;
            } else if let Some(town) = self.town(known) {
                filter.town = Some(town);
                filter.unknown_passes = true;
                filtered = true;
            }
            let within = archive.select(&filter)?;
            let view = LaneView { name, filtered: filtered || !known.here.is_empty() };
            let queries = self.queries(known, view)?;
            lanes.push(LaneSearch::new(name, options, within, filtered, queries));
        }
        Ok(lanes)
    }

    /// The town that was given, as the archive's metadata spell it.
    fn town(&self, known: &Known<'_>) -> Option<String> {
        let given = known.request.town.as_ref()?;
        Some(known.place.towns.first().unwrap_or(given).clone())
    }

    /// What was asked for and is not in the archive.
    fn missing(&self, known: &Known<'_>, lanes: &[LaneSearch]) -> Result<Vec<String>, SearchError> {
        let facets = self.facets()?;
        let list = |values: &mut dyn Iterator<Item = &String>| {
            let mut values: Vec<&str> = values.map(String::as_str).collect();
            values.sort_unstable();
            values.dedup();
            if values.is_empty() { "none".to_owned() } else { values.join(", ") }
        };
        let mut notes = Vec::new();
        if lanes.is_empty() && !facets.is_empty() {
            let here = list(&mut facets.iter().map(|f| &f.lane));
            notes.push(format!("no paper is in that lane; lanes of this archive: {here}"));
        }
        if let Some(town) = known.request.town.as_ref().filter(|_| known.place.towns.is_empty()) {
            let here = list(&mut facets.iter().filter_map(|f| f.town.as_ref()));
            notes.push(format!("no paper is known to be of {town}; towns of this archive: {here}"));
        }
        for lane in lanes.iter().filter(|l| l.options.statewide && l.filtered && l.within.is_empty()) {
            let of = known.place.jurisdictions.join(", ");
            let here = list(
                &mut facets.iter().filter(|f| f.lane == lane.name).filter_map(|f| f.jurisdiction.as_ref()),
            );
            notes.push(format!("no law of {of} in lane {}; it has law of {here}", lane.name));
        }
        Ok(notes)
    }

    fn ingredients<'k>(&'k self, known: &'k Known<'_>) -> Ingredients<'k> {
        Ingredients {
            request: known.request,
            place: &known.place,
            telling: &known.telling,
            vocabulary: &self.vocabulary,
        }
    }

    fn queries(&self, known: &Known<'_>, lane: LaneView<'_>) -> Result<Vec<LaneQuery>, SearchError> {
        let most = if known.request.multi_query { self.options.max_queries_per_lane } else { 1 };
        first_pass(self.search.archive, self.ingredients(known), lane, most)
    }

    /// Asks each lane its first two queries, and the others where those did not bring enough.
    fn first_queries(
        &self,
        known: &Known<'_>,
        lanes: &mut [LaneSearch],
        embeddings: &mut HashMap<String, Embedding>,
        timing: &mut Timing,
    ) -> Result<(), SearchError> {
        self.ask(known, lanes, 2, embeddings, timing)?;
        let calibration = match self.search.embedder.filter(|_| known.mode != Mode::Bm25) {
            Some(embedder) => Some(self.search.calibration(embedder)?),
            None => None,
        };
        let bar = self.options.retrieval_confidence_threshold;
        let good = |f: &Fused| match (calibration, &f.vector) {
            (Some(c), Some(v)) => c.common_scale(v.raw) >= bar,
            (None, _) => f.lexical.as_ref().is_some_and(|l| l.scaled >= bar),
            _ => false,
        };
        for lane in lanes.iter_mut() {
            if !lane.waiting.is_empty() && lane.good(good) >= lane.options.context_cap {
                lane.waiting.clear();
                lane.trace.early_exit = true;
            }
        }
        self.ask(known, lanes, usize::MAX, embeddings, timing)
    }

    fn second_queries(
        &self,
        known: &Known<'_>,
        lanes: &mut [LaneSearch],
        embeddings: &mut HashMap<String, Embedding>,
        timing: &mut Timing,
    ) -> Result<(), SearchError> {
        let request = known.request;
        let newest = request.session_sources.last().map(|s| format!("{} {}", s.title, s.text));
        let built;
        let issues = match &request.issue_map {
            Some(given) => given,
            None => {
                built = IssueMap::of(
                    request.text(),
                    &request.situation,
                    newest.as_deref(),
                    &known.telling,
                    &self.vocabulary,
                );
                &built
            }
        };
        for lane in lanes.iter_mut() {
            let view = LaneView { name: &lane.name, filtered: lane.filtered };
            lane.waiting =
                second_pass(self.ingredients(known), view, issues, self.options.second_pass_max_queries);
        }
        self.ask(known, lanes, usize::MAX, embeddings, timing)
    }

    /// Asks each lane its next queries, `most` of them, all of all lanes in parallel; the queries'
    /// embedding runs beside BM25.
    fn ask(
        &self,
        known: &Known<'_>,
        lanes: &mut [LaneSearch],
        most: usize,
        embeddings: &mut HashMap<String, Embedding>,
        timing: &mut Timing,
    ) -> Result<(), SearchError> {
        let mut jobs: Vec<(usize, LaneQuery)> = Vec::new();
        for (index, lane) in lanes.iter_mut().enumerate() {
            if lane.within.is_empty() {
                lane.waiting.clear();
            }
            let count = most.min(lane.waiting.len());
            jobs.extend(lane.waiting.drain(..count).map(|query| (index, query)));
        }
        let mut texts: Vec<&str> = jobs.iter().map(|(_, q)| q.text.as_str()).collect();
        texts.sort_unstable();
        texts.dedup();
        texts.retain(|t| !embeddings.contains_key(*t));
        if jobs.is_empty() {
            return Ok(());
        }
        let depth = self.search.options.depth;
        let within = |lane: usize| lanes.get(lane).map_or_else(ChunkSet::none, |l| l.within.clone());
        let mut words: (Vec<Result<Words, SearchError>>, f64) = (Vec::new(), 0.0);
        let mut embedded = (Ok(Vec::new()), 0.0);
        rayon::in_place_scope(|beside| {
            let jobs = &jobs;
            let words = &mut words;
            beside.spawn(move |_| {
                *words = timed(|| {
                    jobs.par_iter()
                        .map(|(lane, q)| self.search.lexical(&q.text, known.mode, &within(*lane), depth))
                        .collect()
                });
            });
            embedded = timed(|| self.search.embed(&texts, known.mode));
        });
        timing.bm25 += words.1;
        timing.embed += embedded.1;
        let texts: Vec<String> = texts.into_iter().map(str::to_owned).collect();
        embeddings.extend(texts.into_iter().zip(embedded.0?));
        let (near, vector_ms) = timed(|| {
            jobs.par_iter()
                .map(|(lane, q)| self.search.nearest(embeddings.get(&q.text), &within(*lane), depth))
                .collect::<Vec<_>>()
        });
        timing.vector += vector_ms;
        let (done, fuse_ms) = timed(|| {
            for (((lane, query), words), near) in jobs.iter().zip(words.0).zip(near) {
                let (found, signals) = self.search.fuse(known.mode, &words?, &near?)?;
                if let Some(lane) = lanes.get_mut(*lane) {
                    lane.add(query, found, signals);
                }
            }
            Ok(())
        });
        timing.fuse += fuse_ms;
        done
    }

    /// Candidates for the second stage: the best of all lanes, each lane with its share, and behind
    /// them what a lane needs to fill its K.
    fn pool(
        &self,
        known: &Known<'_>,
        lanes: &[LaneSearch],
        second: bool,
    ) -> Result<Vec<Ranked>, SearchError> {
        let mut by_lane: Vec<Vec<Ranked>> = Vec::new();
        for lane in lanes {
            let mut ranked = lane.ranked(self.options.expansion_lift);
            for r in &mut ranked {
                self.place_boost(known, lane, r);
            }
            sort(&mut ranked);
            self.search.boost(&known.request.query, &mut ranked)?;
            let k = lane_k(lane, second);
            ranked.truncate(k.max(self.search.options.late_interaction.pool) + COPIES);
            by_lane.push(ranked);
        }
        let pool = self.search.reranker.map_or(self.search.options.late_interaction.pool, |r| r.pool());
        let share = pool / (2 * lanes.len().max(1));
        let of_situation = self.of_situation(known)?;
        let (mut first, mut rest) = (Vec::new(), Vec::new());
        for ranked in &mut by_lane {
            let behind = ranked.split_off(share.min(ranked.len()));
            first.append(ranked);
            // What names the situation is looked at, however generic the question's words are.
            let (named, other): (Vec<Ranked>, Vec<Ranked>) =
                behind.into_iter().partition(|r| of_situation.contains(&r.fused.chunk));
            let mut named = named.into_iter();
            first.extend(named.by_ref().take(share / 2));
            rest.extend(named.chain(other));
        }
        sort(&mut rest);
        let room = pool.saturating_sub(first.len()).min(rest.len());
        let behind = rest.split_off(room);
        first.extend(rest);
        sort(&mut first);
        first.extend(behind);
        Ok(first)
    }

    /// Chunks that hold all words of a name, place or thing of the situation.
    fn of_situation(&self, known: &Known<'_>) -> Result<HashSet<ChunkId>, SearchError> {
        let mut found = HashSet::new();
        for entity in known.request.situation.iter().filter(|s| !known.place.is_here(Some(s))) {
            let wanted = super::phrase::terms_of(entity);
            let within = self.search.archive.select(&known.request.query.filter)?;
            let options = &self.search.options;
            for hit in self.search.archive.lexical(entity, &within, options.depth, &options.lexical)? {
                let matched = super::phrase::terms_of(&hit.matched.join(" "));
                if wanted.iter().all(|term| matched.contains(term)) {
                    found.insert(hit.chunk);
                }
            }
        }
        Ok(found)
    }

    fn place_boost(&self, known: &Known<'_>, lane: &LaneSearch, r: &mut Ranked) {
        if !lane.options.statewide && known.here.iter().any(|here| here.contains(r.fused.chunk)) {
            r.boost(format!("of {}", known.place.towns.join(", ")), self.options.town_boost);
        }
        if known.boards.as_ref().is_some_and(|boards| boards.contains(r.fused.chunk)) {
            r.boost("of a board that the question concerns", self.options.board_boost);
        }
    }

    /// How the candidates stand to the question.
    fn judge(
        &self,
        known: &Known<'_>,
        lanes: &[LaneSearch],
        ranked: Vec<Ranked>,
    ) -> Result<Vec<Judged>, SearchError> {
        let ids: Vec<ChunkId> = ranked.iter().map(|r| r.fused.chunk).collect();
        let chunks = self.search.archive.chunks(&ids)?;
        let calibration = match self.search.embedder.filter(|_| known.mode != Mode::Bm25) {
            Some(embedder) => Some(self.search.calibration(embedder)?),
            None => None,
        };
        let judged = ranked.into_iter().zip(chunks).map(|(ranked, chunk)| {
            let common_scale = match (calibration, &ranked.fused.vector, &ranked.fused.lexical) {
                (Some(c), Some(v), _) => c.common_scale(v.raw),
                (None, _, Some(l)) => l.scaled,
                _ => 0.0,
            };
            let lane = lanes.iter().position(|l| l.within.contains(chunk.id)).unwrap_or(0);
            let statewide = lanes.get(lane).is_some_and(|l| l.options.statewide);
            let elsewhere = !statewide
                && known
                    .here_or_unknown
                    .as_ref()
                    .is_some_and(|sets| !sets.iter().any(|s| s.contains(chunk.id)));
            // Shared words alone are no closeness.
            let close = calibration.is_some() && common_scale >= CLOSE;
            let standing = known.matter.standing(&chunk.record.embedded_text(), close, &self.vocabulary);
            Judged { ranked, chunk, lane, standing, elsewhere, common_scale }
        });
        Ok(judged.collect())
    }

    /// Why the first pass is not enough; empty when it is.
    fn reasons_for_second_pass(
        &self,
        known: &Known<'_>,
        lanes: &[LaneSearch],
    ) -> Result<Vec<String>, SearchError> {
        let request = known.request;
        if !request.second_pass || !request.multi_query {
            return Ok(Vec::new());
        }
        let mut first = Vec::new();
        for lane in lanes {
            first.extend(lane.ranked(0.0).into_iter().take(FIRST));
        }
        sort(&mut first);
        first.truncate(2 * FIRST);
        let judged = self.judge(known, lanes, first)?;
        let top: Vec<&Judged> = judged.iter().take(FIRST).collect();
        let mut reasons = Vec::new();
        if judged.len() < self.options.second_pass_below {
            reasons.push(format!("{} passages found", judged.len()));
        }
        let confidence = confidence(&top);
        if confidence < self.options.retrieval_confidence_threshold {
            reasons.push(format!("retrieval confidence {confidence:.2}"));
        }
        if known.matter.has_situation() {
            let alignment = alignment(&top);
            if alignment < self.options.topic_alignment_threshold {
                reasons.push(format!("topic alignment {alignment:.2}"));
            }
            if drifted(&top) {
                reasons.push("passages of another matter took over".to_owned());
            }
        }
        let asked = super::phrase::terms_of(request.text());
        let stakes = self.vocabulary.high_stakes.iter().filter(|t| t.phrase.is_in(&asked));
        reasons.extend(stakes.map(|term| format!("high stakes: {}", term.text)));
        Ok(reasons)
    }

    /// Lanes cut to their K, copies folded, rules applied.
    fn merged(
        &self,
        known: &Known<'_>,
        lanes: &[LaneSearch],
        ranked: Vec<Ranked>,
        second: bool,
    ) -> Result<Built, SearchError> {
        let mut judged = self.judge(known, lanes, descending(ranked))?;
        let mut folded = Folded::new();
        if known.request.merge_rules {
            // Before a lane's K is counted: a copy takes no place.
            (judged, folded) = self.fold(judged)?;
            judged = self.covering(judged);
            // A lane's K goes to chunks of the question's own matter first.
            let of_it = |j: &Judged| belongs(&self.entry(known, lanes, j));
            let prior = |j: &Judged| {
                j.ranked.score + if j.standing.situation { self.options.merge.situation_boost } else { 0.0 }
            };
            judged.sort_by(|a, b| of_it(b).cmp(&of_it(a)).then(prior(b).total_cmp(&prior(a))));
        }
        let mut kept = vec![0usize; lanes.len()];
        let mut lane_order: Vec<Vec<Ranked>> = vec![Vec::new(); lanes.len()];
        judged.retain(|j| {
            let Some(count) = kept.get_mut(j.lane) else { return false };
            *count += 1;
            let keep = lanes.get(j.lane).is_some_and(|lane| *count <= lane_k(lane, second));
            if let (true, Some(order)) = (keep, lane_order.get_mut(j.lane)) {
                order.push(j.ranked.clone());
            }
            keep
        });
        // MAX_COMBINED_CHUNKS, or as many as were asked for.
        judged.truncate(self.options.merge.max_combined_chunks.max(known.request.query.k));
        let merge_lanes: Vec<MergeLane> = lanes
            .iter()
            .map(|lane| MergeLane { cap: lane.options.context_cap, statewide: lane.options.statewide })
            .collect();
        let entries: Vec<Entry> = judged.iter().map(|j| self.entry(known, lanes, j)).collect();
        let asked = if known.request.merge_rules { known.asked } else { Asked::default() };
        let merged = merge(&entries, &merge_lanes, asked, &self.options.merge);
        Ok(Built { judged, merged, folded, lane_order })
    }

    /// Other sources than the best one come into sight.
    fn covering(&self, judged: Vec<Judged>) -> Vec<Judged> {
        let scores: Vec<f32> = judged.iter().map(|j| j.ranked.score).collect();
        let sources: Vec<_> = judged.iter().map(|j| j.chunk.source_id.clone()).collect();
        let options = &self.options.merge;
        let order = cover(&scores, &sources, options.repeat_penalty, options.repeat_penalty_most);
        let mut slots: Vec<Option<Judged>> = judged.into_iter().map(Some).collect();
        let place = |(index, taken): (usize, f32)| {
            let mut judged = slots.get_mut(index).and_then(Option::take)?;
            if taken > 0.0 {
                judged.ranked.boost("behind better passages of its source", -taken);
            }
            Some(judged)
        };
        order.into_iter().filter_map(place).collect()
    }

    fn entry(&self, known: &Known<'_>, lanes: &[LaneSearch], j: &Judged) -> Entry {
        let statewide = lanes.get(j.lane).is_some_and(|lane| lane.options.statewide);
        let rules = known.request.merge_rules;
        Entry {
            lane: j.lane,
            score: j.ranked.score,
            situation: rules && j.standing.situation,
            // The law speaks of a topic for all; another matter's papers that share no more than
            // "liability" with the question are still another matter's.
            legal_topic: rules
                && j.standing.legal_topic
                && !j.elsewhere
                && (statewide || !j.standing.off_topic),
            related: !rules || j.standing.question_word || j.common_scale >= CLOSE,
            off_topic: rules && (j.standing.off_topic || j.elsewhere),
            statute: statewide,
            in_scope: match known.request.scope_hint {
                ScopeHint::Mixed => false,
                ScopeHint::Local => !statewide,
                ScopeHint::State => statewide,
            },
        }
    }

    /// Folds near-duplicates of different sources: approved before draft, a source with pages before one
    /// without, else the better score.
    fn fold(&self, judged: Vec<Judged>) -> Result<(Vec<Judged>, Folded), SearchError> {
        let summaries = self.search.summaries(judged.iter().map(|j| &j.chunk.source_id))?;
        let prints: Vec<Fingerprint> = judged.iter().map(|j| Fingerprint::of(&j.chunk.record.text)).collect();
        let draft = |j: &Judged| {
            summaries.get(&j.chunk.source_id).is_some_and(|s| {
                s.meta.status.as_deref() == Some("draft") || s.title.to_lowercase().contains("draft")
            })
        };
        let rank = |j: &Judged| (draft(j), j.chunk.page == 0);
        // For each chunk the one that stands for it.
        let mut stands: Vec<usize> = (0..judged.len()).collect();
        for i in 0..judged.len() {
            if stands.get(i) != Some(&i) {
                continue;
            }
            let mut group = vec![i];
            for j in i + 1..judged.len() {
                if let (Some(a), Some(b), Some(pa), Some(pb)) =
                    (judged.get(i), judged.get(j), prints.get(i), prints.get(j))
                    && stands.get(j) == Some(&j)
                    && a.chunk.source_id != b.chunk.source_id
                    && of_one_date(&summaries, a, b)
                    && pa.resembles(pb, self.options.merge.fold_resemblance)
                {
                    group.push(j);
                }
            }
            let best = group.iter().copied().min_by_key(|g| judged.get(*g).map(rank)).unwrap_or(i);
            for member in group {
                if let Some(slot) = stands.get_mut(member) {
                    *slot = best;
                }
            }
        }
        let mut folded: Folded = HashMap::new();
        let mut best_score: HashMap<usize, f32> = HashMap::new();
        for (j, stand) in judged.iter().zip(&stands) {
            let score = best_score.entry(*stand).or_insert(j.ranked.score);
            *score = score.max(j.ranked.score);
        }
        let ids: Vec<ChunkId> = judged.iter().map(|j| j.chunk.id).collect();
        let mut kept = Vec::new();
        for (index, mut j) in judged.into_iter().enumerate() {
            let stand = stands.get(index).copied().unwrap_or(index);
            if stand == index {
                // The copy that stands for all takes the best place that any of them had.
                j.ranked.score = best_score.get(&index).copied().unwrap_or(j.ranked.score);
                kept.push(j);
            } else if let (Some(id), Some(summary)) = (ids.get(stand), summaries.get(&j.chunk.source_id)) {
                let source = self.search.archive.source(&j.chunk.source_id)?;
                let lines = usize_of(j.chunk.record.first_line)..usize_of(j.chunk.record.end_line);
                if let Some(locator) = source.locator(lines) {
                    let also = Also { source_id: j.chunk.source_id, title: summary.title.clone(), locator };
                    folded.entry(*id).or_default().push(also);
                }
            }
        }
        Ok((kept, folded))
    }

    fn signals(
        &self,
        known: &Known<'_>,
        lanes: &[LaneSearch],
        judged: &[Judged],
        merged: &Merged,
        used_second_pass: bool,
        notes: Vec<String>,
    ) -> RetrievalSignals {
        let top: Vec<&Judged> =
            merged.placed.iter().take(FIRST).filter_map(|p| judged.get(p.entry)).collect();
        let situation = known.matter.has_situation();
        let search = lanes.iter().filter_map(|lane| lane.signals.clone()).reduce(|a, b| a.and(b)).map(|s| {
            super::result::Signals {
                searched: lanes.iter().map(|l| l.trace.searched).sum(),
                notes: notes.clone(),
                ..s
            }
        });
        RetrievalSignals {
            search: search.unwrap_or_else(|| super::result::Signals::nothing(known.mode, notes)),
            retrieval_confidence: confidence(&top),
            topic_alignment: situation.then(|| alignment(&top)),
            drift_detected: situation && drifted(&top),
            archive_chunks_found: lanes.iter().map(|l| l.trace.candidates).sum(),
            used_second_pass,
        }
    }

    fn strength(
        &self,
        known: &Known<'_>,
        lanes: &[LaneSearch],
        judged: &[Judged],
        merged: &Merged,
        signals: &RetrievalSignals,
    ) -> Result<Strength, SearchError> {
        let context: Vec<&Judged> =
            merged.placed.iter().take(merged.context).filter_map(|p| judged.get(p.entry)).collect();
        let statewide = |j: &&&Judged| lanes.get(j.lane).is_some_and(|lane| lane.options.statewide);
        let state: Vec<&&Judged> = context.iter().filter(statewide).collect();
        let topics = known.matter.legal_topics();
        let spoken = topics.iter().filter(|topic| {
            context.iter().any(|j| {
                let terms = super::phrase::terms_of(&j.chunk.record.text);
                self.vocabulary.legal_topics_in(&terms).contains(&topic.as_str())
            })
        });
        let share = |part: usize, whole: usize| {
            let number = |n: usize| f32::from(u16::try_from(n).unwrap_or(u16::MAX));
            (whole > 0).then(|| number(part) / number(whole))
        };
        let summaries = self.search.summaries(state.iter().map(|j| &j.chunk.source_id))?;
        let authoritative = summaries.values().any(|s| {
            matches!(s.meta.authority.as_deref(), Some("rsa" | "nhma" | "official"))
                || matches!(s.meta.doc_type.as_deref(), Some("statute" | "rsa" | "admin_rule" | "handbook"))
        });
        Ok(Strength::of(&Findings {
            local_count: context.len() - state.len(),
            state_count: state.len(),
            situation_alignment: signals.topic_alignment,
            legal_topic_coverage: share(spoken.count(), topics.len()),
            authoritative_state_present: authoritative,
            confidence: signals.retrieval_confidence,
            legal: known.asked.legal_salience >= self.options.merge.legal_salience,
            drift: signals.drift_detected,
        }))
    }

    fn hits(
        &self,
        known: &Known<'_>,
        judged: &[Judged],
        merged: &Merged,
        folded: &Folded,
    ) -> Result<Vec<Hit>, SearchError> {
        let mut top = Vec::new();
        for placed in merged.placed.iter().take(known.request.query.k) {
            let Some(j) = judged.get(placed.entry) else { continue };
            let mut ranked = j.ranked.clone();
            let added = placed.score - ranked.score;
            for (index, rule) in placed.rules.iter().enumerate() {
                ranked.boost(*rule, if index == 0 { added } else { 0.0 });
            }
            top.push(ranked);
        }
        let mut hits = self.search.hits(&top, known.request.query.explain)?;
        for hit in &mut hits {
            hit.also = folded.get(&hit.chunk).cloned().unwrap_or_default();
        }
        Ok(hits)
    }
}

type Folded = HashMap<ChunkId, Vec<Also>>;

struct Built {
    judged: Vec<Judged>,
    merged: Merged,
    folded: Folded,
    /// Chunks of each lane, best first.
    lane_order: Vec<Vec<Ranked>>,
}

fn lane_k(lane: &LaneSearch, second: bool) -> usize {
    if second { lane.options.second_pass_lane_k.max(lane.options.lane_k) } else { lane.options.lane_k }
}

/// Two papers of different dates are two papers, however alike.
fn of_one_date(summaries: &HashMap<SourceId, SourceSummary>, a: &Judged, b: &Judged) -> bool {
    let date = |j: &Judged| summaries.get(&j.chunk.source_id).and_then(|s| s.meta.date.as_deref());
    match (date(a), date(b)) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    }
}

/// The order is what counts behind the second stage's pool: a score never rises along the list.
fn descending(mut ranked: Vec<Ranked>) -> Vec<Ranked> {
    let mut lowest = f32::INFINITY;
    for r in &mut ranked {
        r.score = r.score.min(lowest);
        lowest = r.score;
    }
    ranked
}

/// Mean of the best three on the common scale: one lucky passage is not a record.
fn confidence(top: &[&Judged]) -> f32 {
    let mut best: Vec<f32> = top.iter().map(|j| j.common_scale).collect();
    best.sort_by(|a, b| b.total_cmp(a));
    best.truncate(3);
    let count = f32::from(u8::try_from(best.len()).unwrap_or(u8::MAX)).max(1.0);
    best.iter().sum::<f32>() / count
}

fn alignment(top: &[&Judged]) -> f32 {
    let number = |n: usize| f32::from(u16::try_from(n).unwrap_or(u16::MAX));
    number(top.iter().filter(|j| j.standing.situation).count()) / number(top.len()).max(1.0)
}

/// Two names of other matters or more, and not one of the situation (SPEC RET-6).
fn drifted(top: &[&Judged]) -> bool {
    let mut names: Vec<&String> =
        top.iter().filter(|j| j.standing.off_topic).flat_map(|j| &j.standing.other_names).collect();
    names.sort_unstable();
    names.dedup();
    names.len() >= 2 && !top.iter().any(|j| j.standing.situation)
}

fn usize_of(n: u32) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}
