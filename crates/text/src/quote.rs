//! Verbatim text with the place it stands in.

use serde::Serialize;

use super::locator::Locator;
use super::source::SourceId;

/// A verbatim piece of a source's reading text. Only a [`Source`](super::Source) makes one, so a
/// quote that is not in a source can't be built; it can be written out but not read back in.
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

    /// The source it was cut from.
    pub fn source_id(&self) -> &SourceId {
        &self.source_id
    }

    /// The lines it stands on.
    pub fn locator(&self) -> &Locator {
        &self.locator
    }

    /// The words, white space single.
    pub fn text(&self) -> &str {
        &self.text
    }
}
