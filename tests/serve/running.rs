//! A server in this process, on a free port, over the archive of the made-up towns; and a client that sends
//! what it is told, byte by byte.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::oneshot;
use twolane::answer::write::WriterOptions;
use twolane::answer::{AskOptions, ConversationOptions};
use twolane::archive::{Archive, SessionStore};
use twolane::retrieve::CrossEncoderRerankOptions;
use twolane::serve::{Engine, Models, Options, Served, Server, Settings, TokenFile};

use crate::support::ingesting::{options, program};
use crate::support::town::Town;

/// Papers that no test changes.
pub fn town() -> &'static Town {
    static TOWN: OnceLock<Town> = OnceLock::new();
    TOWN.get_or_init(Town::new)
}

/// The library's work over an archive, by words alone.
pub fn engine(archive: &Path) -> Engine {
    engine_with(archive, Models::default())
}

/// The same with models.
pub fn engine_with(archive: &Path, models: impl Into<Arc<Models>>) -> Engine {
    engine_of(archive, models, ConversationOptions::default())
}

/// The library's work under these settings, by words alone.
pub fn engine_in(archive: &Path, conversation: ConversationOptions) -> Engine {
    engine_of(archive, Models::default(), conversation)
}

fn engine_of(archive: &Path, models: impl Into<Arc<Models>>, conversation: ConversationOptions) -> Engine {
    let settings = Settings {
        ask: AskOptions::default(),
        conversation,
        cross_encoder: CrossEncoderRerankOptions::default(),
        writer: WriterOptions::default(),
        rules: None,
        vocabulary: None,
        program: program(),
        ingest: options(),
    };
    let store = SessionStore::open(archive).unwrap();
    Engine::new(Archive::open(archive).unwrap(), store, models, settings)
}

/// A server that answers until it is dropped.
pub struct Running {
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub fn new() -> Self {
        Self::with(|_| {}, None)
    }

    pub fn with(change: impl FnOnce(&mut Options), tokens: Option<TokenFile>) -> Self {
        Self::over(&town().archive(), change, tokens)
    }

    pub fn over(archive: &Path, change: impl FnOnce(&mut Options), tokens: Option<TokenFile>) -> Self {
        Self::of(engine(archive), change, tokens)
    }

    pub fn of(engine: Engine, change: impl FnOnce(&mut Options), tokens: Option<TokenFile>) -> Self {
        let mut options = Options::new("127.0.0.1:0".parse().unwrap());
        change(&mut options);
        Self::started(Server::bind(Arc::new(engine), options, tokens).unwrap())
    }

    /// A server over several archives, by their names.
    pub fn several(
        archives: &[(&str, &Path)],
        change: impl FnOnce(&mut Options),
        tokens: Option<TokenFile>,
    ) -> Self {
        let mut options = Options::new("127.0.0.1:0".parse().unwrap());
        change(&mut options);
        let served = |(name, place): &(&str, &Path)| Served {
            name: (*name).to_owned(),
            title: name.to_uppercase(),
            engine: Arc::new(engine(place)),
        };
        let archives = archives.iter().map(served).collect();
        Self::started(Server::bind_several(archives, options, tokens).unwrap())
    }

    fn started(server: Server) -> Self {
        let address = server.address();
        let (stop, stopped) = oneshot::channel();
        let thread = std::thread::spawn(move || {
            server.run_until(async {
                let _ = stopped.await;
            });
        });
        Running { address, stop: Some(stop), thread: Some(thread) }
    }

    /// Of a server that another process runs and ends.
    pub fn at(address: SocketAddr) -> Self {
        Running { address, stop: None, thread: None }
    }

    /// Tells it to stop; it may still finish.
    pub fn stop(&mut self) {
        drop(self.stop.take());
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends these bytes and takes the reply.
    pub fn raw(&self, request: &[u8]) -> Reply {
        let mut stream = self.connect();
        // A server that refuses may close before it has read all.
        let _ = stream.write_all(request);
        Reply::of(&mut stream)
    }

    /// Sends a request with these headers besides `Host`.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.address);
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        if !body.is_empty() {
            head.push_str(&format!("Content-Length: {}\r\n", body.len()));
        }
        head.push_str("\r\n");
        self.raw(&[head.as_bytes(), body].concat())
    }

    pub fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &[], b"")
    }

    pub fn post(&self, path: &str, body: &Value) -> Reply {
        self.send("POST", path, &[JSON], body.to_string().as_bytes())
    }
}

pub const JSON: (&str, &str) = ("Content-Type", "application/json");

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What came back.
#[derive(Debug, Default)]
pub struct Reply {
    /// 0 when nothing did.
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn of(stream: &mut TcpStream) -> Reply {
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all);
        let Some(end) = all.windows(4).position(|four| four == b"\r\n\r\n") else { return Reply::default() };
        let head = String::from_utf8_lossy(&all[..end]).into_owned();
        let mut body = all[end + 4..].to_vec();
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
        if head.to_lowercase().contains("transfer-encoding: chunked") {
            body = unchunked(&body);
        }
        Reply { status, head, body }
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {} {}", self.head, self.text()))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let find = |line: &'_ str| line.split_once(':').is_some_and(|(n, _)| n.eq_ignore_ascii_case(name));
        self.head.lines().find(|line| find(line)).and_then(|line| Some(line.split_once(':')?.1.trim()))
    }

    /// The names and data of a stream's events.
    pub fn events(&self) -> Vec<(String, Value)> {
        let text = self.text();
        let event = |block: &str| {
            let field =
                |name: &str| block.lines().find_map(|l| l.strip_prefix(name)).map(|v| v.trim().to_owned());
            let data = serde_json::from_str(&field("data:")?).ok()?;
            Some((field("event:").unwrap_or_default(), data))
        };
        text.split("\n\n").filter_map(event).collect()
    }

    /// A problem with what happened and the next step.
    pub fn is_problem(&self, status: u16) {
        assert_eq!(self.status, status, "{} {}", self.head, self.text());
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{}", self.head);
        let problem = self.json();
        assert_eq!(problem["status"], status);
        for field in ["title", "detail", "next"] {
            assert!(problem[field].as_str().is_some_and(|t| !t.is_empty()), "{problem}");
        }
    }
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    while let Some(end) = body.windows(2).position(|two| two == b"\r\n") {
        let size = usize::from_str_radix(String::from_utf8_lossy(&body[..end]).trim(), 16).unwrap_or(0);
        let data = &body[end + 2..];
        if size == 0 || data.len() < size {
            break;
        }
        out.extend_from_slice(&data[..size]);
        body = data.get(size + 2..).unwrap_or_default();
    }
    out
}
