//! Routes for monitoring the server.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use serde_json::{Value, json};

use crate::access::caller::Caller;
use crate::metrics::Size;
use crate::problem::Problem;
use crate::state::App;

/// The content type of the counters.
pub const METRICS_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Reports that the server runs. It reveals nothing of the archive, because it is open to all.
pub async fn healthz(State(app): State<Arc<App>>) -> Json<Value> {
    Json(state(&app))
}

/// Returns the reply of a server that runs.
pub fn state(app: &App) -> Value {
    json!({
        "status": "ok", "version": env!("CARGO_PKG_VERSION"), "token_needed": app.tokens.is_some() && app.public.is_none(),
    })
}

/// Returns counters for Prometheus.
pub async fn metrics(State(app): State<Arc<App>>, caller: Caller) -> Result<impl IntoResponse, Problem> {
    let (sources, generation) = app.read(&caller, |engine| engine.size()).await?;
    let text = counters(&app, &[Size { archive: None, sources, generation }]);
    Ok(([(header::CONTENT_TYPE, METRICS_TYPE)], text))
}

/// Returns the counters with the sizes of the archives.
pub fn counters(app: &App, sizes: &[Size<'_>]) -> String {
    let ((wait_a, run_a), (wait_b, run_b)) = (app.asking.load(), app.reading.load());
    app.metrics.text(wait_a.saturating_add(wait_b), run_a.saturating_add(run_b), sizes)
}
