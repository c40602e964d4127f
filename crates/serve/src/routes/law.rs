//! Routes for sections and packs.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde_json::Value;

use crate::access::caller::Caller;
use crate::body::Asked;
use crate::problem::Problem;
use crate::requests::{DiffRequest, SectionRequest};
use crate::state::App;

/// Returns a section of law.
pub async fn section(
    State(app): State<Arc<App>>,
    caller: Caller,
    Asked(request): Asked<SectionRequest>,
) -> Result<Json<Value>, Problem> {
    app.read(&caller, move |engine| engine.section(&request)).await.map(Json)
}

/// Returns the changes of a section.
pub async fn diff(
    State(app): State<Arc<App>>,
    caller: Caller,
    Asked(request): Asked<DiffRequest>,
) -> Result<Json<Value>, Problem> {
    app.read(&caller, move |engine| engine.section_diff(&request)).await.map(Json)
}

/// Lists the installed packs.
pub async fn packs(State(app): State<Arc<App>>, caller: Caller) -> Result<Json<Value>, Problem> {
    app.read(&caller, |engine| engine.packs()).await.map(Json)
}

/// Returns one pack with its sections.
pub async fn pack(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Json<Value>, Problem> {
    app.read(&caller, move |engine| engine.pack(&name)).await.map(Json)
}
