//! Gathers evidence from ranked candidates.

use std::ops::Range;

use crate::check::verify::find_at;
use crate::find::ranked::{Passage, Ranked};
use crate::find::source_status::SourceStatus;
use twolane_archive::SourceSummary;
use twolane_retrieve::ReadChunk;
use twolane_text::{LineFlags, Quote, Source};

use super::evidence::Evidence;

/// Lines on each side of a quote that replace its chunk.
const AROUND: usize = 4;

/// Builds the evidence for a shown quote that is not among the ranked sentences.
pub fn of_quote(source: &Source, quote: &Quote, status: SourceStatus) -> Option<Evidence> {
    let bytes = find_at(source, quote.locator(), quote.text())?;
    let lines = source.reading().lines_of(bytes.clone())?;
    let around = lines.start.saturating_sub(AROUND)..(lines.end + AROUND).min(source.lines().len());
    let own = source.lines().get(lines).unwrap_or_default();
    Some(Evidence {
        quote: quote.clone(),
        bytes,
        header: source.title().to_owned(),
        around: source.reading().slice(around).to_owned(),
        table: own.iter().any(|line| line.flags.contains(LineFlags::TABLE_ROW)),
        score: 0.0,
        source: status,
        read: None,
    })
}

/// Returns true for words in the notes after a section of law: an act's earlier changes contradict nothing.
pub fn is_history(source: &Source, summary: &SourceSummary, bytes: &Range<usize>) -> bool {
    let lines = source.reading().lines_of(bytes.clone());
    summary.notes_start(source.lines()).is_some_and(|at| lines.is_none_or(|lines| lines.start >= at))
}

/// Returns true when a quote is a part of a piece of evidence, or the reverse.
pub fn is_of(evidence: &Evidence, quote: &Quote) -> bool {
    let (a, b) = (evidence.quote.text(), quote.text());
    evidence.quote.source_id() == quote.source_id() && (a.contains(b) || b.contains(a))
}

/// Returns single sentences and rows of the ranked candidates, best first, each with its chunk and source.
pub fn evidence(
    ranked: &[Ranked],
    passages: &[Passage],
    sources: &[SourceSummary],
    most: usize,
) -> Vec<Evidence> {
    let holds_shorter = |r: &Ranked| {
        let bytes = &r.candidate().bytes;
        ranked.iter().any(|o| {
            let inner = &o.candidate().bytes;
            o.source().id() == r.source().id()
                && inner.len() < bytes.len()
                && bytes.start <= inner.start
                && inner.end <= bytes.end
        })
    };
    ranked
        .iter()
        .filter(|r| !holds_shorter(r))
        .filter_map(|r| {
            // Takes the whole statement where one quote holds it; words whose meaning the cut reverses are no evidence.
            let candidate = r.candidate();
            let bytes = match candidate.pieces.as_slice() {
                [one] if !candidate.cut => one.clone(),
                _ => candidate.bytes.clone(),
            };
            let source = r.source();
            if source.statements().turned_by_cut(source.reading(), std::slice::from_ref(&bytes)) {
                return None;
            }
            let quote = r.source().quote_bytes(bytes.clone()).ok()?;
            let lines = r.source().reading().lines_of(bytes.clone())?;
            let passage = passages.iter().find(|p| {
                let first = usize::try_from(p.chunk.record.first_line).unwrap_or(usize::MAX);
                let end = usize::try_from(p.chunk.record.end_line).unwrap_or(usize::MAX);
                &p.chunk.source_id == r.source().id() && first <= lines.start && lines.end <= end
            })?;
            let summary = sources.iter().find(|s| &s.id == r.source().id())?;
            if is_history(source, summary, &bytes) {
                return None;
            }
            let read = passage.read.as_ref().map(ReadChunk::answers);
            Some(Evidence {
                quote,
                bytes,
                read,
                header: format!("{} {}", passage.chunk.record.header, passage.title),
                around: passage.chunk.record.text.clone(),
                table: r.candidate().table,
                score: r.score,
                source: SourceStatus::of(summary),
            })
        })
        .take(most)
        .collect()
}
