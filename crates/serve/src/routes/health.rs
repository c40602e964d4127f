//! Routes for monitoring the server.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use serde_json::{Value, json};

use crate::access::caller::Caller;
use crate::problem::Problem;
use crate::state::App;

/// Reports that the server runs. It reveals nothing of the archive, because it is open to all.
pub async fn healthz(State(app): State<Arc<App>>) -> Json<Value> {
    Json(json!({
        "status": "ok", "version": env!("CARGO_PKG_VERSION"), "token_needed": app.tokens.is_some() && app.public.is_none(),
    }))
}

/// Returns counters for Prometheus.
pub async fn metrics(State(app): State<Arc<App>>, caller: Caller) -> Result<impl IntoResponse, Problem> {
    let (sources, generation) = app.read(&caller, |engine| engine.size()).await?;
    let ((wait_a, run_a), (wait_b, run_b)) = (app.asking.load(), app.reading.load());
    let text =
        app.metrics.text(wait_a.saturating_add(wait_b), run_a.saturating_add(run_b), sources, generation);
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text))
}
