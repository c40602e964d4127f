//! The `sources.toml` files beside and above the files of a run.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::metadata::{MetadataError, SourcesFile};
use crate::walk::{SOURCES_FILE, io_reason, open_file};

/// The longest `sources.toml`, in bytes.
const LONGEST: u64 = 4 << 20;

/// Every `sources.toml` that applies to a run, by folder. All folders above a file count, so that it has the
/// same metadata under every name.
#[derive(Debug, Default)]
pub(super) struct SourcesFiles(BTreeMap<PathBuf, Option<SourcesFile>>);

impl SourcesFiles {
    /// Reads the `sources.toml` files above these files.
    pub(super) fn above<'p>(
        files: impl Iterator<Item = &'p Path>,
        follow_links: bool,
    ) -> Result<Self, MetadataError> {
        let mut all = BTreeMap::new();
        for file in files {
            for folder in file.ancestors().skip(1) {
                if all.contains_key(folder) {
                    break;
                }
                all.insert(folder.to_owned(), load(folder, follow_links)?);
            }
        }
        Ok(SourcesFiles(all))
    }

    /// Returns the fields for a file; a nearer `sources.toml` wins over one farther above.
    pub(super) fn fields(&self, file: &Path) -> BTreeMap<String, String> {
        let mut fields = BTreeMap::new();
        let mut folders: Vec<&Path> = file.ancestors().skip(1).collect();
        folders.reverse();
        for folder in folders {
            if let (Some(Some(sources)), Ok(relative)) = (self.0.get(folder), file.strip_prefix(folder)) {
                fields.extend(sources.fields(&relative.to_string_lossy()));
            }
        }
        fields
    }
}

fn load(folder: &Path, follow_links: bool) -> Result<Option<SourcesFile>, MetadataError> {
    let path = &folder.join(SOURCES_FILE);
    let name = path.display().to_string();
    let wrong = |what: String| MetadataError::Syntax { file: name.clone(), what };
    if !path.is_file() {
        return Ok(None);
    }
    let within = || std::fs::canonicalize(path).is_ok_and(|end| end.starts_with(folder));
    if path.is_symlink() && !follow_links && !within() {
        let what = "it is a link out of its folder; put the file itself there, or use --follow-links";
        return Err(wrong(what.to_owned()));
    }
    let mut text = String::new();
    let read = open_file(path).and_then(|f| f.take(LONGEST).read_to_string(&mut text));
    match read {
        Ok(_) => SourcesFile::parse(&text, &name).map(Some),
        Err(error) => Err(wrong(io_reason(&error))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearer_files_win() {
        let dir = tempfile::tempdir().unwrap();
        let sub = dir.path().join("sub");
        std::fs::create_dir(&sub).unwrap();
        std::fs::write(dir.path().join("sources.toml"), "[default]\ntown='A'\nlane='local'\n").unwrap();
        std::fs::write(sub.join("sources.toml"), "[[source]]\nfile='x.*'\ntown='B'\n").unwrap();
        let (x, y) = (sub.join("x.txt"), sub.join("y.txt"));
        let files = SourcesFiles::above([x.as_path(), y.as_path()].into_iter(), false).unwrap();
        assert_eq!(files.fields(&x)["town"], "B");
        assert_eq!(files.fields(&x)["lane"], "local");
        assert_eq!(files.fields(&y)["town"], "A");
    }

    #[test]
    fn mistakes_name_the_file() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("sources.toml"), "[default]\ntwon='A'\n").unwrap();
        let file = dir.path().join("x.txt");
        let error = SourcesFiles::above([file.as_path()].into_iter(), false).unwrap_err().to_string();
        assert!(error.contains("sources.toml") && error.contains("town"), "{error}");
    }
}
