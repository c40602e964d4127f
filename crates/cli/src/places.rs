//! The folders of this user and this checkout.

use std::path::{Path, PathBuf};

use anyhow::bail;

use twolane_archive::Place;

/// Returns an error for a place that `--offline` forbids.
pub fn allowed(place: &Place, offline: bool) -> anyhow::Result<()> {
    if offline && !place.is_here() {
        bail!(
            "{place} is not on this machine, and --offline blocks the network; name an archive that is here, or leave --offline out"
        );
    }
    Ok(())
}

/// Returns the user's data folder for twolane (`$XDG_DATA_HOME/twolane`; `~/.local/share/twolane`, on Windows too;
/// `~/Library/Application Support/twolane`).
pub fn data_dir() -> PathBuf {
    user_dir("XDG_DATA_HOME", ".local/share")
}

/// Returns the user's configuration file (`$XDG_CONFIG_HOME/twolane/twolane.toml`).
pub fn user_config() -> PathBuf {
    user_dir("XDG_CONFIG_HOME", ".config").join(CONFIG)
}

/// The name of a configuration file.
pub const CONFIG: &str = "twolane.toml";

/// Returns the user's cache folder for twolane.
pub fn cache_dir() -> PathBuf {
    user_dir("XDG_CACHE_HOME", ".cache")
}

fn user_dir(variable: &str, below_home: &str) -> PathBuf {
    if let Some(dir) = std::env::var_os(variable).filter(|d| Path::new(d).is_absolute()) {
        return PathBuf::from(dir).join("twolane");
    }
    match home() {
        Some(home) if cfg!(target_os = "macos") => {
            let library =
                if variable == "XDG_CACHE_HOME" { "Library/Caches" } else { "Library/Application Support" };
            home.join(library).join("twolane")
        }
        Some(home) => home.join(below_home).join("twolane"),
        // Nothing in the working folder replaces the user's own files. Without a home there is nothing to
        // find, and writing fails with this name.
        None => PathBuf::from("/nonexistent/twolane"),
    }
}

/// Returns the hub's cache, where other programs may already have put models.
pub fn hub_cache() -> Option<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|dir| dir.is_absolute());
    if let Some(dir) = absolute("HF_HUB_CACHE") {
        return Some(dir);
    }
    if let Some(dir) = absolute("HF_HOME") {
        return Some(dir.join("hub"));
    }
    home().map(|home| home.join(".cache/huggingface/hub"))
}

fn home() -> Option<PathBuf> {
    std::env::home_dir().filter(|home| home.is_absolute())
}

/// The archive that a working folder may have.
pub const ARCHIVE_HERE: &str = "index/archive";

/// Returns `./index/archive` if it exists, else the archive in the user's data folder.
pub fn default_archive() -> PathBuf {
    let here = PathBuf::from(ARCHIVE_HERE);
    if here.join("archive.toml").is_file() { here } else { data_dir().join("archive") }
}

/// Returns the archive that a person names. For a database the password may be in `PGPASSWORD`, as for
/// PostgreSQL's own programs: other users of a machine can see the arguments of a command.
pub fn archive(name: PathBuf) -> Place {
    let password = std::env::var("PGPASSWORD").ok().filter(|password| !password.is_empty());
    Place::from(name).with_password(password)
}

/// Returns the folder for models, in the user's data folder, so that they are found from every working
/// folder.
pub fn model_store() -> PathBuf {
    data_dir().join("models")
}

/// Returns `./models` of a checkout of twolane. It is a working folder like any other: its files count only
/// with the hashes that the manifest pins.
pub fn models_beside() -> Option<PathBuf> {
    let here = PathBuf::from("models");
    here.join("models.toml").is_file().then_some(here)
}
