//! HTTP routes, one file per subject. Each reads a request, has the engine do the work and writes the reply.

mod answers;
mod ask;
pub mod health;
mod law;
mod papers;
mod people;
mod search;
mod setup;
mod uploads;
mod working;

pub use ask::status_of;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};

use super::access::guard::{Gate, guard};
use super::problem::Problem;
use super::state::App;
use super::{mcp, openai, openapi, page};

/// Builds the router of all paths of an archive. That of an only archive also answers those of the server.
pub fn router(app: Arc<App>) -> Router {
    let routes = if app.base.is_empty() { server_routes() } else { Router::new() };
    let routes = routes
        .route("/", get(page::index))
        .route("/openapi.json", get(openapi::document))
        .route("/ask", post(ask::ask))
        .route("/answers/{id}", get(answers::answer))
        .route("/document", post(answers::document))
        .route("/search", get(search::search_get).post(search::search))
        .route("/filters", get(search::filters))
        .route("/sources", get(papers::sources))
        .route(
            "/sources/{id}",
            get(papers::source).patch(papers::change_source).delete(papers::remove_source),
        )
        .route("/sources/{id}/pages/{n}", get(papers::page))
        .route("/sources/{id}/pages/{n}/picture", get(papers::picture))
        .route("/uploads", post(uploads::upload))
        .route("/quote", get(papers::quote_get).post(papers::quote))
        .route("/verify", post(papers::verify))
        .route("/sections", get(law::section))
        .route("/sections/diff", get(law::diff))
        .route("/packs", get(law::packs))
        .route("/packs/{name}", get(law::pack))
        .route("/sessions", get(people::sessions))
        .route(
            "/sessions/{id}",
            get(people::session).patch(people::change_session).delete(people::remove_session),
        )
        .route("/memory", get(people::memory).delete(people::forget_all))
        .route("/memory/{id}", axum::routing::delete(people::forget))
        .route("/traces", get(people::traces))
        .route("/traces/{id}", get(people::trace))
        .route("/examples", get(search::examples))
        .route("/setup", get(setup::state))
        .route("/setup/begin", post(setup::begin))
        .route("/setup/model", post(setup::model))
        .route("/setup/folder", post(setup::folder).delete(setup::end_watch))
        .route("/setup/recognition", post(setup::recognize))
        .route("/setup/sample", post(setup::add_sample).delete(setup::remove_sample))
        .route("/v1/models", get(openai::models))
        .route("/v1/embeddings", post(openai::embeddings))
        .route("/v1/chat/completions", post(openai::chat))
        .route_service("/mcp", mcp::over_http(Arc::clone(&app)))
        .method_not_allowed_fallback(wrong_method)
        .fallback(nothing_here);
    // The guard has read the body within the server's own limits.
    let routes = routes.layer(DefaultBodyLimit::disable());
    routes.layer(from_fn_with_state(Gate::Archive(Arc::clone(&app)), guard)).with_state(app)
}

/// Returns the routes of a server; with several archives they are at the root.
fn server_routes() -> Router<Arc<App>> {
    Router::new()
        .route("/web/{file}", get(page::file))
        .route("/favicon.ico", get(page::icon))
        .route("/docs", get(page::docs))
        .route("/healthz", get(health::healthz))
        .route("/metrics", get(health::metrics))
}

async fn nothing_here() -> Problem {
    Problem::not_found("there is nothing at this address", "GET /openapi.json lists what there is")
}

/// Returns the problem of a method that an address does not take.
pub async fn wrong_method() -> Problem {
    Problem::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "this address does not take that method",
        "GET /openapi.json lists what it takes",
    )
}
