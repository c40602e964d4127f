//! Searches once more by exact words before a gap is declared, over all papers of its place (SPEC EVD-10). The gap then
//! lists the searches, their scope, and the unread pages.

use std::collections::HashSet;

use crate::draft::{DraftFact, Gap, GapReason, Unread, wording};
use crate::error::AskError;
use crate::language::facets::Facet;
use crate::language::question_terms::{QuestionTerms, as_asked, term_set};
use crate::options::AnswerOptions;
use twolane_archive::{Archive, SourceSummary};
use twolane_retrieve::{Expected, Scope};

use super::alternatives::{Alternatives, Choice, Statement};
use super::candidate::candidates;
use super::identifiers::{Identifiers, Relation};

/// Number of chunks that are read again for one facet.
const CHUNKS: usize = 20;

/// Result of the search by exact words.
#[derive(Debug, Clone, PartialEq)]
pub struct GapSearch {
    /// Facts that may fill the gap after all, best first. They have a value of the requested kind and enough of the
    /// facet's words.
    pub facts: Vec<DraftFact>,
    /// The gap, for the case that it remains.
    pub gap: Gap,
}

/// Searches for a facet of the question `asked` in its papers, `sources`. A quote must have at least `least` (0 to 1) of the
/// facet's words, weighted by rarity, in itself or its header. A statement for another group of people or another weekday
/// than the question's is left out.
///
/// # Errors
/// Fails when the archive can't be read.
pub fn search_gap(
    archive: &Archive,
    asked: &str,
    facet: &Facet,
    sources: &[SourceSummary],
    within: &Scope,
    options: &AnswerOptions,
    least: f32,
) -> Result<GapSearch, AskError> {
    let terms = QuestionTerms::of(&facet.text, archive)?;
    let hits = within.lexical(archive, &facet.text, CHUNKS)?;
    let ids: Vec<_> = hits.iter().map(|h| h.chunk).collect();
    let mut found: Vec<(f32, usize, DraftFact)> = Vec::new();
    let mut alternatives: Vec<(String, Alternatives)> = Vec::new();
    let identifiers = Identifiers::of(&facet.text);
    let mut words_seen: HashSet<String> = HashSet::new();
    for chunk in archive.chunks(&ids)? {
        let source = archive.source(&chunk.source_id)?;
        let header = term_set(&chunk.record.header);
        words_seen.extend(term_set(&chunk.record.text));
        words_seen.extend(header.iter().cloned());
        let first = usize::try_from(chunk.record.first_line).unwrap_or(usize::MAX);
        let end = usize::try_from(chunk.record.end_line).unwrap_or(usize::MAX);
        for candidate in candidates(&source, first..end, options) {
            let Ok(quote) = source.quote_bytes(candidate.bytes.clone()) else { continue };
            let text = &chunk.record.text;
            let before = text.find(quote.text()).and_then(|at| text.get(..at)).unwrap_or("");
            let named =
                || identifiers.relation(quote.text(), &[before, &chunk.record.header]) == Relation::Named;
            if !identifiers.is_empty() && !named() {
                continue;
            }
            let own = term_set(quote.text());
            let share = terms.share_with(|t| {
                if own.contains(t) {
                    1.0
                } else if header.contains(t) {
                    0.8
                } else {
                    0.0
                }
            });
            if share >= least
                && facet.expected.is_in(quote.text())
                && let Some(fact) = candidate.fact(&source, share)
            {
                alternatives.push((source.id().0.clone(), Alternatives::of(quote.text())));
                found.push((share, quote.text().len(), fact));
            }
        }
    }
    let statements = alternatives.iter().map(|(paper, alternatives)| Statement {
        alternatives,
        paper,
        has_value: true,
        in_mail: false,
    });
    let mut choices = Alternatives::choose(asked, &statements.collect::<Vec<_>>()).into_iter();
    found.retain(|_| choices.next() != Some(Choice::Other));
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut facts: Vec<DraftFact> = Vec::new();
    for (_, _, fact) in found {
        if !facts.iter().any(|f| f.is_within(&fact) || fact.is_within(f)) {
            facts.push(fact);
        }
    }
    let narrowed = *within != Scope::default();
    let gap = gap(facet, &terms, &words_seen, sources, hits.len(), narrowed);
    Ok(GapSearch { facts, gap })
}

fn gap(
    facet: &Facet,
    terms: &QuestionTerms,
    seen: &HashSet<String>,
    sources: &[SourceSummary],
    chunks: usize,
    narrowed: bool,
) -> Gap {
    let unread = unread(sources);
    let why = if chunks == 0 { GapReason::NoQuoteFound } else { GapReason::LowCoverage };
    let kind = kind_words(facet.expected);
    let mut reason = match chunks {
        0 if narrowed => wording::NO_PAPER_ASKED_HAS.say(&[&facet.clause]),
        0 => wording::NO_PAPER_HAS.say(&[&facet.clause]),
        _ => wording::NO_SENTENCE_HAS.say(&[&facet.clause, kind]),
    };
    let words = as_asked(&facet.text, &terms.missing(seen));
    if !words.is_empty() && chunks > 0 {
        reason.push_str(&wording::NOWHERE.say(&[&words.join(", ")]));
    }
    if unread.pages > 0 {
        reason.push_str(&wording::UNREAD_MAY_HOLD.say(&[]));
    }
    let place = lanes_searched(sources);
    Gap {
        need: facet.clause.clone(),
        why,
        reason,
        searched: vec![wording::BY_WORDS.say(&[&facet.text, &place, &sources.len().to_string()])],
        unread,
    }
}

/// Text in place of the lanes where a question's conditions leave no paper.
pub(crate) const NO_LANE_SEARCHED: &str = "no lane";

/// Returns the lanes that a search for exact words reads.
pub(crate) fn lanes_searched(sources: &[SourceSummary]) -> String {
    let lanes: std::collections::BTreeSet<&str> = sources.iter().map(|s| s.meta.lane.as_str()).collect();
    let lanes: Vec<&str> = lanes.into_iter().filter(|l| !l.is_empty()).collect();
    if sources.is_empty() {
        NO_LANE_SEARCHED.to_owned()
    } else if lanes.is_empty() {
        "all lanes".to_owned()
    } else {
        format!("lanes {}", lanes.join(", "))
    }
}

fn kind_words(expected: Expected) -> &'static str {
    match expected {
        Expected::Money => "an amount of money",
        Expected::Quantity => "a number",
        Expected::Date => "a date or a time",
        Expected::Name => "a name",
        Expected::Decision => "a decision",
        Expected::Cause => "a cause",
        Expected::Definition => "a definition",
        Expected::Any => "an answer",
    }
}

/// Counts the unread pages of the archive, with the titles of their sources.
pub fn unread(sources: &[SourceSummary]) -> Unread {
    let with: Vec<&SourceSummary> = sources.iter().filter(|s| s.pages_unread > 0).collect();
    Unread {
        pages: with.iter().map(|s| s.pages_unread).sum(),
        sources: with.iter().map(|s| s.title.clone()).collect(),
    }
}
