//! Detection of damage in an archive.

use std::collections::HashSet;
use std::path::Path;

use super::catalogue::{self, Database, ManifestFile};
use super::descriptor::{Descriptor, DescriptorState};
use super::error::{ArchiveError, GIVE_ACCESS, INGEST_AGAIN, REBUILD};
use super::folder::FolderArchive;
use super::lock::WriterLock;
use super::paths::{CATALOGUE, DESCRIPTOR};
use super::problem::Problem;
use super::seal;
use super::sessions;
use super::snapshot::Snapshot;
use twolane_text::SourceId;

/// Next step for damage in the record of a removed paper.
const REMOVE_AGAIN: &str =
    "run `twolane index rebuild`, which drops it; if an ingest takes the paper in again, remove it again";
/// Next step for damage in a pack.
const PACK_AGAIN: &str = "run `twolane pack remove NAME` and install the pack again";
/// A writer that commits while a check reads replaces files under it; the check then starts
/// again. Past this many starts it reports what it saw.
const STARTS: usize = 3;

impl FolderArchive {
    /// See [`Archive::check`](super::Archive::check). The archive may be too damaged to be opened.
    pub fn check_at(dir: &Path) -> Result<Vec<Problem>, ArchiveError> {
        let mut problems = Vec::new();
        for _ in 0..STARTS {
            let before = match Snapshot::open(dir) {
                Ok(snapshot) => snapshot,
                Err(ArchiveError::Damaged { part, what, next }) => {
                    return Ok(vec![Problem { part, what, next }]);
                }
                Err(ArchiveError::Catalogue { path, source }) => {
                    let part = path.display().to_string();
                    return Ok(vec![Problem::new(part, source.to_string(), INGEST_AGAIN)]);
                }
                Err(other) => return Err(other),
            };
            problems = check_snapshot(dir, &before);
            let moved = Snapshot::open(dir).is_ok_and(|now| now.state.generation != before.state.generation);
            if problems.is_empty() || !moved {
                break;
            }
        }
        problems.extend(sessions::problems(dir));
        Ok(problems)
    }
}

fn check_snapshot(dir: &Path, snapshot: &Snapshot) -> Vec<Problem> {
    let mut problems = Vec::new();
    let generation = snapshot.state.generation;
    check_descriptor(dir, generation, &mut problems);
    {
        let database = snapshot.database();
        if let Err(error) = check_catalogue(&database, snapshot, &mut problems) {
            problems.push(catalogue_problem(&database, &error.to_string()));
        }
    }
    check_files(dir, &snapshot.manifest, &mut problems);
    // Opening trusts what was just compared; with altered bytes it would tell the same twice.
    if problems.is_empty()
        && let Err(error) = check_indexes(snapshot, &mut problems)
    {
        problems.push(problem_of("the indexes", error));
    }
    problems
}

fn problem_of(part: &str, error: ArchiveError) -> Problem {
    match error {
        ArchiveError::Damaged { part, what, next } => Problem { part, what, next },
        other => Problem::new(part, other.to_string(), REBUILD),
    }
}

fn catalogue_problem(database: &Database, what: &str) -> Problem {
    Problem::new(database.path().display().to_string(), what, INGEST_AGAIN)
}

/// The description, the witness of the last commit, and the seal over the catalogue's bytes.
fn check_descriptor(dir: &Path, generation: u64, problems: &mut Vec<Problem>) {
    let part = dir.join(DESCRIPTOR).display().to_string();
    let descriptor = match Descriptor::read(dir) {
        DescriptorState::Good(descriptor) => descriptor,
        DescriptorState::Damaged(what) => {
            problems.push(Problem::new(part, what, "run `twolane index rebuild`, which rewrites it"));
            return;
        }
        // Nothing was committed yet: a creation that was cut short just before its end.
        DescriptorState::Missing if generation == 0 => return,
        DescriptorState::Missing => {
            problems.push(Problem::new(
                part,
                "it is missing",
                "run `twolane index rebuild`, which rewrites it",
            ));
            return;
        }
    };
    if descriptor.generation > generation {
        problems.push(Problem::new(
            dir.join(CATALOGUE).display().to_string(),
            format!(
                "commit {} was made, but the catalogue ends at {generation}: its log was cut or altered",
                descriptor.generation
            ),
            "ingest the papers again: `twolane ingest PATH...` adds what was lost",
        ));
        return;
    }
    let Some(sealed) = &descriptor.catalogue else { return };
    // Nobody may write while the file is compared; a writer at work seals it anew when it ends.
    // Where not even a lock can be made (a read-only medium), nobody can write either.
    let lock = match WriterLock::acquire(dir) {
        Err(ArchiveError::Locked { .. }) => return,
        lock => lock.ok(),
    };
    if descriptor.generation == generation
        && Descriptor::read(dir) == DescriptorState::Good(descriptor.clone())
        && let Some(found) = seal::hash_catalogue(dir)
        && found != *sealed
    {
        problems.push(Problem::new(
            dir.join(CATALOGUE).display().to_string(),
            "its bytes are not those of the last commit",
            "if nothing else is reported, what was altered holds no content: run `twolane index rebuild`; otherwise follow that first",
        ));
    }
    drop(lock);
}

fn check_catalogue(
    database: &Database,
    snapshot: &Snapshot,
    problems: &mut Vec<Problem>,
) -> rusqlite::Result<()> {
    let conn = &database.conn;
    let mut say = |what: String, next: &str| {
        problems.push(Problem::new(database.path().display().to_string(), what, next));
    };
    for what in catalogue::schema_problems(conn, database.format)? {
        say(what, INGEST_AGAIN);
    }
    for what in catalogue::integrity_problems(conn)? {
        say(
            what,
            "run `twolane index rebuild`, then check again; if this stays, restore the archive from a copy or ingest the papers into a new one",
        );
    }
    if !snapshot.state.is_sound(conn, &snapshot.manifest)? {
        say(
            "the row that says what is current, or the list of derived files, was altered".to_owned(),
            REBUILD,
        );
    }
    if catalogue::digest_sum(conn, database.format)? != snapshot.state.sum {
        say("its sources are not those that were committed".to_owned(), REBUILD);
    }
    for (table, count) in catalogue::strays(conn, database.format)? {
        say(format!("{count} rows of `{table}` belong to no source"), REBUILD);
    }
    if database.format > 1 {
        for pack in catalogue::damaged_packs(conn)? {
            say(format!("pack {pack}: its rows were altered"), PACK_AGAIN);
        }
        let damaged = catalogue::damaged_statutes(conn)?;
        if damaged > 0 {
            say(format!("the text of {damaged} sections of law was altered"), PACK_AGAIN);
        }
    }
    let removed = if database.format > 3 { catalogue::damaged_removed(conn)? } else { Vec::new() };
    for title in removed {
        say(format!("the record of the removed paper {title:?} was altered"), REMOVE_AGAIN);
    }
    let damaged = catalogue::damaged_embeddings(conn)?;
    if damaged > 0 {
        say(
            format!("{damaged} cached embeddings were altered"),
            "run `twolane index rebuild`, which drops them, then `twolane index reembed MODEL`",
        );
    }
    let damaged = if database.format > 2 { catalogue::damaged_token_signs(conn)? } else { 0 };
    if damaged > 0 {
        say(
            format!("the kept token vectors of {damaged} texts were altered"),
            "run `twolane index rebuild`, which drops them; `twolane index reembed MODEL` makes them again",
        );
    }
    for (key, id) in catalogue::ids(conn)? {
        if let Some(what) = source_damage(database, key, &id)? {
            let next = format!(
                "run `twolane source remove {id}`, then `twolane ingest` its file again{}",
                first_path(database, &id)
            );
            problems.push(Problem::new(format!("source {id}"), what, next));
        }
    }
    Ok(())
}

fn first_path(database: &Database, id: &SourceId) -> String {
    let row = catalogue::row(&database.conn, id).ok().flatten();
    let path = row.and_then(|r| r.summary.paths.into_iter().next());
    path.map_or(String::new(), |path| format!(" ({path})"))
}

/// Returns the damage of a source's rows; an error in reading its content counts as damage of the
/// source.
fn source_damage(database: &Database, key: u64, id: &SourceId) -> rusqlite::Result<Option<String>> {
    let conn = &database.conn;
    let row = match catalogue::row(conn, id) {
        Ok(Some(row)) => row,
        Ok(None) => return Ok(Some("it can't be found by its id".to_owned())),
        Err(error) => return Ok(Some(format!("its row can't be read: {error}"))),
    };
    if catalogue::stored_digest(conn, key).ok() != Some(row.digest()) {
        return Ok(Some("its row or its paths were altered".to_owned()));
    }
    if !catalogue::filters_agree(conn, &row)? {
        return Ok(Some("the columns that filters read were altered".to_owned()));
    }
    Ok(match catalogue::read_content(conn, key, database.format) {
        Ok(content) if content.digest() == row.content => None,
        Ok(_) => Some("its pages, lines, locators or chunks were altered".to_owned()),
        Err(error) => Some(format!("its content can't be read: {error}")),
    })
}

fn check_files(dir: &Path, manifest: &[ManifestFile], problems: &mut Vec<Problem>) {
    for file in manifest {
        let part = super::paths::join(dir, &file.path).display().to_string();
        match ManifestFile::of(dir, &file.path) {
            Ok(found) if found == *file => {}
            Ok(found) if found.bytes != file.bytes => {
                let what = format!("it has {} bytes, {} were committed", found.bytes, file.bytes);
                problems.push(Problem::new(part, what, REBUILD));
            }
            Ok(_) => problems.push(Problem::new(part, "its bytes are not those of the commit", REBUILD)),
            Err(ArchiveError::Io { source, .. }) => {
                let denied = source.kind() == std::io::ErrorKind::PermissionDenied;
                problems.push(Problem::new(
                    part,
                    source.to_string(),
                    if denied { GIVE_ACCESS } else { REBUILD },
                ))
            }
            Err(other) => problems.push(problem_of(&part, other)),
        }
    }
}

/// Checks that both indexes hold the content of the catalogue.
fn check_indexes(snapshot: &Snapshot, problems: &mut Vec<Problem>) -> Result<(), ArchiveError> {
    let chunks = {
        let database = snapshot.database();
        catalogue::chunk_ids(&database.conn).map_err(database.error())?
    };
    let mut lexical = match snapshot.lexical()? {
        Some(reader) => reader.chunk_ids()?,
        None => Vec::new(),
    };
    lexical.sort_unstable();
    if lexical != chunks {
        problems.push(Problem::new(
            "the lexical index",
            format!("it holds {} chunks, not the catalogue's {}", lexical.len(), chunks.len()),
            REBUILD,
        ));
    }
    let vectors = snapshot.vectors()?;
    for segment in vectors.segments() {
        segment.verify().map_err(ArchiveError::vectors)?;
    }
    if let Some(error) = snapshot.without_graph() {
        problems.push(problem_of("the graph over the vectors", error));
    }
    if let Some(graph) = vectors.graph() {
        graph.verify().map_err(ArchiveError::vectors)?;
    }
    let known: HashSet<u64> = chunks.into_iter().collect();
    let strays = vectors.ids().filter(|id| !known.contains(id)).count();
    if strays > 0 {
        problems.push(Problem::new("vectors", format!("{strays} belong to no chunk"), REBUILD));
    }
    Ok(())
}
