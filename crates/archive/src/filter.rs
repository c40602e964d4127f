//! Filters over sources; the same filter means the same set of chunks on every side of a search.

/// Conditions on sources. All of them must hold; an empty list or `None` does not constrain. Text is compared
/// without regard to case.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    /// Any of these lanes.
    pub lanes: Vec<String>,
    /// Town that a source must have.
    pub town: Option<String>,
    /// Any of these boards.
    pub boards: Vec<String>,
    /// Any of these document types.
    pub doc_types: Vec<String>,
    /// On or after this date (ISO 8601; compared on the shorter precision). A source without a
    /// date does not pass.
    pub from: Option<String>,
    /// On or before this date.
    pub to: Option<String>,
    /// Any of these sources.
    pub sources: Vec<twolane_text::SourceId>,
    /// Any of these authorities.
    pub authorities: Vec<String>,
    /// Status that a source must have.
    pub status: Option<String>,
    /// This pack edition.
    pub edition: Option<String>,
    /// Nothing later than this day: papers dated after it don't pass, undated ones do; of each pack
    /// the newest edition that is not after it counts.
    pub as_of: Option<String>,
    /// Any of these states or other jurisdictions (`NH`).
    pub jurisdictions: Vec<String>,
    /// Town, board and jurisdiction only keep out sources that are known to be of another one; a
    /// source of which the field is not known passes.
    pub unknown_passes: bool,
}

/// A field of sources that a filter can ask for, beside town, dates and the sources themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FilterField {
    /// Lane of a source.
    Lane,
    /// Board or committee.
    Board,
    /// Type of document.
    DocType,
    /// Authority of a source.
    Authority,
    /// Status of a source.
    Status,
    /// Edition of a pack.
    Edition,
    /// State or other jurisdiction.
    Jurisdiction,
}

impl Filter {
    /// True when nothing is constrained.
    pub fn is_empty(&self) -> bool {
        *self == Filter::default()
    }
}
