//! Fingerprints of everything that shapes a record, apart from the file.

use std::fmt;

use twolane_archive::SourceSummary;
use twolane_text::{ContentHash, ModelId};

/// The recipe version, raised when readers, chunks or metadata rules change their output for the same file.
const VERSION: u32 = 5;

/// Returns true for a paper that an older version of the program read: the next ingest reads its file again.
pub fn is_of_older_version(source: &SourceSummary) -> bool {
    let version = source.recipe.split(':').next().and_then(|version| version.parse::<u32>().ok());
    version.is_none_or(|version| version < VERSION)
}

/// The recipe of a record, as written to [`SourceRecord::recipe`](twolane_archive::SourceRecord::recipe). Its
/// form is `5:SETTINGS:OCR:MODEL`, followed by `:FILE` for one of several documents in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Recipe {
    /// The fingerprint of reading, chunk and metadata settings.
    pub settings: String,
    /// True when optical character recognition was available.
    pub ocr: bool,
    /// The model that chunks are cut for, if any.
    pub model: Option<ModelId>,
}

impl Recipe {
    /// Returns a fingerprint over the serialized parts, in order.
    pub(super) fn fingerprint(parts: &[String]) -> String {
        let mut hasher = blake3::Hasher::new();
        for part in parts {
            hasher.update(&u64::try_from(part.len()).unwrap_or(u64::MAX).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        hasher.finalize().to_hex().chars().take(16).collect()
    }

    /// Returns the recipe of a document that shares its file with others: any change of the file counts.
    pub(super) fn within(&self, file: &ContentHash) -> String {
        format!("{self}:{file}")
    }

    /// Returns true when a source made by `stored` equals what this recipe would give. Without a model, a
    /// source made with a model stays; without new pages to gain, the presence of OCR makes no difference.
    pub(super) fn fits(&self, stored: &SourceSummary) -> bool {
        let mut parts = stored.recipe.splitn(5, ':');
        let mut next = || parts.next().unwrap_or_default();
        let (version, settings, ocr, model) = (next(), next(), next(), next());
        version == VERSION.to_string()
            && settings == self.settings
            && (ocr == flag(self.ocr) || !self.ocr || stored.pages_unread == 0)
            && self.model.as_ref().is_none_or(|wanted| wanted.0.replace(':', "_") == model)
    }

    /// Returns the file's hash in the recipe of a document that shares its file with others.
    pub(super) fn file_of(stored: &str) -> Option<&str> {
        stored.splitn(5, ':').nth(4)
    }
}

fn flag(value: bool) -> &'static str {
    if value { "ocr" } else { "-" }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let model = self.model.as_ref().map_or("-".to_owned(), |m| m.0.replace(':', "_"));
        write!(f, "{VERSION}:{}:{}:{model}", self.settings, flag(self.ocr))
    }
}
