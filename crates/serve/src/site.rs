//! The routers of a server: one for an only archive, or one for each archive below a root.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use hyper::{Request, Uri};

/// The beginning of the addresses of archives, where a server has several.
pub const ARCHIVES: &str = "/archives/";

/// The routers of a server. A clone shares them.
#[derive(Clone)]
pub struct Site {
    root: Router,
    archives: Arc<BTreeMap<String, Router>>,
}

impl Site {
    /// Returns the site of a server with one archive, whose addresses begin at the root.
    pub fn of_one(archive: Router) -> Self {
        Site { root: archive, archives: Arc::default() }
    }

    /// Returns the site of a server with several archives, by their names.
    pub fn of_several(root: Router, archives: BTreeMap<String, Router>) -> Self {
        Site { root, archives: Arc::new(archives) }
    }

    /// Returns the router of a request. An archive's router gets the address within its archive, so that its guard and
    /// its routes see one and the same address. Nothing is decoded here: an encoded name is no archive's name.
    pub fn routed(&self, mut request: Request<Body>) -> (Router, Request<Body>) {
        let found = split(request.uri().path())
            .and_then(|(name, path)| Some((self.archives.get(name)?, within(request.uri(), path)?)));
        match found {
            Some((archive, uri)) => {
                let archive = archive.clone();
                *request.uri_mut() = uri;
                (archive, request)
            }
            None => (self.root.clone(), request),
        }
    }
}

/// Returns an archive's name and the path within the archive, which is without its first slash.
fn split(path: &str) -> Option<(&str, &str)> {
    let below = path.strip_prefix(ARCHIVES)?;
    Some(below.split_once('/').unwrap_or((below, "")))
}

/// Returns an address with its path replaced by this one.
fn within(uri: &Uri, path: &str) -> Option<Uri> {
    let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(format!("/{path}{query}").parse().ok()?);
    Uri::from_parts(parts).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_within_its_archive_is_unchanged() {
        for (address, name, expected) in [
            ("/archives/b", "b", "/"),
            ("/archives/b/", "b", "/"),
            ("/archives/b/ask", "b", "/ask"),
            ("/archives/b/search?q=a/b&k=1", "b", "/search?q=a/b&k=1"),
            ("/archives/b//traces", "b", "//traces"),
            ("/archives/b/%74races", "b", "/%74races"),
            ("/archives/b/../a/traces", "b", "/../a/traces"),
            ("/archives/%62/traces", "%62", "/traces"),
            ("/archives//traces", "", "/traces"),
            ("http://h:1/archives/b/ask", "b", "http://h:1/ask"),
        ] {
            let uri: Uri = address.parse().unwrap();
            let (found, path) = split(uri.path()).unwrap();
            assert_eq!(
                (found, within(&uri, path).unwrap().to_string().as_str()),
                (name, expected),
                "{address}"
            );
        }
        for address in ["/", "/ask", "/archives", "/Archives/b/ask", "//archives/b/ask", "*"] {
            assert_eq!(split(address.parse::<Uri>().unwrap().path()), None, "{address}");
        }
    }
}
