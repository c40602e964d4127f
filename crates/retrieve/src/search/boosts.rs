//! Boosts for chunks in sections that the question names, for chunks of a time that it names, and for newer chunks.

use crate::error::SearchError;
use crate::question::period::Periods;
use crate::question::query::Query;
use crate::rank::explain::Boost;
use crate::rank::ranked::{Ranked, sort};
use crate::summaries::summaries;
use twolane_archive::{Archive, Chunk, ChunkId};
use twolane_law::Grammar;

use super::options::SearchOptions;

/// Applies a query's boosts and sorts by the new scores.
pub(crate) fn boost(
    archive: &Archive,
    options: &SearchOptions,
    query: &Query,
    ranked: &mut [Ranked],
) -> Result<(), SearchError> {
    let mut named: Vec<String> =
        Grammar::built_in().find(&query.text).into_iter().flat_map(|found| found.citation.keys()).collect();
    named.extend(query.citations.iter().cloned());
    let periods = Periods::of(&query.text);
    if named.is_empty() && periods.is_empty() && !query.prefer_recent {
        return Ok(());
    }
    let ids: Vec<ChunkId> = ranked.iter().map(|r| r.fused.chunk).collect();
    let chunks = archive.chunks(&ids)?;
    for (r, chunk) in ranked.iter_mut().zip(&chunks) {
        if let Some(boost) = citation_boost(options.citation_boost, &named, chunk) {
            r.boost(boost.reason, boost.added);
        }
    }
    if query.prefer_recent || !periods.is_empty() {
        let summaries = summaries(archive, chunks.iter().map(|c| &c.source_id))?;
        let dates: Vec<Option<&str>> =
            chunks.iter().map(|c| summaries.get(&c.source_id).and_then(|s| s.meta.date.as_deref())).collect();
        for (r, date) in ranked.iter_mut().zip(&dates) {
            let Some(date) = date else { continue };
            let added = periods.boost(date, &options.period);
            if added > 0.0 {
                r.boost(format!("dated {date}, as asked"), added);
            }
        }
        let added = if query.prefer_recent { options.recency.boosts(&dates) } else { Vec::new() };
        for ((r, added), date) in ranked.iter_mut().zip(added).zip(&dates) {
            if let Some(date) = date.filter(|_| added > 0.0) {
                r.boost(format!("dated {date}"), added);
            }
        }
    }
    sort(ranked);
    Ok(())
}

/// Returns the boost of a chunk that belongs to a named section, or half of that for a citation of one.
fn citation_boost(full: f32, named: &[String], chunk: &Chunk) -> Option<Boost> {
    let wanted = |text: &String| named.iter().any(|c| c.eq_ignore_ascii_case(text));
    if let Some(section) = chunk.record.section.as_ref().filter(|s| wanted(s)) {
        return Some(Boost { reason: format!("is {section}"), added: full });
    }
    let cited = chunk.record.citations.iter().find(|c| wanted(c))?;
    Some(Boost { reason: format!("cites {cited}"), added: full / 2.0 })
}
