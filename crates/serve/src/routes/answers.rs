//! Routes for answers that were given: at their addresses, and as documents.

use std::sync::Arc;

use axum::Json;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use crate::access::caller::Caller;
use crate::body::Asked;
use crate::problem::Problem;
use crate::requests::{DocumentKind, DocumentQuery};
use crate::state::App;

/// Returns a kept answer, checked again.
pub async fn answer(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let holder = caller.clone();
    let found = app.ask(&caller, move |engine, cancel| engine.kept(&id, &holder, cancel)).await?;
    // The papers may change at any time.
    Ok(([(header::CACHE_CONTROL, "no-store")], Json::<Value>(found)).into_response())
}

/// Writes an answer as a document. The body is the answer itself.
pub async fn document(
    State(app): State<Arc<App>>,
    caller: Caller,
    Asked(query): Asked<DocumentQuery>,
    body: Body,
) -> Result<Response, Problem> {
    let bytes = to_bytes(body, app.options.limits.body).await.map_err(|error| Problem::internal(&error))?;
    let saved = String::from_utf8(bytes.to_vec())
        .map_err(|_| Problem::bad("the answer is not UTF-8", "send what `ask` replied"))?;
    let saved = app.without_contact(saved);
    let (holder, kind) = (caller.clone(), query.kind);
    let written =
        app.ask(&caller, move |engine, cancel| engine.document(&saved, kind, &holder, cancel)).await?;
    let (kind, name) = match kind {
        DocumentKind::Docx => {
            ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "answer.docx")
        }
        DocumentKind::Pdf => ("application/pdf", "answer.pdf"),
        DocumentKind::Markdown => ("text/markdown; charset=utf-8", "answer.md"),
        DocumentKind::Text => ("text/plain; charset=utf-8", "answer.txt"),
    };
    let disposition = format!("attachment; filename=\"{name}\"");
    let headers = [(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, disposition.as_str())];
    Ok((headers, written).into_response())
}
