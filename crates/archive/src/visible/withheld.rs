//! The papers of a generation that a level does not see, and what is left.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::chunk_set::ChunkSet;
use crate::error::ArchiveError;
use crate::facet::Facet;
use crate::filter::FilterField;
use crate::find::SourceNames;
use crate::record::{ChunkId, Metadata, SourceSummary};
use crate::store::Store;
use crate::visibility::Visibility;
use twolane_text::SourceId;

/// The sources above a level, and the sources and chunks that remain.
#[derive(Debug)]
pub struct Withheld {
    hidden: HashSet<SourceId>,
    hidden_titles: Vec<String>,
    hidden_chunks: ChunkSet,
    visible: Vec<SourceSummary>,
    visible_chunks: ChunkSet,
}

impl Withheld {
    /// Reads what a level does not see; `None` when it sees all.
    pub fn of(store: &dyn Store, level: Visibility) -> Result<Option<Self>, ArchiveError> {
        let (visible, above): (Vec<_>, Vec<_>) =
            store.sources()?.into_iter().partition(|source| source.meta.visibility <= level);
        if above.is_empty() {
            return Ok(None);
        }
        let (hidden, hidden_titles) = above.into_iter().map(|source| (source.id, source.title)).unzip();
        let hidden: HashSet<SourceId> = hidden;
        let (mut kept, mut gone) = (Vec::new(), Vec::new());
        for (id, first, end) in store.chunk_ranges()? {
            if hidden.contains(&id) { &mut gone } else { &mut kept }.push((first, end));
        }
        Ok(Some(Withheld {
            hidden,
            hidden_titles,
            hidden_chunks: ChunkSet::of_ranges(gone),
            visible: visible.into_iter().map(without_notes).collect(),
            visible_chunks: ChunkSet::of_ranges(kept),
        }))
    }

    /// True for a source above the level.
    pub fn hides(&self, id: &SourceId) -> bool {
        self.hidden.contains(id)
    }

    /// True for a chunk of a source above the level.
    pub fn hides_chunk(&self, id: ChunkId) -> bool {
        self.hidden_chunks.contains(id)
    }

    /// Ids of the hidden sources.
    pub fn hidden(&self) -> impl Iterator<Item = &SourceId> {
        self.hidden.iter()
    }

    /// Ids and titles of the hidden sources.
    pub fn hidden_names(&self) -> impl Iterator<Item = &str> {
        self.hidden.iter().map(|id| id.0.as_str()).chain(self.hidden_titles.iter().map(String::as_str))
    }

    /// The sources that remain, by id, without their notes.
    pub fn visible(&self) -> &[SourceSummary] {
        &self.visible
    }

    /// The chunks that remain, of any edition.
    pub fn visible_chunks(&self) -> &ChunkSet {
        &self.visible_chunks
    }

    /// Names by which a person may mean a source that remains.
    pub fn names(&self) -> Vec<SourceNames> {
        let name = |source: &SourceSummary, path: &str| SourceNames {
            id: source.id.0.clone(),
            title: source.title.clone(),
            path: path.to_owned(),
        };
        let names = |source: &SourceSummary| -> Vec<SourceNames> {
            match source.paths.as_slice() {
                [] => vec![name(source, "")],
                paths => paths.iter().map(|path| name(source, path)).collect(),
            }
        };
        self.visible.iter().flat_map(names).collect()
    }

    /// Values of a field among the sources that remain, as [`Store::values`] gives them.
    pub fn values(&self, field: FilterField) -> Vec<String> {
        let lower = |text: &Option<String>| text.as_ref().map(|text| text.to_lowercase());
        let value = |meta: &Metadata| match field {
            FilterField::Lane => Some(meta.lane.to_lowercase()),
            FilterField::Board => lower(&meta.board),
            FilterField::DocType => lower(&meta.doc_type),
            FilterField::Authority => lower(&meta.authority),
            FilterField::Status => lower(&meta.status),
            FilterField::Edition => lower(&meta.edition),
            FilterField::Jurisdiction => meta.jurisdiction.clone(),
        };
        let values: BTreeSet<String> = self.visible.iter().filter_map(|source| value(&source.meta)).collect();
        values.into_iter().collect()
    }

    /// Combinations among the sources that remain, as [`Store::facets`] gives them.
    pub fn facets(&self) -> Vec<Facet> {
        let mut chunks = BTreeMap::<(&str, &Option<String>, &Option<String>, &Option<String>), u64>::new();
        for SourceSummary { meta, chunks: more, .. } in &self.visible {
            let key = (meta.lane.as_str(), &meta.town, &meta.jurisdiction, &meta.board);
            let sum = chunks.entry(key).or_default();
            *sum = sum.saturating_add(u64::from(*more));
        }
        let facet =
            |((lane, town, jurisdiction, board), chunks): ((&str, &Option<_>, &Option<_>, &Option<_>), _)| {
                Facet {
                    lane: lane.to_owned(),
                    town: town.clone(),
                    jurisdiction: jurisdiction.clone(),
                    board: board.clone(),
                    chunks,
                }
            };
        chunks.into_iter().map(facet).collect()
    }
}

/// Empties the notes of a source, which can name a hidden one: a mail's notes name its attachments.
pub(super) fn without_notes(source: SourceSummary) -> SourceSummary {
    SourceSummary { notes: Vec::new(), ..source }
}
