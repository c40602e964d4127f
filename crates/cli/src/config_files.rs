//! Finds the configuration files. The file of `--config` counts alone. Otherwise the user's own counts,
//! overridden by that of the working folder where that one may set a key ([`super::settings`]).

use std::path::{Path, PathBuf};

use toml::Table;

use super::config::{Config, ConfigError, lay_over, table};
use super::global_args::GlobalArgs;
use super::places;
use super::settings::{PRIVACY, refused};

/// The configuration of a run.
pub struct Found {
    /// The values of the configuration.
    pub config: Config,
    /// True when the working folder is the user's own, by flag or by the user's configuration.
    pub trusted: bool,
}

/// Reads the configuration files.
///
/// # Errors
/// Returns a [`ConfigError`]: a file is unreadable or invalid, or one of the working folder sets a key
/// reserved for the user.
pub fn find(global: &GlobalArgs) -> Result<Found, ConfigError> {
    let base = match &global.tuning {
        Some(path) => Config::default().with(&table(&read(path)?, path)?, path)?,
        None => Config::default(),
    };
    if let Some(path) = &global.config {
        let config = base.with(&Config::settings(&read(path)?, path)?, path)?;
        let trusted = global.trust_folder || is_trusted(&config.trust.folders);
        return Ok(Found { config: config.cautious(), trusted });
    }
    let user = places::user_config();
    let mut values = match user.is_file() {
        true => Config::settings(&read(&user)?, &user)?,
        false => Table::new(),
    };
    let config = base.with(&values, &user)?;
    let trusted = global.trust_folder || is_trusted(&config.trust.folders);
    let here = PathBuf::from(places::CONFIG);
    if !here.is_file() {
        return Ok(Found { config: config.cautious(), trusted });
    }
    let own = Config::settings(&read(&here)?, &here)?;
    if !trusted {
        let keys = refused(&own, Path::new("."));
        if !keys.is_empty() {
            return Err(ConfigError::NotTrusted { path: here, keys: keys.join(", "), user });
        }
    }
    let private: Table =
        values.iter().filter(|(name, _)| PRIVACY.contains(&name.as_str())).map(owned).collect();
    lay_over(&mut values, own);
    lay_over(&mut values, private);
    Ok(Found { config: base.with(&values, &here)?.cautious(), trusted })
}

fn owned((name, value): (&String, &toml::Value)) -> (String, toml::Value) {
    (name.clone(), value.clone())
}

fn read(path: &Path) -> Result<String, ConfigError> {
    std::fs::read_to_string(path).map_err(|source| ConfigError::Read { path: path.to_owned(), source })
}

fn is_trusted(folders: &[PathBuf]) -> bool {
    let Ok(here) = std::env::current_dir().and_then(|dir| dir.canonicalize()) else { return false };
    let canonical = folders.iter().filter(|f| f.is_absolute()).filter_map(|f| f.canonicalize().ok());
    canonical.into_iter().any(|folder| here.starts_with(folder))
}
