//! Finds the files that a source was read from.

use std::path::PathBuf;

use twolane_archive::SourceSummary;
use twolane_text::ContentHash;

use super::path_text::{numbered, path_of};
use super::recipe::Recipe;

/// The number of a file's own text among its documents; attachments and members follow.
const OWN_TEXT: u32 = 1;

/// Lists the files whose own text is this source, each with the hash that it had when it was read. An
/// attachment and a member of a container have no such file.
pub fn files_of(source: &SourceSummary) -> Vec<(PathBuf, ContentHash)> {
    let file = |text: &String| match numbered(text) {
        None => Some((path_of(text), source.hash.clone())),
        Some((file, OWN_TEXT)) => {
            Some((path_of(file), ContentHash(Recipe::file_of(&source.recipe)?.to_owned())))
        }
        Some(_) => None,
    };
    source.paths.iter().filter_map(file).collect()
}
