//! An open archive.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use super::connect::{Address, Conn, Pool};
use super::counted::Counted;
use super::schema;
use crate::error::ArchiveError;
use crate::facet::Facet;
use twolane_text::{ModelId, Source, SourceId};
use twolane_vector::GraphOptions;

/// Lines of sources that are kept in memory: some 25 MB.
const CACHED_LINES: usize = 200_000;

/// A view of one generation, by connections that all views share.
#[derive(Debug)]
pub struct PostgresArchive {
    /// Connections to the server that takes changes.
    pub(super) pool: Arc<Pool>,
    /// And to the one that only answers.
    replica: Option<Arc<Pool>>,
    at: RwLock<Arc<At>>,
    pub(super) graph: GraphOptions,
}

impl Clone for PostgresArchive {
    fn clone(&self) -> Self {
        PostgresArchive {
            pool: Arc::clone(&self.pool),
            replica: self.replica.clone(),
            at: RwLock::new(self.at()),
            graph: self.graph,
        }
    }
}

/// A generation, with the results of earlier requests to it.
#[derive(Debug)]
pub struct At {
    /// Number of the commit.
    pub generation: i64,
    /// Model of the vectors.
    pub model: Option<ModelId>,
    /// Components of a vector.
    pub dims: Option<u32>,
    /// Of the archive's name and the commit.
    pub hash: String,
    name: String,
    /// True if the replica has this generation.
    on_replica: bool,
    /// Set once a graph over its vectors was seen.
    pub has_graph: OnceLock<()>,
    /// Chunks, and terms of their four fields.
    pub totals: OnceLock<(u64, [u64; 4])>,
    /// Chunks that have a term, by which fields count.
    pub counts: Mutex<HashMap<([bool; 4], String), Counted>>,
    /// Combinations of lane, town, jurisdiction and board among its sources.
    pub facets: OnceLock<Vec<Facet>>,
    sources: Mutex<VecDeque<Arc<Source>>>,
}

impl At {
    /// A source from memory.
    pub fn held(&self, id: &SourceId) -> Option<Arc<Source>> {
        let mut sources = self.sources.lock().unwrap_or_else(PoisonError::into_inner);
        let place = sources.iter().position(|s| s.id() == id)?;
        let source = sources.remove(place)?;
        sources.push_back(Arc::clone(&source));
        Some(source)
    }

    /// Keeps a source in memory, and lets go of those asked for longest ago.
    pub fn hold(&self, source: &Arc<Source>) {
        let mut sources = self.sources.lock().unwrap_or_else(PoisonError::into_inner);
        sources.push_back(Arc::clone(source));
        let mut lines: usize = sources.iter().map(|s| s.lines().len()).sum();
        while lines > CACHED_LINES && sources.len() > 1 {
            lines -= sources.pop_front().map_or(0, |s| s.lines().len());
        }
    }
}

/// The last commit: its generation, model and dimensions, and the name of the archive.
type Newest = (i64, Option<String>, Option<i32>, String);

/// The newest commit, and the archive's name.
pub fn newest(conn: &mut Conn) -> Result<Option<Newest>, postgres::Error> {
    let sql = "SELECT c.generation, c.model, c.dims, a.name FROM twolane.archive a, twolane.commit c ORDER BY c.generation DESC LIMIT 1";
    let row = conn.one(sql, &[])?;
    row.map(|row| Ok((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?, row.try_get(3)?))).transpose()
}

impl PostgresArchive {
    /// Opens the archive in a database.
    pub fn open(address: Address) -> Result<Self, ArchiveError> {
        let pool = Pool::new(address);
        let replica = pool.address.replica().map(Pool::new);
        let version = match (pool.ask(schema::version), &replica) {
            (Err(error), Some(replica)) => replica.ask(schema::version).map_err(|_| error),
            (version, _) => version,
        };
        schema::fits(&pool.address, version?)?;
        let at = read_at(&pool, replica.as_ref(), None)?;
        Ok(PostgresArchive {
            pool: Arc::new(pool),
            replica: replica.map(Arc::new),
            at: RwLock::new(Arc::new(at)),
            graph: GraphOptions::default(),
        })
    }

    /// Makes the tables where they are missing, and opens the archive.
    pub fn create(address: Address) -> Result<Self, ArchiveError> {
        let failed = |e: postgres::Error| address.error(&e);
        let mut conn = Conn::new(address.connect().map_err(failed)?);
        let found = schema::version(&mut conn).map_err(failed)?;
        if found.is_none_or(|found| found < schema::newest()) {
            let mut make = || -> Result<(), postgres::Error> {
                // Whoever comes second finds the work done.
                conn.run("SELECT pg_advisory_lock(8400, 1)", &[])?;
                let found = schema::version(&mut conn)?.unwrap_or(0);
                schema::migrate(&mut conn.client, found)?;
                conn.run("SELECT pg_advisory_unlock(8400, 1)", &[]).map(drop)
            };
            make().map_err(failed)?;
        }
        Self::open(address)
    }

    /// Asks the replica, where one has this generation, else the primary, which also answers for a replica that
    /// refuses or is gone.
    pub(super) fn ask<T>(
        &self,
        mut run: impl FnMut(&mut Conn) -> Result<T, postgres::Error>,
    ) -> Result<T, ArchiveError> {
        let Some(replica) = self.replica.as_ref().filter(|_| self.at().on_replica) else {
            return self.pool.ask(run);
        };
        let refused = match replica.ask(&mut run) {
            Err(refused) => refused,
            found => return found,
        };
        self.pool.ask(run).map_err(|_| refused)
    }

    /// The generation that this shows.
    pub fn at(&self) -> Arc<At> {
        Arc::clone(&self.at.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Moves on to the newest generation.
    pub fn move_on(&self) -> Result<(), ArchiveError> {
        loop {
            let before = self.at();
            let new = read_at(&self.pool, self.replica.as_deref(), Some(&before))?;
            if new.hash == before.hash && new.on_replica == before.on_replica {
                return Ok(());
            }
            let mut shown = self.at.write().unwrap_or_else(PoisonError::into_inner);
            // Another thread may have moved on meanwhile, to a newer generation than this one: look again.
            if Arc::ptr_eq(&shown, &before) {
                *shown = Arc::new(new);
                return Ok(());
            }
        }
    }
}

/// The newest generation. While the primary can't be reached, that of the replica, unless it is behind what
/// was read before.
fn read_at(pool: &Pool, replica: Option<&Pool>, before: Option<&At>) -> Result<At, ArchiveError> {
    let on_replica = replica.and_then(|replica| replica.ask(newest).ok().flatten());
    let (found, on_replica) = match (pool.ask(newest), on_replica) {
        (Ok(found), there) => {
            let follows = |n: &Newest| found.as_ref().is_some_and(|f| f.3 == n.3 && f.0 <= n.0);
            let follows = there.as_ref().is_some_and(follows);
            (found, follows)
        }
        (Err(_), Some(there)) if before.is_none_or(|b| b.name == there.3 && b.generation <= there.0) => {
            (Some(there), true)
        }
        (Err(error), _) => return Err(error),
    };
    let (generation, model, dims, name) =
        found.ok_or_else(|| ArchiveError::NotAnArchive { dir: pool.address.place().into() })?;
    let state = format!("{name} {generation} {model:?} {dims:?}");
    Ok(At {
        generation,
        model: model.map(ModelId),
        dims: dims.and_then(|d| u32::try_from(d).ok()),
        hash: blake3::hash(state.as_bytes()).to_hex().to_string(),
        name,
        on_replica,
        has_graph: OnceLock::new(),
        totals: OnceLock::new(),
        counts: Mutex::default(),
        facets: OnceLock::new(),
        sources: Mutex::default(),
    })
}
