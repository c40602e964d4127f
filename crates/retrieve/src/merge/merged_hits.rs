//! Hits of the merged list.

use crate::error::SearchError;
use crate::lanes::judging::Judged;
use crate::question::analysis::QuestionAnalysis;
use crate::rank::ranked::Ranked;
use crate::search::hits::hits;
use crate::search::result::Hit;
use crate::search::search_context::SearchContext;

use super::folding::Folded;
use super::rules::Merged;

/// Builds the hits of the merged list, with the sections that it cites behind them.
pub(crate) fn merged_hits(
    search: &SearchContext<'_>,
    analysis: &QuestionAnalysis<'_>,
    judged: &[Judged],
    merged: &Merged,
    folded: &Folded,
    followed: &[Ranked],
) -> Result<Vec<Hit>, SearchError> {
    let mut top = Vec::new();
    for placed in merged.placed.iter().take(analysis.request.query.k) {
        let Some(j) = judged.get(placed.entry) else { continue };
        let mut ranked = j.ranked.clone();
        let added = placed.score - ranked.score;
        for (index, rule) in placed.rules.iter().enumerate() {
            ranked.boost(*rule, if index == 0 { added } else { 0.0 });
        }
        top.push(ranked);
    }
    top.extend_from_slice(followed);
    let mut hits = hits(search.archive, &search.options.fusion, &top, analysis.request.query.explain)?;
    for hit in &mut hits {
        hit.also = folded.get(&hit.chunk).cloned().unwrap_or_default();
        if hit.source.is_section_of_law() {
            let entries = search.archive.sections_at(&hit.source.id, &analysis.request.editions())?;
            hit.edition = entries.first().map(|e| format!("{} {}", e.pack, e.edition));
        }
    }
    Ok(hits)
}
