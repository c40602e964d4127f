//! Retrieval over all lanes: queries, passes, second stage, merge (SPEC RET-2 to RET-9).

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use twolane_archive::{Archive, ChunkId, Facet};
use twolane_encoder::Embedder;
use twolane_text::Embedding;

use super::error::SearchError;
use super::lanes::candidates::candidates;
use super::lanes::judging::{FIRST, Judged, off_topic};
use super::lanes::lane_plan::{missing, plan_lanes};
use super::lanes::lane_search::LaneSearch;
use super::lanes::lane_trace::LaneTrace;
use super::lanes::run_queries::{run_first_queries, run_second_queries};
use super::lanes::second_pass::reasons_for_second_pass;
use super::merge::findings::findings;
use super::merge::following::followed;
use super::merge::merge_lanes::{MergedLanes, merge_lanes};
use super::merge::merged_hits::merged_hits;
use super::merge::retrieval_signals::retrieval_signals;
use super::merge::strength::Strength;
use super::options::retrieval_options::RetrievalOptions;
use super::question::analysis::{QuestionAnalysis, analyse};
use super::question::generic::Telling;
use super::question::place::Place;
use super::question::request::Request;
use super::question::spelling::in_spelling_of_papers;
use super::question::vocabulary::{Vocabulary, VocabularyError};
use super::question::words::QuestionWords;
use super::rank::ranked::Ranked;
use super::rank::rerank::Rerank;
use super::retrieval_context::RetrievalContext;
use super::retrieved::{LaneHits, Retrieved};
use super::search::hits::hits;
use super::search::options::SearchOptions;
use super::search::search_context::SearchContext;
use super::search::second_stage::second_stage;
use super::search::similarity::{similarity_to_embedding, similarity_to_query};
use super::search::timing::{Timing, milliseconds, timed};
use super::trace::Trace;

/// Searches an archive's lanes. Opens and measures everything once, so that a question opens nothing.
pub struct Retriever<'a> {
    context: RetrievalContext<'a>,
}

impl<'a> Retriever<'a> {
    /// Creates a retriever. Without an embedder it uses keyword search alone, see
    /// [`Search::new`](super::Search::new).
    ///
    /// # Errors
    /// [`SearchError`] if the options name an unusable vocabulary file.
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
        let search = SearchContext::new(archive, embedder, search);
        Ok(Retriever { context: RetrievalContext::new(search, options, vocabulary) })
    }

    /// Replaces the second stage.
    pub fn with_reranker(mut self, reranker: &'a dyn Rerank) -> Self {
        self.context.search.reranker = Some(reranker);
        self
    }

    /// Returns the domain vocabulary in use.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.context.vocabulary
    }

    /// Returns the archive that it searches.
    pub fn archive(&self) -> &Archive {
        self.context.search.archive
    }

    /// Returns its settings.
    pub fn options(&self) -> &RetrievalOptions {
        &self.context.options
    }

    /// Returns the name of a custom second stage; `None` for the built-in one.
    pub fn second_stage_given(&self) -> Option<&str> {
        self.context.search.reranker.map(|reranker| reranker.name())
    }

    /// Returns the lanes, towns, states and boards of the archive, read once per generation.
    ///
    /// # Errors
    /// Those of reading the archive.
    pub fn facets(&self) -> Result<Arc<[Facet]>, SearchError> {
        self.context.facets()
    }

    /// Returns the place that a text names, or that was given.
    ///
    /// # Errors
    /// Those of reading the archive.
    pub fn place(&self, text: &str, town: Option<&str>, state: Option<&str>) -> Result<Place, SearchError> {
        Ok(Place::of(text, town, state, &self.facets()?, &self.context.vocabulary))
    }

    /// Returns a question with its misspelled words in the spelling of the papers; as it is, without an embedding model.
    ///
    /// # Errors
    /// Those of reading the archive.
    pub fn in_spelling_of_papers(&self, question: &str) -> Result<String, SearchError> {
        match self.context.search.embedder {
            Some(embedder) => in_spelling_of_papers(self.archive(), embedder, question),
            None => Ok(question.to_owned()),
        }
    }

    /// Looks up the distinctive words of some texts.
    ///
    /// # Errors
    /// Those of reading the archive.
    pub fn telling(&self, texts: &[&str]) -> Result<Telling, SearchError> {
        Telling::of(self.archive(), texts, &self.context.options.generic)
    }

    /// Reads the words of a question, for [`run_read`](Self::run_read).
    ///
    /// # Errors
    /// Those of reading the archive.
    pub fn read(&self, request: &Request) -> Result<QuestionWords, SearchError> {
        let text = request.text();
        let (town, state) = (request.town.as_deref(), request.jurisdiction.as_deref());
        // A town in the situation names the place, not the matter.
        let place = self.place(&format!("{text} {}", request.situation.join(" ")), town, state)?;
        let situation = request.situation.iter().map(String::as_str);
        let texts: Vec<&str> = [text, &request.query.text].into_iter().chain(situation).collect();
        Ok(QuestionWords { place, telling: self.telling(&texts)? })
    }

    /// Returns the mean cosine of a query and these passages on the common scale, 0 to 1. Returns `None`
    /// without an embedding model or if no passage has a vector.
    ///
    /// # Errors
    /// Those of the model and of reading the archive.
    pub fn closeness(&self, query: &str, passages: &[ChunkId]) -> Result<Option<f32>, SearchError> {
        similarity_to_query(&self.context.search, query, passages)
    }

    /// Returns the mean cosine of a question and these chunks, on the scale that all models share (SPEC
    /// RET-10). Returns `None` without an embedding model or if no chunk has an embedding.
    ///
    /// # Errors
    /// Those of reading the archive and of the model.
    pub fn closeness_to(&self, question: &Embedding, chunks: &[ChunkId]) -> Result<Option<f32>, SearchError> {
        similarity_to_embedding(&self.context.search, question, chunks)
    }

    /// Runs a request against the archive.
    pub fn run(&self, request: &Request) -> Result<Retrieved, SearchError> {
        self.search(request, None)
    }

    /// Runs a request whose words were read before.
    pub fn run_read(&self, request: &Request, words: QuestionWords) -> Result<Retrieved, SearchError> {
        self.search(request, Some(words))
    }

    fn search(&self, request: &Request, words: Option<QuestionWords>) -> Result<Retrieved, SearchError> {
        let start = Instant::now();
        if request.text().trim().is_empty() {
            return Err(SearchError::EmptyQuery);
        }
        let context = &self.context;
        let search = &context.search;
        let (mode, mut notes) = search.mode(request.query.mode)?;
        let mut timing = Timing::default();
        let (analysis, plan_ms) = timed(|| {
            let words = words.map_or_else(|| self.read(request), Ok)?;
            let legal = context.options.merge.legal_salience;
            analyse(search.archive, search.embedder, &context.vocabulary, legal, words, request, mode)
        });
        let analysis = analysis?;
        let (lanes, filter_ms) = timed(|| plan_lanes(context, &analysis));
        let mut lanes = lanes?;
        notes.extend(missing(context, &analysis, &lanes)?);
        (timing.plan, timing.filter) = (plan_ms, filter_ms);

        let mut embeddings = HashMap::new();
        run_first_queries(context, &analysis, &mut lanes, &mut embeddings, &mut timing)?;
        let (reasons, judge_ms) = timed(|| reasons_for_second_pass(context, &analysis, &lanes));
        let reasons = reasons?;
        timing.fuse += judge_ms;
        if !reasons.is_empty() {
            run_second_queries(context, &analysis, &mut lanes, &mut embeddings, &mut timing)?;
        }

        let second = !reasons.is_empty();
        let (pool, pool_ms) = timed(|| candidates(context, &analysis, &lanes, second));
        let pool = pool?;
        timing.fuse += pool_ms;
        let asked = analysis.without_place.as_str();
        let embedding = embeddings.get(asked);
        let (ranked, rerank) = if request.query.rerank {
            let (done, rerank_ms) =
                timed(|| second_stage(search, asked, mode, embedding, request.query.read, pool));
            timing.rerank = rerank_ms;
            done?
        } else {
            (pool, Default::default())
        };
        let (merged_lanes, merge_ms) =
            timed(|| merge_lanes(context, &analysis, &lanes, ranked, embedding, second));
        let MergedLanes { judged, merged, folded, lane_order } = merged_lanes?;
        timing.merge = merge_ms;

        notes.extend(search.faults(mode));
        let signals = retrieval_signals(&analysis, &lanes, &judged, &merged, second, notes);
        let strength = Strength::of(&findings(context, &analysis, &lanes, &judged, &merged, &signals)?);
        let cited = followed(context, &analysis, &lanes, &judged, &merged, embedding)?;
        let (found, fetch_ms) = timed(|| merged_hits(search, &analysis, &judged, &merged, &folded, &cited));
        let found = found?;
        timing.fetch = fetch_ms;
        let lane_hits =
            if request.lane_hits { lane_hits(search, request, &lanes, &lane_order)? } else { Vec::new() };
        let first: Vec<&Judged> =
            merged.placed.iter().take(FIRST).filter_map(|p| judged.get(p.entry)).collect();
        let trace = Trace {
            off_topic: if analysis.matter.has_situation() { off_topic(&first) } else { Vec::new() },
            second_pass: reasons,
            rerank,
            folded: folded.values().map(Vec::len).sum(),
            context: merged.context,
            followed: cited.len(),
            ..trace_of(analysis, lanes, &lane_order)
        };
        timing.total = milliseconds(start);
        Ok(Retrieved { hits: found, lanes: lane_hits, signals, strength, trace, timing })
    }
}

/// Builds the hits of each lane, before the merge.
fn lane_hits(
    search: &SearchContext<'_>,
    request: &Request,
    lanes: &[LaneSearch],
    lane_order: &[Vec<Ranked>],
) -> Result<Vec<LaneHits>, SearchError> {
    let of_lane = |(lane, order): (&LaneSearch, &Vec<Ranked>)| {
        let hits = hits(search.archive, &search.options.fusion, order, request.query.explain)?;
        Ok(LaneHits { name: lane.name.clone(), hits })
    };
    lanes.iter().zip(lane_order).map(of_lane).collect()
}

/// Starts the trace of a retrieval with the question and the lanes.
fn trace_of(analysis: QuestionAnalysis<'_>, lanes: Vec<LaneSearch>, lane_order: &[Vec<Ranked>]) -> Trace {
    let mut traces: Vec<LaneTrace> = lanes.into_iter().map(|lane| lane.trace).collect();
    for (trace, order) in traces.iter_mut().zip(lane_order) {
        trace.kept = order.len();
    }
    Trace {
        towns: analysis.words.place.towns.clone(),
        jurisdictions: analysis.words.place.jurisdictions.clone(),
        telling_words: analysis.words.telling.words_of(analysis.request.text()),
        legal_topics: analysis.matter.legal_topics().to_vec(),
        legal_salience: analysis.asked.legal_salience,
        lanes: traces,
        named: analysis.named,
        ..Trace::default()
    }
}
