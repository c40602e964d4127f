//! The quote at a locator.

use std::sync::Arc;

use serde_json::{Value, json};

use twolane_archive::{Archive, ArchiveError, SourceSummary};
use twolane_text::{Locator, Marked, NotInSource, Quote, Source, SourceId, letters_apart};

/// Error for a quote that can't be returned.
#[derive(Debug, thiserror::Error)]
pub enum QuoteError {
    /// The archive can't be read, or has no such source.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The source has no such lines.
    #[error(transparent)]
    NotThere(#[from] NotInSource),
    /// The text is neither a locator nor the name of a section.
    #[error("{what}; {}", .near.as_ref().map_or_else(|| format!("{id} has no named sections"), |near| format!("nearest named sections of {id}: {near}")))]
    Locator {
        /// Description of the problem.
        what: String,
        /// Id of the source.
        id: SourceId,
        /// Section names that look alike.
        near: Option<String>,
    },
}

/// A quote with its source.
#[derive(Debug, Clone)]
pub struct Quoted {
    /// Summary of the quote's source.
    pub summary: SourceSummary,
    /// The source itself.
    pub source: Arc<Source>,
    /// The quoted words.
    pub quote: Quote,
    /// Marks on the quoted lines.
    pub marked: Vec<Marked>,
}

/// Returns the words at a locator, or at a section's own name.
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
    /// Builds the reply object that `docs/interface.md` defines.
    ///
    /// # Errors
    /// [`QuoteError::NotThere`] when the source lacks the quote's lines, which [`quoted`] rules out.
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

/// Parses a locator, or returns the lines of a named section.
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
