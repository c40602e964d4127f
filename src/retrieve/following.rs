//! Law that is reached by its citation: sections that the question names, and sections that the
//! chosen passages cite (SPEC LAW-4).

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::archive::{Archive, ChunkId, Editions, SectionEntry};
use crate::law::{Citation, Grammar, SectionStatus};
use crate::text::{Embedding, SourceId};

use super::error::SearchError;
use super::fusion::Fused;
use super::judging::Judged;
use super::lane_search::LaneSearch;
use super::merge::Merged;
use super::question::Known;
use super::ranked::Ranked;
use super::retriever::Retriever;
use super::section::PackNote;

/// Settings of following citations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FollowOptions {
    /// Sections at most that are added because a chosen passage cites them; 0 follows none. They
    /// come behind what was asked for. 3 is as many as an answer's facts leave room for beside two
    /// of the papers' own.
    pub most: usize,
    /// Passages, from the best, whose citations are followed.
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
    /// As named, in normal form.
    pub citation: String,
    /// The section that it is or is in.
    pub whole: String,
    /// Its heading, where a pack has it.
    pub heading: Option<String>,
    /// How it stands, where a pack has it.
    pub status: Option<SectionStatus>,
    /// Whether its text is in the archive.
    pub text_here: bool,
    /// A pack that names every section of this code does not have it.
    pub unknown_to_pack: bool,
    /// The pack that says so, or that has it.
    pub pack: Option<PackNote>,
    #[serde(skip)]
    source: Option<SourceId>,
}

/// Where a citation leads.
struct Target {
    source: SourceId,
    lines: Option<Range<usize>>,
}

impl Retriever<'_> {
    /// Sections that the question or the query names, and what the archive has of them.
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

    /// Puts the sections that the question names before all others of their lane.
    pub(super) fn put_named_first(
        &self,
        known: &Known<'_>,
        lanes: &[LaneSearch],
        named: &[NamedSection],
        embedding: Option<&Embedding>,
        judged: &mut Vec<Judged>,
    ) -> Result<(), SearchError> {
        // The last is put first, so that the first stands above it.
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

    /// Sections that the chosen passages cite and that are not among them, with the passage that led
    /// there.
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

    /// The section of a citation, or what is there of it.
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

    /// The lines of a citation in the source that holds its section.
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

    /// Of the chunks that hold these lines the one nearest to the question, or the first; one of a section's
    /// notes only where there is no other.
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
            let near = (!self.search.begins_in_notes(&chunk)?, near);
            if best.is_none_or(|(highest, _)| near > highest) {
                best = Some((near, chunk.id));
            }
        }
        Ok(best.map(|(_, id)| id))
    }
}

/// How far a named section stands above the next of its lane.
const STEP: f32 = 0.001;

pub(super) fn editions(known: &Known<'_>) -> Editions {
    let filter = &known.request.query.filter;
    Editions { as_of: filter.as_of.clone(), edition: filter.edition.clone() }
}

/// A chapter or title as a whole is no section whose text could be missing.
fn is_section(citation: &Citation) -> bool {
    citation.section.is_some()
        || citation.text.contains(['§', ':', '.', '/']) && !citation.text.contains("ch. ")
}

fn unranked(chunk: ChunkId) -> Ranked {
    Ranked::new(Fused { chunk, score: 0.0, lexical: None, vector: None })
}

/// Embeddings have length one.
fn cosine(a: &Embedding, b: &Embedding) -> f32 {
    a.values.iter().zip(&b.values).map(|(x, y)| x * y).sum()
}
