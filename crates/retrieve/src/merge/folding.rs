//! Deduplication of copies, and coverage of other sources.

use std::collections::HashMap;

use crate::error::SearchError;
use crate::lanes::judging::Judged;
use crate::options::merge_options::MergeOptions;
use crate::rank::ranked::Ranked;
use crate::search::result::Also;
use crate::summaries::summaries;
use twolane_archive::{Archive, ChunkId, SourceSummary};
use twolane_text::SourceId;

use super::coverage::cover;
use super::near_duplicate::Fingerprint;

/// Copies that were merged into a chunk, by that chunk.
pub(crate) type Folded = HashMap<ChunkId, Vec<Also>>;

/// Moves repeated hits of a source down, so that other sources become visible.
pub(crate) fn covering(options: &MergeOptions, judged: Vec<Judged>) -> Vec<Judged> {
    let scores: Vec<f32> = judged.iter().map(|j| j.ranked.score).collect();
    let sources: Vec<_> = judged.iter().map(|j| j.chunk.source_id.clone()).collect();
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

/// Merges near-duplicates of different sources into one. The approved version wins over the draft, then a
/// source with pages over one without, then the better score.
pub(crate) fn fold(
    archive: &Archive,
    options: &MergeOptions,
    judged: Vec<Judged>,
) -> Result<(Vec<Judged>, Folded), SearchError> {
    let summaries = summaries(archive, judged.iter().map(|j| &j.chunk.source_id))?;
    let prints: Vec<Fingerprint> = judged.iter().map(|j| Fingerprint::of(&j.chunk.record.text)).collect();
    let draft = |j: &Judged| {
        summaries.get(&j.chunk.source_id).is_some_and(|s| {
            s.meta.status.as_deref() == Some("draft") || s.title.to_lowercase().contains("draft")
        })
    };
    let rank = |j: &Judged| (draft(j), j.chunk.page == 0);
    // For each chunk, the index of the chunk that represents it.
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
                && pa.resembles(pb, options.fold_resemblance)
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
            // The representative takes the best rank of all its copies.
            let lifted = best_score.get(&index).map_or(0.0, |best| best - j.ranked.score);
            if lifted > 0.0 {
                j.ranked.boost("takes the place of its best copy", lifted);
            }
            kept.push(j);
        } else if let (Some(id), Some(summary)) = (ids.get(stand), summaries.get(&j.chunk.source_id)) {
            let source = archive.source(&j.chunk.source_id)?;
            if let Some(locator) = source.locator(j.chunk.record.lines()) {
                let also = Also { source_id: j.chunk.source_id, title: summary.title.clone(), locator };
                folded.entry(*id).or_default().push(also);
            }
        }
    }
    Ok((kept, folded))
}

/// Returns true unless both have dates that differ: papers of different dates are never copies.
pub(crate) fn of_one_date(summaries: &HashMap<SourceId, SourceSummary>, a: &Judged, b: &Judged) -> bool {
    let date = |j: &Judged| summaries.get(&j.chunk.source_id).and_then(|s| s.meta.date.as_deref());
    match (date(a), date(b)) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    }
}

/// Lowers scores where needed so that they never rise along the list: behind the second stage's candidates,
/// only the order counts.
pub(crate) fn descending(mut ranked: Vec<Ranked>) -> Vec<Ranked> {
    let mut lowest = f32::INFINITY;
    for r in &mut ranked {
        if r.score > lowest {
            r.boost("behind what the second stage looked at", lowest - r.score);
        }
        lowest = r.score;
    }
    ranked
}
