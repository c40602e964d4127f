//! Public addresses of papers in a folder that mirrors a website. Nothing is fetched from them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use twolane_archive::{Archive, ArchiveError, Metadata, SourceSummary};

use super::metadata::MetadataError;
use super::pipeline::file_of;
use super::places::put_all;

/// The origin of an address in the metadata.
const ORIGIN: &str = "base URL";
/// The files that a website shows at the address of their folder.
const INDEX: [&str; 2] = ["index.html", "index.htm"];

/// The public address of a folder: `http` or `https`, a host, and perhaps a port and a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseUrl(String);

impl BaseUrl {
    /// Parses an address as a person writes it.
    ///
    /// # Errors
    /// Fails for any other scheme, for a name or password in it, and for a query.
    pub fn parse(text: &str) -> Result<Self, MetadataError> {
        let text = text.trim();
        let wrong = || {
            MetadataError::BadValue {
            file: "the configuration or a flag".to_owned(),
            field: "base_url".to_owned(),
            value: text.to_owned(),
            what: "an address is written https://www.town.example/ with http or https, and without `?`, `#` or `@`"
                .to_owned(),
        }
        };
        let (scheme, rest) = text.split_once("://").ok_or_else(wrong)?;
        let scheme = scheme.to_ascii_lowercase();
        let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let is_in_host = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
        let is_in_path = |c: char| c.is_ascii_alphanumeric() || "/-._~%!$&'()*+,;=:".contains(c);
        let is_host =
            host.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '[') && host.chars().all(is_in_host);
        if !matches!(scheme.as_str(), "http" | "https") || !is_host || !path.chars().all(is_in_path) {
            return Err(wrong());
        }
        Ok(BaseUrl(format!("{scheme}://{host}{}/", path.trim_end_matches('/'))))
    }

    /// Returns the address of a file below a folder. A file that was named itself lies at the address.
    pub fn of(&self, folder: &Path, file: &Path) -> Option<String> {
        let below =
            if folder == file { file.file_name().map(Path::new)? } else { file.strip_prefix(folder).ok()? };
        let names: Vec<&[u8]> = below.iter().map(|name| name.as_encoded_bytes()).collect();
        let (last, folders) = names.split_last()?;
        let mut url = self.0.clone();
        for name in folders {
            encode(name, &mut url);
            url.push('/');
        }
        if !INDEX.iter().any(|index| last.eq_ignore_ascii_case(index.as_bytes())) {
            encode(last, &mut url);
        }
        Some(url)
    }
}

/// Appends a name in the percent encoding of RFC 3986: only its unreserved characters are written as they are.
fn encode(name: &[u8], url: &mut String) {
    for byte in name {
        match byte {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'-' | b'.' | b'_' | b'~' => {
                url.push(char::from(*byte))
            }
            // Writing to a string can't fail.
            _ => drop(write!(url, "%{byte:02X}")),
        }
    }
}

/// The addresses of the files of a run.
#[derive(Debug, Clone, Default)]
pub(crate) struct Addresses {
    /// The named folders and files.
    roots: Vec<PathBuf>,
    base: Option<BaseUrl>,
}

impl Addresses {
    pub(crate) fn new(roots: &[PathBuf], base: Option<&BaseUrl>) -> Self {
        Addresses { roots: roots.to_vec(), base: base.cloned() }
    }

    /// Returns the public address of a file.
    pub(crate) fn of(&self, file: &Path) -> Option<String> {
        let root = self.roots.iter().find(|root| file.starts_with(root))?;
        self.base.as_ref()?.of(root, file)
    }

    /// Returns the address that a source must have now: `None` for one that is no matter of this run.
    fn due(&self, source: &SourceSummary) -> Option<Option<String>> {
        let files: Vec<PathBuf> = source.paths.iter().map(|path| file_of(path)).collect();
        let url = files.iter().find_map(|file| self.of(file));
        let is_here = |file: &PathBuf| self.roots.iter().any(|root| file.starts_with(root));
        // A copy elsewhere may be what the address belongs to.
        let is_due = url.is_some() || (!files.is_empty() && files.iter().all(is_here));
        (is_due && url != source.meta.url).then_some(url)
    }
}

/// Gives sources that were not read again the addresses of their files: of files that moved, and after another base URL.
///
/// # Errors
/// Fails where the archive can't be read or written.
pub(crate) fn settle(
    archive: &Archive,
    addresses: &Addresses,
    go_on: &dyn Fn() -> bool,
) -> Result<(), ArchiveError> {
    let sources = archive.sources()?;
    let due = sources.iter().filter_map(|source| {
        let mut meta = source.meta.clone();
        set(&mut meta, addresses.due(source)?);
        Some((source, meta))
    });
    let due: Vec<_> = due.collect();
    if due.is_empty() { Ok(()) } else { put_all(archive, archive.writer()?, &due, go_on) }
}

/// Sets the public address of a paper, with its origin.
pub(crate) fn set(meta: &mut Metadata, url: Option<String>) {
    let key = "url".to_owned();
    match url.is_some() {
        true => drop(meta.origin.insert(key, ORIGIN.to_owned())),
        false => drop(meta.origin.remove(&key)),
    }
    meta.url = url;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_is_a_web_address_without_more() {
        for (text, expected) in [
            ("https://www.town.example", Some("https://www.town.example/")),
            (" HTTP://town.example:8080/docs/ ", Some("http://town.example:8080/docs/")),
            ("https://[2001:db8::1]/a%20b", Some("https://[2001:db8::1]/a%20b/")),
            ("ftp://town.example/", None),
            ("javascript://town.example/%0aalert(1)", None),
            ("https://", None),
            ("https:///etc", None),
            ("https://clerk:secret@town.example/", None),
            ("https://town.example/?a=1", None),
            ("https://town.example/#top", None),
            ("https://town.example/a b", None),
            ("https://town.example/<script>", None),
            ("https://town.example/](x)", None),
            ("www.town.example", None),
            ("", None),
        ] {
            assert_eq!(BaseUrl::parse(text).ok().map(|base| base.0).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn file_has_address_of_its_path() {
        let base = BaseUrl::parse("https://www.town.example/docs/").unwrap();
        let of = |file: &str| base.of(Path::new("/www"), Path::new(file));
        for (file, expected) in [
            ("/www/minutes/2025-03.pdf", Some("https://www.town.example/docs/minutes/2025-03.pdf")),
            ("/www/index.html", Some("https://www.town.example/docs/")),
            ("/www/clerk/Index.HTM", Some("https://www.town.example/docs/clerk/")),
            ("/www/a b/100%#1?.pdf", Some("https://www.town.example/docs/a%20b/100%25%231%3F.pdf")),
            (
                "/www/caf\u{e9}/)(<\"x\">.txt",
                Some("https://www.town.example/docs/caf%C3%A9/%29%28%3C%22x%22%3E.txt"),
            ),
            ("/www", Some("https://www.town.example/docs/www")),
            ("/www2/a.pdf", None),
        ] {
            assert_eq!(of(file).as_deref(), expected, "{file}");
        }
    }
}
