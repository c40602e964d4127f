//! Finds the papers that a person names: one, or those of a folder.

use std::collections::BTreeSet;

use twolane_archive::{Archive, ArchiveError, SourceSummary};

/// The papers that a name stands for.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Papers {
    pub(super) papers: Vec<SourceSummary>,
    /// True for those of a folder.
    pub(super) of_folder: bool,
}

/// Returns the paper of this id, file name or path, or the papers in this folder. Sections of packs are left out.
///
/// # Errors
/// Fails where the archive has no such paper or folder, or several such folders.
pub(super) fn papers(archive: &Archive, wanted: &str) -> Result<Papers, ArchiveError> {
    let sources = archive.sources()?;
    let is_exact =
        |source: &&SourceSummary| source.id.0 == wanted || source.paths.iter().any(|p| p == wanted);
    if sources.iter().any(|source| is_exact(&source)) {
        return one(archive, wanted);
    }
    let folder = wanted.trim_end_matches(['/', '\\']);
    let mut folders: BTreeSet<String> = BTreeSet::new();
    let mut papers = Vec::new();
    for source in sources.into_iter().filter(|source| !is_of_pack(source)) {
        let above: Vec<&str> = source.paths.iter().filter_map(|path| above(path, folder)).collect();
        folders.extend(above.iter().map(|path| (*path).to_owned()));
        if !above.is_empty() {
            papers.push(source);
        }
    }
    match folders.len() {
        0 => one(archive, wanted),
        1 => Ok(Papers { papers, of_folder: true }),
        _ => Err(ArchiveError::AmbiguousSource {
            wanted: wanted.to_owned(),
            matches: folders.into_iter().collect(),
        }),
    }
}

fn one(archive: &Archive, wanted: &str) -> Result<Papers, ArchiveError> {
    let found = archive.find_source(wanted)?;
    if is_of_pack(&found) {
        return Err(ArchiveError::OfPack { id: found.id.0 });
    }
    Ok(Papers { papers: vec![found], of_folder: false })
}

fn is_of_pack(source: &SourceSummary) -> bool {
    source.meta.edition.is_some() || source.kind == "statute"
}

/// Returns the beginning of a path up to the end of a folder in it; `None` if the path is not below the folder.
fn above<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    let is_edge = |text: Option<&str>, at_end: bool| {
        text.is_some_and(|t| {
            if at_end { t.is_empty() || t.ends_with(['/', '\\']) } else { t.starts_with(['/', '\\']) }
        })
    };
    let mut found = path.match_indices(folder).filter(|_| !folder.is_empty());
    let (at, _) = found
        .find(|(at, _)| is_edge(path.get(..*at), true) && is_edge(path.get(at + folder.len()..), false))?;
    path.get(..at + folder.len())
}
