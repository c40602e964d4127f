//! Conversion of ranked chunks to hits with text and locators.

use std::collections::HashMap;

use crate::error::SearchError;
use crate::rank::explain::{Explanation, why};
use crate::rank::fusion::Fusion;
use crate::rank::ranked::Ranked;
use crate::summaries::summaries;
use twolane_archive::{Archive, Chunk, ChunkId};
use twolane_text::SourceId;

use super::result::Hit;

/// Builds the hits in the given order, ranked from 1.
pub(crate) fn hits(
    archive: &Archive,
    policy: &Fusion,
    ranked: &[Ranked],
    explain: bool,
) -> Result<Vec<Hit>, SearchError> {
    let ids: Vec<ChunkId> = ranked.iter().map(|r| r.fused.chunk).collect();
    let chunks = archive.chunks(&ids)?;
    let summaries = summaries(archive, chunks.iter().map(|c| &c.source_id))?;
    let mut labels = HashMap::new();
    let mut hits = Vec::with_capacity(ranked.len());
    for ((rank, r), chunk) in (1..).zip(ranked).zip(chunks) {
        let Some(summary) = summaries.get(&chunk.source_id) else { continue };
        let source = archive.source(&chunk.source_id)?;
        let lines = chunk.record.lines();
        let locator = source.locator(lines.clone()).ok_or_else(|| twolane_text::NotInSource {
            source_id: chunk.source_id.clone(),
            what: format!("lines {} to {}", lines.start, lines.end),
        })?;
        let quote = source.quote(&locator)?;
        hits.push(Hit {
            rank,
            score: r.score,
            chunk: chunk.id,
            source: summary.clone(),
            quote,
            marked: source.marked(&locator)?,
            page: chunk.page,
            label: label(archive, &mut labels, &chunk)?,
            section: chunk.record.section,
            edition: None,
            header: chunk.record.header,
            table: chunk.record.table,
            closeness: r.closeness,
            read: r.read.clone(),
            why: why(&r.fused, &r.boosts),
            also: Vec::new(),
            explanation: explain.then(|| Explanation {
                policy: policy.to_string(),
                bm25: r.fused.lexical.clone(),
                vector: r.fused.vector.clone(),
                fused: r.fused.score,
                boosts: r.boosts.clone(),
            }),
        });
    }
    Ok(hits)
}

/// Returns the printed label of a chunk's page.
fn label(archive: &Archive, labels: &mut Labels, chunk: &Chunk) -> Result<Option<String>, SearchError> {
    if chunk.page == 0 {
        return Ok(None);
    }
    if !labels.contains_key(&chunk.source_id) {
        let pages = archive.pages(&chunk.source_id)?;
        let of_page = pages.into_iter().filter_map(|p| Some((p.number, p.label?))).collect();
        labels.insert(chunk.source_id.clone(), of_page);
    }
    Ok(labels.get(&chunk.source_id).and_then(|l| l.get(&chunk.page)).cloned())
}

/// Printed labels of pages, by source and page number.
type Labels = HashMap<SourceId, HashMap<u32, String>>;
