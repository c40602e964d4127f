//! The program under test, run by somebody who has nothing but a home.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

/// What would lead it to models, settings and archives of whoever runs the tests.
const ELSEWHERE: [&str; 7] = [
    "TWOLANE_MODELS",
    "TWOLANE_ARCHIVE",
    "XDG_DATA_HOME",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
    "HF_HOME",
    "HF_HUB_CACHE",
];

/// Over an archive, which a folder or an address names.
pub fn command(home: &Path, archive: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_twolane"));
    for name in ELSEWHERE {
        command.env_remove(name);
    }
    // The home's name on Windows.
    command.env("USERPROFILE", home);
    command.env("HOME", home).current_dir(home).args(["--offline", "--archive"]).arg(archive);
    command
}
