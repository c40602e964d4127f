//! Questions about the law in an archive (SPEC LAW-3, LAW-5).

use super::archive::Archive;
use super::catalogue;
use super::error::ArchiveError;
use super::law::{Edge, EdgeRecord, Editions, InstalledPack, Membership, SectionEntry};
use twolane_law::StatuteSection;
use twolane_text::{ContentHash, Locator, SourceId};

impl Archive {
    /// Installed packs, by name, each name's newest edition first.
    pub fn packs(&self) -> Result<Vec<InstalledPack>, ArchiveError> {
        self.store().packs()
    }

    /// The packs that count: of each name one edition at most.
    pub fn packs_in_force(&self, editions: &Editions) -> Result<Vec<InstalledPack>, ArchiveError> {
        self.store().packs_in_force(editions)
    }

    /// Sections of this citation (normal form of a whole section) in the editions that count.
    pub fn sections(&self, citation: &str, editions: &Editions) -> Result<Vec<SectionEntry>, ArchiveError> {
        self.store().sections(citation, editions)
    }

    /// Returns the paragraphs of a section that are sections of their own, because the whole
    /// section was not available.
    pub fn section_parts(&self, whole: &str, editions: &Editions) -> Result<Vec<SectionEntry>, ArchiveError> {
        self.store().section_parts(whole, editions)
    }

    /// Sections whose lines a source holds, in the editions that count.
    pub fn sections_at(
        &self,
        source: &SourceId,
        editions: &Editions,
    ) -> Result<Vec<SectionEntry>, ArchiveError> {
        self.store().sections_at(source, editions)
    }

    /// All sections of an installed edition, in the order of the code.
    pub fn sections_of(&self, pack: &InstalledPack) -> Result<Vec<SectionEntry>, ArchiveError> {
        self.store().sections_of(pack)
    }

    /// A section with its text.
    pub fn statute(&self, entry: &SectionEntry) -> Result<Option<StatuteSection>, ArchiveError> {
        self.store().statute(entry)
    }

    /// Hash by which the text of a section is shared between editions of a pack.
    pub fn statute_hash(&self, section: &StatuteSection, of: &Membership) -> ContentHash {
        catalogue::statute_hash(section, of)
    }

    /// Looks up exactly this text of a section: `None` when the archive lacks it, otherwise the
    /// source that holds its lines, if there is one.
    pub fn statute_source(
        &self,
        section: &StatuteSection,
        of: &Membership,
    ) -> Result<Option<Option<SourceId>>, ArchiveError> {
        self.store().statute_source(section, of)
    }

    /// Citations in the lines of a source.
    pub fn edges_of(&self, source: &SourceId) -> Result<Vec<EdgeRecord>, ArchiveError> {
        self.store().edges_of(source)
    }

    /// Lines that cite any of these sections (normal forms of whole sections, chapters or ranges).
    pub fn edges_to(&self, wholes: &[String]) -> Result<Vec<Edge>, ArchiveError> {
        self.store().edges_to(wholes)
    }

    /// Number of citations in all lines.
    pub fn count_edges(&self) -> Result<u64, ArchiveError> {
        self.store().count_edges()
    }

    /// Sources that have a named locator of this name ("RSA 31-B:3, II"), with the lines.
    pub fn named(&self, name: &str) -> Result<Vec<(SourceId, Locator)>, ArchiveError> {
        self.store().named(name)
    }
}
