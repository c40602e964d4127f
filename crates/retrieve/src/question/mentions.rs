//! Papers that mention a place which no paper is filed under.

use std::collections::{HashMap, HashSet};

use crate::error::SearchError;
use twolane_archive::{Archive, ChunkSet, LexicalOptions};
use twolane_text::SourceId;

use super::phrase::{Phrase, terms_of};

/// The passages that are looked through for a name.
const PASSAGES: usize = 400;
/// The fewest papers of a folder that mention a name before its other papers count too.
const OF_FOLDER: usize = 2;

/// Returns the papers that mention a name in their text, title or path. Where at least half of a folder's papers do,
/// and two of them, the folder's other papers belong to them.
///
/// # Errors
/// Fails where the archive can't be read.
pub fn papers_that_mention(archive: &Archive, name: &str) -> Result<Vec<SourceId>, SearchError> {
    let Some(phrase) = Phrase::of(name) else { return Ok(Vec::new()) };
    let hits = archive.lexical(name, &ChunkSet::all(), PASSAGES, &LexicalOptions::default())?;
    let ids: Vec<_> = hits.iter().map(|hit| hit.chunk).collect();
    let mut found: HashSet<SourceId> = HashSet::new();
    for chunk in archive.chunks(&ids)? {
        if phrase.is_in(&terms_of(&chunk.record.embedded_text())) {
            found.insert(chunk.source_id);
        }
    }
    let sources = archive.sources()?;
    let papers: Vec<_> = sources.iter().filter(|s| s.meta.lane != "state").collect();
    // Law that mentions the place is searched as ever.
    found.retain(|id| papers.iter().any(|paper| paper.id == *id));
    let mut folders: HashMap<&str, Vec<&SourceId>> = HashMap::new();
    for source in papers {
        let path = source.paths.first().map_or("", String::as_str);
        let words = path.replace(['/', '\\', '-', '_', '.'], " ");
        if phrase.is_in(&terms_of(&words)) || phrase.is_in(&terms_of(&source.title)) {
            found.insert(source.id.clone());
        }
        if let Some((folder, _)) = path.rsplit_once(['/', '\\']) {
            folders.entry(folder).or_default().push(&source.id);
        }
    }
    for papers in folders.values() {
        let those = papers.iter().filter(|id| found.contains(**id)).count();
        if those >= OF_FOLDER && those * 2 >= papers.len() {
            found.extend(papers.iter().map(|id| (*id).clone()));
        }
    }
    let mut found: Vec<SourceId> = found.into_iter().collect();
    found.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    Ok(found)
}
