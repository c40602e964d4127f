//! Routes for uploads: one JSON object, or a stream of events.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use serde_json::Value;

use crate::access::caller::Caller;
use crate::body::Asked;
use crate::log::paper_logged;
use crate::problem::Problem;
use crate::requests::UploadQuery;
use crate::state::App;
use crate::uploads::Coming;

use super::working::{answered, channel, has};

/// Stores a paper and reads it into the archive, even when the client does not wait for the end.
pub async fn upload(
    State(app): State<Arc<App>>,
    caller: Caller,
    coming: Option<Extension<Coming>>,
    Asked(query): Asked<UploadQuery>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Problem> {
    if !has(&headers, header::CONTENT_TYPE, "application/octet-stream") {
        // A form of another site can't send this type.
        return Err(Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "the request's Content-Type is not application/octet-stream",
            "send `Content-Type: application/octet-stream`",
        ));
    }
    let turn = app.ingesting.turn(&caller.key, caller.asks, app.options.limits.per_client).await?;
    let (tell, told) = channel();
    let work = tokio::task::spawn_blocking(move || {
        let Some(uploads) = &app.uploads else {
            return Err(Problem::internal(&"a paper came past the guard"));
        };
        let kept = uploads.keep(&query.name, &body, query.replace)?;
        drop((body, coming));
        let on_event = |name: &str, data: Value| tell.event(name, data);
        let taken = app.engine.seen_by(&caller).take_in(&kept.path, &query, &on_event);
        match &taken {
            Ok(reply) => log_added(reply, &caller, &app.base),
            Err(_) => kept.take_back(),
        }
        drop(turn);
        taken
    });
    answered(work, told, &headers).await
}

/// Logs the papers that an upload added or changed.
fn log_added(reply: &Value, caller: &Caller, base: &str) {
    for paper in reply.get("sources").and_then(Value::as_array).into_iter().flatten() {
        match paper.get("status").and_then(Value::as_str) {
            Some("added") => paper_logged("added", paper, caller, base),
            Some("changed") => paper_logged("changed", paper, caller, base),
            _ => {}
        }
    }
}
