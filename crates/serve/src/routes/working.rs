//! Replies of work that goes on when nobody waits for its end: one JSON object, or a stream of events.

use std::convert::Infallible;

use axum::Json;
use axum::http::{HeaderMap, HeaderName, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_stream::wrappers::ReceiverStream;

use crate::problem::Problem;

/// The number of events that may wait for a slow reader; beyond that only the final event is sent.
const AHEAD: usize = 16;

/// The sender of the work's events.
pub struct Teller(mpsc::Sender<(String, Value)>);

impl Teller {
    /// Sends an event; the work waits for no reader.
    pub fn event(&self, name: &str, data: Value) {
        let _ = self.0.try_send((name.to_owned(), data));
    }
}

/// Returns the sender of the work's events, and their receiver.
pub fn channel() -> (Teller, mpsc::Receiver<(String, Value)>) {
    let (tell, told) = mpsc::channel(AHEAD);
    (Teller(tell), told)
}

/// Returns true when a header names this type.
pub fn has(headers: &HeaderMap, name: HeaderName, kind: &str) -> bool {
    let value = headers.get(name).and_then(|value| value.to_str().ok());
    value.is_some_and(|value| value.split(',').any(|part| part.trim().starts_with(kind)))
}

/// Returns the work's reply: its events as they come if the client accepts a stream, else the result at its end.
///
/// # Errors
/// Returns those of the work.
pub async fn answered(
    work: JoinHandle<Result<Value, Problem>>,
    mut told: mpsc::Receiver<(String, Value)>,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    if !has(headers, header::ACCEPT, "text/event-stream") {
        drop(told);
        return ended(work).await.map(|reply| Json(reply).into_response());
    }
    let (to, events) = mpsc::channel(AHEAD);
    tokio::spawn(async move {
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

async fn ended(work: JoinHandle<Result<Value, Problem>>) -> Result<Value, Problem> {
    work.await.unwrap_or_else(|error| Err(Problem::internal(&error)))
}
