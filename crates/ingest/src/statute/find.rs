//! Search for the sections of a document, by its marks or by its lines.

use crate::Document;

use super::located::{Found, LocatedSection};
use super::options::StatuteOptions;
use super::{bill, chapter, marked};

/// Returns the sections of a document, each with its lines. A bill gives no sections: its text is not law.
pub fn located(document: &Document, options: &StatuteOptions) -> Vec<LocatedSection> {
    find(document, options).sections
}

/// Returns the sections of a document, with the problems of finding them.
pub(super) fn find(document: &Document, options: &StatuteOptions) -> Found {
    if document.meta.contains_key("citation") {
        return marked::find(document, options);
    }
    if document.law.is_some() || bill::bill_of(document).is_some() {
        return Found::default();
    }
    chapter::find(document, options)
}
