//! The guard: every request passes it, and every reply leaves with the same headers.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::body::Body;
use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;
use crate::root::Root;
use crate::setup;
use crate::state::App;
use twolane_answer::new_id;

use super::caller::Caller;
use super::host::{Refused, check};
use super::public;

/// The content policy of a page: nothing from elsewhere, no script or style inside a page, no frames.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
                      connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; \
                      require-trusted-types-for 'script'; trusted-types 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The address that papers are sent to.
const UPLOADS: &str = "/uploads";
/// The addresses of a first run; the first exchanges the key in the page's address.
const SETUP: &str = "/setup";
const SETUP_BEGIN: &str = "/setup/begin";
/// The header with the key of the page's tab.
const SETUP_KEY: HeaderName = HeaderName::from_static("x-twolane-setup");
/// The beginning of the addresses of single papers.
const SOURCES: &str = "/sources/";

/// The addresses behind a guard.
#[derive(Clone)]
pub enum Gate {
    /// An archive, which may be the only one of a server.
    Archive(Arc<App>),
    /// The addresses outside of several archives.
    Root(Arc<Root>),
}

impl Gate {
    fn app(&self) -> &App {
        match self {
            Gate::Archive(app) => app,
            Gate::Root(root) => root.shared(),
        }
    }

    /// Returns the beginning of all addresses behind the guard, which requests come without.
    fn base(&self) -> &str {
        match self {
            Gate::Archive(app) => &app.base,
            Gate::Root(_) => "",
        }
    }
}

/// Admits a request, or returns the reason for its refusal; counts and logs it.
pub async fn guard(State(gate): State<Gate>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let id = new_id("r", "");
    let matched = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let logged = matched.as_ref().map(|path| format!("{}{path}", gate.base()));
    let (route, logged) = (matched.unwrap_or_else(other), logged.unwrap_or_else(other));
    let method = request.method().clone();
    let counted = gate.app().metrics.begin();
    let mut response = match admit(&gate, request).await {
        Ok(request) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    let status = response.status();
    let took = started.elapsed();
    counted.end(&method, &route, status, took);
    let ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    tracing::info!(request = %id, %method, route = %logged, status = status.as_u16(), ms, "answered");
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    if let Ok(id) = HeaderValue::from_str(&id) {
        headers.insert(REQUEST_ID, id);
    }
    response
}

/// Returns the name of all addresses without a route.
fn other() -> String {
    "other".to_owned()
}

/// Returns true for paths open without a token: they reveal nothing of the archive.
fn is_open(path: &str) -> bool {
    matches!(path, "/" | "/healthz" | "/openapi.json" | "/docs" | "/favicon.ico") || path.starts_with("/web/")
}

async fn admit(gate: &Gate, request: Request) -> Result<Request, Problem> {
    let app = gate.app();
    let path = request.uri().path();
    let is_page = request.method() == Method::GET && matches!(path, "/" | "/docs");
    check(request.uri(), request.headers(), &app.hosts, is_page).map_err(refusal)?;
    let caller = caller(app, &request)?;
    if caller.sees.is_public() && !is_open(path) {
        // An address without a route gets the reply that it gets everywhere.
        let is_route = request.extensions().get::<MatchedPath>().is_some();
        if is_route && !public::is_for_all(request.method(), path) {
            return Err(public::token_needed());
        }
        if let Some(rate) = app.public.as_ref().filter(|_| public::is_counted(path)) {
            rate.take(&caller.key, Instant::now()).map_err(public::too_many)?;
        }
        if let Some(rate) = app.public_reads.as_ref().filter(|_| public::is_counted_as_read(path)) {
            rate.take(&caller.key, Instant::now()).map_err(public::too_many)?;
        }
    }
    // No body is read for an address without a route, and no part of an archive answers at the root.
    if let Gate::Root(root) = gate
        && request.extensions().get::<MatchedPath>().is_none()
        && !is_open(path)
    {
        return Err(root.nothing_here(&caller).await);
    }
    if !caller.admin && (path == "/metrics" || path == "/traces" || path.starts_with("/traces/")) {
        return Err(not_an_admin());
    }
    let changes_papers =
        path.starts_with(SOURCES) && matches!(*request.method(), Method::PATCH | Method::DELETE);
    if path == UPLOADS || changes_papers {
        may_write(app, &caller)?;
    }
    if path == SETUP || path.strip_prefix(SETUP).is_some_and(|rest| rest.starts_with('/')) {
        may_set_up(app, &request)?;
    }
    // Where no body is expected, none is accepted: no memory is held for a client without a token.
    let takes_none = is_open(path) || matches!(*request.method(), Method::GET | Method::HEAD);
    let limits = &app.options.limits;
    let (most, time) = match path {
        _ if takes_none => (0, limits.body_time),
        UPLOADS => (limits.upload, limits.upload_time),
        _ if caller.sees.is_public() => (public::longest_body(path, limits.body), limits.body_time),
        _ => (limits.body, limits.body_time),
    };
    let coming = match &app.uploads {
        Some(uploads) if path == UPLOADS && !takes_none => Some(uploads.coming()?),
        _ => None,
    };
    let coming_paper = coming.is_some();
    let (mut parts, body) = request.into_parts();
    if let Some(coming) = coming {
        parts.extensions.insert(coming);
    }
    // A body announced as too large is not read.
    let announced = parts.headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    let announced = announced.and_then(|length| length.parse::<u64>().ok()).unwrap_or(0);
    if usize::try_from(announced).unwrap_or(usize::MAX) > most {
        return Err(too_large(most));
    }
    let whole = tokio::time::timeout(time, axum::body::to_bytes(body, most)).await;
    let body = whole.map_err(|_| too_slow())?.map_err(|error| not_taken(&error, most))?;
    // A paper is identified by its name and its description.
    let told: &[u8] = if coming_paper { &[] } else { &body };
    let address = parts.uri.path_and_query().map_or("", |address| address.as_str());
    let address = format!("{}{address}", gate.base());
    let caller = caller.asking(&[parts.method.as_str().as_bytes(), address.as_bytes(), told]);
    parts.extensions.insert(caller);
    Ok(Request::from_parts(parts, Body::from(body)))
}

/// Returns the sender of a request: a token's holder, a visitor where the public is let in, or the user of this machine
/// where there are neither tokens nor a public.
fn caller(app: &App, request: &Request) -> Result<Caller, Problem> {
    let (path, peer) = (request.uri().path(), peer(request));
    let Some(tokens) = &app.tokens else {
        return Ok(if app.public.is_some() { Caller::visitor(peer) } else { Caller::at(peer) });
    };
    match bearer(request.headers()) {
        _ if is_open(path) => Ok(Caller::visitor(peer)),
        None if app.public.is_some() => Ok(Caller::visitor(peer)),
        token => {
            let tokens = tokens.now();
            let holder = token.and_then(|token| tokens.holder(token));
            holder.map(Caller::holding).ok_or_else(token_needed)
        }
    }
}

/// Checks that this server takes papers, and that the caller is an admin.
fn may_write(app: &App, caller: &Caller) -> Result<(), Problem> {
    if app.uploads.is_none() {
        return Err(Problem::new(
            StatusCode::FORBIDDEN,
            "this server does not accept or change papers",
            "the person who runs it can start it with --uploads FOLDER, or use `twolane ingest` and `twolane source`",
        ));
    }
    caller.admin.then_some(()).ok_or_else(not_an_admin)
}

/// Checks that a request comes from the page that the program opened.
fn may_set_up(app: &App, request: &Request) -> Result<(), Problem> {
    let key = request.headers().get(SETUP_KEY).and_then(|key| key.to_str().ok());
    let allowed = app
        .setup
        .as_ref()
        .is_some_and(|setup| request.uri().path() == SETUP_BEGIN || key.is_some_and(|key| setup.is_for(key)));
    allowed.then_some(()).ok_or_else(setup::refused)
}

fn not_an_admin() -> Problem {
    Problem::new(
        StatusCode::FORBIDDEN,
        "this is not an admin token",
        "use a token that was made with --admin",
    )
}

fn peer(request: &Request) -> SocketAddr {
    let connected = request.extensions().get::<ConnectInfo<SocketAddr>>();
    connected.map_or_else(|| SocketAddr::from(([0, 0, 0, 0], 0)), |info| info.0)
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

fn token_needed() -> Problem {
    Problem::new(
        StatusCode::UNAUTHORIZED,
        "this server requires a token",
        "send `Authorization: Bearer TOKEN`; the person who runs the server makes tokens",
    )
}

fn refusal(why: Refused) -> Problem {
    match why {
        Refused::Host => Problem::new(
            StatusCode::MISDIRECTED_REQUEST,
            "this server is not known by that name",
            "use the address that the server printed when it started; the person who runs it can add names with --host",
        ),
        Refused::Origin => Problem::new(
            StatusCode::FORBIDDEN,
            "requests from pages of other sites are not answered",
            "open this server's own page, or send the request from a program",
        ),
    }
}

fn too_slow() -> Problem {
    Problem::new(StatusCode::REQUEST_TIMEOUT, "the request's body took too long", "send it in one go")
}

fn too_large(limit: usize) -> Problem {
    Problem::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        format!("the request's body is larger than {} kB", limit >> 10),
        "send less; papers go into the archive with `twolane ingest`",
    )
}

fn not_taken(error: &axum::Error, limit: usize) -> Problem {
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    while let Some(inner) = cause {
        if inner.to_string().contains("length limit exceeded") {
            return too_large(limit);
        }
        cause = inner.source();
    }
    Problem::bad("the request's body was cut off", "send it again in full")
}
