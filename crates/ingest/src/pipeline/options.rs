//! The options of a run.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use crate::address::BaseUrl;
use crate::chunk::ChunkOptions;
use crate::metadata::MetadataRules;
use crate::read::ReadOptions;
use crate::worker::Limits;

/// The process that reads files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading {
    /// In worker processes, started as `program worker`: a file that crashes, hangs or exhausts memory
    /// affects only itself.
    Workers {
        /// The program; usually this one.
        program: PathBuf,
    },
    /// In this process, for trusted files.
    InProcess,
}

/// The settings of an ingest.
#[derive(Debug, Clone)]
pub struct IngestOptions {
    /// The process that reads files.
    pub reading: Reading,
    /// The options for reading files.
    pub read: ReadOptions,
    /// The options for cutting chunks.
    pub chunk: ChunkOptions,
    /// The metadata that the caller states for all files, as checked by
    /// [`Given::set`](crate::metadata::Given::set).
    pub metadata: BTreeMap<String, String>,
    /// The rules that read metadata from names and first pages; `None` for the built-in ones.
    pub metadata_rules: Option<MetadataRules>,
    /// The resource limits of a worker.
    pub limits: Limits,
    /// The number of files that are read at a time; 0 for one per core.
    pub threads: usize,
    /// True to remove sources whose files are gone from the named folders.
    pub prune: bool,
    /// True to remove them also where a named folder is missing or has no paper left. False keeps all papers of such a
    /// folder: its drive may not be mounted.
    pub prune_whole_folders: bool,
    /// The public address of the named folders, where they mirror a website.
    pub base_url: Option<BaseUrl>,
    /// True to follow links out of the named folders. They can lead to any file that the user may read.
    pub follow_links: bool,
    /// The number of sources after which the run commits.
    pub commit_sources: usize,
    /// The time after which the run commits. A kill loses at most this much work, plus the work of one
    /// source.
    pub commit_after: Duration,
    /// The number of texts that are embedded together. Sorted by length, some hundred waste little on padding
    /// and take only seconds on two cores.
    pub embed_group: usize,
    /// True to keep the signs of token vectors (48 bytes a token). Late interaction then needs no pass of the
    /// model at each question.
    pub token_vectors: bool,
    /// The bytes of documents that are held at a time, as sent by workers.
    pub memory: usize,
}

impl IngestOptions {
    /// Returns the defaults, with this way of reading.
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
            prune_whole_folders: true,
            base_url: None,
            follow_links: false,
            commit_sources: 256,
            commit_after: Duration::from_secs(5),
            embed_group: 512,
            token_vectors: true,
            memory: 48 << 20,
        }
    }
}
