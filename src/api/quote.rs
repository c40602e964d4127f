//! The words at a locator.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::archive::{Archive, ArchiveError, SourceSummary};
use crate::text::{Locator, Marked, NotInSource, Quote, Source, SourceId, letters_apart};

/// Why there are no words.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QuoteError {
    /// The archive can't be read, or has no such source.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The source has no such lines.
    #[error(transparent)]
    NotThere(#[from] NotInSource),
    /// Neither a locator nor the name of a section.
    #[error("{what}; {}", .near.as_ref().map_or_else(|| format!("{id} has no named sections"), |near| format!("nearest named sections of {id}: {near}")))]
    Locator {
        /// What is wrong with it.
        what: String,
        /// The source.
        id: SourceId,
        /// Names that look alike.
        near: Option<String>,
    },
}

/// Words of a source.
#[derive(Debug, Clone)]
pub struct Quoted {
    /// Where they stand.
    pub summary: SourceSummary,
    /// The source.
    pub source: Arc<Source>,
    /// The words.
    pub quote: Quote,
    /// What is said of their lines.
    pub marked: Vec<Marked>,
}

/// The words at a locator, or at a section's own name.
///
/// # Errors
/// [`QuoteError`].
pub fn quoted(archive: &Archive, source: &str, locator: &str) -> Result<Quoted, QuoteError> {
    let summary = archive.find_source(source)?;
    let locator = resolve(archive, &summary.id, locator)?;
    let source = archive.source(&summary.id)?;
    let quote = source.quote(&locator)?;
    let marked = source.marked(&locator)?;
    Ok(Quoted { summary, source, quote, marked })
}

impl Quoted {
    /// The object of the CONTRACT.
    ///
    /// # Errors
    /// [`QuoteError::NotThere`], which can't be: the quote is of this source.
    pub fn reply(&self) -> Result<Value, QuoteError> {
        Ok(json!({
            "source_id": self.quote.source_id(),
            "locator": self.quote.locator(),
            "quote": self.quote.text(),
            "marked": self.marked,
            "page": self.quote.locator().page(),
            "boxes": self.source.bounds(self.quote.locator())?,
        }))
    }
}

/// A locator, or the lines of a named one.
fn resolve(archive: &Archive, id: &SourceId, text: &str) -> Result<Locator, QuoteError> {
    let error = match text.parse::<Locator>() {
        Ok(locator) => return Ok(locator),
        Err(error) => error,
    };
    let wanted = text.trim().to_lowercase();
    let aliases = archive.aliases(id)?;
    if let Some((_, locator)) = aliases.iter().find(|(name, _)| name.to_lowercase() == wanted) {
        return Ok(*locator);
    }
    let mut near: Vec<_> = aliases.iter().map(|(name, _)| (letters_apart(name, &wanted), name)).collect();
    near.sort();
    let names: Vec<&str> = near.iter().take(3).map(|(_, n)| n.as_str()).collect();
    let near = (!names.is_empty()).then(|| names.join(", "));
    Err(QuoteError::Locator { what: error.to_string(), id: id.clone(), near })
}
