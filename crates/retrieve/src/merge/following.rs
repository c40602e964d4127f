//! Sections of law that the chosen passages cite (SPEC LAW-4).

use crate::error::SearchError;
use crate::lanes::judging::Judged;
use crate::lanes::lane_search::LaneSearch;
use crate::question::analysis::QuestionAnalysis;
use crate::question::cited_lines::{best_chunk, cited_lines, section_entries};
use crate::rank::ranked::Ranked;
use crate::retrieval_context::RetrievalContext;
use twolane_archive::ChunkId;
use twolane_law::SectionStatus;
use twolane_text::Embedding;

use super::rules::Merged;

/// Returns the sections that the chosen passages cite, without those among the passages, each with the
/// passage that cites it.
pub(crate) fn followed(
    context: &RetrievalContext<'_>,
    analysis: &QuestionAnalysis<'_>,
    lanes: &[LaneSearch],
    judged: &[Judged],
    merged: &Merged,
    embedding: Option<&Embedding>,
) -> Result<Vec<Ranked>, SearchError> {
    let options = &context.options.follow;
    let archive = context.search.archive;
    let editions = analysis.request.editions();
    let shown: Vec<ChunkId> = merged
        .placed
        .iter()
        .take(analysis.request.query.k)
        .filter_map(|p| judged.get(p.entry))
        .map(|j| j.chunk.id)
        .collect();
    let mut added: Vec<Ranked> = Vec::new();
    for placed in merged.placed.iter().take(analysis.request.query.k.min(options.passages)) {
        let Some(j) = judged.get(placed.entry) else { continue };
        let lines = j.chunk.record.first_line..j.chunk.record.end_line;
        for edge in archive.edges_of(&j.chunk.source_id)? {
            if added.len() >= options.most {
                return Ok(added);
            }
            if !lines.contains(&edge.line) {
                continue;
            }
            let entries = section_entries(archive, &edge.target, &edge.whole, &editions)?;
            let law = entries.into_iter().filter(|e| e.status != SectionStatus::Proposed);
            let source = match law.filter_map(|e| e.source_id).next() {
                Some(source) => Some(source),
                None => archive.named(&edge.whole)?.into_iter().map(|(id, _)| id).next(),
            };
            let Some(cited) = cited_lines(archive, source.as_ref(), &edge.target)? else { continue };
            if cited.source == j.chunk.source_id {
                continue;
            }
            let Some(chunk) = best_chunk(archive, &cited, embedding)? else { continue };
            let known_already = shown.contains(&chunk) || added.iter().any(|r| r.fused.chunk == chunk);
            if known_already || !lanes.iter().any(|l| l.within.contains(chunk)) {
                continue;
            }
            let citing = archive.summary(&j.chunk.source_id)?.map(|s| s.title).unwrap_or_default();
            let mut ranked = Ranked::unranked(chunk);
            ranked.boost(format!("{} is cited by {citing}", edge.target), placed.score);
            added.push(ranked);
        }
    }
    Ok(added)
}
