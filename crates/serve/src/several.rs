//! Several archives under one server: their names, their list, and the addresses outside of them.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};

use super::access::caller::Caller;
use super::access::guard::{Gate, guard};
use super::engine::Engine;
use super::metrics::Size;
use super::problem::Problem;
use super::root::Root;
use super::routes::{health, wrong_method};
use super::site::ARCHIVES;
use super::{openapi, page};

/// An archive that a server offers beside others.
pub struct Served {
    /// The name in addresses, one of [`archive_names`].
    pub name: String,
    /// The name that people read.
    pub title: String,
    /// The archive's engine.
    pub engine: Arc<Engine>,
}

/// Returns a name for each of these titles: lower-case letters, digits and `-`. A name that is taken gets a number.
pub fn archive_names(titles: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for title in titles {
        let plain = plain(title);
        let mut name = plain.clone();
        let mut number = 1_u64;
        while names.contains(&name) {
            number = number.saturating_add(1);
            name = format!("{plain}-{number}");
        }
        names.push(name);
    }
    names
}

fn plain(title: &str) -> String {
    let lower = title.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "archive".to_owned() } else { words.join("-") }
}

/// Returns the first of these names that can't be one of a server's archives: it is invalid, or given twice.
pub fn wrong_name<'n>(names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let mut seen = BTreeSet::new();
    names.into_iter().find(|name| plain(name) != *name || !seen.insert(*name))
}

/// Builds the router of the addresses outside of the archives.
pub fn root_router(root: Arc<Root>) -> Router {
    let routes = Router::new()
        .route("/", get(page::archives))
        .route("/web/{file}", get(page::file))
        .route("/favicon.ico", get(page::icon))
        .route("/docs", get(page::docs))
        .route("/openapi.json", get(openapi::of_root))
        .route("/healthz", get(healthz))
        .route("/metrics", get(metrics))
        .route("/archives", get(archives))
        .method_not_allowed_fallback(wrong_method)
        .fallback(nothing_here);
    routes.layer(from_fn_with_state(Gate::Root(Arc::clone(&root)), guard)).with_state(root)
}

/// Lists the archives as the caller sees them.
async fn archives(State(root): State<Arc<Root>>, caller: Caller) -> Result<Json<Value>, Problem> {
    let seen = root.seen(&caller).await?;
    let archives: Vec<Value> = seen
        .iter()
        .map(|archive| {
            json!({
                "name": archive.name,
                "title": archive.title,
                "address": format!("{ARCHIVES}{}/", archive.name),
                "sources": archive.papers,
                "places": archive.places,
            })
        })
        .collect();
    let sign_in = caller.sees.is_public() && root.shared().tokens.is_some();
    Ok(Json(json!({ "archives": archives, "sign_in": sign_in })))
}

async fn healthz(State(root): State<Arc<Root>>) -> Json<Value> {
    Json(health::state(root.shared()))
}

async fn metrics(State(root): State<Arc<Root>>, caller: Caller) -> Result<impl IntoResponse, Problem> {
    let seen = root.seen(&caller).await?;
    let sizes: Vec<Size<'_>> = seen
        .iter()
        .map(|archive| Size {
            archive: Some(&archive.name),
            sources: archive.papers,
            generation: archive.generation,
        })
        .collect();
    let text = health::counters(root.shared(), &sizes);
    Ok(([(header::CONTENT_TYPE, health::METRICS_TYPE)], text))
}

/// The reply to the open addresses that have no route; the guard answers the others.
async fn nothing_here() -> Problem {
    Problem::not_found("there is nothing at this address", "GET /archives lists the archives")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_distinct() {
        let titles = ["Harrow Point", "alder", "Alder", "alder-2", "市", "../x", "a__b.c"].map(str::to_owned);
        let names = archive_names(&titles);
        assert_eq!(names, ["harrow-point", "alder", "alder-2", "alder-2-2", "archive", "x", "a-b-c"]);
        assert_eq!(wrong_name(names.iter().map(String::as_str)), None);
        for wrong in [&["a", "a"][..], &["A"], &["a/b"], &[".."], &["-a"], &[""]] {
            assert!(wrong_name(wrong.iter().copied()).is_some(), "{wrong:?}");
        }
    }
}
