//! Law as the archive keeps it: packs, their sections, and citations as edges.

use serde::{Deserialize, Serialize};

use twolane_law::pack::Manifest;
use twolane_law::{SectionStatus, StatuteSection};
use twolane_text::SourceId;

/// A citation in a line of a source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EdgeRecord {
    /// The line, as an index into the source's lines.
    pub line: u32,
    /// Normal form of what is cited.
    pub target: String,
    /// Normal form of the section that it is in, or a range of sections; the same as `target` when
    /// a whole section is cited.
    pub whole: String,
}

/// An installed edition of a pack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct InstalledPack {
    /// Number within the archive.
    #[serde(skip)]
    pub(crate) key: u64,
    /// Manifest of the pack.
    #[serde(flatten)]
    pub manifest: Manifest,
    /// Key (base64) of the signature that was checked at installation.
    pub signed_by: Option<String>,
    /// RFC 3339 UTC.
    pub installed_at: String,
}

/// Context of a section's text, beyond its words. Two packs that print the same words keep them
/// apart, since the words do not say where they hold. Editions of one pack share them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Membership {
    /// Name of the pack.
    pub pack: String,
    /// Where it holds.
    pub jurisdiction: String,
    /// Grammar of its citations.
    pub grammar: String,
    /// Lane of its source, in lower case; none for a section without text.
    pub lane: Option<String>,
}

impl Membership {
    /// Of a pack's sections that go into a lane.
    pub fn new(manifest: &Manifest, lane: Option<&str>) -> Self {
        Membership {
            pack: manifest.name.clone(),
            jurisdiction: manifest.jurisdiction.clone(),
            grammar: manifest.grammar.clone(),
            lane: lane.map(str::to_lowercase),
        }
    }
}

/// A section on its way into the archive, with the source that holds its lines (none for one of
/// which only the heading is known).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSection {
    /// Section that the pack contains.
    pub section: StatuteSection,
    /// Source that holds its lines.
    pub source: Option<SourceId>,
}

/// A section's place in an edition, without its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SectionEntry {
    /// Normal form of its citation.
    pub citation: String,
    /// Heading of the section.
    pub heading: String,
    /// Legal status of the section.
    pub status: SectionStatus,
    /// Name of the pack.
    pub pack: String,
    /// Edition of the pack.
    pub edition: String,
    /// Source that holds its lines; `None` when only the heading is known.
    pub source_id: Option<SourceId>,
    #[serde(skip)]
    pub(crate) statute: u64,
}

/// An edge with the source that it starts from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Edge {
    /// Source with the citation.
    pub source_id: SourceId,
    /// Record of the citation.
    #[serde(flatten)]
    pub record: EdgeRecord,
}

/// Editions of packs that count (SPEC LAW-5).
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash)]
pub struct Editions {
    /// The newest edition of each pack as of this day; of all when `None`.
    pub as_of: Option<String>,
    /// This edition, where a pack has it; packs that don't have it give nothing.
    pub edition: Option<String>,
}
