//! Assembles checked facts into the one answer object.

use crate::check::answer::{AnswerContent, Cited, Conflict, Extractions, Mode, RecordStrength};
use crate::check::prose::Prose;
use crate::check::verify::Fact;
use crate::draft::{Gap, GapReason, wording};
use crate::find::evidence::Evidence;
use crate::find::gap_search::unread;
use crate::find::law::pack_limitations;
use crate::language::borne::printed;
use crate::language::question_terms::as_asked;
use crate::options::ReaderStrength;
use twolane_archive::SourceSummary;
use twolane_retrieve::{PackNote, Query, Retrieved, Trace};
use twolane_text::{Quote, SourceId, TokenKind, tokens_of};

/// Least number of content words of a question whose answer may be of tier A.
const LEAST_WORDS: usize = 3;

/// Parts of an answer before it is assembled.
pub(super) struct Parts {
    pub facts: Vec<Fact>,
    pub gaps: Vec<Gap>,
    pub conflicts: Vec<Conflict>,
    pub packs: Vec<PackNote>,
    /// True when a language model returned nothing usable.
    pub failed: bool,
}

/// Assembles the parts into an answer.
pub(super) fn assemble(evidence: &Evidence<'_>, parts: Parts, options: &ReaderStrength) -> AnswerContent {
    let sources = &evidence.sources;
    let Parts { facts, gaps, conflicts, packs, failed } = parts;
    let mode = if facts.is_empty() { Mode::ReportInsufficientEvidence } else { Mode::Answer };
    let quotes: Vec<Quote> = facts.iter().flat_map(|f| f.support.clone()).collect();
    let listed = conflicts.iter().flat_map(|c| c.values.iter().map(|v| v.quote.clone()));
    let cited = cited(&quotes.iter().cloned().chain(listed).collect::<Vec<_>>(), sources);
    let used_statewide = cited.iter().any(|c| c.lane == "state");
    let mut limitations = limitations(&evidence.search, sources);
    limitations.extend(pack_limitations(&packs));
    // The reason is recorded outside the answer: it may hold words that the model invented.
    if failed {
        limitations.push(wording::MODEL_UNUSABLE.say(&[]));
    }
    if evidence.proposed > 0 {
        limitations.push(wording::PROPOSED_LEFT_OUT.say(&[]));
    }
    let statewide_reason = statewide(used_statewide);
    AnswerContent {
        mode,
        answer: facts.first().map(|f| f.text.clone()).unwrap_or_default(),
        prose: Prose::default(),
        drafted: Vec::new(),
        gaps,
        conflicts,
        analysis: String::new(),
        assumptions: Vec::new(),
        limitations,
        packs,
        used_statewide,
        statewide_reason,
        applicability_check: String::new(),
        suggested_followups: Vec::new(),
        extractions: extractions(&quotes),
        record_strength: strength(evidence, &quotes, sources, options),
        citations_index: cited,
        facts,
        research: None,
        choice: None,
    }
}

/// Returns the reason why the state lane was used or not.
pub(super) fn statewide(used: bool) -> String {
    if used { wording::STATE_USED.say(&[]) } else { wording::STATE_NOT_USED.say(&[]) }
}

/// Extracts the tokens of the quotes.
pub(super) fn extractions(quotes: &[Quote]) -> Extractions {
    Extractions {
        entities: printed(quotes.iter(), TokenKind::Name),
        numbers: printed(quotes.iter(), TokenKind::Number),
        dates: printed(quotes.iter(), TokenKind::Date),
    }
}

fn cited(quotes: &[Quote], sources: &[SourceSummary]) -> Vec<Cited> {
    let mut out: Vec<Cited> = Vec::new();
    for quote in quotes {
        if out.iter().any(|c| &c.source_id == quote.source_id()) {
            continue;
        }
        if let Some(s) = sources.iter().find(|s| &s.id == quote.source_id()) {
            out.push(Cited::of(s));
        }
    }
    out
}

/// Returns the lane of a source; empty for an unknown source.
pub(super) fn lane_of<'s>(sources: &'s [SourceSummary], id: &SourceId) -> &'s str {
    sources.iter().find(|s| &s.id == id).map_or("", |s| s.meta.lane.as_str())
}

/// Builds the gap of a question that nothing answers, with the reason and the searches made.
pub(super) fn silent_gap(evidence: &Evidence<'_>) -> Gap {
    let query: &Query = evidence.query();
    let search = &evidence.search;
    let unread = unread(&evidence.sources);
    let why = if search.hits.is_empty() { GapReason::NoQuoteFound } else { GapReason::LowCoverage };
    let mut reason =
        if search.hits.is_empty() { wording::NO_PAPER.say(&[]) } else { wording::NO_SENTENCE.say(&[]) };
    let words = as_asked(&query.text, &evidence.extraction.signals.missing);
    if !words.is_empty() {
        reason.push_str(&wording::NOTHING_HAS.say(&[&words.join(", ")]));
    }
    if unread.pages > 0 {
        reason.push_str(&wording::UNREAD_MAY_HOLD.say(&[]));
    }
    Gap { need: query.text.clone(), why, reason, searched: searched(&search.trace), unread }
}

/// Returns every query that was searched, once.
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
        out.push(wording::PAGES_UNREAD.say(&[]));
    }
    out
}

fn strength(
    evidence: &Evidence<'_>,
    quotes: &[Quote],
    sources: &[SourceSummary],
    options: &ReaderStrength,
) -> RecordStrength {
    let (question, extraction) = (evidence.question.text(), &evidence.extraction);
    let signals = &extraction.signals;
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
        ('C', wording::NO_QUOTE)
    } else if let Some(likely) = options.probability(signals) {
        // A paper's words about a section are no reading of the section itself.
        let named = evidence.named();
        let text_missing = !named.is_empty() && named.iter().all(|n| !n.text_here);
        // The words of so short a question are in many statements ("Is the town liable?").
        let is_short = evidence.question.terms().len() < LEAST_WORDS;
        if likely >= options.clear && !text_missing && !is_short {
            ('A', wording::READ)
        } else if likely >= options.likely {
            ('B', wording::NOT_CLEARLY_READ)
        } else {
            ('C', wording::HARDLY_READ)
        }
    } else if signals.first_context >= 0.75 && signals.kind >= 1.0 {
        ('A', wording::SPECIFIC)
    } else {
        ('B', wording::PARTIAL)
    };
    RecordStrength {
        tier,
        local_count,
        state_count,
        situation_alignment: signals.first_context,
        answerability: extraction.answerable.value,
        answerability_least: extraction.answerable.least,
        legal_topic_coverage: share(had, asked.len()),
        authoritative_state_present: authoritative,
        reasons: vec![reason.say(&[])],
    }
}
