//! Combinations of lane, town, jurisdiction and board among the sources of an archive.

/// A combination of lane, town, jurisdiction and board that occurs in an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facet {
    /// Lane of the sources.
    pub lane: String,
    /// Town or association, as the metadata spell it.
    pub town: Option<String>,
    /// State or other jurisdiction (`NH`).
    pub jurisdiction: Option<String>,
    /// Board or committee.
    pub board: Option<String>,
    /// Chunks of all sources with this combination.
    pub chunks: u64,
}
