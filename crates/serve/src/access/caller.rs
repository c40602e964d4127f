//! The sender of a request, with the properties that affect the reply.

use std::net::SocketAddr;

use super::addresses::block_of;
use super::tokens::{Holder, Role};
use twolane_archive::Visibility;

/// The longest session name of a caller: its mark goes before it, and a session's id has at most 64
/// characters.
const LONGEST_SESSION: usize = 40;

/// The sender of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// The key by which its share of the work is counted.
    pub key: String,
    /// True when admin routes are open to it.
    pub admin: bool,
    /// The level of the papers that it sees. Only a caller without a name sees public ones alone.
    pub sees: Visibility,
    /// The hash of the request, by which a repeated request is recognised; 0 for a request without one.
    pub asks: u64,
    /// The prefix of its session names; empty where no token is required, so that all callers are one person.
    mark: String,
}

impl Caller {
    /// Returns a caller without a token, where no token is required.
    pub fn at(address: SocketAddr) -> Self {
        Caller {
            key: block_of(address.ip()),
            admin: true,
            sees: Visibility::Sealed,
            asks: 0,
            mark: String::new(),
        }
    }

    /// Returns a caller without a token where the public is let in, or where nothing of the archive is given out.
    pub fn visitor(address: SocketAddr) -> Self {
        Caller { admin: false, sees: Visibility::Public, ..Self::at(address) }
    }

    /// Returns the user who runs the program.
    pub fn local() -> Self {
        Caller {
            key: "local".to_owned(),
            admin: true,
            sees: Visibility::Sealed,
            asks: 0,
            mark: String::new(),
        }
    }

    /// Returns the holder of a token.
    pub fn holding(holder: &Holder) -> Self {
        let mark = format!("{}.", holder.mark);
        let (admin, sees) = match holder.role {
            Role::Admin => (true, Visibility::Sealed),
            Role::User => (false, Visibility::Staff),
        };
        Caller { key: holder.name.clone(), admin, sees, asks: 0, mark }
    }

    /// Returns the same caller with the hash of its request, given in parts.
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

    /// Returns the store's name of a session of this caller; the store refuses one that is too long or
    /// invalid.
    pub fn session(&self, name: &str) -> String {
        if name.chars().count() > LONGEST_SESSION {
            format!("!{name}")
        } else {
            format!("{}{name}", self.mark)
        }
    }

    /// Returns the owner of the remembered answers: a caller sees only its own, as with sessions.
    pub fn memory(&self) -> &str {
        &self.mark
    }

    /// Returns the caller's name of a session of the store; `None` for another caller's session.
    pub fn own<'s>(&self, id: &'s str) -> Option<&'s str> {
        id.strip_prefix(self.mark.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::tokens::Tokens;

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
        assert!(held.len() <= 64 && !a.admin && a.sees == Visibility::Staff);
    }
}
