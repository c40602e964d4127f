//! Recognises the notes behind a section of law.

use crate::archive::{Archive, Chunk, SourceSummary};
use crate::retrieve::error::SearchError;

/// Returns true for a chunk that begins in the notes behind a section of law.
pub(in crate::retrieve) fn begins_in_notes(archive: &Archive, chunk: &Chunk) -> Result<bool, SearchError> {
    let Some(law) = archive.summary(&chunk.source_id)?.filter(SourceSummary::is_section_of_law) else {
        return Ok(false);
    };
    let notes = law.notes_start(archive.source(&chunk.source_id)?.lines());
    Ok(notes.is_some_and(|at| chunk.record.lines().start >= at))
}
