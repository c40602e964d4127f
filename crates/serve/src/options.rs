//! The settings of a server.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use super::folders::KeptFolder;
use super::setup::SetupHost;
use twolane_ingest::watch::WatchOptions;

/// The load limits of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// The number of tasks that run at a time; more wait.
    pub workers: usize,
    /// The number of tasks that may wait; beyond that the answer is 503.
    pub queue: usize,
    /// The longest wait before the answer is 503.
    pub patience: Duration,
    /// The most requests of one client at a time, running or waiting; beyond that the answer is 429.
    pub per_client: usize,
    /// The most connections at a time.
    pub connections: usize,
    /// The most connections of one address at a time. A proxy is one address, and needs a place for each of
    /// its connections.
    pub per_address: usize,
    /// The largest body of a request, in bytes. A pasted text may have 4 MB, and JSON writes some characters
    /// as six.
    pub body: usize,
    /// The largest uploaded paper, in bytes.
    pub upload: usize,
    /// The longest time for an upload to arrive.
    pub upload_time: Duration,
    /// The most uploads in progress at a time, each held in memory.
    pub uploads: usize,
    /// The longest time for a request's head.
    pub head_time: Duration,
    /// The longest time for a request's body.
    pub body_time: Duration,
    /// The longest life of a connection, even of a busy one.
    pub connection_time: Duration,
    /// The longest time for a question.
    pub answer_time: Duration,
    /// The time to wait for replies in progress after the signal to stop.
    pub stop_time: Duration,
    /// The widest picture of a page, in pixels.
    pub picture_width: u32,
}

impl Default for Limits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Limits {
            workers: cores.max(2),
            queue: 64,
            patience: Duration::from_secs(20),
            per_client: 64,
            connections: 512,
            // A browser opens six; a quarter of the connections leaves room for others.
            per_address: 128,
            body: 8 << 20,
            // Scans of a year's minutes come to some tens of MB.
            upload: 64 << 20,
            upload_time: Duration::from_secs(120),
            uploads: 3,
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(20),
            connection_time: Duration::from_secs(900),
            answer_time: Duration::from_secs(120),
            stop_time: Duration::from_secs(30),
            picture_width: 2400,
        }
    }
}

/// The format of log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LogFormat {
    /// Errors only, without other lines.
    #[default]
    Quiet,
    /// Lines for people.
    Text,
    /// One JSON object per line.
    Json,
}

/// The options of a server.
#[derive(Debug, Clone)]
pub struct Options {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The names that a `Host` header may have, in addition to this machine's loopback and the address
    /// itself.
    pub hosts: Vec<String>,
    /// The load limits.
    pub limits: Limits,
    /// True when log lines also contain the questions.
    pub log_questions: bool,
    /// The folder for uploaded papers; without it no upload is accepted.
    pub uploads: Option<PathBuf>,
    /// The settings for callers without a token, who then see public papers. Without it a server with tokens lets no
    /// such caller in, and a server without tokens takes every caller for the user of this machine.
    pub public: Option<Public>,
    /// The office to ask where the papers have no answer, as people are shown it.
    pub contact: Option<String>,
    /// The program around the server, where the page may set up what is missing.
    pub setup: Option<SetupHost>,
    /// The folders that the archive is kept in step with. A server of several archives has no such folders.
    pub folders: Vec<KeptFolder>,
    /// The way in which changes in these folders are noticed.
    pub watch: WatchOptions,
}

/// The settings for callers without a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Public {
    /// The most questions and searches of one address in a minute; beyond that the answer is 429.
    pub per_minute: usize,
}

impl Default for Public {
    fn default() -> Self {
        Public { per_minute: 20 }
    }
}

impl Options {
    /// Returns options for this address, with the usual limits.
    pub fn new(listen: SocketAddr) -> Self {
        Options {
            listen,
            hosts: Vec::new(),
            limits: Limits::default(),
            log_questions: false,
            uploads: None,
            public: None,
            contact: None,
            setup: None,
            folders: Vec::new(),
            watch: WatchOptions::default(),
        }
    }
}
