//! Address of a model server or a hub.

use std::net::IpAddr;

use ureq::http::Uri;

/// A base address such as `http://127.0.0.1:8080/v1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    base: String,
    /// Host and port, for names and messages; without any secret.
    pub authority: String,
    /// True for an address of this machine.
    pub is_loopback: bool,
}

impl Address {
    /// Parses a base address, with or without a trailing slash; an empty path becomes `/v1`.
    ///
    /// # Errors
    /// Returns what is wrong with the address.
    pub fn parse(given: &str) -> Result<Self, &'static str> {
        let uri: Uri = given.trim().parse().map_err(|_| "it is no URL")?;
        if !matches!(uri.scheme_str(), Some("http" | "https")) {
            return Err("it does not begin with http:// or https://");
        }
        let host = uri.host().filter(|host| !host.is_empty()).ok_or("it has no host")?;
        let authority = uri.authority().map(|authority| authority.as_str()).unwrap_or_default();
        if authority.contains('@') {
            return Err("a name or password in it is not sent; give the key as a key");
        }
        if uri.query().is_some() {
            return Err("it has a query");
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
    pub fn hides_a_key(&self) -> bool {
        self.is_loopback || self.base.starts_with("https://")
    }

    /// Returns the address of a route below the base, such as `chat/completions`.
    pub fn below(&self, route: &str) -> String {
        format!("{}/{route}", self.base)
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
            assert_eq!(
                (address.below("chat/completions").as_str(), address.is_loopback),
                (chat, loopback),
                "{given}"
            );
        }
        for odd in ["", "localhost:8080", "ftp://h/", "http://", "http://u:secret@h/", "http://h/?a=b", "/v1"]
        {
            assert!(Address::parse(odd).is_err(), "{odd}");
        }
    }
}
