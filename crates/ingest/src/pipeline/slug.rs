//! Generates ids for new sources.

use std::collections::HashSet;
use std::path::Path;

use unicode_normalization::UnicodeNormalization;

use twolane_text::{ContentHash, SourceId};

/// The longest slug, in characters: long enough to distinguish minutes of one board.
const MAX_SLUG: usize = 60;

/// Builds a stable, readable id: the file's name and the start of its content's hash, longer where that is
/// taken.
pub(super) fn new_id(path: &Path, hash: &ContentHash, taken: &HashSet<SourceId>) -> SourceId {
    let stem = path.file_stem().map(|s| slug(&s.to_string_lossy())).unwrap_or_default();
    let stem = if stem.is_empty() { "source".to_owned() } else { stem };
    let id = |digits: usize| SourceId(format!("{stem}-{}", hash.0.get(..digits).unwrap_or(&hash.0)));
    (6..64).step_by(6).map(id).find(|id| !taken.contains(id)).unwrap_or_else(|| id(64))
}

fn slug(text: &str) -> String {
    let mut out = String::new();
    for c in text.nfkd().filter(|c| !unicode_normalization::char::is_combining_mark(*c)) {
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
        if out.len() >= MAX_SLUG {
            break;
        }
    }
    out.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readable_and_unique() {
        let hash = ContentHash("abcdef0123456789".repeat(4));
        let mut taken = HashSet::new();
        for (path, expected) in [
            ("/x/Minutes 2024-10-09 (Draft).pdf", "minutes-2024-10-09-draft-abcdef"),
            ("/x/Minutes 2024-10-09 (Draft).txt", "minutes-2024-10-09-draft-abcdef012345"),
            ("/x/Règlement.html", "reglement-abcdef"),
            ("/x/公告.pdf", "source-abcdef"),
            ("/x/...", "source-abcdef012345"),
        ] {
            let id = new_id(Path::new(path), &hash, &taken);
            assert_eq!(id.0, expected);
            taken.insert(id);
        }
    }
}
