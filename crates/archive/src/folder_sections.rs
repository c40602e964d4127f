//! Questions about the law in a folder.

use super::catalogue;
use super::error::ArchiveError;
use super::folder::FolderArchive;
use super::law::{Edge, EdgeRecord, Editions, InstalledPack, Membership, SectionEntry};
use super::store::LawStore;
use twolane_law::StatuteSection;
use twolane_text::{ContentHash, Locator, SourceId};

impl FolderArchive {
    /// Runs a query on what format 2 added; an archive of format 1 has none of it.
    fn law<T: Default>(
        &self,
        run: impl FnOnce(&rusqlite::Connection) -> rusqlite::Result<T>,
    ) -> Result<T, ArchiveError> {
        self.query(|db| if db.format > 1 { run(&db.conn) } else { Ok(T::default()) })
    }
}

impl LawStore for FolderArchive {
    fn packs(&self) -> Result<Vec<InstalledPack>, ArchiveError> {
        self.law(catalogue::packs)
    }

    fn packs_in_force(&self, editions: &Editions) -> Result<Vec<InstalledPack>, ArchiveError> {
        self.law(|conn| {
            let keys = catalogue::editions_in_force(conn, editions)?;
            Ok(catalogue::packs(conn)?.into_iter().filter(|p| keys.contains(&p.key)).collect())
        })
    }

    fn sections(&self, citation: &str, editions: &Editions) -> Result<Vec<SectionEntry>, ArchiveError> {
        self.law(|conn| {
            let packs = catalogue::editions_in_force(conn, editions)?;
            catalogue::sections_cited(conn, citation, &packs)
        })
    }

    fn section_parts(&self, whole: &str, editions: &Editions) -> Result<Vec<SectionEntry>, ArchiveError> {
        self.law(|conn| {
            let packs = catalogue::editions_in_force(conn, editions)?;
            catalogue::section_parts(conn, whole, &packs)
        })
    }

    fn sections_at(&self, source: &SourceId, editions: &Editions) -> Result<Vec<SectionEntry>, ArchiveError> {
        self.law(|conn| {
            let packs = catalogue::editions_in_force(conn, editions)?;
            catalogue::sections_at(conn, source, &packs)
        })
    }

    fn sections_of(&self, pack: &InstalledPack) -> Result<Vec<SectionEntry>, ArchiveError> {
        self.law(|conn| catalogue::sections_of(conn, pack.key))
    }

    fn statute(&self, entry: &SectionEntry) -> Result<Option<StatuteSection>, ArchiveError> {
        self.law(|conn| catalogue::statute(conn, entry.statute))
    }

    fn statute_source(
        &self,
        section: &StatuteSection,
        of: &Membership,
    ) -> Result<Option<Option<SourceId>>, ArchiveError> {
        let hash: ContentHash = catalogue::statute_hash(section, of);
        self.law(|conn| catalogue::source_of_statute(conn, &hash))
    }

    fn edges_of(&self, source: &SourceId) -> Result<Vec<EdgeRecord>, ArchiveError> {
        self.law(|conn| match catalogue::key_of(conn, source)? {
            Some(key) => catalogue::read_edges(conn, key),
            None => Ok(Vec::new()),
        })
    }

    fn edges_to(&self, wholes: &[String]) -> Result<Vec<Edge>, ArchiveError> {
        self.law(|conn| catalogue::edges_to(conn, wholes))
    }

    fn count_edges(&self) -> Result<u64, ArchiveError> {
        self.law(catalogue::count_edges)
    }

    fn named(&self, name: &str) -> Result<Vec<(SourceId, Locator)>, ArchiveError> {
        let found = self.law(|conn| catalogue::named(conn, name))?;
        Ok(found.into_iter().filter_map(|(id, locator)| Some((id, locator.parse().ok()?))).collect())
    }
}
