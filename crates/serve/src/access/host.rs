//! `Host` and `Origin` checks: a page from elsewhere must not reach this server through a visitor's browser.
//! It could try by a name that suddenly resolves to this machine (DNS rebinding) or by a form (CSRF).

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderName, Uri, header};

/// The names that this server answers to, in lower case and without ports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hosts {
    names: Vec<String>,
    /// True for a server on every address of its machine, which answers to each of them: a page from elsewhere can make
    /// its own name resolve to this machine, but it can't be the address itself.
    every_address: bool,
}

impl Hosts {
    /// Collects the names of an address: the address itself, the loopback's names where they reach it, and
    /// the extra ones.
    pub fn new(listen: SocketAddr, more: &[String]) -> Self {
        let ip = listen.ip();
        let mut names: Vec<String> = more.iter().map(|name| name.trim().to_lowercase()).collect();
        if ip.is_loopback() || ip.is_unspecified() {
            names.extend(["localhost", "127.0.0.1", "[::1]"].map(str::to_owned));
        }
        if !ip.is_unspecified() {
            names.push(match ip {
                IpAddr::V4(ip) => ip.to_string(),
                IpAddr::V6(ip) => format!("[{ip}]"),
            });
        }
        names.retain(|name| !name.is_empty());
        names.sort();
        names.dedup();
        Hosts { names, every_address: ip.is_unspecified() }
    }

    /// Returns true for an authority with one of the names; any port is accepted, since a tunnel changes it.
    pub fn know(&self, authority: &str) -> bool {
        name_of(authority).is_some_and(|name| {
            self.names.binary_search(&name).is_ok() || (self.every_address && is_address(&name))
        })
    }
}

/// Returns true for an address of one machine.
fn is_address(name: &str) -> bool {
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    bare.parse::<IpAddr>().is_ok_and(|ip| !ip.is_unspecified() && !ip.is_multicast())
}

/// Returns the name in `name`, `name:port` or `[address]:port`, in lower case; `None` for anything else.
pub fn name_of(authority: &str) -> Option<String> {
    let (name, port) = if authority.starts_with('[') {
        let end = authority.find(']')?;
        let (name, rest) = authority.split_at_checked(end.checked_add(1)?)?;
        let address = name.strip_prefix('[')?.strip_suffix(']')?;
        address.parse::<std::net::Ipv6Addr>().ok()?;
        (name, rest)
    } else {
        let end = authority.find(':').unwrap_or(authority.len());
        let (name, rest) = authority.split_at_checked(end)?;
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
        if name.is_empty() || !name.chars().all(plain) {
            return None;
        }
        (name, rest)
    };
    let sound = port.is_empty()
        || port.strip_prefix(':').is_some_and(|digits| {
            digits.chars().all(|c| c.is_ascii_digit()) && digits.parse::<u16>().is_ok()
        });
    sound.then(|| name.to_lowercase())
}

/// The reason why a request is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// The request used a name that is not the server's.
    Host,
    /// The request comes from a page of another site.
    Origin,
}

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");

/// Checks a request's head. `is_page` marks a page that a link from elsewhere may open.
///
/// # Errors
/// Returns [`Refused`] with the failed check.
pub fn check(uri: &Uri, headers: &HeaderMap, hosts: &Hosts, is_page: bool) -> Result<(), Refused> {
    let mut named = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (named.next(), named.next()) else { return Err(Refused::Host) };
    let host = host.to_str().map_err(|_| Refused::Host)?;
    if !hosts.know(host) {
        return Err(Refused::Host);
    }
    // `GET http://name/ HTTP/1.1` names the server once more.
    if uri.authority().is_some_and(|authority| !hosts.know(authority.as_str())) {
        return Err(Refused::Host);
    }
    let mut origins = headers.get_all(header::ORIGIN).iter();
    if let Some(origin) = origins.next() {
        let origin = origin.to_str().map_err(|_| Refused::Origin)?;
        let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        // The same name and port as those of the request.
        if origins.next().is_some() || authority.is_none_or(|a| !a.eq_ignore_ascii_case(host)) {
            return Err(Refused::Origin);
        }
    }
    let site = headers.get(FETCH_SITE).map(|site| site.as_bytes());
    let navigates = headers.get(FETCH_MODE).is_some_and(|mode| mode == "navigate");
    match site {
        None | Some(b"same-origin" | b"none") => Ok(()),
        Some(_) if is_page && navigates => Ok(()),
        Some(_) => Err(Refused::Origin),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn loopback() -> Hosts {
        Hosts::new("127.0.0.1:7878".parse().unwrap(), &[])
    }

    fn head(pairs: &[(&str, &str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| (name.parse::<HeaderName>().unwrap(), value.parse().unwrap()))
            .collect()
    }

    #[test]
    fn names_of_this_machine_are_known() {
        for (authority, known) in [
            ("localhost", true),
            ("LOCALHOST:80", true),
            ("127.0.0.1:7878", true),
            ("[::1]:7878", true),
            ("localhost.", false),
            ("localhost.evil.example", false),
            ("evil.example:7878", false),
            ("127.0.0.1.nip.io", false),
            ("user@localhost", false),
            ("localhost:99999", false),
            ("localhost:+80", false),
            ("[::1", false),
            ("[localhost]", false),
            ("0.0.0.0", false),
            ("", false),
        ] {
            assert_eq!(loopback().know(authority), known, "{authority:?}");
        }
        let named = Hosts::new("0.0.0.0:80".parse().unwrap(), &["Papers.Town.example".into()]);
        assert!(named.know("papers.town.example:443") && named.know("localhost") && !named.know("0.0.0.0"));
        for address in ["192.168.1.20:80", "[fe80::1]:80", "10.0.0.7"] {
            assert!(named.know(address) && !loopback().know(address), "{address}");
        }
        assert!(!named.know("192.168.1.20.nip.io") && !named.know("[::]"));
    }

    #[test]
    fn requests_from_elsewhere_are_refused() {
        for (pairs, page, expected) in [
            (vec![("host", "localhost:1")], false, Ok(())),
            (vec![], false, Err(Refused::Host)),
            (vec![("host", "localhost"), ("host", "localhost")], false, Err(Refused::Host)),
            (vec![("host", "evil.example")], false, Err(Refused::Host)),
            (vec![("host", "localhost:1"), ("origin", "http://localhost:1")], false, Ok(())),
            (vec![("host", "localhost:1"), ("origin", "http://localhost:2")], false, Err(Refused::Origin)),
            (vec![("host", "localhost:1"), ("origin", "null")], false, Err(Refused::Origin)),
            (vec![("host", "localhost:1"), ("origin", "http://evil.example")], true, Err(Refused::Origin)),
            (vec![("host", "localhost"), ("sec-fetch-site", "same-origin")], false, Ok(())),
            (vec![("host", "localhost"), ("sec-fetch-site", "cross-site")], false, Err(Refused::Origin)),
            (vec![("host", "localhost"), ("sec-fetch-site", "same-site")], false, Err(Refused::Origin)),
            (
                vec![("host", "localhost"), ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")],
                true,
                Ok(()),
            ),
            (
                vec![("host", "localhost"), ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors")],
                true,
                Err(Refused::Origin),
            ),
        ] {
            let mut headers = HeaderMap::new();
            for (name, value) in &pairs {
                headers.append(name.parse::<HeaderName>().unwrap(), value.parse().unwrap());
            }
            let uri = Uri::from_static("/ask");
            assert_eq!(check(&uri, &headers, &loopback(), page), expected, "{pairs:?}");
        }
        let elsewhere = Uri::from_static("http://evil.example/ask");
        let headers = head(&[("host", "localhost")]);
        assert_eq!(check(&elsewhere, &headers, &loopback(), false), Err(Refused::Host));
    }

    proptest! {
        /// A known name with any addition is a different name.
        #[test]
        fn only_the_names_themselves_are_known(text in "\\PC{0,40}") {
            let known = loopback().know(&text);
            let name = text.split(':').next().unwrap_or("").to_lowercase();
            let plain = ["localhost", "127.0.0.1"].contains(&name.as_str()) || text.starts_with("[::1]");
            prop_assert!(!known || plain, "{text:?}");
        }

        #[test]
        fn nothing_around_a_name_passes(before in "[a-z@./#?\\\\ -]{1,8}", after in "[a-z@./#?\\\\ -]{1,8}") {
            let (longer, behind) = (format!("{before}localhost"), format!("localhost{after}"));
            prop_assert!(!loopback().know(&longer), "{}", longer);
            prop_assert!(!loopback().know(&behind), "{}", behind);
        }

        /// An origin passes only when it is the host that was called.
        #[test]
        fn an_origin_is_the_host(origin in "(https?|ftp|file)://[a-z0-9.:@-]{1,20}") {
            let headers = head(&[("host", "localhost:7878"), ("origin", &origin)]);
            let passed = check(&Uri::from_static("/"), &headers, &loopback(), true).is_ok();
            prop_assert_eq!(passed, origin == "http://localhost:7878" || origin == "https://localhost:7878");
        }
    }
}
