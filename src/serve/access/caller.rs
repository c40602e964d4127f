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
    /// Goes before the names of its sessions; empty where no token is asked for, and so all are one person.
    mark: String,
}

impl Caller {
    /// Somebody without a token, where none is asked for.
    pub fn at(address: SocketAddr) -> Self {
        Caller { key: block_of(address.ip()), admin: true, mark: String::new() }
    }

    /// The one who runs the program.
    pub fn local() -> Self {
        Caller { key: "local".to_owned(), admin: true, mark: String::new() }
    }

    /// The holder of a token.
    pub fn holding(holder: &Holder) -> Self {
        let mark = format!("{}.", holder.mark);
        Caller { key: holder.name.clone(), admin: holder.role == Role::Admin, mark }
    }

    /// The same, with nothing of an admin.
    pub fn without_rights(self) -> Self {
        Caller { admin: false, ..self }
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
