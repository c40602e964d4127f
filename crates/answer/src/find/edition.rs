//! Editions of one paper: whether a paper follows another of its kind and place.

use std::path::Path;

use twolane_archive::{Metadata, SourceSummary};
use twolane_text::pattern::pattern;
use twolane_text::{Source, sentences, year_of};

use super::source_status::is_secondary;

/// Papers that tell what happened on a day. A later one does not replace them.
const OF_A_DAY: [&str; 3] = ["minutes", "agenda", "transcript"];
/// Papers that change the text of another paper.
const CHANGES: [&str; 2] = ["amendment", "ordinance"];

/// Number of a paper's first lines that may call it superseded, and the most words of such a sentence.
const TOP: usize = 4;
const SHORT: usize = 10;

pattern!(
    SUPERSEDED,
    r"(?i)\b(?:superseded|former version|obsolete|out of date|no longer in (?:force|effect)|not in force)\b"
);
pattern!(IN_A_NAME, r"(?i)\b(?:superseded|former version)\b");
// A paper that speaks of others, or asks.
pattern!(OF_OTHERS, r"(?i)\b(?:all|any|prior|previous|earlier|other|others|older)\b|\?\s*$");

/// Returns true for a paper that a short sentence at its top, its title or the name of its file calls superseded.
pub(super) fn is_superseded(source: &Source, summary: &SourceSummary) -> bool {
    let top = source.lines().iter().filter(|line| !line.text.trim().is_empty()).take(TOP);
    let is_short = |text: &str| text.split_whitespace().count() <= SHORT;
    let is_said = |text: &str| SUPERSEDED.get().is_match(text) && !OF_OTHERS.get().is_match(text);
    let mut sentences =
        top.flat_map(|line| sentences(&line.text).into_iter().filter_map(|at| line.text.get(at)));
    let stem = |path: &String| Some(Path::new(path).file_stem()?.to_string_lossy().replace(['-', '_'], " "));
    is_said(&summary.title)
        || summary.paths.iter().filter_map(stem).any(|stem| IN_A_NAME.get().is_match(&stem))
        || sentences.any(|text| is_short(text) && is_said(text))
}

/// Kind, place and date of a paper, by which one follows another.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Edition {
    town: Option<String>,
    kind: Option<String>,
    /// ISO 8601: day, month or year.
    date: Option<String>,
    is_law: bool,
    /// True for a paper that reports what others decided.
    is_secondhand: bool,
}

impl Edition {
    pub(super) fn of(meta: &Metadata) -> Self {
        Edition {
            town: meta.town.clone(),
            kind: meta.doc_type.clone(),
            date: meta.date.clone(),
            is_law: meta.lane == "state",
            is_secondhand: is_secondary(meta),
        }
    }

    /// Returns true for a paper of the same place, no law and no record of a day: one that may hold in place of a
    /// superseded paper.
    pub(super) fn may_replace(&self, superseded: &Edition) -> bool {
        self.town == superseded.town && !self.is_law && !self.is_of_a_day()
    }

    /// Returns true for a record of what happened on a day.
    pub(super) fn is_of_a_day(&self) -> bool {
        self.kind.as_deref().is_some_and(|kind| OF_A_DAY.contains(&kind))
    }

    /// Returns true for a paper of the body itself, not older by its year, beside one that reports what others decided.
    pub(super) fn is_firsthand_beside(&self, report: &Edition) -> bool {
        let year_of = |edition: &Edition| edition.date.as_deref().and_then(year);
        let is_older = year_of(self).zip(year_of(report)).is_some_and(|(own, other)| own < other);
        report.is_secondhand && !self.is_secondhand && !self.is_law && self.town == report.town && !is_older
    }

    /// Returns true for a dated paper of the same place that is later, whatever its kind, where neither is law.
    pub(super) fn is_later(&self, older: &Edition) -> bool {
        let is_after = match (&self.date, &older.date) {
            (Some(own), Some(other)) if own.len() == other.len() => own > other,
            (Some(own), Some(other)) => year(own).zip(year(other)).is_some_and(|(own, other)| own > other),
            _ => false,
        };
        is_after && !self.is_law && !older.is_law && self.town == older.town
    }

    /// Returns true for a paper that changes the text of another.
    pub(super) fn is_change(&self) -> bool {
        self.kind.as_deref().is_some_and(|kind| CHANGES.contains(&kind))
    }

    /// Returns true for a later paper of the same kind and place. An amendment follows an undated ordinance.
    pub(super) fn follows(&self, older: &Edition) -> bool {
        let (Some(kind), Some(old)) = (self.kind.as_deref(), older.kind.as_deref()) else { return false };
        let same = kind == old || (CHANGES.contains(&kind) && CHANGES.contains(&old));
        if !same || self.is_of_a_day() || self.is_law || older.is_law || self.town != older.town {
            return false;
        }
        match (&self.date, &older.date) {
            (Some(_), None) => kind == "amendment" && old != kind,
            _ => self.is_later(older),
        }
    }
}

fn year(date: &str) -> Option<i16> {
    date.get(..4).and_then(year_of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_paper_follows() {
        let of = |kind: &str, date: Option<&str>| Edition {
            town: Some("Alder".into()),
            kind: Some(kind.into()),
            date: date.map(str::to_owned),
            is_law: false,
            is_secondhand: kind == "news",
        };
        for (newer, older, expected) in [
            (of("fee schedule", Some("2025-01-01")), of("fee schedule", Some("2022-01-01")), true),
            (of("fee schedule", Some("2022-01-01")), of("fee schedule", Some("2025-01-01")), false),
            (of("fee schedule", Some("2025")), of("fee schedule", Some("2022-01-01")), true),
            (of("fee schedule", Some("2025")), of("fee schedule", Some("2025-01-01")), false),
            (of("amendment", Some("2024-05-06")), of("ordinance", None), true),
            (of("ordinance", Some("2024-05-06")), of("ordinance", None), false),
            (of("minutes", Some("2025-01-01")), of("minutes", Some("2022-01-01")), false),
            (of("budget", Some("2025-01-01")), of("fee schedule", Some("2022-01-01")), false),
        ] {
            assert_eq!(newer.follows(&older), expected, "{newer:?} {older:?}");
        }
        let (notice, news) = (of("notice", Some("2025-02-01")), of("news", Some("2025-05-01")));
        assert!(notice.is_firsthand_beside(&news) && !news.is_firsthand_beside(&notice));
        assert!(!of("notice", Some("2024-02-01")).is_firsthand_beside(&news));
        assert!(news.is_later(&notice) && !notice.is_later(&notice));
        let elsewhere = Edition { town: None, ..of("fee schedule", Some("2025-01-01")) };
        assert!(!elsewhere.follows(&of("fee schedule", Some("2022-01-01"))));
    }
}
