//! Verbatim text with its location.

use serde::Serialize;

use super::ids::SourceId;
use super::locator::Locator;

/// A verbatim piece of a source's reading text. Only a [`Source`](super::Source) creates one, so a quote
/// outside a source can't exist. It can be serialised but not deserialised.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Quote {
    source_id: SourceId,
    locator: Locator,
    #[serde(rename = "quote")]
    text: String,
}

impl Quote {
    pub(super) fn cut(source_id: SourceId, locator: Locator, text: String) -> Self {
        Quote { source_id, locator, text }
    }

    /// Returns the source of the quote.
    pub fn source_id(&self) -> &SourceId {
        &self.source_id
    }

    /// Returns the locator of its lines.
    pub fn locator(&self) -> &Locator {
        &self.locator
    }

    /// Returns the words with single white space.
    pub fn text(&self) -> &str {
        &self.text
    }
}
