//! Where an archive is.

use std::fmt;
use std::path::{Path, PathBuf};

use super::error::ArchiveError;
use super::store::Store;

/// A folder, or a database on a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A folder on disk.
    Folder(PathBuf),
    /// A database on a server.
    Server(Server),
}

/// The address of a database. It is shown without its password.
#[derive(Clone, PartialEq, Eq)]
pub struct Server {
    url: String,
    /// Password for an address that has no password.
    password: Option<String>,
}

/// Schemes with which an address of a database begins.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

impl Place {
    /// The place that a person names.
    pub fn named(name: &str) -> Self {
        if SCHEMES.iter().any(|scheme| name.starts_with(scheme)) {
            Place::Server(Server { url: name.to_owned(), password: None })
        } else {
            Place::Folder(PathBuf::from(name))
        }
    }

    /// Sets a password for the database, used where its address has no password. A folder stays as
    /// it is.
    pub fn with_password(self, password: Option<String>) -> Self {
        match self {
            Place::Folder(dir) => Place::Folder(dir),
            Place::Server(server) => Place::Server(Server { password, ..server }),
        }
    }

    /// Its folder, if it is one.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Place::Folder(dir) => Some(dir),
            Place::Server(_) => None,
        }
    }

    /// True for a folder, and for a database of which each host named is this machine, by its loopback or a socket.
    pub fn is_here(&self) -> bool {
        match self {
            Place::Folder(_) => true,
            Place::Server(server) => server.is_here(),
        }
    }
}

impl From<PathBuf> for Place {
    fn from(dir: PathBuf) -> Self {
        match dir.to_str() {
            Some(name) => Place::named(name),
            None => Place::Folder(dir),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Folder(dir) => dir.display().fmt(f),
            Place::Server(server) => server.fmt(f),
        }
    }
}

impl Server {
    #[cfg(feature = "postgres")]
    pub(super) fn open(&self) -> Result<Box<dyn Store>, ArchiveError> {
        Ok(Box::new(super::postgres::PostgresArchive::open(self.address()?)?))
    }

    #[cfg(feature = "postgres")]
    pub(super) fn create(&self) -> Result<Box<dyn Store>, ArchiveError> {
        Ok(Box::new(super::postgres::PostgresArchive::create(self.address()?)?))
    }

    #[cfg(feature = "postgres")]
    fn address(&self) -> Result<super::postgres::Address, ArchiveError> {
        super::postgres::Address::new(&self.url, &self.to_string(), self.password.as_deref())
    }

    #[cfg(not(feature = "postgres"))]
    pub(super) fn open(&self) -> Result<Box<dyn Store>, ArchiveError> {
        Err(ArchiveError::WithoutServer { place: self.to_string() })
    }

    #[cfg(not(feature = "postgres"))]
    pub(super) fn create(&self) -> Result<Box<dyn Store>, ArchiveError> {
        self.open()
    }
}

/// An address in its parts.
struct Parts<'a> {
    scheme: &'a str,
    /// With the password.
    user: Option<&'a str>,
    /// Hosts with their ports, and the database.
    hosts: &'a str,
    options: Vec<&'a str>,
}

impl Server {
    fn parts(&self) -> Parts<'_> {
        let (address, options) =
            self.url.split_once('?').map_or((self.url.as_str(), None), |(a, o)| (a, Some(o)));
        let (scheme, rest) = address.split_once("://").unwrap_or(("postgres", address));
        // A password may hold an `@`: what follows the last one is the host.
        let (user, hosts) = rest.rsplit_once('@').map_or((None, rest), |(user, hosts)| (Some(user), hosts));
        Parts { scheme, user, hosts, options: options.into_iter().flat_map(|o| o.split('&')).collect() }
    }

    fn is_here(&self) -> bool {
        let parts = self.parts();
        let with_ports = |hosts: &str| {
            hosts.split(',').filter(|host| !host.is_empty()).all(|host| match host.strip_prefix('[') {
                Some(rest) => rest.split(']').next().is_some_and(is_this_machine),
                None => is_this_machine(host.split(':').next().unwrap_or("")),
            })
        };
        let mut named = parts.options.iter().filter_map(|option| option.split_once('='));
        // A name written with `%` in it could be any.
        with_ports(parts.hosts.split('/').next().unwrap_or(""))
            && !parts.options.iter().any(|o| o.split('=').next().is_some_and(|name| name.contains('%')))
            && named.all(|(name, hosts)| match name {
                "replica" => with_ports(hosts),
                name if name.starts_with("host") => hosts.split(',').all(is_this_machine),
                _ => true,
            })
    }
}

fn is_this_machine(host: &str) -> bool {
    let socket = host.starts_with('/') || host.to_ascii_lowercase().starts_with("%2f");
    socket || host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// Shows the address without the password, wherever in the address it is.
impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parts { scheme, user, hosts, options } = self.parts();
        write!(f, "{scheme}://")?;
        if let Some(user) = user {
            write!(f, "{}@", user.split(':').next().unwrap_or(""))?;
        }
        f.write_str(hosts)?;
        let shown = options.into_iter().filter(|o| !o.starts_with("password="));
        for (option, sign) in shown.zip(std::iter::once('?').chain(std::iter::repeat('&'))) {
            write!(f, "{sign}{option}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Server({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_its_password() {
        let held = Place::named("postgres://ann@db/papers").with_password(Some("s3cret".to_owned()));
        assert!(!format!("{held} {held:?}").contains("s3cret"));
        for (url, shown) in [
            ("postgres://db.town.gov/papers", "postgres://db.town.gov/papers"),
            ("postgres://ann:s3cret@db:5432/papers", "postgres://ann@db:5432/papers"),
            ("postgres://ann:a@b:c@db/papers?sslmode=require", "postgres://ann@db/papers?sslmode=require"),
            ("postgresql://ann@/papers?password=x&host=/run/pg", "postgresql://ann@/papers?host=/run/pg"),
        ] {
            let place = Place::named(url);
            assert_eq!(place.to_string(), shown);
            assert!(!format!("{place:?}").contains("s3cret"));
            assert_eq!(place.folder(), None);
        }
        assert_eq!(Place::named("./papers"), Place::Folder(PathBuf::from("./papers")));
    }
    #[test]
    fn what_is_on_this_machine() {
        for (name, here) in [
            ("papers", true),
            ("postgres://ann@localhost:5432/papers", true),
            ("postgres://127.0.0.1,[::1]:5433/papers", true),
            ("postgres:///papers?host=/run/postgresql", true),
            ("postgres://ann@%2Frun%2Fpg/papers", true),
            ("postgres://db.town.gov/papers", false),
            ("postgres://localhost,db.town.gov/papers", false),
            ("postgres://localhost/papers?hostaddr=203.0.113.7", false),
            ("postgres://localhost/papers?%68ost=db.town.gov", false),
            ("postgres://localhost@db.town.gov/papers", false),
            ("postgres://localhost/papers?replica=127.0.0.1:5433", true),
            ("postgres://localhost/papers?replica=db.town.gov:5433", false),
            ("postgres://ann:x@localhost.town.gov/papers", false),
        ] {
            assert_eq!(Place::named(name).is_here(), here, "{name}");
        }
    }
}
