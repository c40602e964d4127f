//! Folders of this user and this checkout.

use std::path::{Path, PathBuf};

/// The user's data folder for twolane (`$XDG_DATA_HOME/twolane`, `~/.local/share/twolane`,
/// `~/Library/Application Support/twolane`); the current folder when there is no home.
pub fn data_dir() -> PathBuf {
    user_dir("XDG_DATA_HOME", ".local/share")
}

/// The user's cache folder for twolane.
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
        None => PathBuf::from(".twolane"),
    }
}

/// The hub's cache, where other programs may have put models already.
pub fn hub_cache() -> Option<PathBuf> {
    if let Some(dir) = std::env::var_os("HF_HUB_CACHE") {
        return Some(PathBuf::from(dir));
    }
    if let Some(dir) = std::env::var_os("HF_HOME") {
        return Some(PathBuf::from(dir).join("hub"));
    }
    home().map(|home| home.join(".cache/huggingface/hub"))
}

fn home() -> Option<PathBuf> {
    std::env::var_os("HOME")
        .or_else(|| std::env::var_os("USERPROFILE"))
        .filter(|h| !h.is_empty())
        .map(PathBuf::from)
}

/// `./index/archive` when it is there, else the user's data folder.
pub fn default_archive() -> PathBuf {
    let here = PathBuf::from("index/archive");
    if here.join("archive.toml").is_file() { here } else { data_dir().join("archive") }
}

/// `./models` in a checkout of twolane, else the user's data folder.
pub fn model_store() -> PathBuf {
    let here = PathBuf::from("models");
    if here.join("models.toml").is_file() { here } else { data_dir().join("models") }
}
