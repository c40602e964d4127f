//! Names of archives that people read.

#[cfg(feature = "serve")]
use std::path::Component;
use std::path::{Path, PathBuf};

#[cfg(feature = "serve")]
use twolane_archive::Place;

#[cfg(feature = "serve")]
use super::places::ARCHIVE_HERE;

/// Returns a folder's path without links, also of a folder that is still to be created.
pub fn real(folder: &Path) -> PathBuf {
    if let Ok(real) = folder.canonicalize() {
        return real;
    }
    let whole = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    match (whole.parent().map(Path::canonicalize), whole.file_name()) {
        (Some(Ok(parent)), Some(name)) => parent.join(name),
        _ => whole,
    }
}

/// Returns the names of archives that people read: those of folders and databases. The archive of a working folder has
/// the working folder's name.
#[cfg(feature = "serve")]
pub fn titles(places: &[Place]) -> Vec<String> {
    let name_of = |place: &Place| match place {
        Place::Folder(folder) => {
            let real = real(folder);
            let mut parts = real.components().rev().filter_map(|part| match part {
                Component::Normal(name) => name.to_str(),
                _ => None,
            });
            let working = parts.clone().nth(2).filter(|_| real.ends_with(ARCHIVE_HERE));
            working.or_else(|| parts.next()).map(str::to_owned)
        }
        Place::Server(_) => database(&place.to_string()),
    };
    places.iter().map(|place| name_of(place).unwrap_or_else(|| "archive".to_owned())).collect()
}

/// Returns the name of the database in an address such as `postgres://ann@db.example.org/papers?sslmode=require`.
#[cfg(feature = "serve")]
fn database(address: &str) -> Option<String> {
    let (_, rest) = address.split_once("://")?;
    let (_, database) = rest.split_once('/')?;
    let name = database.split(['?', '#']).next().filter(|name| !name.is_empty())?;
    Some(name.to_owned())
}

#[cfg(all(test, feature = "serve"))]
mod tests {
    use super::*;

    #[test]
    fn titles_are_those_of_folders_and_databases() {
        let places = [
            "/x/Harrow Point",
            "/x/alder/index/archive",
            "/x/archive",
            "/",
            "postgres://ann@h:1/papers?a=b",
            "postgres://h",
        ];
        let places = places.map(Place::named);
        assert_eq!(titles(&places), ["Harrow Point", "alder", "archive", "archive", "papers", "archive"]);
    }
}
