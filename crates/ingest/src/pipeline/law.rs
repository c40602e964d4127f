//! Adds a legal document's share to its record: the names of its paragraphs, or the mark that it is only
//! proposed.

use std::collections::HashSet;
use std::ops::Range;

use crate::Document;
use crate::chunk::ChunkPlan;
use crate::metadata::Description;
use crate::statute::{StatuteOptions, aliases, located};
use twolane_archive::Metadata;
use twolane_law::{Grammar, SectionStatus};

/// The legal metadata of a document.
#[derive(Debug, Default)]
pub(super) struct Law {
    /// The title for context headers, where it must say more than the document's own.
    pub title: Option<String>,
    /// The names of sections and paragraphs with their lines.
    names: Vec<(String, Range<usize>)>,
    /// True when it prints sections that are not law in these words.
    not_in_force: bool,
    status: Option<SectionStatus>,
    effective: Option<String>,
}

impl Law {
    pub(super) fn of(document: &Document, described: &Description) -> Self {
        let meta = &described.meta;
        let mark = match &described.bill {
            Some(bill) => Some(bill.mark()),
            None if meta.status.as_deref() == Some("proposed") => Some(match document.meta.get("bill") {
                Some(bill) => format!("Proposed by {bill}"),
                None => "Proposed".to_owned(),
            }),
            None => None,
        };
        if let Some(mark) = mark {
            let title = Some(format!("{mark}: {}", described.title));
            return Law { title, not_in_force: true, ..Law::default() };
        }
        if meta.lane != "state" {
            return Law::default();
        }
        let sections = located(document, &StatuteOptions::for_jurisdiction(meta.jurisdiction.as_deref()));
        let only = match sections.as_slice() {
            [one] => Some(&one.section),
            _ => None,
        };
        Law {
            title: None,
            not_in_force: false,
            status: only.map(|s| s.status),
            effective: only.and_then(|s| s.effective.clone()),
            names: aliases(&sections),
        }
    }

    pub(super) fn apply(self, plan: &mut ChunkPlan, meta: &mut Metadata) {
        if self.not_in_force {
            // The words that a bill prints under a section's number are not that section.
            plan.aliases.retain(|(name, _)| !is_code(name));
            for chunk in &mut plan.chunks {
                chunk.section = chunk.section.take().filter(|s| !is_code(s));
            }
            return;
        }
        let known: HashSet<&str> = self.names.iter().map(|(name, _)| name.as_str()).collect();
        plan.aliases.retain(|(name, _)| !known.contains(name.as_str()));
        plan.aliases.extend(self.names);
        let gone = [SectionStatus::Repealed, SectionStatus::Reserved];
        if let Some(status) = self.status.filter(|s| gone.contains(s) && meta.status.is_none()) {
            meta.status = Some(status.words().to_owned());
            meta.origin.insert("status".to_owned(), "text".to_owned());
        }
        if let Some(day) = self.effective.filter(|_| meta.date.is_none()) {
            meta.date = Some(day);
            meta.origin.insert("date".to_owned(), "source note".to_owned());
        }
    }
}

/// Returns true for a citation of a code of law, in contrast to a document's own sections.
pub(super) fn is_code(name: &str) -> bool {
    Grammar::built_in()
        .find(name)
        .first()
        .is_some_and(|f| f.bytes.start == 0 && !f.citation.jurisdiction.is_empty())
}
