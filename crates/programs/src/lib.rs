//! Search for other programs on the search path, and their start. No program of the working folder
//! is run: an empty or relative entry of the search path names whatever folder the user happens to
//! be in.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Variables with keys, which are nobody else's business.
const SECRETS: [&str; 4] = ["TWOLANE_SERVER_KEY", "HF_TOKEN", "HUGGING_FACE_HUB_TOKEN", "HF_TOKEN_PATH"];

/// Returns a command for the program of this name ([`find_program`]): its search path has absolute
/// folders alone, and its environment lacks the secret keys of this process. `None` when there is
/// no such program.
pub fn program(name: &Path) -> Option<Command> {
    let mut command = Command::new(find_program(name)?);
    command.env("PATH", safe_search_path());
    for secret in SECRETS {
        command.env_remove(secret);
    }
    Some(command)
}

/// The program of this name in the absolute folders of `PATH`; an absolute path is taken as it is
/// when there is such a file, any other path is not.
pub fn find_program(name: &Path) -> Option<PathBuf> {
    find_in(name, &std::env::var_os("PATH").unwrap_or_default())
}

/// `PATH` with its absolute folders alone, for programs that start others themselves.
pub fn safe_search_path() -> OsString {
    let folders = absolute(&std::env::var_os("PATH").unwrap_or_default());
    // Folders that came out of a search path can be put back into one.
    std::env::join_paths(folders).unwrap_or_default()
}

fn absolute(path: &OsStr) -> Vec<PathBuf> {
    std::env::split_paths(path).filter(|folder| folder.is_absolute()).collect()
}

fn find_in(name: &Path, path: &OsStr) -> Option<PathBuf> {
    if name.is_absolute() {
        return is_program(name).then(|| name.to_owned());
    }
    // A bare name has one part, and that is no `..`.
    if name.file_name() != Some(name.as_os_str()) {
        return None;
    }
    let named = format!("{}{}", name.display(), std::env::consts::EXE_SUFFIX);
    let names = [name.as_os_str().to_owned(), OsString::from(named)];
    absolute(path)
        .iter()
        .flat_map(|folder| names.iter().map(|name| folder.join(name)))
        .find(|candidate| is_program(candidate))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn only_absolute_folders_are_looked_into() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("tool");
        std::fs::write(&program, "#!/bin/sh\n").unwrap();
        let here = folder.path().to_str().unwrap();
        let found = |name: &str, path: &str| find_in(Path::new(name), OsStr::new(path));
        // Not executable yet.
        assert_eq!(found("tool", here), None);
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        assert_eq!(found("tool", &format!(":.:relative:{here}")), Some(program.clone()));
        assert_eq!(found(program.to_str().unwrap(), ""), Some(program.clone()));
        for (name, path) in [
            ("tool", ""),
            ("tool", "."),
            ("./tool", here),
            ("../tool", here),
            ("..", here),
            ("sub/tool", here),
            ("", here),
            ("other", here),
        ] {
            assert_eq!(found(name, path), None, "{name:?} in {path:?}");
        }
    }
}
