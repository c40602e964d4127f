//! Recognises the notes behind a section of law.

use crate::error::SearchError;
use twolane_archive::{Archive, Chunk, SourceSummary};

/// Returns true for a chunk that begins in the notes behind a section of law.
pub(crate) fn begins_in_notes(archive: &Archive, chunk: &Chunk) -> Result<bool, SearchError> {
    let Some(law) = archive.summary(&chunk.source_id)?.filter(SourceSummary::is_section_of_law) else {
        return Ok(false);
    };
    let notes = law.notes_start(archive.source(&chunk.source_id)?.lines());
    Ok(notes.is_some_and(|at| chunk.record.lines().start >= at))
}
