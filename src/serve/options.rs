//! Settings of a server.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// How much a server takes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Pieces of work that run at a time; more wait.
    pub workers: usize,
    /// Pieces of work that may wait; beyond that the answer is 503.
    pub queue: usize,
    /// How long one waits before the answer is 503.
    pub patience: Duration,
    /// Requests of one client at a time, running or waiting; beyond that the answer is 429.
    pub per_client: usize,
    /// Connections at a time.
    pub connections: usize,
    /// Connections of one address at a time. A proxy is one address, and needs a place for each of its own.
    pub per_address: usize,
    /// Bytes of a request's body. A pasted text may have 4 MB, and JSON writes some characters as six.
    pub body: usize,
    /// Bytes of a paper that is uploaded.
    pub upload: usize,
    /// How long one may take to come.
    pub upload_time: Duration,
    /// Papers that are on their way at a time, each of them in memory.
    pub uploads: usize,
    /// How long a request's head may take.
    pub head_time: Duration,
    /// How long its body may take.
    pub body_time: Duration,
    /// How long a connection lives, however busy.
    pub connection_time: Duration,
    /// How long a question may take.
    pub answer_time: Duration,
    /// How long replies that have begun are waited for after the signal to stop.
    pub stop_time: Duration,
    /// Widest picture of a page, in pixels.
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
            // A browser opens six; a quarter of all leaves room for others.
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

/// What log lines look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LogFormat {
    /// None but errors.
    #[default]
    Quiet,
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// How a server is run.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Names, besides those of this machine's loopback and the address itself, that a `Host` header may have.
    pub hosts: Vec<String>,
    /// Limits.
    pub limits: Limits,
    /// Log lines hold the questions too.
    pub log_questions: bool,
    /// Folder for papers that come over HTTP; without it none are taken.
    pub uploads: Option<PathBuf>,
}

impl Options {
    /// On this address, with the usual limits.
    pub fn new(listen: SocketAddr) -> Self {
        Options { listen, hosts: Vec::new(), limits: Limits::default(), log_questions: false, uploads: None }
    }
}
