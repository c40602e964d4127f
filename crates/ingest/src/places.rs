//! Settles the places of papers that do not name their own, by the papers beside them.
//!
//! A paper without its own heading, in a folder whose papers mostly name one place, belongs to that place. A name
//! that one paper alone has, and that differs by a slip of a letter from the name of several, founds no place: the paper
//! may be misread, or of a neighbour, so it stays without one.

use std::collections::{BTreeMap, HashMap};

use twolane_archive::{Archive, ArchiveError, Metadata, SourceSummary, Writer, set_meta};
use twolane_text::letters_apart;

use super::by_hand::is_by_hand;
use super::metadata::PlaceName;

/// The fewest papers of a folder that settle its place.
const FEWEST: usize = 3;
/// The origins that a settled place may replace.
const GUESSED: [&str; 2] = ["text", "folder papers"];
/// The origins of a name that the program found itself.
const FOUND: [&str; 5] = ["name", "heading", "folder", "text", "folder papers"];
/// The origin of a place that the papers of its folder settled.
const SETTLED: &str = "folder papers";
/// The letters of a name for each slip of a letter. Shorter names differ by one letter as real places do.
const LETTERS_PER_SLIP: usize = 7;
/// The papers of one commit.
const PER_COMMIT: usize = 256;

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

/// Settles the places of an archive's local papers, commits the changes, and returns its places, those with the most
/// papers first. `go_on` is asked between commits; the next run settles the rest.
///
/// # Errors
/// Fails where the archive can't be read or written.
pub(super) fn settle(archive: &Archive, go_on: &dyn Fn() -> bool) -> Result<Vec<PlaceRow>, ArchiveError> {
    let mut sources = local(archive)?;
    let mut changed: BTreeMap<usize, Metadata> = BTreeMap::new();
    one_name(&sources, &mut changed);
    by_beginning(&sources, &mut changed);
    by_folder(&sources, &mut changed);
    by_name(&sources, &mut changed);
    if !changed.is_empty() {
        let new = changed.iter().filter_map(|(at, meta)| Some((sources.get(*at)?, meta.clone())));
        put_all(archive, archive.writer()?, &new.collect::<Vec<_>>(), go_on)?;
    }
    for (at, meta) in changed {
        if let Some(source) = sources.get_mut(at) {
            source.meta = meta;
        }
    }
    Ok(rows(&sources))
}

/// Puts sources with new metadata, and commits them in groups.
pub(super) fn put_all(
    archive: &Archive,
    mut writer: Writer,
    sources: &[(&SourceSummary, Metadata)],
    go_on: &dyn Fn() -> bool,
) -> Result<(), ArchiveError> {
    for group in sources.chunks(PER_COMMIT) {
        for (source, meta) in group {
            set_meta(archive, &mut writer, &source.id, meta)?;
        }
        writer.commit()?;
        if !go_on() {
            break;
        }
    }
    archive.refresh()
}

/// A place's name and its state, where the papers say them.
type Place<'a> = (Option<&'a str>, Option<&'a str>);

/// Counts the papers of each place.
fn rows(sources: &[SourceSummary]) -> Vec<PlaceRow> {
    let mut rows: BTreeMap<Place<'_>, BTreeMap<&str, usize>> = BTreeMap::new();
    for SourceSummary { meta, .. } in sources {
        let origin = meta.origin.get("town").map_or("", String::as_str);
        let state = meta.town.as_ref().and(meta.jurisdiction.as_deref());
        *rows.entry((meta.town.as_deref(), state)).or_default().entry(origin).or_default() += 1;
    }
    let mut rows: Vec<PlaceRow> = rows
        .into_iter()
        .map(|((place, state), origins)| {
            let papers = origins.values().sum();
            let mut found_by: Vec<(&str, usize)> =
                origins.into_iter().filter(|(o, _)| !o.is_empty()).collect();
            found_by.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
            PlaceRow {
                place: place.map(str::to_owned),
                state: state.map(str::to_owned),
                papers,
                found_by: found_by.into_iter().map(|(origin, _)| origin.to_owned()).collect(),
            }
        })
        .collect();
    rows.sort_by(|a, b| b.papers.cmp(&a.papers).then_with(|| a.cmp(b)));
    rows
}

/// Returns the papers of the archive that are no law.
fn local(archive: &Archive) -> Result<Vec<SourceSummary>, ArchiveError> {
    let mut sources = archive.sources()?;
    sources.retain(is_local);
    Ok(sources)
}

fn is_local(source: &SourceSummary) -> bool {
    source.meta.lane != "state" && source.meta.edition.is_none()
}

fn is_guessed(meta: &Metadata) -> bool {
    let origin = meta.origin.get("town").map(String::as_str);
    // A person may also have said that a paper is of no place.
    !is_by_hand(meta, "town")
        && (meta.town.is_none() || origin.is_some_and(|origin| GUESSED.contains(&origin)))
}

/// Gives an association whose papers spell its kind in several ways the name that most of them have.
fn one_name(sources: &[SourceSummary], changed: &mut BTreeMap<usize, Metadata>) {
    let key = |meta: &Metadata| {
        let name = PlaceName::of(meta.town.as_deref()?);
        name.is_named_association().then(|| (name, meta.jurisdiction.clone()))
    };
    let mut names: BTreeMap<_, BTreeMap<&str, usize>> = BTreeMap::new();
    for SourceSummary { meta, .. } in sources {
        if let (Some(key), Some(town)) = (key(meta), meta.town.as_deref()) {
            *names.entry(key).or_default().entry(town).or_default() += 1;
        }
    }
    for (at, SourceSummary { meta, .. }) in sources.iter().enumerate() {
        let Some(papers) = key(meta).and_then(|key| names.get(&key)) else { continue };
        let most = papers.iter().max_by_key(|(name, n)| (**n, std::cmp::Reverse(**name)));
        let stated = meta.origin.get("town").is_some_and(|o| !FOUND.contains(&o.as_str()));
        if let Some((name, _)) = most.filter(|(name, _)| meta.town.as_deref() != Some(*name) && !stated) {
            let mut meta = meta.clone();
            meta.town = Some((*name).to_owned());
            changed.insert(at, meta);
        }
    }
}

/// Returns a paper's metadata as settled so far.
fn now<'m>(at: usize, source: &'m SourceSummary, changed: &'m BTreeMap<usize, Metadata>) -> &'m Metadata {
    changed.get(&at).unwrap_or(&source.meta)
}

/// Shortens a name that is another place's with words of a heading behind it: "Alder Select" and "Alder Information
/// Sheet" beside "Alder", in one folder and with no more than half of its papers. Associations and districts keep theirs.
fn by_beginning(sources: &[SourceSummary], changed: &mut BTreeMap<usize, Metadata>) {
    let folder = |source: &SourceSummary| {
        source
            .paths
            .first()
            .and_then(|path| path.rsplit_once(['/', '\\']))
            .map(|(folder, _)| folder.to_owned())
    };
    let mut papers: BTreeMap<(Option<String>, String), usize> = BTreeMap::new();
    for (at, source) in sources.iter().enumerate() {
        if let Some(town) = &now(at, source, changed).town {
            *papers.entry((folder(source), town.clone())).or_default() += 1;
        }
    }
    for (at, source) in sources.iter().enumerate() {
        let mut meta = now(at, source, changed).clone();
        let found = meta.origin.get("town").is_some_and(|origin| FOUND.contains(&origin.as_str()));
        let Some(town) = meta.town.as_deref().filter(|town| found && !PlaceName::of(town).has_kind()) else {
            continue;
        };
        let key = |town: &str| (folder(source), town.to_owned());
        let own = papers.get(&key(town)).copied().unwrap_or(0);
        let beginnings = town.match_indices(' ').filter_map(|(at, _)| town.get(..at));
        let shorter =
            beginnings.filter(|name| papers.get(&key(name)).is_some_and(|n| *n >= own * 2 && *n > 1));
        if let Some(name) = shorter.max_by_key(|name| papers.get(&key(name))).map(str::to_owned) {
            meta.town = Some(name);
            changed.insert(at, meta);
        }
    }
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
        let mut votes: BTreeMap<String, usize> = BTreeMap::new();
        for (at, source) in papers {
            if let Some(town) = &now(*at, source, changed).town {
                *votes.entry(town.clone()).or_default() += 1;
            }
        }
        let placed: usize = votes.values().sum();
        let Some((town, most)) = votes.iter().max_by_key(|(town, n)| (**n, std::cmp::Reverse(*town))) else {
            continue;
        };
        // Three fifths of the papers with a place, and a quarter of all.
        if *most < 2 || most * 5 < placed * 3 || most * 4 < papers.len() {
            continue;
        }
        for (at, source) in papers {
            let mut meta = now(*at, source, changed).clone();
            let own = meta.town.as_ref().and_then(|town| votes.get(town)).copied().unwrap_or(0);
            // A name that a tenth of the papers have may be another place's.
            if meta.town.as_ref() != Some(town) && is_guessed(&meta) && own * 10 <= papers.len().max(10) {
                meta.town = Some(town.clone());
                meta.origin.insert("town".to_owned(), SETTLED.to_owned());
                changed.insert(*at, meta);
            }
        }
    }
}

/// Takes a name away that one paper alone has, where several papers have nearly the same name in the same state.
fn by_name(sources: &[SourceSummary], changed: &mut BTreeMap<usize, Metadata>) {
    let settled: Vec<Metadata> =
        (0..).zip(sources).map(|(at, source)| changed.get(&at).unwrap_or(&source.meta).clone()).collect();
    let mut papers: BTreeMap<&str, Vec<Option<&str>>> = BTreeMap::new();
    for meta in &settled {
        if let Some(town) = &meta.town {
            papers.entry(town).or_default().push(meta.jurisdiction.as_deref());
        }
    }
    for (at, meta) in settled.iter().enumerate() {
        let Some(town) = meta.town.as_deref() else { continue };
        let guess = meta.origin.get("town").is_some_and(|origin| origin == "text" || origin == "heading");
        if !guess || papers.get(town).is_none_or(|papers| papers.len() > 1) {
            continue;
        }
        let slips = town.chars().count() / LETTERS_PER_SLIP;
        let own = meta.jurisdiction.as_deref();
        let is_slip = |(other, states): (&&str, &Vec<Option<&str>>)| {
            let elsewhere = own.is_some() && states.iter().flatten().all(|state| Some(*state) != own);
            let has_states = states.iter().any(Option::is_some);
            states.len() > 1 && letters_apart(town, other) <= slips && !(elsewhere && has_states)
        };
        if papers.iter().any(is_slip) {
            let mut meta = meta.clone();
            meta.town = None;
            meta.origin.remove("town");
            changed.insert(at, meta);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::by_hand::{Change, EditError, Field};
    use crate::{Editor, Ingest, IngestOptions, NoObserver, Reading};

    fn set_place(
        archive: &Archive,
        wanted: &str,
        town: &str,
        state: Option<&str>,
    ) -> Result<usize, EditError> {
        let (mut change, options) = (Change::default(), IngestOptions::new(Reading::InProcess));
        change.set(Field::Town, town)?;
        state.map_or(Ok(()), |state| change.set(Field::State, state))?;
        Ok(Editor::new(archive, None, &options).set(wanted, &change, &|| true)?.papers.len())
    }

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
                let name = s.paths[0].rsplit(['/', '\\']).next().unwrap().to_owned();
                (name, s.meta.town.clone(), s.meta.origin.get("town").cloned().unwrap_or_default())
            })
            .collect();
        rows.sort();
        assert!(archive.check().unwrap().is_empty());
        rows
    }

    #[test]
    fn papers_of_a_folder_settle_the_others() {
        // Names Birch below its first page's top; a letter that is headed by Cedar stays Cedar's.
        let body = format!("Notice\n{}the Town of Birch\nas the Town of Birch says", "A line.\n".repeat(30));
        let rows = settled(&[
            ("x/a.txt", "Town of Alder\nMinutes"),
            ("x/b.txt", "Town of Alder\nAgenda"),
            ("x/b2.txt", "Town of Alder\nWarrant"),
            ("x/c.txt", "Notice of a hearing"),
            ("x/d.txt", &body),
            ("x/e.txt", "Town of Cedar\nA letter to our neighbor"),
            ("y/f.txt", "Notice of another hearing"),
        ]);
        let towns: Vec<Option<&str>> = rows.iter().map(|(_, town, _)| town.as_deref()).collect();
        let alder = Some("Alder");
        assert_eq!(towns, [alder, alder, alder, alder, alder, Some("Cedar"), None]);
        assert_eq!([&rows[0].2, &rows[3].2, &rows[4].2], ["heading", SETTLED, SETTLED]);
    }

    #[test]
    fn words_of_a_heading_are_no_part_of_the_place() {
        let rows = settled(&[
            ("x/a.txt", "Town of Alder\nMinutes"),
            ("x/b.txt", "Town of Alder\nAgenda"),
            ("x/c.txt", "Town of Alder Information Sheet\nFees"),
            ("x/d.txt", "Alder Library District\nHours"),
            ("x/e.txt", "Alder Homeowners Association\nRules"),
            ("y/f.txt", "Town of Alder Falls\nMinutes"),
        ]);
        let towns: Vec<Option<&str>> = rows.iter().map(|(_, town, _)| town.as_deref()).collect();
        let (town, library, owners) = ("Alder", "Alder Library District", "Alder Homeowners Association");
        assert_eq!(towns, [town, town, town, library, owners, "Alder Falls"].map(Some));
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
    fn association_has_one_name_and_is_not_the_town() {
        let rows = settled(&[
            ("pine-ridge-hoa-vt/a.txt", "House rules"),
            ("pine-ridge-hoa-vt/b.txt", "Pool rules"),
            ("pine-ridge-hoa-vt/c.txt", "Pine Ridge Homeowners Association\nMinutes"),
            ("pine-ridge-vt/d.txt", "Town of Pine Ridge\nMinutes"),
            (
                "pine-ridge-vt/e.txt",
                "Neither City Hall nor any other office of the town that was named above is open on that day.",
            ),
        ]);
        let towns: Vec<Option<&str>> = rows.iter().map(|(_, town, _)| town.as_deref()).collect();
        let (association, town) = (Some("Pine Ridge HOA"), Some("Pine Ridge"));
        assert_eq!(towns, [association, association, association, town, town]);
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
        assert_eq!(towns, [Some("Scottsdale"), Some("Scottsdale"), None, Some("Elm")]);
        // Short names differ by a letter as real towns do, and so do places of different states.
        let rows = settled(&[
            ("a.txt", "Town of Dalton, Maine\nMinutes of Dalton, Maine"),
            ("b/b.txt", "Town of Dalton, Maine\nAgenda of Dalton, Maine"),
            ("c/c.txt", "Town of Alton\nAgenda"),
            ("d/d.txt", "Town of Charleston, Maine\nAgenda of Charleston, Maine"),
            ("e/e.txt", "Town of Charleston, Maine\nNotice of Charleston, Maine"),
            ("f/f.txt", "Town of Charlestown, Vermont\nNotice of Charlestown, Vermont"),
        ]);
        let towns: Vec<Option<&str>> = rows.iter().map(|(_, town, _)| town.as_deref()).collect();
        let expected = ["Dalton", "Dalton", "Alton", "Charleston", "Charleston", "Charlestown"];
        assert_eq!(towns, expected.map(Some));
    }

    #[test]
    fn folder_of_one_name_is_not_taken_for_another() {
        let dir = tempfile::tempdir().unwrap();
        for name in ["alder/minutes", "birch/minutes"] {
            let folder = dir.path().join("papers").join(name);
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(folder.join("a.txt"), format!("Minutes of the board at {name}\n")).unwrap();
        }
        let archive = Archive::create(&dir.path().join("archive")).unwrap();
        let ingest = Ingest::new(&archive, None, IngestOptions::new(Reading::InProcess));
        ingest.run(&[dir.path().join("papers")], &NoObserver).unwrap();
        let error = set_place(&archive, "minutes", "Alder", None).unwrap_err();
        assert!(matches!(error, EditError::Archive(ArchiveError::AmbiguousSource { .. })), "{error}");
        assert_eq!(set_place(&archive, "alder/minutes/", "Alder", None).unwrap(), 1);
        let whole = dir.path().join("papers/birch");
        assert_eq!(set_place(&archive, whole.to_str().unwrap(), "Birch", None).unwrap(), 1);
    }
}
