//! Who sends a request, as far as it matters to what comes back.

use std::net::SocketAddr;

use super::addresses::block_of;
use super::tokens::{Holder, Role};

/// Longest session name of a caller: its mark goes before it, and a session's id has at most 64 characters.
const LONGEST_SESSION: usize = 40;

/// Who sends a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// What its share of the work is counted by.
    pub key: String,
    /// Admin routes are open to it.
    pub admin: bool,
    /// What it asks, so that the same request is known when it comes again; 0 for one that is known by nothing.
    pub asks: u64,
    /// Goes before the names of its sessions; empty where no token is asked for, and so all are one person.
    mark: String,
}

impl Caller {
    /// Somebody without a token, where none is asked for.
    pub fn at(address: SocketAddr) -> Self {
        Caller { key: block_of(address.ip()), admin: true, asks: 0, mark: String::new() }
    }

    /// The one who runs the program.
    pub fn local() -> Self {
        Caller { key: "local".to_owned(), admin: true, asks: 0, mark: String::new() }
    }

    /// The holder of a token.
    pub fn holding(holder: &Holder) -> Self {
        let mark = format!("{}.", holder.mark);
        Caller { key: holder.name.clone(), admin: holder.role == Role::Admin, asks: 0, mark }
    }

    /// The same, with nothing of an admin.
    pub fn without_rights(self) -> Self {
        Caller { admin: false, ..self }
    }

    /// With what it asks, in parts.
    pub fn asking(self, parts: &[&[u8]]) -> Self {
        let mut hash = blake3::Hasher::new();
        for part in parts {
            hash.update(&u64::try_from(part.len()).unwrap_or(u64::MAX).to_le_bytes());
            hash.update(part);
        }
        let mut asks = [0; 8];
        hash.finalize_xof().fill(&mut asks);
        Caller { asks: u64::from_le_bytes(asks), ..self }
    }

    /// The store's name of a session of this caller; one too long or odd is refused by the store.
    pub fn session(&self, name: &str) -> String {
        if name.chars().count() > LONGEST_SESSION {
            format!("!{name}")
        } else {
            format!("{}{name}", self.mark)
        }
    }

    /// Whose answers are remembered: its own alone, as with sessions.
    pub fn memory(&self) -> &str {
        &self.mark
    }

    /// The caller's name of a session of the store; `None` for another's.
    pub fn own<'s>(&self, id: &'s str) -> Option<&'s str> {
        id.strip_prefix(self.mark.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::access::tokens::Tokens;

    #[test]
    fn a_request_is_known_by_all_its_parts() {
        let asks = |parts: &[&[u8]]| Caller::local().asking(parts).asks;
        assert_eq!(asks(&[b"GET", b"/search"]), asks(&[b"GET", b"/search"]));
        assert_ne!(asks(&[b"GET", b"/search"]), asks(&[b"GET/", b"search"]));
    }

    #[test]
    fn sessions_are_their_tokens_own() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("tokens");
        let [a, b] = ["a", "b"].map(|name| Tokens::add(&path, name, Role::User).unwrap());
        let tokens = Tokens::read(&path).unwrap().unwrap();
        let [a, b] = [a, b].map(|token| Caller::holding(tokens.holder(&token).unwrap()));
        let held = a.session("walk");
        assert_eq!((a.own(&held), b.own(&held)), (Some("walk"), None));
        assert_ne!(held, b.session("walk"));
        assert!(held.len() <= 64 && !a.admin);
    }
}
