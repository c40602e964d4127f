//! Address of a server.

use std::net::IpAddr;

use ureq::http::Uri;

use crate::inference::language_model::error::LanguageModelError;

/// A base address such as `http://127.0.0.1:8080/v1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address {
    base: String,
    /// Host and port, for names and messages; without any secret.
    pub(crate) authority: String,
    pub(crate) is_loopback: bool,
}

impl Address {
    /// Parses a base address, with or without a trailing slash; an empty path becomes `/v1`.
    pub(crate) fn parse(given: &str) -> Result<Self, LanguageModelError> {
        let odd = |what: &str| LanguageModelError::Address { address: shown(given), what: what.to_owned() };
        let uri: Uri = given.trim().parse().map_err(|_| odd("it is no URL"))?;
        if !matches!(uri.scheme_str(), Some("http" | "https")) {
            return Err(odd("it does not begin with http:// or https://"));
        }
        let host = uri.host().filter(|host| !host.is_empty()).ok_or_else(|| odd("it has no host"))?;
        let authority = uri.authority().map(|authority| authority.as_str()).unwrap_or_default();
        if authority.contains('@') {
            return Err(odd("a name or password in it is not sent; give the key as a key"));
        }
        if uri.query().is_some() {
            return Err(odd("it has a query"));
        }
        let path = match uri.path().trim_end_matches('/') {
            "" => "/v1",
            path => path,
        };
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let is_loopback = bare.eq_ignore_ascii_case("localhost")
            || bare.parse::<IpAddr>().is_ok_and(|address| address.to_canonical().is_loopback());
        let base = format!("{}://{authority}{path}", uri.scheme_str().unwrap_or("http"));
        Ok(Self { base, authority: authority.to_owned(), is_loopback })
    }

    /// Returns true for https or this machine, where a key is not readable in transit.
    pub(crate) fn hides_a_key(&self) -> bool {
        self.is_loopback || self.base.starts_with("https://")
    }

    pub(crate) fn chat(&self) -> String {
        format!("{}/chat/completions", self.base)
    }
}

/// Returns [`Address::hides_a_key`] for an unparsed address; false for an invalid one.
pub(crate) fn is_private_address(given: &str) -> bool {
    Address::parse(given).is_ok_and(|address| address.hides_a_key())
}

/// Returns the given address without a possible password.
fn shown(given: &str) -> String {
    match given.split_once('@') {
        Some((_, behind)) => format!("…@{behind}"),
        None => given.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for (given, chat, loopback) in [
            ("http://localhost:8080", "http://localhost:8080/v1/chat/completions", true),
            ("http://127.0.0.1:8080/v1/", "http://127.0.0.1:8080/v1/chat/completions", true),
            ("http://127.9.9.9/api", "http://127.9.9.9/api/chat/completions", true),
            ("http://[::1]:80/v1", "http://[::1]:80/v1/chat/completions", true),
            ("https://models.example.org/v1", "https://models.example.org/v1/chat/completions", false),
            ("http://localhost.example.org", "http://localhost.example.org/v1/chat/completions", false),
            ("http://0.0.0.0:1", "http://0.0.0.0:1/v1/chat/completions", false),
        ] {
            let address = Address::parse(given).unwrap();
            assert_eq!((address.chat().as_str(), address.is_loopback), (chat, loopback), "{given}");
        }
        for odd in ["", "localhost:8080", "ftp://h/", "http://", "http://u:secret@h/", "http://h/?a=b", "/v1"]
        {
            let error = Address::parse(odd).unwrap_err().to_string();
            assert!(error.contains("http://HOST:PORT") && !error.contains("secret"), "{error}");
        }
    }
}
