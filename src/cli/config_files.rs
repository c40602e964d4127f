//! Finds the configuration files. The file of `--config` counts alone. Otherwise the user's own counts,
//! overridden by that of the working folder where that one may set a key ([`super::folder_config`]).

use std::path::{Path, PathBuf};

use toml::Table;

use super::args::GlobalArgs;
use super::config::{Config, ConfigError};
use super::folder_config::refused_keys;
use super::places;

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
    if let Some(path) = &global.config {
        let config = Config::read(path)?;
        let trusted = global.trust_folder || is_trusted(&config.trust.folders);
        return Ok(Found { config, trusted });
    }
    let user = places::user_config();
    let (config, mut values) = match user.is_file() {
        true => read(&user)?,
        false => (Config::default(), Table::new()),
    };
    let trusted = global.trust_folder || is_trusted(&config.trust.folders);
    let here = PathBuf::from(places::CONFIG);
    if !here.is_file() {
        return Ok(Found { config, trusted });
    }
    let (_, own) = read(&here)?;
    if !trusted {
        let keys = refused_keys(&own, Path::new("."));
        if !keys.is_empty() {
            return Err(ConfigError::NotTrusted { path: here, keys: keys.join(", "), user });
        }
    }
    lay_over(&mut values, own);
    let config = values.try_into().map_err(|e: toml::de::Error| ConfigError::Parse {
        path: here,
        what: e.to_string(),
        hint: String::new(),
    })?;
    Ok(Found { config, trusted })
}

/// Reads a file as a configuration, which reports its defects, and as the table of the values that it sets.
fn read(path: &Path) -> Result<(Config, Table), ConfigError> {
    let text = std::fs::read_to_string(path)
        .map_err(|source| ConfigError::Read { path: path.to_owned(), source })?;
    let config = Config::parse(&text, path)?;
    let values = text.parse::<Table>().map_err(|e| ConfigError::Parse {
        path: path.to_owned(),
        what: e.to_string(),
        hint: String::new(),
    })?;
    Ok((config, values))
}

/// Overlays one table on another: tables are merged, any other value is replaced.
fn lay_over(below: &mut Table, above: Table) {
    for (key, value) in above {
        match (below.get_mut(&key), value) {
            (Some(toml::Value::Table(inner)), toml::Value::Table(over)) => lay_over(inner, over),
            (_, value) => drop(below.insert(key, value)),
        }
    }
}

fn is_trusted(folders: &[PathBuf]) -> bool {
    let Ok(here) = std::env::current_dir().and_then(|dir| dir.canonicalize()) else { return false };
    let canonical = folders.iter().filter(|f| f.is_absolute()).filter_map(|f| f.canonicalize().ok());
    canonical.into_iter().any(|folder| here.starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_joined() {
        let mut below: Table = "[a]\nx = 1\ny = 2\n[b]\nz = [1]\n".parse().unwrap();
        lay_over(&mut below, "[a]\ny = 3\n[b]\nz = [2]\n[c]\nw = 4\n".parse().unwrap());
        let expected: Table = "[a]\nx = 1\ny = 3\n[b]\nz = [2]\n[c]\nw = 4\n".parse().unwrap();
        assert_eq!(below, expected);
    }
}
