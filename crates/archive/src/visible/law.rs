//! Questions about the law, without the sources that a level does not see.

use super::VisibleStore;
use crate::error::ArchiveError;
use crate::law::{Edge, EdgeRecord, Editions, InstalledPack, Membership, SectionEntry};
use crate::store::LawStore;
use twolane_law::StatuteSection;
use twolane_text::{Locator, SourceId};

impl VisibleStore {
    /// The entries whose source the level sees.
    fn entries(
        &self,
        read: impl FnOnce(&dyn crate::store::Store) -> Result<Vec<SectionEntry>, ArchiveError>,
    ) -> Result<Vec<SectionEntry>, ArchiveError> {
        let at = self.at();
        let mut entries = read(&*at.store)?;
        if let Some(withheld) = at.withheld(self.level)? {
            entries.retain(|entry| entry.source_id.as_ref().is_none_or(|id| !withheld.hides(id)));
        }
        Ok(entries)
    }
}

impl LawStore for VisibleStore {
    fn packs(&self) -> Result<Vec<InstalledPack>, ArchiveError> {
        self.at().store.packs()
    }

    fn packs_in_force(&self, editions: &Editions) -> Result<Vec<InstalledPack>, ArchiveError> {
        self.at().store.packs_in_force(editions)
    }

    fn sections(&self, citation: &str, editions: &Editions) -> Result<Vec<SectionEntry>, ArchiveError> {
        self.entries(|store| store.sections(citation, editions))
    }

    fn section_parts(&self, whole: &str, editions: &Editions) -> Result<Vec<SectionEntry>, ArchiveError> {
        self.entries(|store| store.section_parts(whole, editions))
    }

    fn sections_at(&self, source: &SourceId, editions: &Editions) -> Result<Vec<SectionEntry>, ArchiveError> {
        self.entries(|store| store.sections_at(source, editions))
    }

    fn sections_of(&self, pack: &InstalledPack) -> Result<Vec<SectionEntry>, ArchiveError> {
        self.entries(|store| store.sections_of(pack))
    }

    fn statute(&self, entry: &SectionEntry) -> Result<Option<StatuteSection>, ArchiveError> {
        match &entry.source_id {
            Some(id) if self.hides(id)? => Ok(None),
            _ => self.at().store.statute(entry),
        }
    }

    fn statute_source(
        &self,
        section: &StatuteSection,
        of: &Membership,
    ) -> Result<Option<Option<SourceId>>, ArchiveError> {
        let found = self.at().store.statute_source(section, of)?;
        match &found {
            Some(Some(id)) if self.hides(id)? => Ok(None),
            _ => Ok(found),
        }
    }

    fn edges_of(&self, source: &SourceId) -> Result<Vec<EdgeRecord>, ArchiveError> {
        if self.hides(source)? { Ok(Vec::new()) } else { self.at().store.edges_of(source) }
    }

    fn edges_to(&self, wholes: &[String]) -> Result<Vec<Edge>, ArchiveError> {
        let at = self.at();
        let mut edges = at.store.edges_to(wholes)?;
        if let Some(withheld) = at.withheld(self.level)? {
            edges.retain(|edge| !withheld.hides(&edge.source_id));
        }
        Ok(edges)
    }

    fn count_edges(&self) -> Result<u64, ArchiveError> {
        let at = self.at();
        let mut count = at.store.count_edges()?;
        for id in at.withheld(self.level)?.iter().flat_map(|withheld| withheld.hidden()) {
            count = count.saturating_sub(at.store.edges_of(id)?.len() as u64);
        }
        Ok(count)
    }

    fn named(&self, name: &str) -> Result<Vec<(SourceId, Locator)>, ArchiveError> {
        let at = self.at();
        let mut found = at.store.named(name)?;
        if let Some(withheld) = at.withheld(self.level)? {
            found.retain(|(id, _)| !withheld.hides(id));
        }
        Ok(found)
    }
}
