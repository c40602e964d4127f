//! Sections of law found by citation: those that the question names, and those that the chosen passages cite
//! (SPEC LAW-4).

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::archive::{Archive, ChunkId, Editions, SectionEntry};
use crate::law::{Citation, Grammar, SectionStatus};
use crate::text::{Embedding, SourceId};

use super::error::SearchError;
use super::fused::Fused;
use super::judging::Judged;
use super::lane_search::LaneSearch;
use super::law_notes::begins_in_notes;
use super::merge::Merged;
use super::question::Known;
use super::ranked::Ranked;
use super::retriever::Retriever;
use super::section::PackNote;

/// Settings for expanding citations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FollowOptions {
    /// Maximum number of sections added because a chosen passage cites them; 0 adds none. They come after the
    /// other hits. An answer's facts leave room for 3, in addition to two facts of the local papers.
    pub most: usize,
    /// Number of passages, from the best, whose citations are expanded.
    pub passages: usize,
}

impl Default for FollowOptions {
    fn default() -> Self {
        FollowOptions { most: 3, passages: 10 }
    }
}

/// A section of law that a question names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NamedSection {
    /// Citation as named, in normal form.
    pub citation: String,
    /// The section that the citation names or belongs to.
    pub whole: String,
    /// Heading of the section, if a pack has it.
    pub heading: Option<String>,
    /// Status of the section, if a pack has it.
    pub status: Option<SectionStatus>,
    /// True if the section's text is in the archive.
    pub text_here: bool,
    /// True if a pack that lists every section of this code lacks this one.
    pub unknown_to_pack: bool,
    /// The pack that contains the section or lacks it.
    pub pack: Option<PackNote>,
    #[serde(skip)]
    source: Option<SourceId>,
}

/// The lines that a citation resolves to.
struct Target {
    source: SourceId,
    lines: Option<Range<usize>>,
}

impl Retriever<'_> {
    /// Looks up the sections that the question or the query names.
    pub(super) fn named_sections(&self, known: &Known<'_>) -> Result<Vec<NamedSection>, SearchError> {
        let query = &known.request.query;
        let grammar = Grammar::built_in();
        let mut citations: Vec<Citation> =
            grammar.find(known.request.text()).into_iter().map(|f| f.citation).collect();
        citations.extend(query.citations.iter().filter_map(|c| grammar.parse_citation(c)));
        let editions = editions(known);
        let mut out: Vec<NamedSection> = Vec::new();
        for citation in citations.into_iter().filter(|c| !c.jurisdiction.is_empty()) {
            let whole = citation.section.clone().unwrap_or_else(|| citation.text.clone());
            if out.iter().any(|n| n.citation == citation.text) {
                continue;
            }
            let archive = self.search.archive;
            let entries = self.entries(&citation.text, &whole, &editions)?;
            let law = entries.iter().filter(|e| e.status != SectionStatus::Proposed);
            let entry = law.clone().find(|e| e.source_id.is_some()).or_else(|| law.clone().next());
            let source = match entry.and_then(|e| e.source_id.clone()) {
                Some(source) => Some(source),
                None => archive.named(&whole)?.into_iter().map(|(id, _)| id).next(),
            };
            let packs = archive.packs_in_force(&editions)?;
            let pack = packs.iter().find(|p| match entry {
                Some(entry) => p.manifest.name == entry.pack,
                None => p.manifest.every_section && p.manifest.grammar == citation.code,
            });
            if entry.is_none() && source.is_none() && !is_section(&citation) {
                continue;
            }
            out.push(NamedSection {
                heading: entry.map(|e| e.heading.clone()).filter(|h| !h.is_empty()),
                status: entry.map(|e| e.status),
                text_here: source.is_some(),
                unknown_to_pack: entry.is_none() && source.is_none() && pack.is_some(),
                pack: pack.map(|p| PackNote::of(&p.manifest)),
                source,
                citation: citation.text,
                whole,
            });
        }
        Ok(out)
    }

    /// Moves the sections that the question names to the top of their lane.
    pub(super) fn put_named_first(
        &self,
        known: &Known<'_>,
        lanes: &[LaneSearch],
        named: &[NamedSection],
        embedding: Option<&Embedding>,
        judged: &mut Vec<Judged>,
    ) -> Result<(), SearchError> {
        // Iterates in reverse, so that the first section ends up on top.
        for section in named.iter().rev() {
            let Some(target) = self.target(section.source.as_ref(), &section.citation)? else { continue };
            let Some(chunk) = self.best_chunk(&target, embedding)? else { continue };
            let Some(lane) = lanes.iter().position(|l| l.within.contains(chunk)) else { continue };
            let at = match judged.iter().position(|j| j.chunk.id == chunk) {
                Some(at) => at,
                None => {
                    judged.extend(self.judge(known, lanes, vec![unranked(chunk)])?);
                    judged.len() - 1
                }
            };
            let of_lane = judged.iter().filter(|j| j.lane == lane).map(|j| j.ranked.score);
            let above = of_lane.fold(f32::NEG_INFINITY, f32::max) + STEP;
            if let Some(j) = judged.get_mut(at) {
                j.named = true;
                let added = above - j.ranked.score;
                j.ranked.boost(format!("the question names {}", section.citation), added);
            }
        }
        Ok(())
    }

    /// Returns the sections that the chosen passages cite, without those among the passages, each with the
    /// passage that cites it.
    pub(super) fn followed(
        &self,
        known: &Known<'_>,
        lanes: &[LaneSearch],
        judged: &[Judged],
        merged: &Merged,
        embedding: Option<&Embedding>,
    ) -> Result<Vec<Ranked>, SearchError> {
        let options = &self.options.follow;
        let archive = self.search.archive;
        let editions = editions(known);
        let shown: Vec<ChunkId> = merged
            .placed
            .iter()
            .take(known.request.query.k)
            .filter_map(|p| judged.get(p.entry))
            .map(|j| j.chunk.id)
            .collect();
        let mut added: Vec<Ranked> = Vec::new();
        for placed in merged.placed.iter().take(known.request.query.k.min(options.passages)) {
            let Some(j) = judged.get(placed.entry) else { continue };
            let lines = j.chunk.record.first_line..j.chunk.record.end_line;
            for edge in archive.edges_of(&j.chunk.source_id)? {
                if added.len() >= options.most {
                    return Ok(added);
                }
                if !lines.contains(&edge.line) {
                    continue;
                }
                let entries = self.entries(&edge.target, &edge.whole, &editions)?;
                let law = entries.into_iter().filter(|e| e.status != SectionStatus::Proposed);
                let source = match law.filter_map(|e| e.source_id).next() {
                    Some(source) => Some(source),
                    None => archive.named(&edge.whole)?.into_iter().map(|(id, _)| id).next(),
                };
                let Some(target) = self.target(source.as_ref(), &edge.target)? else { continue };
                if target.source == j.chunk.source_id {
                    continue;
                }
                let Some(chunk) = self.best_chunk(&target, embedding)? else { continue };
                let known_already = shown.contains(&chunk) || added.iter().any(|r| r.fused.chunk == chunk);
                if known_already || !lanes.iter().any(|l| l.within.contains(chunk)) {
                    continue;
                }
                let citing = archive.summary(&j.chunk.source_id)?.map(|s| s.title).unwrap_or_default();
                let mut ranked = unranked(chunk);
                ranked.boost(format!("{} is cited by {citing}", edge.target), placed.score);
                added.push(ranked);
            }
        }
        Ok(added)
    }

    /// Returns the entries of a citation's section, or of those of its parts that exist.
    fn entries(
        &self,
        citation: &str,
        whole: &str,
        editions: &Editions,
    ) -> Result<Vec<SectionEntry>, SearchError> {
        let archive = self.search.archive;
        let mut entries = archive.sections(whole, editions)?;
        if citation != whole {
            entries.splice(0..0, archive.sections(citation, editions)?);
        }
        if entries.iter().all(|e| e.source_id.is_none()) {
            entries.extend(archive.section_parts(whole, editions)?);
        }
        Ok(entries)
    }

    /// Resolves a citation to lines of the source that holds its section.
    fn target(&self, source: Option<&SourceId>, citation: &str) -> Result<Option<Target>, SearchError> {
        let Some(source) = source else { return Ok(None) };
        let archive: &Archive = self.search.archive;
        let alias = archive.aliases(source)?.into_iter().find(|(name, _)| name == citation);
        let lines = match alias {
            Some((_, locator)) => archive.source(source)?.resolve(&locator).ok(),
            None => None,
        };
        Ok(Some(Target { source: source.clone(), lines }))
    }

    /// Returns the chunk of these lines that is most similar to the question, or the first one without an
    /// embedding. Chunks of a section's notes are used only if there is no other.
    fn best_chunk(
        &self,
        target: &Target,
        embedding: Option<&Embedding>,
    ) -> Result<Option<ChunkId>, SearchError> {
        let archive = self.search.archive;
        let mut best: Option<((bool, f32), ChunkId)> = None;
        for chunk in archive.chunks_of(&target.source)? {
            let lines = chunk.record.lines();
            let holds = target.lines.as_ref().is_none_or(|t| t.start < lines.end && lines.start < t.end);
            if !holds {
                continue;
            }
            let near = match embedding {
                Some(embedding) => archive.embedding_of(chunk.id)?.map_or(0.0, |e| cosine(embedding, &e)),
                None => 0.0,
            };
            let near = (!begins_in_notes(archive, &chunk)?, near);
            if best.is_none_or(|(highest, _)| near > highest) {
                best = Some((near, chunk.id));
            }
        }
        Ok(best.map(|(_, id)| id))
    }
}

/// Score difference between a named section and the next one of its lane.
const STEP: f32 = 0.001;

pub(super) fn editions(known: &Known<'_>) -> Editions {
    let filter = &known.request.query.filter;
    Editions { as_of: filter.as_of.clone(), edition: filter.edition.clone() }
}

/// Returns false for a chapter or title as a whole, which has no text that could be missing.
fn is_section(citation: &Citation) -> bool {
    citation.section.is_some()
        || citation.text.contains(['§', ':', '.', '/']) && !citation.text.contains("ch. ")
}

fn unranked(chunk: ChunkId) -> Ranked {
    Ranked::new(Fused { chunk, score: 0.0, lexical: None, vector: None })
}

/// Computes the cosine as a dot product, since embeddings have length 1.
fn cosine(a: &Embedding, b: &Embedding) -> f32 {
    a.values.iter().zip(&b.values).map(|(x, y)| x * y).sum()
}
