//! Settles the places of papers that do not name their own, by the papers beside them.
//!
//! A paper in a folder whose papers mostly name one place belongs to that place. A name that one paper alone has, and
//! that differs by a slip of a letter from the name of several, is a misreading of that name.

use std::collections::{BTreeMap, HashMap};

use crate::archive::{Archive, ArchiveError, Metadata, SourceSummary, set_meta};
use crate::text::letters_apart;

/// The fewest papers of a folder that settle its place.
const FEWEST: usize = 3;
/// The origins that a settled place may replace.
const GUESSED: [&str; 2] = ["text", "folder papers"];
/// The origin of a place that the papers of its folder settled.
const SETTLED: &str = "folder papers";
/// The origin of a corrected slip.
const CORRECTED: &str = "similar name";

/// The origin of a place that a person set for a paper or a folder.
const BY_HAND: &str = "by hand";

/// A place of the archive.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct PlaceRow {
    /// The town, district or association; `None` for papers without one.
    pub place: Option<String>,
    /// The code of its state.
    pub state: Option<String>,
    /// The number of its papers.
    pub papers: usize,
    /// The origins of the name, the most frequent first.
    pub found_by: Vec<String>,
}

/// Settles the places of an archive's local papers and commits the changes. Returns the number of changed papers.
///
/// # Errors
/// Fails where the archive can't be read or written.
pub fn settle(archive: &Archive) -> Result<usize, ArchiveError> {
    let sources = local(archive)?;
    let mut changed: BTreeMap<usize, Metadata> = BTreeMap::new();
    by_folder(&sources, &mut changed);
    by_name(&sources, &mut changed);
    if changed.is_empty() {
        return Ok(0);
    }
    let mut writer = archive.writer()?;
    for (at, meta) in &changed {
        if let Some(source) = sources.get(*at) {
            set_meta(archive, &mut writer, &source.id, meta)?;
        }
    }
    writer.commit()?;
    archive.refresh()?;
    Ok(changed.len())
}

/// Sets the place of a paper (its id, file name or path), or of all papers in a folder, and commits it. Returns the
/// number of papers.
///
/// # Errors
/// Fails where the archive has no such paper, or can't be read or written.
pub fn set_place(
    archive: &Archive,
    wanted: &str,
    town: &str,
    state: Option<&str>,
) -> Result<usize, ArchiveError> {
    let mut writer = archive.writer()?;
    let folder = wanted.trim_end_matches(['/', '\\']);
    let is_below = |path: &String| {
        path.match_indices(folder).any(|(at, _)| {
            let before = path.get(..at).is_some_and(|b| b.is_empty() || b.ends_with(['/', '\\']));
            before && path.get(at + folder.len()..).is_some_and(|rest| rest.starts_with(['/', '\\']))
        })
    };
    let mut papers = archive.sources()?;
    papers.retain(|source| !folder.is_empty() && source.paths.iter().any(is_below));
    if papers.is_empty() {
        papers.push(archive.find_source(wanted)?);
    }
    for source in &papers {
        let mut meta = source.meta.clone();
        meta.town = Some(town.to_owned());
        meta.origin.insert("town".to_owned(), BY_HAND.to_owned());
        if let Some(state) = state {
            meta.jurisdiction = Some(state.to_owned());
            meta.origin.insert("jurisdiction".to_owned(), BY_HAND.to_owned());
        }
        set_meta(archive, &mut writer, &source.id, &meta)?;
    }
    writer.commit()?;
    archive.refresh()?;
    Ok(papers.len())
}

/// Carries a place that a person set from a paper's older version to its newer one.
pub(super) fn keep_place(old: &Metadata, new: &mut Metadata) {
    for (field, value, slot) in
        [("town", &old.town, &mut new.town), ("jurisdiction", &old.jurisdiction, &mut new.jurisdiction)]
    {
        if old.origin.get(field).is_some_and(|origin| origin == BY_HAND) {
            slot.clone_from(value);
            new.origin.insert(field.to_owned(), BY_HAND.to_owned());
        }
    }
}

/// Returns the places of the archive's local papers, those with the most papers first.
///
/// # Errors
/// Fails where the archive can't be read.
pub fn places(archive: &Archive) -> Result<Vec<PlaceRow>, ArchiveError> {
    let mut rows: BTreeMap<(Option<String>, Option<String>), HashMap<String, usize>> = BTreeMap::new();
    for source in local(archive)? {
        let meta = source.meta;
        let origin = meta.origin.get("town").cloned().unwrap_or_default();
        let state = meta.town.as_ref().and(meta.jurisdiction);
        *rows.entry((meta.town, state)).or_default().entry(origin).or_default() += 1;
    }
    let mut rows: Vec<PlaceRow> = rows
        .into_iter()
        .map(|((place, state), origins)| {
            let papers = origins.values().sum();
            let mut found_by: Vec<(usize, String)> = origins.into_iter().map(|(o, n)| (n, o)).collect();
            found_by.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
            let found_by = found_by.into_iter().map(|(_, o)| o).filter(|o| !o.is_empty()).collect();
            PlaceRow { place, state, papers, found_by }
        })
        .collect();
    rows.sort_by(|a, b| b.papers.cmp(&a.papers).then_with(|| a.cmp(b)));
    Ok(rows)
}

/// Papers that are no law.
fn local(archive: &Archive) -> Result<Vec<SourceSummary>, ArchiveError> {
    let mut sources = archive.sources()?;
    sources.retain(|s| s.meta.lane != "state" && s.meta.edition.is_none());
    Ok(sources)
}

fn is_guessed(meta: &Metadata) -> bool {
    let origin = meta.origin.get("town").map(String::as_str);
    meta.town.is_none() || origin.is_some_and(|origin| GUESSED.contains(&origin))
}

fn put(changed: &mut BTreeMap<usize, Metadata>, at: usize, source: &SourceSummary, town: &str, origin: &str) {
    if source.meta.town.as_deref() == Some(town) {
        return;
    }
    let meta = changed.entry(at).or_insert_with(|| source.meta.clone());
    meta.town = Some(town.to_owned());
    meta.origin.insert("town".to_owned(), origin.to_owned());
}

/// Gives the place of most papers of a folder to the others in it.
fn by_folder(sources: &[SourceSummary], changed: &mut BTreeMap<usize, Metadata>) {
    let mut folders: HashMap<&str, Vec<(usize, &SourceSummary)>> = HashMap::new();
    for (at, source) in sources.iter().enumerate() {
        if let Some((folder, _)) = source.paths.first().and_then(|path| path.rsplit_once(['/', '\\'])) {
            folders.entry(folder).or_default().push((at, source));
        }
    }
    for papers in folders.values().filter(|papers| papers.len() >= FEWEST) {
        let mut votes: BTreeMap<&str, usize> = BTreeMap::new();
        for (_, source) in papers {
            if let Some(town) = source.meta.town.as_deref() {
                *votes.entry(town).or_default() += 1;
            }
        }
        let placed: usize = votes.values().sum();
        let Some((town, most)) = votes.iter().max_by_key(|(town, n)| (**n, std::cmp::Reverse(**town))) else {
            continue;
        };
        // Three fifths of the papers with a place, and a quarter of all.
        if *most < 2 || most * 5 < placed * 3 || most * 4 < papers.len() {
            continue;
        }
        for (at, source) in papers {
            let own = source.meta.town.as_deref().and_then(|town| votes.get(town)).copied().unwrap_or(0);
            // A name that a tenth of the papers have may be another place's.
            if is_guessed(&source.meta) && own * 10 <= papers.len().max(10) {
                put(changed, *at, source, town, SETTLED);
            }
        }
    }
}

/// Gives a name that several papers have to the one paper with nearly the same name.
fn by_name(sources: &[SourceSummary], changed: &mut BTreeMap<usize, Metadata>) {
    let town_at = |at: usize, source: &SourceSummary, changed: &BTreeMap<usize, Metadata>| {
        changed.get(&at).map_or_else(|| source.meta.town.clone(), |meta| meta.town.clone())
    };
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (at, source) in sources.iter().enumerate() {
        if let Some(town) = town_at(at, source, changed) {
            *counts.entry(town).or_default() += 1;
        }
    }
    for (at, source) in sources.iter().enumerate() {
        let Some(town) = town_at(at, source, changed) else { continue };
        if counts.get(&town) != Some(&1) || !is_guessed(&source.meta) {
            continue;
        }
        let slips = (town.chars().count() / 5).max(1);
        let near = counts.iter().filter(|(other, n)| **n > 1 && letters_apart(&town, other) <= slips);
        if let Some((other, _)) = near.max_by_key(|(_, n)| **n) {
            put(changed, at, source, &other.clone(), CORRECTED);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::{Ingest, IngestOptions, NoObserver, Reading};

    /// Ingests files with their texts and returns the town of each, with its origin.
    fn settled(files: &[(&str, &str)]) -> Vec<(String, Option<String>, String)> {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let file = dir.path().join("papers").join(name);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, format!("{text}\nThe meeting was called to order.\n")).unwrap();
        }
        let archive = Archive::create(&dir.path().join("archive")).unwrap();
        let ingest = Ingest::new(&archive, None, IngestOptions::new(Reading::InProcess));
        ingest.run(&[dir.path().join("papers")], &NoObserver).unwrap();
        archive.refresh().unwrap();
        let mut rows: Vec<_> = archive
            .sources()
            .unwrap()
            .into_iter()
            .map(|s| {
                let name = s.paths[0].rsplit('/').next().unwrap().to_owned();
                (name, s.meta.town.clone(), s.meta.origin.get("town").cloned().unwrap_or_default())
            })
            .collect();
        rows.sort();
        assert!(archive.check().unwrap().is_empty());
        rows
    }

    #[test]
    fn papers_of_a_folder_settle_the_others() {
        let rows = settled(&[
            ("x/a.txt", "Town of Alder\nMinutes"),
            ("x/b.txt", "Town of Alder\nAgenda"),
            ("x/c.txt", "Notice of a hearing"),
            ("x/d.txt", "Town of Birch\nTown of Birch asks its neighbor"),
            ("y/e.txt", "Notice of another hearing"),
        ]);
        let towns: Vec<Option<&str>> = rows.iter().map(|(_, town, _)| town.as_deref()).collect();
        assert_eq!(towns, [Some("Alder"), Some("Alder"), Some("Alder"), Some("Alder"), None]);
        assert_eq!(rows[2].2, SETTLED);
    }

    #[test]
    fn folder_of_several_places_settles_nothing() {
        let rows = settled(&[
            ("x/a.txt", "Town of Alder\nMinutes"),
            ("x/b.txt", "Town of Birch\nAgenda"),
            ("x/c.txt", "Town of Cedar\nAgenda"),
            ("x/d.txt", "Notice of a hearing"),
        ]);
        let towns: Vec<Option<&str>> = rows.iter().map(|(_, town, _)| town.as_deref()).collect();
        assert_eq!(towns, [Some("Alder"), Some("Birch"), Some("Cedar"), None]);
    }

    #[test]
    fn place_set_by_hand_stays() {
        let dir = tempfile::tempdir().unwrap();
        let papers = dir.path().join("papers/old drive");
        std::fs::create_dir_all(&papers).unwrap();
        let archive = Archive::create(&dir.path().join("archive")).unwrap();
        let ingest = || {
            let ingest = Ingest::new(&archive, None, IngestOptions::new(Reading::InProcess));
            ingest.run(&[dir.path().join("papers")], &NoObserver).unwrap();
            archive.refresh().unwrap();
        };
        let place = || archive.sources().unwrap()[0].meta.clone();
        std::fs::write(papers.join("a.txt"), "Town of Birch\nMinutes of the board\n").unwrap();
        ingest();
        assert_eq!(place().town.as_deref(), Some("Birch"));
        assert_eq!(set_place(&archive, "old drive", "Alder", Some("NH")).unwrap(), 1);
        assert_eq!((place().town.as_deref(), place().jurisdiction.as_deref()), (Some("Alder"), Some("NH")));
        std::fs::write(papers.join("a.txt"), "Town of Birch\nMinutes of another board\n").unwrap();
        ingest();
        assert_eq!((place().town.as_deref(), place().jurisdiction.as_deref()), (Some("Alder"), Some("NH")));
        assert_eq!(set_place(&archive, "a.txt", "Cedar", None).unwrap(), 1);
        assert_eq!(place().town.as_deref(), Some("Cedar"));
        assert!(set_place(&archive, "rive", "Cedar", None).is_err());
        assert!(archive.check().unwrap().is_empty());
    }

    #[test]
    fn slip_of_one_paper_founds_no_place() {
        let rows = settled(&[
            ("a.txt", "Town of Scottsdale\nMinutes"),
            ("y/b.txt", "Town of Scottsdale\nAgenda"),
            ("z/c.txt", "Town of Scottsdade\nAgenda"),
            ("w/d.txt", "Town of Elm\nAgenda"),
        ]);
        let towns: Vec<Option<&str>> = rows.iter().map(|(_, town, _)| town.as_deref()).collect();
        assert_eq!(towns, [Some("Scottsdale"), Some("Scottsdale"), Some("Scottsdale"), Some("Elm")]);
    }
}
