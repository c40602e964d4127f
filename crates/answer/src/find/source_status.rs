//! Status of a source relative to others: its date, draft or approved, an amendment or the amended text. It
//! distinguishes values in a note ([`super::told_apart`]) and never selects one.

use twolane_archive::{Metadata, SourceSummary};

/// Catalogue data of a source that distinguishes its values from another's.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceStatus {
    /// Title of the source.
    pub title: String,
    /// Date, ISO 8601 or a part of it.
    pub date: Option<String>,
    /// Status: `draft`, `approved`, `in force`, `repealed`, `proposed`, ...
    pub status: Option<String>,
    /// Kind of document.
    pub doc_type: Option<String>,
    /// True for a secondary source, such as news.
    pub secondary: bool,
}

impl SourceStatus {
    /// Reads the status from the catalogue.
    pub fn of(summary: &SourceSummary) -> Self {
        let meta = &summary.meta;
        SourceStatus {
            title: summary.title.clone(),
            date: meta.date.clone(),
            status: meta.status.clone(),
            doc_type: meta.doc_type.clone(),
            secondary: is_secondary(&summary.meta),
        }
    }
}

/// Returns true for a source that reports what others decided: news, and sources marked as secondary.
pub fn is_secondary(meta: &Metadata) -> bool {
    match meta.provenance_kind.as_deref() {
        Some("secondary") => true,
        Some("primary") => false,
        _ => meta.authority.as_deref() == Some("news") || meta.doc_type.as_deref() == Some("news"),
    }
}

/// Returns true for a sentence that says that a value was changed, or that one text replaces another.
pub fn speaks_of_change(text: &str) -> bool {
    const MARKS: &[&str] = &[
        "instead of",
        "replac",
        "in place of",
        "increas",
        "decreas",
        "raised from",
        "rais",
        "lower",
        "reduc",
        "chang",
        "amend",
        "rather than",
        "formerly",
        "up from",
        "down from",
        "no longer",
        "previously",
        "correct",
        "supersed",
        "strik",
        "from the current",
    ];
    let lower = text.to_lowercase();
    MARKS.iter().any(|m| lower.contains(m))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_has_its_words() {
        assert!(speaks_of_change("raised to $20") && !speaks_of_change("The fee is $20."));
    }
}
