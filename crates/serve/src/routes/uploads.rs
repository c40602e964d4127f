//! Routes for uploads: one JSON object, or a stream of events.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

use crate::access::caller::Caller;
use crate::body::Asked;
use crate::log::paper_logged;
use crate::problem::Problem;
use crate::requests::UploadQuery;
use crate::state::App;
use crate::uploads::Coming;

/// The number of events that may wait for a slow reader; beyond that only the final event is sent.
const AHEAD: usize = 16;

/// Stores a paper and reads it into the archive, even when the client does not wait for the end.
pub async fn upload(
    State(app): State<Arc<App>>,
    caller: Caller,
    coming: Option<Extension<Coming>>,
    Asked(query): Asked<UploadQuery>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Problem> {
    let has = |name, kind: &str| {
        let value = headers.get(name).and_then(|value: &axum::http::HeaderValue| value.to_str().ok());
        value.is_some_and(|value| value.split(',').any(|part| part.trim().starts_with(kind)))
    };
    if !has(header::CONTENT_TYPE, "application/octet-stream") {
        // A form of another site can't send this type.
        return Err(Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "the request's Content-Type is not application/octet-stream",
            "send `Content-Type: application/octet-stream`",
        ));
    }
    let turn = app.ingesting.turn(&caller.key, caller.asks, app.options.limits.per_client).await?;
    let (tell, told) = mpsc::channel::<(String, Value)>(AHEAD);
    let work = tokio::task::spawn_blocking(move || {
        let Some(uploads) = &app.uploads else {
            return Err(Problem::internal(&"a paper came past the guard"));
        };
        let kept = uploads.keep(&query.name, &body, query.replace)?;
        drop((body, coming));
        let on_event = |name: &str, data: Value| {
            // The archive waits for no reader.
            let _ = tell.try_send((name.to_owned(), data));
        };
        let taken = app.engine.seen_by(&caller).take_in(&kept.path, &query, &on_event);
        match &taken {
            Ok(reply) => log_added(reply, &caller),
            Err(_) => kept.take_back(),
        }
        drop(turn);
        taken
    });
    if !has(header::ACCEPT, "text/event-stream") {
        drop(told);
        return ended(work).await.map(|reply| Json(reply).into_response());
    }
    let (to, events) = mpsc::channel(AHEAD);
    tokio::spawn(async move {
        let mut told = told;
        let event = |name: &str, data: &Value| {
            Ok::<_, Infallible>(Event::default().event(name).data(data.to_string()))
        };
        while let Some((name, data)) = told.recv().await {
            let _ = to.send(event(&name, &data)).await;
        }
        let last = match ended(work).await {
            Ok(reply) => event("done", &reply),
            Err(problem) => event("error", &json!(problem)),
        };
        let _ = to.send(last).await;
    });
    Ok(Sse::new(ReceiverStream::new(events)).keep_alive(KeepAlive::default()).into_response())
}

/// Logs the papers that an upload added or changed.
fn log_added(reply: &Value, caller: &Caller) {
    for paper in reply.get("sources").and_then(Value::as_array).into_iter().flatten() {
        match paper.get("status").and_then(Value::as_str) {
            Some("added") => paper_logged("added", paper, caller),
            Some("changed") => paper_logged("changed", paper, caller),
            _ => {}
        }
    }
}

async fn ended(work: tokio::task::JoinHandle<Result<Value, Problem>>) -> Result<Value, Problem> {
    work.await.unwrap_or_else(|error| Err(Problem::internal(&error)))
}
