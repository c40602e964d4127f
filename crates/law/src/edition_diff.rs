//! Changes from one edition of a code to the next (SPEC LAW-2).

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde::Serialize;
use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

use super::statute::{SectionStatus, StatuteSection};

/// Number of unchanged words kept on each side of a change in a diff for people.
const CONTEXT_WORDS: usize = 8;
/// Time after which the diff of one section becomes coarser, but not wrong.
const PATIENCE: Duration = Duration::from_secs(2);

/// A run of words in one edition or in both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "change", content = "text")]
pub enum Change {
    /// Words in both editions.
    Same(String),
    /// Words only in the older edition.
    Deleted(String),
    /// Words only in the newer edition.
    Inserted(String),
}

/// A section with changed words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Amended {
    /// Citation of the section.
    pub citation: String,
    /// Diff for people: `[-old words-] {+new words+}`, with long unchanged runs omitted.
    pub diff: String,
    /// The same diff as complete data.
    pub changes: Vec<Change>,
}

/// Differences between two editions.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct EditionDiff {
    /// Sections only in the newer edition.
    pub added: Vec<String>,
    /// Sections with a changed heading or text.
    pub amended: Vec<Amended>,
    /// Sections that the newer edition lacks or marks as repealed.
    pub repealed: Vec<String>,
    /// Sections with changes only in notes, hierarchy or effective date.
    pub notes_changed: Vec<String>,
    /// Number of unchanged sections.
    pub unchanged: usize,
}

/// Compares two editions section by section. Proposed sections are ignored.
pub fn edition_diff(old: &[StatuteSection], new: &[StatuteSection]) -> EditionDiff {
    let mut diff = EditionDiff::default();
    let before = by_citation(old);
    let after = by_citation(new);
    for section in new.iter().filter(|s| is_law(s)) {
        let Some(was) = before.get(section.citation.as_str()) else {
            if section.status != SectionStatus::Repealed {
                diff.added.push(section.citation.clone());
            }
            continue;
        };
        let repealed = |s: &StatuteSection| s.status == SectionStatus::Repealed;
        if repealed(section) && !repealed(was) {
            diff.repealed.push(section.citation.clone());
        } else if words(was) != words(section) {
            diff.amended.push(amended(was, section));
        } else if *was != section {
            diff.notes_changed.push(section.citation.clone());
        } else {
            diff.unchanged += 1;
        }
    }
    for section in old.iter().filter(|s| is_law(s)) {
        if !after.contains_key(section.citation.as_str()) && section.status != SectionStatus::Repealed {
            diff.repealed.push(section.citation.clone());
        }
    }
    diff
}

/// Compares the words of one section in two editions.
pub fn amended(old: &StatuteSection, new: &StatuteSection) -> Amended {
    let changes = word_diff(&words(old), &words(new));
    Amended { citation: new.citation.clone(), diff: shown(&changes), changes }
}

fn is_law(section: &StatuteSection) -> bool {
    section.status != SectionStatus::Proposed
}

fn by_citation(sections: &[StatuteSection]) -> BTreeMap<&str, &StatuteSection> {
    sections.iter().filter(|s| is_law(s)).map(|s| (s.citation.as_str(), s)).collect()
}

/// Returns the heading and text as words.
fn words(section: &StatuteSection) -> Vec<&str> {
    let mut words: Vec<&str> = section.heading.split_whitespace().collect();
    words.extend(section.units.iter().flat_map(|unit| unit.text.split_whitespace()));
    words
}

fn word_diff(old: &[&str], new: &[&str]) -> Vec<Change> {
    let deadline = Some(Instant::now() + PATIENCE);
    let text =
        |words: &[&str], from: usize, len: usize| words.get(from..from + len).unwrap_or_default().join(" ");
    let mut changes = Vec::new();
    for op in capture_diff_slices_deadline(Algorithm::Myers, old, new, deadline) {
        match op {
            DiffOp::Equal { old_index, len, .. } => changes.push(Change::Same(text(old, old_index, len))),
            DiffOp::Delete { old_index, old_len, .. } => {
                changes.push(Change::Deleted(text(old, old_index, old_len)));
            }
            DiffOp::Insert { new_index, new_len, .. } => {
                changes.push(Change::Inserted(text(new, new_index, new_len)));
            }
            DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                changes.push(Change::Deleted(text(old, old_index, old_len)));
                changes.push(Change::Inserted(text(new, new_index, new_len)));
            }
        }
    }
    changes
}

fn shown(changes: &[Change]) -> String {
    let last = changes.len().saturating_sub(1);
    let parts = changes.iter().enumerate().map(|(i, change)| match change {
        Change::Deleted(text) => format!("[-{text}-]"),
        Change::Inserted(text) => format!("{{+{text}+}}"),
        Change::Same(text) => {
            let words: Vec<&str> = text.split(' ').collect();
            let before = if i == 0 { 0 } else { CONTEXT_WORDS };
            let after = if i == last { 0 } else { CONTEXT_WORDS };
            if words.len() <= before + after + 1 {
                return text.clone();
            }
            let head = words.get(..before).unwrap_or_default().join(" ");
            let tail = words.get(words.len() - after..).unwrap_or_default().join(" ");
            format!("{head} … {tail}").trim().to_owned()
        }
    });
    parts.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unit;
    use proptest::prelude::*;

    fn section(citation: &str, text: &str) -> StatuteSection {
        StatuteSection {
            citation: citation.into(),
            units: vec![Unit { path: Vec::new(), text: text.into() }],
            ..StatuteSection::default()
        }
    }

    #[test]
    fn tells_added_amended_and_repealed() {
        let old = [section("A 1", "the fee is five dollars"), section("A 2", "same"), section("A 3", "gone")];
        let struck = StatuteSection { status: SectionStatus::Repealed, ..section("A 5", "Repealed.") };
        let mut noted = section("A 2", "same");
        noted.history = Some("1999, 1:1".into());
        let bill = StatuteSection { status: SectionStatus::Proposed, ..section("A 9", "may come") };
        let new = [section("A 1", "the fee is ten dollars"), noted, section("A 4", "new"), struck, bill];
        let diff = edition_diff(&old, &new);
        assert_eq!(diff.added, ["A 4"]);
        assert_eq!(diff.repealed, ["A 3"]);
        assert_eq!(diff.notes_changed, ["A 2"]);
        assert_eq!(diff.amended.len(), 1);
        assert_eq!(diff.amended[0].diff, "the fee is [-five-] {+ten+} dollars");
        assert_eq!(edition_diff(&old, &old).unchanged, 3);
    }

    proptest! {
        #[test]
        fn a_diff_holds_both_texts(old in "([abc] ){0,30}", new in "([abc] ){0,30}") {
            let (a, b): (Vec<&str>, Vec<&str>) = (old.split_whitespace().collect(), new.split_whitespace().collect());
            let changes = word_diff(&a, &b);
            let side = |deleted: bool| changes.iter().filter_map(|c| match c {
                Change::Same(t) => Some(t.as_str()),
                Change::Deleted(t) if deleted => Some(t.as_str()),
                Change::Inserted(t) if !deleted => Some(t.as_str()),
                _ => None,
            }).collect::<Vec<_>>().join(" ");
            prop_assert_eq!(side(true), a.join(" "));
            prop_assert_eq!(side(false), b.join(" "));
        }
    }
}
