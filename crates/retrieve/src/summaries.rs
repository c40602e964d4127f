//! Summaries of the sources that chunks belong to.

use std::collections::HashMap;

use twolane_archive::{Archive, SourceSummary};
use twolane_text::SourceId;

use super::error::SearchError;

/// Reads the summary of each source once.
pub(super) fn summaries<'s>(
    archive: &Archive,
    sources: impl Iterator<Item = &'s SourceId>,
) -> Result<HashMap<SourceId, SourceSummary>, SearchError> {
    let mut summaries = HashMap::new();
    for id in sources {
        if !summaries.contains_key(id)
            && let Some(summary) = archive.summary(id)?
        {
            summaries.insert(id.clone(), summary);
        }
    }
    Ok(summaries)
}
