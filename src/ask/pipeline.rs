//! From a question to a checked answer: retrieve, extract, verify.

use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

use crate::archive::{Archive, Editions, SourceSummary};
use crate::inference::Embedder;
use crate::retrieve::{
    Hit, Query, Request, Rerank, RetrievalOptions, Retrieved, Retriever, SearchOptions, Trace,
};
use crate::text::{Quote, SourceId, TokenKind, tokens_of};

use super::answer::{Answer, Cited, Conflict, Extractions, Fact, Gap, GapReason, Mode, RecordStrength};
use super::answerability::Signals;
use super::audit::{AuditInput, AuditReport, HardRule, Lane, audit, strike};
use super::conflict::{conflicts, evidence};
use super::draft::{Draft, DraftFact};
use super::error::AskError;
use super::extract::{Extraction, Passage, extract};
use super::fill::fill;
use super::gap_search::unread;
use super::law::{in_force, named_gaps, of_named, pack_limitations, packs_of};
use super::law_facts::LawFacts;
use super::options::AnswerOptions;
use super::verify::{OwnWords, Verified, check_facts_with, printed, seal_with, secondary_support};
use super::write::{ModelWriter, Written};

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
    archive: &'a Archive,
    embedder: Option<&'a dyn Embedder>,
    retriever: Retriever<'a>,
    writer: Option<&'a ModelWriter<'a>>,
    options: AskOptions,
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
    /// Wall-clock milliseconds by stage.
    pub timing_ms: BTreeMap<&'static str, f64>,
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
    pub fn run(&self, request: &Request) -> Result<Asked, AskError> {
        let start = Instant::now();
        let query = &request.query;
        if query.text.split_whitespace().next().is_none() {
            return Err(AskError::EmptyQuestion);
        }
        let search = self.retriever.run(request)?;
        let searched = elapsed_ms(start);
        let named = &search.trace.named;
        let by_id: HashMap<SourceId, SourceSummary> =
            search.hits.iter().map(|h| (h.source.id.clone(), h.source.clone())).collect();
        let passages = of_named(named, self.passages(&search.hits)?);
        let (passages, proposed) = in_force(&query.text, passages, &by_id);
        let extraction = extract(self.archive, self.embedder, &query.text, &passages, &self.options.answer)?;
        let editions = Editions { as_of: query.filter.as_of.clone(), edition: query.filter.edition.clone() };
        let law = LawFacts {
            archive: self.archive,
            embedder: self.embedder,
            question: &query.text,
            editions: &editions,
            options: &self.options.answer,
        };
        let (draft, written) = self.written(&query.text, &extraction);
        let draft = law.add(named, &passages, draft)?;
        let extracted = elapsed_ms(start);
        let lookup = |id: &SourceId| self.archive.source(id).ok();
        let sections = |id: &SourceId| self.archive.aliases(id).unwrap_or_default();
        let verify = &self.options.answer.verify;
        let mut checked = check_facts_with(&draft, &lookup, &sections, verify);
        // What stands behind a model's statements, should they fall.
        let plain = match &written {
            Some(_) => {
                checked.refused.clear();
                let facts = draft.facts.iter().map(quoted).collect();
                check_facts_with(&Draft { facts, ..Draft::default() }, &lookup, &sections, verify).facts
            }
            None => Vec::new(),
        };
        self.restore(&mut checked.facts, &plain);
        let sources = self.archive.sources()?;
        let mut gaps = draft.gaps;
        gaps.append(&mut checked.refused);
        let of_law = named_gaps(named);
        // Nothing else fills the place of a section whose text is not there.
        if of_law.is_empty() {
            let filled = fill(self.archive, &query.text, &checked.facts, &sources, &self.options.answer)?;
            let more = Draft { facts: filled.facts, ..Draft::default() };
            checked.facts.extend(check_facts_with(&more, &lookup, &sections, verify).facts);
            gaps.extend(filled.gaps);
        }
        let silent = checked.facts.is_empty() && of_law.is_empty();
        gaps.extend(of_law);
        if silent {
            gaps.push(silent_gap(&search.trace, query, &search, &extraction.signals, &sources));
        }
        let conflicts = self.conflicts(query, &extraction, &passages, &sources, checked.facts.is_empty());
        let mode = if checked.facts.is_empty() { Mode::ReportInsufficientEvidence } else { Mode::Answer };
        let quotes: Vec<Quote> = checked.facts.iter().flat_map(|f| f.support.clone()).collect();
        let listed = conflicts.iter().flat_map(|c| c.values.iter().map(|v| v.quote.clone()));
        let cited = cited(&quotes.iter().cloned().chain(listed).collect::<Vec<_>>(), &sources);
        let used_statewide = cited.iter().any(|c| lane_of(&sources, &c.source_id) == "state");
        let packs = packs_of(self.archive, cited.iter().map(|c| &c.source_id), &editions)?;
        let mut limitations = limitations(&search, &sources);
        limitations.extend(pack_limitations(&packs));
        if let Some(failed) = written.as_ref().and_then(|w| w.failed.as_ref()) {
            limitations.push(format!(
                "The language model gave nothing usable ({failed}); the quotes were chosen without it."
            ));
        }
        if proposed > 0 {
            limitations
                .push("Texts that are only proposed were left out; ask for the bill to see them.".into());
        }
        let mut answer = Answer {
            mode,
            answer: checked.facts.first().map(|f| f.text.clone()).unwrap_or_default(),
            gaps,
            conflicts,
            analysis: String::new(),
            assumptions: Vec::new(),
            limitations,
            packs,
            used_statewide,
            statewide_reason: if used_statewide {
                "a quote comes from the state lane".into()
            } else {
                "no quote of the state lane was among the best".into()
            },
            applicability_check: if used_statewide {
                "the statewide text is quoted for its words; whether it governs this case is not decided here"
                    .into()
            } else {
                String::new()
            },
            suggested_followups: Vec::new(),
            extractions: Extractions {
                entities: printed(quotes.iter(), TokenKind::Name),
                numbers: printed(quotes.iter(), TokenKind::Number),
                dates: printed(quotes.iter(), TokenKind::Date),
            },
            record_strength: strength(&query.text, &quotes, &sources, &extraction.signals),
            citations_index: cited,
            facts: checked.facts,
        };
        secondary_support(&mut answer, &sources, &self.options.answer.verify);
        // Everything beside facts and conflicts is the engine's own here.
        let audit = self.audit(&mut answer, query, &search, &sources);
        self.restore(&mut answer.facts, &plain);
        let mut sentences = answer.limitations.clone();
        sentences.extend(answer.gaps.iter().flat_map(|g| [g.need.clone(), g.reason.clone()]));
        sentences.extend([answer.statewide_reason.clone(), answer.applicability_check.clone()]);
        let own = OwnWords { question: &query.text, sentences: &sentences };
        let mut timing_ms = BTreeMap::new();
        timing_ms.insert("search", searched);
        timing_ms.insert("extract", extracted - searched);
        timing_ms.insert("verify", elapsed_ms(start) - extracted);
        timing_ms.insert("total", elapsed_ms(start));
        Ok(Asked {
            answer: seal_with(answer, &own),
            audit,
            search,
            signals: extraction.signals,
            written,
            timing_ms,
        })
    }

    /// The extractive draft, or the model's choice with the extractive one behind it. Whether there is
    /// an answer at all was decided before; a model may only say that there is none, where the
    /// settings let it.
    fn written(&self, question: &str, extraction: &Extraction) -> (Draft, Option<Written>) {
        let mut draft = extraction.draft.clone();
        let Some(writer) = self.writer.filter(|_| !draft.facts.is_empty()) else { return (draft, None) };
        let written = writer.write(question, &extraction.ranked, &|| true);
        if written.failed.is_none() {
            let rest: Vec<DraftFact> = if written.silent { Vec::new() } else { draft.facts };
            draft.facts = written.facts.clone();
            for fact in rest {
                let held = |f: &DraftFact| f.support == fact.support;
                if draft.facts.len() < self.options.answer.max_facts && !draft.facts.iter().any(held) {
                    draft.facts.push(fact);
                }
            }
            draft.insufficient = draft.facts.is_empty();
        }
        (draft, Some(written))
    }

    /// A statement that was taken away gives way to its quote.
    fn restore(&self, facts: &mut Vec<Fact>, plain: &[Fact]) {
        for fact in plain {
            let held = facts.iter().any(|f| f.support == fact.support);
            if !held && facts.len() < self.options.answer.max_facts {
                facts.push(fact.clone());
            }
        }
    }

    /// Holds the draft's words against the hard rules; flagged sentences go, what ought to be said is
    /// added to the limitations.
    fn audit(
        &self,
        answer: &mut Answer,
        query: &Query,
        search: &Retrieved,
        sources: &[SourceSummary],
    ) -> AuditReport {
        let lane = |id: &SourceId| if lane_of(sources, id) == "state" { Lane::State } else { Lane::Local };
        let input = AuditInput {
            lane: &lane,
            local_found: search.strength.local_count,
            state_found: search.strength.state_count,
            ..AuditInput::of(&query.text)
        };
        let report = audit(answer, &input);
        strike(answer, &report);
        for flag in report.to_add().filter(|f| f.rule != HardRule::StateLeftUnused) {
            answer.limitations.push(flag.sentence.clone());
        }
        report
    }

    /// What the quotes that answer disagree on. A question that nothing answers has no conflict.
    fn conflicts(
        &self,
        query: &Query,
        extraction: &Extraction,
        passages: &[Passage],
        sources: &[SourceSummary],
        silent: bool,
    ) -> Vec<Conflict> {
        if silent {
            return Vec::new();
        }
        let options = &self.options.answer.conflicts;
        let evidence = evidence(&extraction.ranked, passages, sources, options.quotes);
        conflicts(&query.text, &extraction.terms, &evidence, options)
    }

    /// The chunks that a search found, as the extractive writer takes them.
    pub fn passages(&self, hits: &[Hit]) -> Result<Vec<Passage>, AskError> {
        let ids: Vec<_> = hits.iter().map(|h| h.chunk).collect();
        let chunks = self.archive.chunks(&ids)?;
        let best = hits.first().map_or(1.0, |h| h.score).max(f32::EPSILON);
        let passages = chunks
            .into_iter()
            .filter_map(|chunk| {
                let hit = hits.iter().find(|h| h.chunk == chunk.id)?;
                let title = format!("{} {}", hit.source.title, file_words(&hit.source));
                Some(Passage { chunk, score: (hit.score / best).clamp(0.0, 1.0), title })
            })
            .collect();
        Ok(passages)
    }
}

/// The fact with its quote in place of its statement.
fn quoted(fact: &DraftFact) -> DraftFact {
    let quote: Vec<&str> = fact.support.iter().map(|c| c.quote.as_str()).collect();
    DraftFact { text: quote.join(" "), ..fact.clone() }
}

fn elapsed_ms(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1000.0
}

/// Words of the file's name: towns and dates often stand nowhere else.
fn file_words(source: &SourceSummary) -> String {
    let path = source.paths.first().map_or("", String::as_str);
    let name = path.rsplit(['/', '\\']).next().unwrap_or("");
    name.replace(['_', '-', '.'], " ")
}

fn cited(quotes: &[Quote], sources: &[SourceSummary]) -> Vec<Cited> {
    let mut out: Vec<Cited> = Vec::new();
    for quote in quotes {
        if out.iter().any(|c| &c.source_id == quote.source_id()) {
            continue;
        }
        if let Some(s) = sources.iter().find(|s| &s.id == quote.source_id()) {
            out.push(Cited { source_id: s.id.clone(), ingest_hash: s.hash.clone(), title: s.title.clone() });
        }
    }
    out
}

fn lane_of<'s>(sources: &'s [SourceSummary], id: &SourceId) -> &'s str {
    sources.iter().find(|s| &s.id == id).map_or("", |s| s.meta.lane.as_str())
}

fn silent_gap(
    trace: &Trace,
    query: &Query,
    search: &Retrieved,
    signals: &Signals,
    sources: &[SourceSummary],
) -> Gap {
    let unread = unread(sources);
    let why = if search.hits.is_empty() { GapReason::NoQuoteFound } else { GapReason::LowCoverage };
    let mut reason = if search.hits.is_empty() {
        "No paper in this archive shares a word or a meaning with the question.".to_owned()
    } else {
        "No sentence in this archive was found that answers the question.".to_owned()
    };
    if !signals.missing.is_empty() {
        let words: Vec<&str> = signals.missing.iter().take(5).map(String::as_str).collect();
        reason.push_str(&format!(" Nothing that was found has: {}.", words.join(", ")));
    }
    if unread.pages > 0 {
        reason.push_str(" Pages that could not be read may hold it; `twolane doctor` lists them.");
    }
    Gap { need: query.text.clone(), why, reason, searched: searched(trace), unread }
}

/// Every query that was asked, once.
fn searched(trace: &Trace) -> Vec<String> {
    let mut queries: Vec<String> = Vec::new();
    for query in trace.lanes.iter().flat_map(|lane| &lane.queries) {
        if !queries.contains(&query.text) {
            queries.push(query.text.clone());
        }
    }
    queries
}

fn limitations(search: &Retrieved, sources: &[SourceSummary]) -> Vec<String> {
    let mut out = search.signals.search.notes.clone();
    if unread(sources).pages > 0 {
        out.push("Some pages of this archive could not be read; `twolane doctor` lists them.".into());
    }
    out
}

fn strength(
    question: &str,
    quotes: &[Quote],
    sources: &[SourceSummary],
    signals: &Signals,
) -> RecordStrength {
    let state_count = quotes.iter().filter(|q| lane_of(sources, q.source_id()) == "state").count();
    let local_count = quotes.len() - state_count;
    let asked = tokens_of(question, TokenKind::Section);
    let had = asked
        .iter()
        .filter(|a| {
            quotes
                .iter()
                .any(|q| tokens_of(q.text(), TokenKind::Section).iter().any(|t| t.normal == a.normal))
        })
        .count();
    let share = |part: usize, whole: usize| {
        if whole == 0 {
            1.0
        } else {
            f32::from(u16::try_from(part).unwrap_or(u16::MAX))
                / f32::from(u16::try_from(whole).unwrap_or(u16::MAX))
        }
    };
    let authoritative = quotes.iter().any(|q| {
        sources.iter().find(|s| &s.id == q.source_id()).is_some_and(|s| {
            matches!(s.meta.authority.as_deref(), Some("rsa" | "nhma")) || s.meta.lane == "state"
        })
    });
    let (tier, reason) = if quotes.is_empty() {
        ('C', "no quote answers the question")
    } else if signals.first_context >= 0.75 && signals.kind >= 1.0 {
        (
            'A',
            "the first quote accounts for most words of the question and holds a value of the kind asked for",
        )
    } else {
        ('B', "the quotes account for a part of the question only")
    };
    RecordStrength {
        tier,
        local_count,
        state_count,
        situation_alignment: signals.first_context,
        legal_topic_coverage: share(had, asked.len()),
        authoritative_state_present: authoritative,
        reasons: vec![reason.into()],
    }
}
