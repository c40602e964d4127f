//! How a source stands to others: its date, draft or approved, an amendment or what was amended.
//! It tells values apart in a note and never chooses one.

use crate::archive::SourceSummary;

/// What is known of a source that tells its values from another's.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceStanding {
    /// Title.
    pub title: String,
    /// Date, ISO 8601 or a part of it.
    pub date: Option<String>,
    /// `draft`, `approved`, `in force`, `repealed`, `proposed`, ...
    pub status: Option<String>,
    /// Kind of document.
    pub doc_type: Option<String>,
    /// `primary`, `secondary` or `unknown`; news and its like count as secondary.
    pub secondary: bool,
}

impl SourceStanding {
    /// From the catalogue.
    pub fn of(summary: &SourceSummary) -> Self {
        let meta = &summary.meta;
        SourceStanding {
            title: summary.title.clone(),
            date: meta.date.clone(),
            status: meta.status.clone(),
            doc_type: meta.doc_type.clone(),
            secondary: is_secondary(summary),
        }
    }
}

/// True for a source that reports what others decided: news, and what was marked so.
pub fn is_secondary(summary: &SourceSummary) -> bool {
    let meta = &summary.meta;
    match meta.provenance_kind.as_deref() {
        Some("secondary") => true,
        Some("primary") => false,
        _ => meta.authority.as_deref() == Some("news") || meta.doc_type.as_deref() == Some("news"),
    }
}

/// What tells these sources apart, for people; empty when nothing does. The first of a pair is the
/// one whose value is listed first.
pub fn told_apart(standings: &[&SourceStanding], says_changed: bool) -> String {
    let mut notes: Vec<String> = Vec::new();
    let mut statuses: Vec<String> = Vec::new();
    for standing in standings {
        if let Some(status) = &standing.status {
            statuses.push(format!("“{}” is marked {status}", standing.title));
        }
    }
    statuses.dedup();
    if !statuses.is_empty() {
        notes.push(format!("{}.", statuses.join("; ")));
    }
    let mut dated: Vec<(&str, &str)> =
        standings.iter().filter_map(|s| Some((s.date.as_deref()?, s.title.as_str()))).collect();
    dated.sort_unstable();
    dated.dedup();
    if dated.len() > 1 && dated.first().map(|d| d.0) != dated.last().map(|d| d.0) {
        // Their dates stand with the sources; no quote bears them out here.
        let mut list: Vec<String> = dated.iter().map(|(_, title)| format!("“{title}”")).collect();
        list.dedup();
        notes.push(format!(
            "From the earliest paper to the latest: {}; a later paper may replace an earlier one.",
            list.join(", ")
        ));
    }
    if says_changed {
        notes.push("One of the quotes speaks of a change from one value to another.".into());
    }
    let secondary: Vec<&str> = standings.iter().filter(|s| s.secondary).map(|s| s.title.as_str()).collect();
    if let Some(title) = secondary.first() {
        notes.push(format!("“{title}” reports at second hand."));
    }
    if notes.is_empty() {
        notes.push("Nothing in the papers' dates or status says which one holds.".into());
    }
    notes.push("No value was chosen.".into());
    notes.join(" ")
}

/// Words by which a sentence says that a value was changed, or that one text stands in for another.
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
    fn notes_name_date_and_status() {
        let of = |title: &str, date: &str, status: Option<&str>| SourceStanding {
            title: title.into(),
            date: Some(date.into()),
            status: status.map(str::to_owned),
            ..SourceStanding::default()
        };
        let (old, new) = (of("A", "2018", Some("draft")), of("B", "2024-03", Some("approved")));
        let note = told_apart(&[&old, &new], false);
        for part in [
            "“A” is marked draft",
            "“B” is marked approved",
            "From the earliest paper to the latest: “A”, “B”;",
        ] {
            assert!(note.contains(part), "{note}");
        }
        let none = SourceStanding::default();
        assert!(told_apart(&[&none, &none], false).starts_with("Nothing in the papers'"));
        assert!(speaks_of_change("raised to $20") && !speaks_of_change("The fee is $20."));
    }
}
