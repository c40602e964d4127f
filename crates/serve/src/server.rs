//! Connections: their number, their duration, and their end.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use super::access::addresses::Addresses;
use super::access::host::Hosts;
use super::access::public::READS;
use super::access::rate::Rate;
use super::access::tokens::TokenFile;
use super::engine::Engine;
use super::folders::{Folders, KeptFolder};
use super::metrics::Metrics;
use super::options::{Limits, Options};
use super::picture::Pictures;
use super::pool::Pool;
use super::root::Root;
use super::routes::router;
use super::setup::Setup;
use super::several::{Served, root_router, wrong_name};
use super::site::{ARCHIVES, Site};
use super::state::{App, Guarded};
use super::uploads::Uploads;
use twolane_ingest::watch::WatchOptions;

/// The largest number of headers of a request, and the most bytes of its head.
const HEADERS: usize = 100;
const HEAD_BYTES: usize = 64 << 10;
/// The wait after a connection could not be accepted, as when descriptors run out.
const AFTER_ERROR: Duration = Duration::from_millis(100);

/// The longest time to send the refusal to a client that is turned away.
const TELLING: Duration = Duration::from_secs(1);

/// The reason why a server does not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// Any machine on the network could ask.
    #[error(
        "{listen} can be reached from other machines, and no token is asked for; add --token-file FILE (if the file is missing, it is created with a first token), or --public to show everybody the public papers, or listen on 127.0.0.1"
    )]
    Unguarded {
        /// The address to listen on.
        listen: SocketAddr,
    },
    /// A token file without tokens.
    #[error("the token file holds no token; make one with --new-token NAME")]
    NoTokens,
    /// The address is not available.
    #[error(
        "cannot listen on {listen}: {source}; choose another address with --listen, such as 127.0.0.1:0 for any free port"
    )]
    Listen {
        /// The address to listen on.
        listen: SocketAddr,
        /// The system's error.
        source: std::io::Error,
    },
    /// A name that can't be in an address, or that two archives have.
    #[error("{name:?} can't be the name of an archive, or two archives have this name")]
    ArchiveName {
        /// The refused name.
        name: String,
    },
    /// A server of several archives without an archive.
    #[error("the server was given no archive")]
    NoArchives,
    /// The system has no threads left.
    #[error("the server can't be started: {0}")]
    Start(#[from] std::io::Error),
}

/// A server that is bound to its address.
pub struct Server {
    runtime: tokio::runtime::Runtime,
    listener: TcpListener,
    address: SocketAddr,
    site: Site,
    limits: Limits,
    setup_key: Option<String>,
    folders: Arc<Folders>,
}

/// The parts that the archives of a server share.
struct Shared {
    hosts: Hosts,
    asking: Pool,
    reading: Pool,
    ingesting: Pool,
    uploading: Arc<Semaphore>,
    public: Option<Arc<Rate>>,
    public_reads: Option<Arc<Rate>>,
    metrics: Arc<Metrics>,
    options: Options,
    tokens: Option<Arc<TokenFile>>,
}

impl Shared {
    /// Builds the parts of one archive; without a name it is the only one. Uploads for a name go into a folder of that
    /// name.
    fn app(&self, engine: Arc<Engine>, name: Option<&str>, setup: Option<Arc<Setup>>) -> Arc<App> {
        let folder = self.options.uploads.clone().map(|folder| match name {
            Some(name) => folder.join(name),
            None => folder,
        });
        Arc::new(App {
            base: name.map(|name| format!("{ARCHIVES}{name}")).unwrap_or_default(),
            hosts: self.hosts.clone(),
            asking: self.asking.clone(),
            reading: self.reading.clone(),
            ingesting: self.ingesting.clone(),
            uploads: folder.map(|folder| Uploads::new(folder, Arc::clone(&self.uploading))),
            pictures: Pictures::default(),
            metrics: Arc::clone(&self.metrics),
            engine: Guarded::new(engine),
            public: self.public.clone(),
            public_reads: self.public_reads.clone(),
            setup,
            options: self.options.clone(),
            tokens: self.tokens.clone(),
        })
    }

    /// Builds the routers of several archives.
    fn several(&self, archives: Vec<Served>) -> Result<Site, ServeError> {
        if let Some(name) = wrong_name(archives.iter().map(|archive| archive.name.as_str())) {
            return Err(ServeError::ArchiveName { name: name.to_owned() });
        }
        let apps: Vec<(String, String, Arc<App>)> = archives
            .into_iter()
            .map(|Served { name, title, engine }| {
                let app = self.app(engine, Some(&name), None);
                (name, title, app)
            })
            .collect();
        let routers = apps.iter().map(|(name, _, app)| (name.clone(), router(Arc::clone(app)))).collect();
        let root = Root::new(apps).ok_or(ServeError::NoArchives)?;
        Ok(Site::of_several(root_router(Arc::new(root)), routers))
    }
}

impl Server {
    /// Binds the address, without accepting connections yet.
    ///
    /// # Errors
    /// Returns a [`ServeError`] when it can't start.
    pub fn bind(
        engine: Arc<Engine>,
        options: Options,
        tokens: Option<TokenFile>,
    ) -> Result<Self, ServeError> {
        let folders: Arc<Folders> = Arc::default();
        let setup = options.setup.clone().map(|host| Setup::new(host.0, Arc::clone(&folders))).transpose()?;
        let (setup, setup_key) = setup.map(|(setup, key)| (Arc::new(setup), key)).unzip();
        let (kept, watch) = (options.folders.clone(), options.watch);
        let server = Self::bind_site(options, tokens, |shared| {
            Ok(Site::of_one(router(shared.app(Arc::clone(&engine), None, setup.clone()))))
        })?;
        keep_in_step(&engine, kept, &folders, &watch);
        Ok(Server { setup_key, folders, ..server })
    }

    /// Binds the address for several archives, each below `/archives/NAME/`. Uploads for an archive go into the folder
    /// of its name, which must exist, in the folder of the options.
    ///
    /// # Errors
    /// Returns a [`ServeError`] when it can't start, or for a name that is not one of
    /// [`archive_names`](super::archive_names).
    pub fn bind_several(
        archives: Vec<Served>,
        options: Options,
        tokens: Option<TokenFile>,
    ) -> Result<Self, ServeError> {
        Self::bind_site(options, tokens, |shared| shared.several(archives))
    }

    fn bind_site(
        options: Options,
        tokens: Option<TokenFile>,
        site: impl FnOnce(&Shared) -> Result<Site, ServeError>,
    ) -> Result<Self, ServeError> {
        let listen = options.listen;
        if tokens.is_none() && options.public.is_none() && !listen.ip().is_loopback() {
            return Err(ServeError::Unguarded { listen });
        }
        if tokens.as_ref().is_some_and(|file| file.now().is_empty()) {
            return Err(ServeError::NoTokens);
        }
        // Where tokens are required or the public is let in, clients are different people.
        let pool = || Pool::new(&options.limits, tokens.is_some() || options.public.is_some());
        let (asking, reading) = (pool(), pool());
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let failed = |source| ServeError::Listen { listen, source };
        let listener = runtime.block_on(TcpListener::bind(listen)).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let shared = Shared {
            hosts: Hosts::new(address, &options.hosts),
            asking,
            reading,
            ingesting: Pool::new(&Limits { workers: 1, ..options.limits.clone() }, false),
            uploading: Uploads::room(options.limits.uploads),
            metrics: Arc::new(Metrics::new()),
            public: options.public.as_ref().map(|public| Arc::new(Rate::new(public.per_minute))),
            public_reads: options
                .public
                .as_ref()
                .map(|public| Arc::new(Rate::new(public.per_minute.max(READS)))),
            options,
            tokens: tokens.map(Arc::new),
        };
        let site = site(&shared)?;
        Ok(Server {
            runtime,
            listener,
            address,
            site,
            limits: shared.options.limits,
            setup_key: None,
            folders: Arc::default(),
        })
    }

    /// Returns the address it listens on, with the assigned port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the key for the address of the page that may set up what is missing; it works once.
    pub fn setup_key(&self) -> Option<&str> {
        self.setup_key.as_deref()
    }

    /// Serves until Ctrl-C or SIGTERM, then finishes the replies in progress.
    ///
    /// # Errors
    /// Fails when signals can't be received.
    pub fn run(self) -> Result<(), ServeError> {
        let signals = {
            let _entered = self.runtime.enter();
            Signals::new()?
        };
        self.run_until(signals.heard());
        Ok(())
    }

    /// Serves until this future is ready, then finishes the replies in progress.
    pub fn run_until(self, stop: impl Future<Output = ()>) {
        let Server { runtime, listener, site, limits, folders, .. } = self;
        runtime.block_on(accept(listener, site, limits, stop));
        // A run over a folder ends at its next step, with what it has finished.
        folders.end_all();
        // Work whose client is gone is not waited for either.
        runtime.shutdown_timeout(Duration::from_secs(2));
    }
}

/// Keeps the archive in step with these folders. One that is not there now may come back, as a drive does.
fn keep_in_step(engine: &Engine, kept: Vec<KeptFolder>, folders: &Arc<Folders>, watch: &WatchOptions) {
    for one in kept {
        let folder = one.folder.clone();
        if let Err(other) = folders.add(one) {
            tracing::warn!(folder = %folder.path.display(), other = %other.display(), "this folder overlaps with another, which is kept in step instead");
            continue;
        }
        if let Err(problem) = engine.keep_in_step(folder, folders, watch) {
            tracing::warn!(problem = %problem.detail, "a folder is not kept in step");
        }
    }
}

struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

impl Signals {
    fn new() -> std::io::Result<Self> {
        Ok(Signals {
            #[cfg(unix)]
            terminate: tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?,
        })
    }

    #[cfg(unix)]
    async fn heard(mut self) {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = self.terminate.recv() => {}
        }
    }

    #[cfg(not(unix))]
    async fn heard(self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}

async fn accept(listener: TcpListener, site: Site, limits: Limits, stop: impl Future<Output = ()>) {
    let room = Arc::new(Semaphore::new(limits.connections.max(1)));
    let addresses = Addresses::new(limits.per_address.max(1));
    let graceful = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        // The system queues those for which there is no room.
        let taken = tokio::select! {
            () = &mut stop => break,
            taken = async {
                let place = Arc::clone(&room).acquire_owned().await;
                (place, listener.accept().await)
            } => taken,
        };
        let (Ok(place), Ok((stream, peer))) = taken else {
            tokio::time::sleep(AFTER_ERROR).await;
            continue;
        };
        let Some(connected) = addresses.take(peer.ip()) else {
            tokio::spawn(turn_away(stream));
            continue;
        };
        let served = serve(stream, peer, site.clone(), &limits, &graceful);
        let most = limits.connection_time;
        tokio::spawn(async move {
            // A connection that does not end by itself is cut.
            let _ = tokio::time::timeout(most, served).await;
            drop((place, connected));
        });
    }
    drop(listener);
    if tokio::time::timeout(limits.stop_time, graceful.shutdown()).await.is_err() {
        tracing::warn!("connections were cut that did not end in time");
    }
}

/// The reply to an address with too many connections; it is sent without reading a byte.
const ENOUGH: &[u8] = b"HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/problem+json\r\n\
    Retry-After: 1\r\nConnection: close\r\nContent-Length: 161\r\n\r\n\
    {\"type\":\"about:blank\",\"title\":\"Too Many Requests\",\"status\":429,\"detail\":\"too many connections of \
    this address\",\"next\":\"close some and try again\",\"retry_after\":1}";

async fn turn_away(stream: TcpStream) {
    let told = async {
        stream.writable().await?;
        stream.try_write(ENOUGH)
    };
    // A client that does not read is cut.
    let _ = tokio::time::timeout(TELLING, told).await;
}

fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    site: Site,
    limits: &Limits,
    graceful: &GracefulShutdown,
) -> impl Future<Output = ()> + use<> {
    // Replies are small, and the next event of a stream must not wait for more.
    let _ = stream.set_nodelay(true);
    let answer = service_fn(move |request: hyper::Request<Incoming>| {
        let (service, mut request) = site.routed(request.map(Body::new));
        async move {
            request.extensions_mut().insert(ConnectInfo(peer));
            let response = tower_call(service, request).await;
            Ok::<_, Infallible>(response)
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head_time)
        .max_headers(HEADERS)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), answer);
    let watched = graceful.watch(connection);
    async move {
        // A client that speaks no HTTP, or disconnects, is no error of the server.
        let _ = watched.await;
    }
}

async fn tower_call(service: Router, request: hyper::Request<Body>) -> axum::response::Response {
    use hyper::service::Service;
    let service = hyper_util::service::TowerToHyperService::new(service);
    match service.call(request).await {
        Ok(response) => response,
        Err(never) => match never {},
    }
}
