//! Names of papers: as a person gives them, and as a message shows them.

use std::path::Path;

/// Returns what a person named: a folder that exists by its whole path, else the name as given, which the
/// archive's ids and paths are searched for.
pub(super) fn wanted(source: &str) -> anyhow::Result<String> {
    let folder = Path::new(source).is_dir().then(|| std::path::absolute(source)).transpose()?;
    Ok(folder.as_ref().and_then(|path| path.to_str()).unwrap_or(source).to_owned())
}

/// Counts papers in words.
pub(super) fn count(papers: usize) -> String {
    if papers == 1 { "1 paper".to_owned() } else { format!("{papers} papers") }
}

/// Quotes a path for a command line where it needs it.
pub(super) fn quoted(path: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '/' | '.' | '-' | '_' | '\\' | ':');
    if path.chars().all(plain) { path.to_owned() } else { format!("'{}'", path.replace('\'', "'\\''")) }
}
