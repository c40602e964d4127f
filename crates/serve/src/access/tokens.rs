//! Tokens, kept as keyed hashes and compared in constant time.
//!
//! A line of the file is `name role salt hash`: the hash is BLAKE3 of the token, keyed with the salt. A token
//! has 256 random bits, so guessing is useless even without a slower hash.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use serde::Serialize;

/// The rights of a token's holder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// May ask and search, and read public and staff papers; has private sessions.
    User,
    /// User rights, sealed papers, changes of papers, traces and metrics.
    Admin,
}

/// A holder of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// The holder's name.
    pub name: String,
    /// The holder's role.
    pub role: Role,
    /// The token's identifier within ids: the beginning of its hash.
    pub mark: String,
    salt: [u8; 32],
    hash: blake3::Hash,
}

/// The reason why tokens can't be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TokenError {
    /// The file can't be read or written.
    #[error("{}: {source}; check that the folder is there and may be written", path.display())]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// A line does not have the expected form.
    #[error(
        "{} line {line} is not `name role salt hash`; tokens are never kept in plain text: remove the line, and make one with `twolane serve --token-file {} --new-token NAME`",
        path.display(), path.display()
    )]
    Line {
        /// The path of the file.
        path: PathBuf,
        /// The line number, from 1.
        line: usize,
    },
    /// Other users may read or write the file.
    #[error("{} may be read or written by others; `chmod 600 {}`", path.display(), path.display())]
    Open {
        /// The path of the file.
        path: PathBuf,
    },
    /// The name is invalid for a token.
    #[error(
        "{name:?} can't be a token name; use at most 32 letters, digits and `-`, and a name that is not taken"
    )]
    Name {
        /// The name as given.
        name: String,
    },
    /// The system has no random numbers.
    #[error("no random numbers from the system: {0}; try again")]
    Random(String),
}

/// The tokens of a server.
#[derive(Debug, Clone, Default)]
pub struct Tokens(Vec<Holder>);

impl Tokens {
    /// Reads a file; returns `None` when it does not exist yet.
    ///
    /// # Errors
    /// Returns a [`TokenError`] for an unusable file.
    pub fn read(path: &Path) -> Result<Option<Self>, TokenError> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(TokenError::File { path: path.to_owned(), source }),
        };
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(path).map(|m| m.permissions().mode());
            if mode.is_ok_and(|mode| mode & 0o077 != 0) {
                return Err(TokenError::Open { path: path.to_owned() });
            }
        }
        let mut holders = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            if text.trim().is_empty() || text.starts_with('#') {
                continue;
            }
            holders.push(holder(text).ok_or_else(|| TokenError::Line { path: path.to_owned(), line })?);
        }
        Ok(Some(Tokens(holders)))
    }

    /// Generates a token, stores its hash in the file, and returns the token, once.
    ///
    /// # Errors
    /// Returns a [`TokenError`] for an unusable file or name.
    pub fn add(path: &Path, name: &str, role: Role) -> Result<String, TokenError> {
        let held = Self::read(path)?.unwrap_or_default();
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let fits = (1..=32).contains(&name.len()) && name.chars().all(plain);
        if !fits || held.0.iter().any(|h| h.name == name) {
            return Err(TokenError::Name { name: name.to_owned() });
        }
        let (token, salt) = (random()?, random()?);
        let token = format!("tl_{}", hex(&token));
        let hash = blake3::keyed_hash(&salt, token.as_bytes());
        let role = if role == Role::Admin { "admin" } else { "user" };
        let failed = |source| TokenError::File { path: path.to_owned(), source };
        let mut options = std::fs::OpenOptions::new();
        options.create(true).append(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(path).map_err(failed)?;
        // An editor may have left the last line without its end.
        let open_line = std::fs::read(path).is_ok_and(|bytes| bytes.last().is_some_and(|b| *b != b'\n'));
        if open_line {
            writeln!(file).map_err(failed)?;
        }
        writeln!(file, "{name} {role} {} {}", hex(&salt), hash.to_hex()).map_err(failed)?;
        Ok(token)
    }

    /// Returns the holder of this token. It compares every hash, whichever matches.
    pub fn holder(&self, token: &str) -> Option<&Holder> {
        let mut found = None;
        for holder in &self.0 {
            // `blake3::Hash` compares in constant time.
            if blake3::keyed_hash(&holder.salt, token.as_bytes()) == holder.hash {
                found = Some(holder);
            }
        }
        found
    }

    /// Returns true when there are no tokens.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A file of tokens that is read again when it changes, so that a removed token ends at once.
#[derive(Debug)]
pub struct TokenFile {
    path: PathBuf,
    held: Mutex<(Option<Stamp>, Arc<Tokens>)>,
}

/// The state of a file by which a change shows.
type Stamp = (SystemTime, u64);

impl TokenFile {
    /// Opens a file of tokens.
    ///
    /// # Errors
    /// Returns a [`TokenError`] for an unusable file.
    pub fn open(path: &Path) -> Result<Self, TokenError> {
        let stamp = stamp(path);
        let tokens = Tokens::read(path)?.unwrap_or_default();
        Ok(TokenFile { path: path.to_owned(), held: Mutex::new((stamp, Arc::new(tokens))) })
    }

    /// Returns the tokens of the file as it is now. A file that is gone or can't be used admits nobody.
    pub fn now(&self) -> Arc<Tokens> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let stamp = stamp(&self.path);
        if stamp.is_none() || held.0 != stamp {
            let tokens = Tokens::read(&self.path).unwrap_or_else(|error| {
                tracing::error!(%error, "no token counts until the file can be used");
                None
            });
            *held = (stamp, Arc::new(tokens.unwrap_or_default()));
        }
        Arc::clone(&held.1)
    }
}

fn stamp(path: &Path) -> Option<Stamp> {
    let meta = std::fs::metadata(path).ok()?;
    Some((meta.modified().ok()?, meta.len()))
}

fn holder(line: &str) -> Option<Holder> {
    let mut words = line.split_whitespace();
    let (name, role, salt, hash) = (words.next()?, words.next()?, words.next()?, words.next()?);
    if words.next().is_some() {
        return None;
    }
    let role = match role {
        "admin" => Role::Admin,
        "user" => Role::User,
        _ => return None,
    };
    let salt = *blake3::Hash::from_hex(salt).ok()?.as_bytes();
    let parsed = blake3::Hash::from_hex(hash).ok()?;
    let mark = hash.get(..12)?.to_lowercase();
    Some(Holder { name: name.to_owned(), role, mark, salt, hash: parsed })
}

fn random() -> Result<[u8; 32], TokenError> {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes).map_err(|error| TokenError::Random(error.to_string()))?;
    Ok(bytes)
}

fn hex(bytes: &[u8; 32]) -> String {
    blake3::Hash::from_bytes(*bytes).to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removed_token_ends_at_once() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("tokens");
        let clerk = Tokens::add(&path, "clerk", Role::Admin).unwrap();
        let board = Tokens::add(&path, "board", Role::User).unwrap();
        let file = TokenFile::open(&path).unwrap();
        assert!(file.now().holder(&board).is_some());
        let kept: Vec<String> =
            std::fs::read_to_string(&path).unwrap().lines().take(1).map(str::to_owned).collect();
        std::fs::write(&path, kept.join("\n") + "\n").unwrap();
        assert!(file.now().holder(&board).is_none() && file.now().holder(&clerk).is_some());
        let school = Tokens::add(&path, "school", Role::User).unwrap();
        assert!(file.now().holder(&school).is_some());
        std::fs::remove_file(&path).unwrap();
        assert!(file.now().holder(&clerk).is_none());
    }

    #[test]
    fn a_token_is_known_by_its_hash_alone() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("tokens");
        assert!(Tokens::read(&path).unwrap().is_none());
        let clerk = Tokens::add(&path, "clerk", Role::Admin).unwrap();
        let board = Tokens::add(&path, "board", Role::User).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(!text.contains(&clerk) && !text.contains(&board));
        let tokens = Tokens::read(&path).unwrap().unwrap();
        assert_eq!(tokens.holder(&clerk).map(|h| (h.name.as_str(), h.role)), Some(("clerk", Role::Admin)));
        assert_eq!(tokens.holder(&board).map(|h| h.role), Some(Role::User));
        for wrong in ["", "tl_", &clerk[1..], &format!("{clerk} "), text.split(' ').nth(3).unwrap()] {
            assert!(tokens.holder(wrong).is_none(), "{wrong:?}");
        }
        assert!(matches!(Tokens::add(&path, "clerk", Role::User), Err(TokenError::Name { .. })));
        assert!(matches!(Tokens::add(&path, "a b", Role::User), Err(TokenError::Name { .. })));
        // As an editor may leave it: the last line without its end.
        std::fs::write(&path, text.trim_end()).unwrap();
        let school = Tokens::add(&path, "school", Role::User).unwrap();
        let tokens = Tokens::read(&path).unwrap().unwrap();
        assert!([&clerk, &board, &school].iter().all(|token| tokens.holder(token).is_some()));
    }

    #[test]
    fn a_plain_token_in_the_file_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("tokens");
        std::fs::write(&path, "swordfish\n").unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
            assert!(matches!(Tokens::read(&path), Err(TokenError::Open { .. })));
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        }
        assert!(matches!(Tokens::read(&path), Err(TokenError::Line { line: 1, .. })));
    }
}
