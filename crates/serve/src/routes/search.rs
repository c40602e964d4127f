//! Routes for finding chunks.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use crate::access::caller::Caller;
use crate::body::{Asked, Posted};
use crate::problem::Problem;
use crate::requests::{SearchQuery, SearchRequest};
use crate::state::App;

/// Searches by a JSON body.
pub async fn search(
    State(app): State<Arc<App>>,
    caller: Caller,
    Posted(request): Posted<SearchRequest>,
) -> Result<Json<Value>, Problem> {
    app.ask(&caller, move |engine, cancel| engine.search(&request, cancel)).await.map(Json)
}

/// Searches by a query string.
pub async fn search_get(
    State(app): State<Arc<App>>,
    caller: Caller,
    Asked(query): Asked<SearchQuery>,
) -> Result<Json<Value>, Problem> {
    app.ask(&caller, move |engine, cancel| engine.search(&query.into(), cancel)).await.map(Json)
}

/// Returns example questions that the archive answers.
pub async fn examples(State(app): State<Arc<App>>, caller: Caller) -> Result<Json<Value>, Problem> {
    let asker = caller.clone();
    app.ask(&caller, move |engine, cancel| engine.examples(&asker, cancel)).await.map(Json)
}

/// Returns the values that conditions can have.
pub async fn filters(State(app): State<Arc<App>>, caller: Caller) -> Result<Json<Value>, Problem> {
    let uploads = app.uploads.is_some() && caller.admin;
    let more = json!({
        "uploads": uploads,
        "sees": caller.sees,
        "sign_in": caller.sees.is_public() && app.tokens.is_some(),
        "contact": app.options.contact,
    });
    app.read(&caller, move |engine| engine.filters(more)).await.map(Json)
}
