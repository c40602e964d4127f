//! The values of `[[folders]]` that a configuration may have.

use twolane_ingest::sync::Folder;
use twolane_ingest::{IngestOptions, Reading};

/// Checks the folders of a configuration; the error is for a person.
pub(super) fn check(folders: &[Folder]) -> Result<(), String> {
    let base = IngestOptions::new(Reading::InProcess);
    folders.iter().try_for_each(|folder| {
        let path = &folder.path;
        if !path.is_absolute() && !path.starts_with("~") {
            return Err(format!(
                "has the path `{}`; write the absolute path, such as /srv/papers or ~/Minutes",
                path.display()
            ));
        }
        let wrong =
            |error: &dyn std::fmt::Display| format!("has a wrong value for {}: {error}", path.display());
        folder.options(&base).map(drop).map_err(|error| wrong(&error))
    })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn paths_are_whole_or_in_the_home() {
        let folder = |path: &str| Folder::new(PathBuf::from(path));
        assert!(check(&[folder("/srv/papers"), folder("~/Minutes"), folder("~")]).is_ok());
        for wrong in ["papers", "./papers", "", "~clerk/papers"] {
            assert!(check(&[folder(wrong)]).unwrap_err().contains("write the absolute path"), "{wrong}");
        }
        let odd = Folder { visibility: Some("secret".into()), ..folder("/srv/papers") };
        assert!(check(&[odd]).unwrap_err().contains("public, staff or sealed"));
    }
}
