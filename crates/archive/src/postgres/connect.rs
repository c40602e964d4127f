//! Connections: address, TLS, a few that are kept open.
//!
//! Every statement is a constant of the program (`&'static str`), so that none can be built from text; values are
//! parameters.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use postgres::types::ToSql;
use postgres::{Client, Config, Row, Statement};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::error::ArchiveError;

/// Idle connections that are kept for the next question.
const KEPT: usize = 8;
/// Settings of a connection. A time limit keeps readers from hanging on a statement that never
/// ends. Searches by a graph continue until as many rows pass a filter as are wanted. Compilation
/// is off, since it takes longer than all of our statements take.
const SET_UP: &str = "SET search_path = twolane, public; SET statement_timeout = '60s'; SET hnsw.iterative_scan = relaxed_order; SET hnsw.max_scan_tuples = 200000; SET jit = off";

/// A parameter of a statement.
pub type Value<'v> = &'v (dyn ToSql + Sync);

/// An address, understood.
pub struct Address {
    config: Config,
    replica: Option<Box<Config>>,
    tls: MakeRustlsConnect,
    place: String,
}

impl std::fmt::Debug for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Address({})", self.place)
    }
}

impl Address {
    /// Reads an address; `place` is its form for messages, `password` the one for an address
    /// without a password.
    pub fn new(url: &str, place: &str, password: Option<&str>) -> Result<Self, ArchiveError> {
        let wrong = |what: String| ArchiveError::Server {
            place: place.to_owned(),
            what,
            next: "see docs/postgres.md for what an address may hold".to_owned(),
        };
        let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        let (address, options) =
            url.split_once('?').map_or((url, ""), |(address, options)| (address, options));
        let mut kept: Vec<&str> = Vec::new();
        let mut replica = None;
        for option in options.split('&').filter(|option| !option.is_empty()) {
            if let Some(host) = option.strip_prefix("replica=") {
                replica = Some(host);
                continue;
            }
            match option.strip_prefix("sslrootcert=") {
                Some(file) => {
                    let unreadable = |e: &dyn std::fmt::Display| wrong(format!("sslrootcert {file}: {e}"));
                    for certificate in CertificateDer::pem_file_iter(file).map_err(|e| unreadable(&e))? {
                        let certificate = certificate.map_err(|e| unreadable(&e))?;
                        roots.add(certificate).map_err(|e| unreadable(&e))?;
                    }
                }
                None => kept.push(option),
            }
        }
        let url = if kept.is_empty() { address.to_owned() } else { format!("{address}?{}", kept.join("&")) };
        // What the parser says may repeat the address, with its password.
        let mut config: Config =
            url.parse().map_err(|_| wrong("it is not an address of a database".to_owned()))?;
        if config.get_application_name().is_none() {
            config.application_name("twolane");
        }
        if let Some(password) = password.filter(|_| config.get_password().is_none()) {
            config.password(password);
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let tls = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|e| wrong(e.to_string()))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let replica = match replica {
            None => None,
            Some(host) => Some(Box::new(at_host(&config, host).ok_or_else(|| {
                wrong(format!("replica={host}: it is not a host with a port, such as db2.example.org:5432"))
            })?)),
        };
        Ok(Address { config, replica, tls: MakeRustlsConnect::new(tls), place: place.to_owned() })
    }

    /// The replica that answers questions, where one is named.
    pub fn replica(&self) -> Option<Self> {
        let config = self.replica.as_deref()?.clone();
        Some(Address { config, replica: None, tls: self.tls.clone(), place: self.place.clone() })
    }

    /// Returns the form of the address for messages.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// An error with this place.
    pub fn refused(&self, what: &str, next: &str) -> ArchiveError {
        ArchiveError::Server { place: self.place.clone(), what: what.to_owned(), next: next.to_owned() }
    }

    /// Converts an error of the server.
    pub fn error(&self, error: &postgres::Error) -> ArchiveError {
        let Some(told) = error.as_db_error() else {
            let mut what = error.to_string();
            let mut source = std::error::Error::source(error);
            while let Some(cause) = source {
                what = format!("{what}: {cause}");
                source = cause.source();
            }
            return self
                .refused(&what, "see that the server runs and can be reached, then run the command again");
        };
        match told.code().code() {
            "TW001" => ArchiveError::Overtaken { dir: self.place.clone().into() },
            "53100" => ArchiveError::Full { path: self.place.clone().into() },
            "42501" => self
                .refused(told.message(), "connect as a role that may do this; docs/postgres.md lists them"),
            "28P01" | "28000" => self.refused(
                told.message(),
                "look at the user in the address, and at its password (in the address, or in PGPASSWORD)",
            ),
            "3D000" => self.refused(told.message(), "make the database first, with `createdb` or CREATE DATABASE"),
            // Of all that the tables need, only pgvector may be missing on a server.
            "0A000" | "58P01" | "42704" if told.message().contains("extension") => self.refused(
                told.message(),
                "install pgvector 0.8 or later on the server (its package is named like postgresql-18-pgvector)",
            ),
            "57014" => self.refused(
                told.message(),
                "a statement may take a minute; run the command again when the server has less to do",
            ),
            "40P01" | "23505" | "55P03" => {
                self.refused(told.message(), "another writer changed the same sources; run the command again")
            }
            _ => self.refused(told.message(), "the archive is as it was after the last commit"),
        }
    }

    /// Opens a connection.
    pub fn connect(&self) -> Result<Client, postgres::Error> {
        let mut client = self.config.connect(self.tls.clone())?;
        client.batch_execute(SET_UP)?;
        Ok(client)
    }
}

/// Returns the same address with another host; `None` when `host` is invalid.
fn at_host(config: &Config, host: &str) -> Option<Config> {
    let (name, port) = host.rsplit_once(':')?;
    let mut other = Config::new();
    other.host(name.trim_matches(['[', ']'])).port(port.parse().ok().filter(|_| !name.is_empty())?);
    other.ssl_mode(config.get_ssl_mode());
    if let Some(user) = config.get_user() {
        other.user(user);
    }
    if let Some(password) = config.get_password() {
        other.password(password);
    }
    if let Some(database) = config.get_dbname() {
        other.dbname(database);
    }
    if let Some(name) = config.get_application_name() {
        other.application_name(name);
    }
    if let Some(options) = config.get_options() {
        other.options(options);
    }
    if let Some(time) = config.get_connect_timeout() {
        other.connect_timeout(*time);
    }
    Some(other)
}

/// A connection with the statements that it has prepared.
pub struct Conn {
    /// Client of the connection.
    pub client: Client,
    prepared: HashMap<&'static str, Statement>,
    ef_search: usize,
}

impl std::fmt::Debug for Conn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Conn")
    }
}

impl Conn {
    /// Of an open connection.
    pub fn new(client: Client) -> Self {
        Conn { client, prepared: HashMap::new(), ef_search: 0 }
    }

    /// Makes all later searches by a graph compare at least this many candidates.
    pub fn set_ef_search(&mut self, candidates: usize) -> Result<(), postgres::Error> {
        // pgvector takes up to 1,000.
        let candidates = candidates.clamp(1, 1000);
        if self.ef_search != candidates {
            self.rows("SELECT set_config('hnsw.ef_search', $1, false)", &[&candidates.to_string()])?;
            self.ef_search = candidates;
        }
        Ok(())
    }

    fn statement(&mut self, sql: &'static str) -> Result<Statement, postgres::Error> {
        if let Some(statement) = self.prepared.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql)?;
        self.prepared.insert(sql, statement.clone());
        Ok(statement)
    }

    /// Returns all rows of a statement.
    pub fn rows(&mut self, sql: &'static str, values: &[Value<'_>]) -> Result<Vec<Row>, postgres::Error> {
        let statement = self.statement(sql)?;
        self.client.query(&statement, values)
    }

    /// The first row.
    pub fn one(&mut self, sql: &'static str, values: &[Value<'_>]) -> Result<Option<Row>, postgres::Error> {
        Ok(self.rows(sql, values)?.into_iter().next())
    }

    /// The number of rows changed.
    pub fn run(&mut self, sql: &'static str, values: &[Value<'_>]) -> Result<u64, postgres::Error> {
        let statement = self.statement(sql)?;
        self.client.execute(&statement, values)
    }
}

/// Connections to one place. Their number is not bounded: one is open for each thread that asks at
/// the same time, and the callers bound those.
#[derive(Debug)]
pub struct Pool {
    /// Address of the server.
    pub address: Address,
    idle: Mutex<Vec<Conn>>,
}

impl Pool {
    /// Without any connection yet.
    pub fn new(address: Address) -> Self {
        Pool { address, idle: Mutex::default() }
    }

    /// A connection, for one caller.
    pub fn lend(&self) -> Result<Lent<'_>, ArchiveError> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        while let Some(conn) = idle() {
            if !conn.client.is_closed() {
                return Ok(Lent { pool: self, conn: Some(conn) });
            }
        }
        let client = self.address.connect().map_err(|e| self.address.error(&e))?;
        Ok(Lent { pool: self, conn: Some(Conn::new(client)) })
    }

    /// Takes a connection back.
    pub fn give(&self, conn: Conn) {
        drop(Lent { pool: self, conn: Some(conn) });
    }

    /// Runs a question on a connection. One that was open and turns out to be cut is replaced once, so that what
    /// is run must do no harm when it is run twice.
    pub fn ask<T>(
        &self,
        mut run: impl FnMut(&mut Conn) -> Result<T, postgres::Error>,
    ) -> Result<T, ArchiveError> {
        let mut lent = self.lend()?;
        match run(lent.conn()?) {
            Err(error) if error.is_closed() || error.as_db_error().is_none() => {
                lent.conn = None;
                let mut again = self.lend()?;
                run(again.conn()?).map_err(|e| self.address.error(&e))
            }
            other => other.map_err(|e| self.address.error(&e)),
        }
    }
}

/// A connection that goes back when it is dropped.
#[derive(Debug)]
pub struct Lent<'p> {
    pool: &'p Pool,
    conn: Option<Conn>,
}

impl Lent<'_> {
    fn conn(&mut self) -> Result<&mut Conn, ArchiveError> {
        self.conn.as_mut().ok_or(ArchiveError::WriterStopped)
    }

    /// Takes it for good.
    pub fn keep(mut self) -> Result<Conn, ArchiveError> {
        self.conn.take().ok_or(ArchiveError::WriterStopped)
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let Some(conn) = self.conn.take().filter(|conn| !conn.client.is_closed()) else { return };
        let mut idle = self.pool.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < KEPT {
            idle.push(conn);
        }
    }
}
