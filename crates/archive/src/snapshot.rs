//! One generation, open for reading.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::catalogue::{Database, ManifestFile, State, Vacancy, read_manifest};
use super::descriptor::{Descriptor, DescriptorState};
use super::error::ArchiveError;
use super::graph;
use super::lexical::LexicalReader;
use super::paths::{FORMAT, join};
use super::vectors;
use twolane_text::{Source, SourceId};
use twolane_vector::{Graph, VectorIndex};

/// Lines of sources that are kept in memory: some 25 MB.
const CACHED_LINES: usize = 200_000;
/// Lexical indexes up to this many bytes are hashed when they are opened: some 30 ms.
const HASHED_AT_OPEN: u64 = 32 << 20;
/// A writer may replace files between the moment a generation is read from the catalogue and the
/// moment its files are opened. The next generation is then there already; more than this many
/// such writers in a row are no accident.
const ATTEMPTS: usize = 20;

/// Everything of one generation. It doesn't change, whatever a writer does meanwhile.
#[derive(Debug)]
pub struct Snapshot {
    database: Mutex<Database>,
    /// State of the catalogue when this snapshot was opened.
    pub state: State,
    /// Derived files of this generation.
    pub manifest: Vec<ManifestFile>,
    lexical: Result<Option<LexicalReader>, Broken>,
    vectors: Result<VectorIndex, Broken>,
    /// Why searches do without the graph that the manifest names.
    no_graph: Option<Broken>,
    sources: Mutex<SourceCache>,
}

/// A derived part that can't be opened; the rest of the archive works without it.
#[derive(Debug, Clone)]
enum Broken {
    Damaged {
        part: String,
        what: String,
        next: String,
    },
    /// The system doesn't let this user read it.
    Unreadable {
        path: PathBuf,
        kind: std::io::ErrorKind,
        what: String,
    },
}

impl Broken {
    fn of(part: &str, error: ArchiveError) -> Self {
        match error {
            ArchiveError::Damaged { part, what, next } => Broken::Damaged { part, what, next },
            ArchiveError::Io { path, source, .. } => {
                Broken::Unreadable { path, kind: source.kind(), what: source.to_string() }
            }
            other => Broken::Damaged {
                part: part.to_owned(),
                what: other.to_string(),
                next: super::error::REBUILD.to_owned(),
            },
        }
    }

    fn error(&self) -> ArchiveError {
        match self.clone() {
            Broken::Damaged { part, what, next } => ArchiveError::Damaged { part, what, next },
            Broken::Unreadable { path, kind, what } => {
                ArchiveError::read(&path)(std::io::Error::new(kind, what))
            }
        }
    }
}

impl Snapshot {
    /// Opens the newest generation.
    pub fn open(dir: &Path) -> Result<Self, ArchiveError> {
        Self::open_after(dir, None)
    }

    /// Opens the newest generation; what it shares with another one, and has to be read as a whole, is
    /// taken from that.
    fn open_after(dir: &Path, before: Option<&Self>) -> Result<Self, ArchiveError> {
        if let DescriptorState::Good(descriptor) = Descriptor::read(dir)
            && descriptor.format > FORMAT
        {
            return Err(ArchiveError::NewerVersion {
                dir: dir.to_owned(),
                found: descriptor.format,
                known: FORMAT,
            });
        }
        let mut last = None;
        for _ in 0..ATTEMPTS {
            let snapshot = Self::open_once(dir, before)?;
            let generation = snapshot.state.generation;
            if !(snapshot.is_broken() || snapshot.no_graph.is_some()) || last == Some(generation) {
                return Ok(snapshot);
            }
            last = Some(generation);
        }
        Self::open_once(dir, before)
    }

    fn open_once(dir: &Path, before: Option<&Self>) -> Result<Self, ArchiveError> {
        let (database, state) = match Database::open_reader(dir)? {
            Ok(opened) => opened,
            Err(vacancy) => return Err(vacancy_error(dir, vacancy)),
        };
        let manifest = read_manifest(&database.conn).map_err(database.error())?;
        let sizes = |prefix: &str| -> Result<(), ArchiveError> {
            manifest.iter().filter(|f| f.path.starts_with(prefix)).try_for_each(|f| right_size(dir, f))
        };
        let lexical = match state.lexical {
            None => Ok(None),
            Some(generation) => sizes("lexical/")
                .and_then(|()| unaltered(dir, &manifest, "lexical/"))
                .and_then(|()| LexicalReader::open(dir, generation))
                .map(Some),
        };
        let vectors =
            sizes("vectors/").and_then(|()| vectors::open(dir, &manifest)).and_then(|(index, _)| {
                let stray = index.segments().find(|s| {
                    state.model.as_ref().is_none_or(|m| m.0 != s.model())
                        || usize::try_from(state.dims.unwrap_or(0)).ok() != Some(s.dims())
                });
                match stray {
                    Some(segment) => Err(ArchiveError::Damaged {
                        part: segment.path().display().to_string(),
                        what: format!("it holds vectors of {}, not of the archive's model", segment.model()),
                        next: super::error::REBUILD.to_owned(),
                    }),
                    None => Ok(index),
                }
            });
        // Vectors are searched without it too, only slower.
        let held = before.and_then(|before| before.graph_of(&manifest));
        let graph = sizes("graph/").and_then(|()| match &vectors {
            Ok(index) => graph::open(dir, &manifest, index, held),
            Err(_) => Ok(None),
        });
        let (graph, no_graph) = match graph {
            Ok(graph) => (graph, None),
            Err(error) => (None, Some(Broken::of("the graph over the vectors", error))),
        };
        let vectors = vectors.and_then(|index| match graph {
            Some(graph) => index.with_graph(graph).map_err(ArchiveError::vectors),
            None => Ok(index),
        });
        Ok(Snapshot {
            database: Mutex::new(database),
            state,
            manifest,
            lexical: lexical.map_err(|e| Broken::of("the lexical index", e)),
            vectors: vectors.map_err(|e| Broken::of("vectors", e)),
            no_graph,
            sources: Mutex::default(),
        })
    }

    /// The newest generation; `None` when it is this one and nothing of this one is broken.
    pub fn newer(&self, dir: &Path) -> Result<Option<Self>, ArchiveError> {
        if !self.is_broken()
            && self.database().still_alone(dir).is_ok()
            && let Ok((_, state)) = Database::open_reader(dir)?
            && state == self.state
        {
            return Ok(None);
        }
        Self::open_after(dir, Some(self)).map(Some)
    }

    /// The graph that is open, if this is the manifest's too and nothing is wrong with it.
    fn graph_of(&self, manifest: &[ManifestFile]) -> Option<&Arc<Graph>> {
        let same = graph::file_of(&self.manifest) == graph::file_of(manifest);
        let graph = self.vectors.as_ref().ok().and_then(VectorIndex::graph);
        graph.filter(|graph| same && graph.fault().is_none())
    }

    fn is_broken(&self) -> bool {
        self.lexical.is_err() || self.vectors.is_err()
    }

    /// The catalogue, for one caller at a time.
    pub fn database(&self) -> MutexGuard<'_, Database> {
        self.database.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a query on the catalogue of the archive in `dir`.
    pub fn query<T>(
        &self,
        dir: &Path,
        run: impl FnOnce(&Database) -> rusqlite::Result<T>,
    ) -> Result<T, ArchiveError> {
        let database = self.database();
        let found = run(&database).map_err(database.error());
        database.still_alone(dir)?;
        found
    }

    /// The lexical index; `None` when nothing was ever put into it.
    pub fn lexical(&self) -> Result<Option<&LexicalReader>, ArchiveError> {
        self.lexical.as_ref().map(Option::as_ref).map_err(Broken::error)
    }

    /// Returns the vector index.
    pub fn vectors(&self) -> Result<&VectorIndex, ArchiveError> {
        self.vectors.as_ref().map_err(Broken::error)
    }

    /// Why searches look at all vectors although the manifest names a graph over them: it could not be
    /// opened, or a search found it damaged.
    pub fn without_graph(&self) -> Option<ArchiveError> {
        if let Some(broken) = &self.no_graph {
            return Some(broken.error());
        }
        let graph = self.vectors.as_ref().ok().and_then(VectorIndex::graph)?;
        let part = graph.path().display().to_string();
        let next = super::error::REBUILD.to_owned();
        graph.fault().map(|what| ArchiveError::Damaged { part, what: what.to_owned(), next })
    }

    /// A source from memory, or by `load`.
    pub fn source(
        &self,
        id: &SourceId,
        load: impl FnOnce() -> Result<Source, ArchiveError>,
    ) -> Result<Arc<Source>, ArchiveError> {
        let lock = || self.sources.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(source) = lock().get(id) {
            return Ok(source);
        }
        let source = Arc::new(load()?);
        lock().put(Arc::clone(&source));
        Ok(source)
    }
}

pub(super) fn vacancy_error(dir: &Path, vacancy: Vacancy) -> ArchiveError {
    match vacancy {
        Vacancy::Foreign => ArchiveError::Damaged {
            part: dir.join(super::paths::CATALOGUE).display().to_string(),
            what: "it is not a catalogue of an archive".to_owned(),
            next: super::error::INGEST_AGAIN.to_owned(),
        },
        Vacancy::Missing if matches!(Descriptor::read(dir), DescriptorState::Missing) => {
            ArchiveError::NotAnArchive { dir: dir.to_owned() }
        }
        Vacancy::Missing => ArchiveError::Damaged {
            part: dir.join(super::paths::CATALOGUE).display().to_string(),
            what: "it is missing".to_owned(),
            next: super::error::INGEST_AGAIN.to_owned(),
        },
    }
}

fn right_size(dir: &Path, file: &ManifestFile) -> Result<(), ArchiveError> {
    let path = join(dir, &file.path);
    // Opened: a file that is there may still not be read by this user.
    let what = match std::fs::File::open(&path).and_then(|f| f.metadata()) {
        Ok(m) if m.len() == file.bytes => return Ok(()),
        Ok(m) => format!("it has {} bytes, {} were committed", m.len(), file.bytes),
        Err(e) if e.kind() == std::io::ErrorKind::PermissionDenied => {
            return Err(ArchiveError::read(&path)(e));
        }
        Err(e) => e.to_string(),
    };
    let (part, next) = (path.display().to_string(), super::error::REBUILD.to_owned());
    Err(ArchiveError::Damaged { part, what, next })
}

/// Compares files with their hashes where that costs little: tantivy trusts its files, and what
/// it makes of an altered byte is anything from a wrong score to a panic.
fn unaltered(dir: &Path, manifest: &[ManifestFile], prefix: &str) -> Result<(), ArchiveError> {
    let files = || manifest.iter().filter(|f| f.path.starts_with(prefix));
    if files().map(|f| f.bytes).sum::<u64>() > HASHED_AT_OPEN {
        return Ok(());
    }
    match files().find(|file| ManifestFile::of(dir, &file.path).ok().as_ref() != Some(*file)) {
        None => Ok(()),
        Some(file) => Err(ArchiveError::Damaged {
            part: join(dir, &file.path).display().to_string(),
            what: "its bytes are not those of the commit".to_owned(),
            next: super::error::REBUILD.to_owned(),
        }),
    }
}

/// Sources by last use, the oldest dropped once there are too many lines.
#[derive(Debug, Default)]
struct SourceCache {
    sources: VecDeque<Arc<Source>>,
    lines: usize,
}

impl SourceCache {
    fn get(&mut self, id: &SourceId) -> Option<Arc<Source>> {
        let at = self.sources.iter().position(|s| s.id() == id)?;
        let source = self.sources.remove(at)?;
        self.sources.push_back(Arc::clone(&source));
        Some(source)
    }

    fn put(&mut self, source: Arc<Source>) {
        self.lines += source.lines().len();
        self.sources.push_back(source);
        while self.lines > CACHED_LINES && self.sources.len() > 1 {
            self.lines -= self.sources.pop_front().map_or(0, |s| s.lines().len());
        }
    }
}
