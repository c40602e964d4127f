//! Manifest of a pack.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::PackError;
use super::options::PackOptions;

/// Newest format of a pack file that this program supports.
pub const FORMAT: u32 = 1;

/// Maximum length of a pack's or an edition's name.
const LONGEST_NAME: usize = 60;
/// Maximum length of a title in characters, since it is displayed with every quote.
const LONGEST_TITLE: usize = 300;

/// A file inside a pack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackFile {
    /// Name of the file; packs have no folders.
    pub path: String,
    /// Size in bytes.
    pub bytes: u64,
    /// BLAKE3 hash of its bytes, 64 hexadecimal digits.
    pub blake3: String,
}

/// Model of the precomputed embeddings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EmbeddingsNote {
    /// Id of the model, which includes the hash of its weights.
    pub model: String,
    /// Number of components per vector.
    pub dims: u32,
}

/// The first entry of a pack, `pack.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Format of the pack file.
    pub format: u32,
    /// Name shared by all editions of a body of law (`nh-rsa`): lower-case letters, digits, `-`.
    pub name: String,
    /// Name for display.
    pub title: String,
    /// State or other jurisdiction (`NH`).
    pub jurisdiction: String,
    /// Name of this edition (`2026-02`).
    pub edition: String,
    /// Day for which the text is valid, ISO 8601 (`2026-02-01`).
    pub as_of: String,
    /// Code of the citation grammar for its sections (`rsa`).
    pub grammar: String,
    /// Licence of the text, in words.
    pub licence: String,
    /// Content that it covers, in words.
    pub coverage: String,
    /// Content that it lacks, one sentence each.
    #[serde(default)]
    pub limits: Vec<String>,
    /// True if it lists every section of the code, so that a number it lacks does not exist.
    #[serde(default)]
    pub every_section: bool,
    /// Number of sections.
    pub sections: u64,
    /// Precomputed embeddings, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub embeddings: Option<EmbeddingsNote>,
    /// The other entries, in order.
    pub files: Vec<PackFile>,
}

impl Manifest {
    /// Checks that the manifest is complete and valid.
    ///
    /// # Errors
    /// [`PackError::Manifest`], [`PackError::NewerFormat`], [`PackError::Forbidden`],
    /// [`PackError::TooLarge`].
    pub fn check(&self, path: &Path, options: &PackOptions) -> Result<(), PackError> {
        if self.format > FORMAT {
            return Err(PackError::NewerFormat { path: path.to_owned(), found: self.format, known: FORMAT });
        }
        let wrong = |what: &str| Err(PackError::Manifest { path: path.to_owned(), what: what.to_owned() });
        if !is_name(&self.name) {
            return wrong("has no usable `name`: write small letters, digits and `-`, such as nh-rsa");
        }
        let edition = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
        if self.edition.is_empty() || self.edition.len() > LONGEST_NAME || !self.edition.chars().all(edition)
        {
            return wrong("has no usable `edition`: write letters, digits, `-` and `.`, such as 2026-02");
        }
        if !is_day(&self.as_of) {
            return wrong("has no usable `as_of`: write a day such as 2026-02-01");
        }
        let known: Vec<(&str, &String)> = vec![
            ("title", &self.title),
            ("jurisdiction", &self.jurisdiction),
            ("grammar", &self.grammar),
            ("licence", &self.licence),
            ("coverage", &self.coverage),
        ];
        for (field, value) in &known {
            if value.trim().is_empty() {
                return wrong(&format!("has no `{field}`"));
            }
        }
        let limits = self.limits.iter().map(|limit| ("limits", limit));
        for (field, value) in known.into_iter().chain(limits) {
            if let Some(what) = odd_words(value) {
                return wrong(&format!("has a `{field}` with {what}"));
            }
        }
        if self.jurisdiction.chars().count() > LONGEST_NAME || self.title.chars().count() > LONGEST_TITLE {
            return wrong("has a `title` or `jurisdiction` that is too long to be one");
        }
        if usize::try_from(self.sections).map_or(true, |n| n > options.max_sections) {
            return Err(PackError::TooLarge {
                path: path.to_owned(),
                what: format!("its number of sections, {},", self.sections),
                limit: format!("{} sections", options.max_sections),
            });
        }
        let mut seen = std::collections::HashSet::new();
        let mut total = 0_u64;
        for file in &self.files {
            let forbidden = |what: &str| {
                Err(PackError::Forbidden {
                    path: path.to_owned(),
                    entry: file.path.clone(),
                    what: what.to_owned(),
                })
            };
            if !seen.insert(file.path.as_str()) {
                return forbidden("is listed twice");
            }
            if !is_entry(&file.path) {
                return forbidden("is no file of a pack");
            }
            if file.blake3.len() != 64 || !file.blake3.bytes().all(|b| b.is_ascii_hexdigit()) {
                return forbidden("has no usable hash");
            }
            total = total.saturating_add(file.bytes);
        }
        if !seen.contains(SECTIONS) {
            return wrong("does not list `sections.jsonl`");
        }
        if self.embeddings.is_some() != seen.contains(EMBEDDINGS) {
            return wrong("and its list of files disagree on embeddings");
        }
        if total > options.max_bytes {
            return Err(PackError::TooLarge {
                path: path.to_owned(),
                what: format!("its content, {total} bytes,"),
                limit: format!("{} bytes", options.max_bytes),
            });
        }
        Ok(())
    }

    /// Returns its name in answers: `New Hampshire Revised Statutes, edition 2026-02, as of 2026-02-01`.
    pub fn cite(&self) -> String {
        format!("{}, edition {}, as of {}", self.title, self.edition, self.as_of)
    }
}

/// Name of the entry with the manifest.
pub const MANIFEST: &str = "pack.json";
/// Name of the entry with the sections, one per line.
pub const SECTIONS: &str = "sections.jsonl";
/// Name of the entry with embeddings.
pub const EMBEDDINGS: &str = "embeddings.bin";

fn is_entry(path: &str) -> bool {
    matches!(path, SECTIONS | EMBEDDINGS)
}

/// Returns true for a full ISO 8601 day (`2026-02-01`), the only form in which days can be compared as text.
pub fn is_day(text: &str) -> bool {
    text.parse::<jiff::civil::Date>().is_ok_and(|day| day.to_string() == text && text.len() == 10)
}

/// Describes what a name, title or heading must not have, because it is displayed within the program's own
/// layout.
pub(super) fn odd_words(text: &str) -> Option<String> {
    let odd = |c: &char| {
        c.is_control()
            || matches!(c, '\u{AD}' | '\u{61C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{E0000}'..='\u{E0FFF}')
    };
    text.chars().find(odd).map(|c| format!("a hidden character (U+{:04X})", u32::from(c)))
}

fn is_name(name: &str) -> bool {
    name.len() <= LONGEST_NAME
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}
