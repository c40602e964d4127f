//! The web page, from the binary. Its sources are in `web/`.

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::problem::Problem;

/// A file of the web page.
struct Asset {
    name: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
}

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

macro_rules! asset {
    ($name:literal, $kind:expr) => {
        Asset { name: $name, kind: $kind, bytes: include_bytes!(concat!("../../../web/", $name)) }
    };
}

const ASSETS: [Asset; 34] = [
    asset!("index.html", HTML),
    asset!("docs.html", HTML),
    asset!("archives.html", HTML),
    asset!("style.css", STYLE),
    asset!("icon.svg", "image/svg+xml"),
    asset!("main.js", SCRIPT),
    asset!("docs.js", SCRIPT),
    asset!("api.js", SCRIPT),
    asset!("archives.js", SCRIPT),
    asset!("picker.js", SCRIPT),
    asset!("token.js", SCRIPT),
    asset!("dom.js", SCRIPT),
    asset!("ask.js", SCRIPT),
    asset!("answer.js", SCRIPT),
    asset!("passage.js", SCRIPT),
    asset!("place.js", SCRIPT),
    asset!("plain.js", SCRIPT),
    asset!("lines.js", SCRIPT),
    asset!("quotes.js", SCRIPT),
    asset!("copy.js", SCRIPT),
    asset!("take.js", SCRIPT),
    asset!("kept.js", SCRIPT),
    asset!("thread.js", SCRIPT),
    asset!("paper.js", SCRIPT),
    asset!("beside.js", SCRIPT),
    asset!("source.js", SCRIPT),
    asset!("search.js", SCRIPT),
    asset!("papers.js", SCRIPT),
    asset!("paperlist.js", SCRIPT),
    asset!("paperedit.js", SCRIPT),
    asset!("start.js", SCRIPT),
    asset!("upload.js", SCRIPT),
    asset!("law.js", SCRIPT),
    asset!("check.js", SCRIPT),
];

/// Returns one of the files; any other name leads nowhere.
fn asset(name: &str) -> Option<Response> {
    let asset = ASSETS.iter().find(|asset| asset.name == name)?;
    let headers = [(header::CONTENT_TYPE, asset.kind), (header::CACHE_CONTROL, "no-cache")];
    Some((headers, asset.bytes).into_response())
}

fn missing() -> Problem {
    Problem::not_found("the page has no such file", "open / for the page")
}

/// Serves the web page.
pub async fn index() -> Result<Response, Problem> {
    asset("index.html").ok_or_else(missing)
}

/// Serves the page that lists several archives.
pub async fn archives() -> Result<Response, Problem> {
    asset("archives.html").ok_or_else(missing)
}

/// Serves the API documentation page.
pub async fn docs() -> Result<Response, Problem> {
    asset("docs.html").ok_or_else(missing)
}

/// Serves the page's icon.
pub async fn icon() -> Result<Response, Problem> {
    asset("icon.svg").ok_or_else(missing)
}

/// Serves a script, style or picture of the page.
pub async fn file(Path(name): Path<String>) -> Result<Response, Problem> {
    asset(&name).filter(|_| !name.ends_with(".html")).ok_or_else(missing)
}
