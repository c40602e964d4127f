//! Routes for sessions, remembered answers and traces.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde_json::Value;

use crate::access::caller::Caller;
use crate::body::{Asked, Posted};
use crate::problem::Problem;
use crate::requests::{ListQuery, SessionChange};
use crate::state::App;

/// Lists the caller's sessions.
pub async fn sessions(State(app): State<Arc<App>>, caller: Caller) -> Result<Json<Value>, Problem> {
    let holder = caller.clone();
    app.read(&caller, move |engine| engine.session_list(&holder)).await.map(Json)
}

/// Returns one session.
pub async fn session(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let holder = caller.clone();
    app.read(&caller, move |engine| engine.session(&id, &holder)).await.map(Json)
}

/// Changes a session's values.
pub async fn change_session(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    Posted(change): Posted<SessionChange>,
) -> Result<Json<Value>, Problem> {
    let holder = caller.clone();
    app.read(&caller, move |engine| engine.change_session(&id, &change.fields, &holder)).await.map(Json)
}

/// Deletes a session.
pub async fn remove_session(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let holder = caller.clone();
    app.read(&caller, move |engine| engine.remove_session(&id, &holder)).await.map(Json)
}

/// Lists the caller's remembered answers.
pub async fn memory(State(app): State<Arc<App>>, caller: Caller) -> Result<Json<Value>, Problem> {
    let holder = caller.clone();
    app.read(&caller, move |engine| engine.memory(&holder)).await.map(Json)
}

/// Deletes all remembered answers.
pub async fn forget_all(State(app): State<Arc<App>>, caller: Caller) -> Result<Json<Value>, Problem> {
    let holder = caller.clone();
    app.read(&caller, move |engine| engine.forget(None, &holder)).await.map(Json)
}

/// Deletes one remembered answer.
pub async fn forget(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let holder = caller.clone();
    app.read(&caller, move |engine| engine.forget(Some(&id), &holder)).await.map(Json)
}

/// The largest number of traces in a list.
const MOST: u32 = 1000;

/// Lists the newest traces.
pub async fn traces(
    State(app): State<Arc<App>>,
    caller: Caller,
    Asked(query): Asked<ListQuery>,
) -> Result<Json<Value>, Problem> {
    app.read(&caller, move |engine| engine.traces(query.n.unwrap_or(50).clamp(1, MOST))).await.map(Json)
}

/// Returns one trace.
pub async fn trace(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    app.read(&caller, move |engine| engine.trace(&id, false)).await.map(Json)
}
