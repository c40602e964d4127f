//! How a run goes.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use crate::ingest::chunk::ChunkOptions;
use crate::ingest::metadata::MetadataRules;
use crate::ingest::read::ReadOptions;
use crate::ingest::worker::Limits;

/// Where files are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading {
    /// In worker processes, started as `program worker`: a file that crashes, hangs or swells
    /// costs itself alone.
    Workers {
        /// The program; this one, as a rule.
        program: PathBuf,
    },
    /// In this process. For files that are trusted.
    InProcess,
}

/// Settings of a run.
#[derive(Debug, Clone)]
pub struct IngestOptions {
    /// Where files are read.
    pub reading: Reading,
    /// How files are read.
    pub read: ReadOptions,
    /// How chunks are cut.
    pub chunk: ChunkOptions,
    /// Metadata that the caller states for all files, as checked by
    /// [`Given::set`](crate::ingest::metadata::Given::set).
    pub metadata: BTreeMap<String, String>,
    /// Rules that read metadata from names and first pages; `None` for those that are built in.
    pub metadata_rules: Option<MetadataRules>,
    /// What a worker may use.
    pub limits: Limits,
    /// Files that are read at a time; 0 for one a core.
    pub threads: usize,
    /// Remove sources whose files are gone from the folders named.
    pub prune: bool,
    /// Follow links that lead out of the folders named. They can lead to any file that the user
    /// may read.
    pub follow_links: bool,
    /// Sources after which a commit is made.
    pub commit_sources: usize,
    /// Time after which a commit is made. A kill loses this much at most, and what one source
    /// takes.
    pub commit_after: Duration,
    /// Texts that are embedded together. Sorted by length, some hundred waste little on padding
    /// and are done within seconds on two cores.
    pub embed_group: usize,
    /// Keep the signs of token vectors (48 bytes a token), from which late interaction then goes without a
    /// pass of the model at each question.
    pub token_vectors: bool,
    /// Bytes of documents that are held at a time, as sent by workers.
    pub memory: usize,
}

impl IngestOptions {
    /// The defaults, with this way of reading.
    pub fn new(reading: Reading) -> Self {
        IngestOptions {
            reading,
            read: ReadOptions::default(),
            chunk: ChunkOptions::default(),
            metadata: BTreeMap::new(),
            metadata_rules: None,
            limits: Limits::default(),
            threads: 0,
            prune: false,
            follow_links: false,
            commit_sources: 256,
            commit_after: Duration::from_secs(5),
            embed_group: 512,
            token_vectors: true,
            memory: 48 << 20,
        }
    }
}
