//! Questions about the law in an archive (SPEC LAW-3, LAW-5).

use super::archive::Archive;
use super::catalogue;
use super::error::ArchiveError;
use super::law::{Edge, EdgeRecord, Editions, InstalledPack, Membership, SectionEntry};
use crate::law::StatuteSection;
use crate::text::{ContentHash, Locator, SourceId};

impl Archive {
    /// Runs a query on what format 2 added; an archive of format 1 has none of it.
    fn law<T: Default>(
        &self,
        run: impl FnOnce(&rusqlite::Connection) -> rusqlite::Result<T>,
    ) -> Result<T, ArchiveError> {
        self.query(|db| if db.format > 1 { run(&db.conn) } else { Ok(T::default()) })
    }

    /// Installed packs, by name, each name's newest edition first.
    pub fn packs(&self) -> Result<Vec<InstalledPack>, ArchiveError> {
        self.law(catalogue::packs)
    }

    /// The packs that count: of each name one edition at most.
    pub fn packs_in_force(&self, editions: &Editions) -> Result<Vec<InstalledPack>, ArchiveError> {
        self.law(|conn| {
            let keys = catalogue::editions_in_force(conn, editions)?;
            Ok(catalogue::packs(conn)?.into_iter().filter(|p| keys.contains(&p.key)).collect())
        })
    }

    /// Sections of this citation (normal form of a whole section) in the editions that count.
    pub fn sections(&self, citation: &str, editions: &Editions) -> Result<Vec<SectionEntry>, ArchiveError> {
        self.law(|conn| {
            let packs = catalogue::editions_in_force(conn, editions)?;
            catalogue::sections_cited(conn, citation, &packs)
        })
    }

    /// Paragraphs of a section that stand as sections of their own, because the whole was not to be
    /// had.
    pub fn section_parts(&self, whole: &str, editions: &Editions) -> Result<Vec<SectionEntry>, ArchiveError> {
        self.law(|conn| {
            let packs = catalogue::editions_in_force(conn, editions)?;
            catalogue::section_parts(conn, whole, &packs)
        })
    }

    /// Sections whose lines a source holds, in the editions that count.
    pub fn sections_at(
        &self,
        source: &SourceId,
        editions: &Editions,
    ) -> Result<Vec<SectionEntry>, ArchiveError> {
        self.law(|conn| {
            let packs = catalogue::editions_in_force(conn, editions)?;
            catalogue::sections_at(conn, source, &packs)
        })
    }

    /// All sections of an installed edition, in the order of the code.
    pub fn sections_of(&self, pack: &InstalledPack) -> Result<Vec<SectionEntry>, ArchiveError> {
        self.law(|conn| catalogue::sections_of(conn, pack.key))
    }

    /// A section with its text.
    pub fn statute(&self, entry: &SectionEntry) -> Result<Option<StatuteSection>, ArchiveError> {
        self.law(|conn| catalogue::statute(conn, entry.statute))
    }

    /// Hash by which the text of a section is shared between editions of a pack.
    pub fn statute_hash(&self, section: &StatuteSection, of: &Membership) -> ContentHash {
        catalogue::statute_hash(section, of)
    }

    /// Whether the archive has this very text of a section, and which source holds its lines.
    pub fn statute_source(
        &self,
        section: &StatuteSection,
        of: &Membership,
    ) -> Result<Option<Option<SourceId>>, ArchiveError> {
        let hash: ContentHash = catalogue::statute_hash(section, of);
        self.law(|conn| catalogue::source_of_statute(conn, &hash))
    }

    /// Citations in the lines of a source.
    pub fn edges_of(&self, source: &SourceId) -> Result<Vec<EdgeRecord>, ArchiveError> {
        self.law(|conn| match catalogue::key_of(conn, source)? {
            Some(key) => catalogue::read_edges(conn, key),
            None => Ok(Vec::new()),
        })
    }

    /// Lines that cite any of these sections (normal forms of whole sections, chapters or ranges).
    pub fn edges_to(&self, wholes: &[String]) -> Result<Vec<Edge>, ArchiveError> {
        self.law(|conn| catalogue::edges_to(conn, wholes))
    }

    /// Number of citations in all lines.
    pub fn count_edges(&self) -> Result<u64, ArchiveError> {
        self.law(catalogue::count_edges)
    }

    /// Sources that have a named locator of this name ("RSA 31-B:3, II"), with the lines.
    pub fn named(&self, name: &str) -> Result<Vec<(SourceId, Locator)>, ArchiveError> {
        let found = self.law(|conn| catalogue::named(conn, name))?;
        Ok(found.into_iter().filter_map(|(id, locator)| Some((id, locator.parse().ok()?))).collect())
    }
}
