//! Lines of a section of law that a citation resolves to.

use std::ops::Range;

use crate::error::SearchError;
use twolane_archive::{Archive, ChunkId, Editions, SectionEntry};
use twolane_text::{Embedding, SourceId};

use super::law_notes::begins_in_notes;

/// The lines that a citation resolves to.
pub(crate) struct CitedLines {
    pub(crate) source: SourceId,
    lines: Option<Range<usize>>,
}

/// Returns the entries of a citation's section, or of those of its parts that exist.
pub(crate) fn section_entries(
    archive: &Archive,
    citation: &str,
    whole: &str,
    editions: &Editions,
) -> Result<Vec<SectionEntry>, SearchError> {
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
pub(crate) fn cited_lines(
    archive: &Archive,
    source: Option<&SourceId>,
    citation: &str,
) -> Result<Option<CitedLines>, SearchError> {
    let Some(source) = source else { return Ok(None) };
    let alias = archive.aliases(source)?.into_iter().find(|(name, _)| name == citation);
    let lines = match alias {
        Some((_, locator)) => archive.source(source)?.resolve(&locator).ok(),
        None => None,
    };
    Ok(Some(CitedLines { source: source.clone(), lines }))
}

/// Returns the chunk of these lines that is most similar to the question, or the first one without an
/// embedding. Chunks of a section's notes are used only if there is no other.
pub(crate) fn best_chunk(
    archive: &Archive,
    cited: &CitedLines,
    embedding: Option<&Embedding>,
) -> Result<Option<ChunkId>, SearchError> {
    let mut best: Option<((bool, f32), ChunkId)> = None;
    for chunk in archive.chunks_of(&cited.source)? {
        let lines = chunk.record.lines();
        let holds = cited.lines.as_ref().is_none_or(|t| t.start < lines.end && lines.start < t.end);
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
/// Computes the cosine as a dot product, since embeddings have length 1.
fn cosine(a: &Embedding, b: &Embedding) -> f32 {
    a.values.iter().zip(&b.values).map(|(x, y)| x * y).sum()
}
