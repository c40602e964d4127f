//! Routes for sources, their pages, and quotes from them.

use std::sync::Arc;

use axum::Json;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use crate::access::caller::Caller;
use crate::body::{Asked, Posted};
use crate::log::paper_logged;
use crate::problem::Problem;
use crate::requests::{PictureQuery, QuoteRequest, SourceChange};
use crate::state::App;

/// The default width of a picture, in pixels.
const WIDTH: u32 = 1000;
/// The width of the narrowest picture, in pixels.
const NARROWEST: u32 = 100;

/// Lists all sources.
pub async fn sources(State(app): State<Arc<App>>, caller: Caller) -> Result<Json<Value>, Problem> {
    app.read(&caller, |engine| engine.sources()).await.map(Json)
}

/// Returns one source.
pub async fn source(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    app.read(&caller, move |engine| engine.source(&id)).await.map(Json)
}

/// Changes values of a source by hand.
pub async fn change_source(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    Posted(change): Posted<SourceChange>,
) -> Result<Json<Value>, Problem> {
    let changed = app.write(&caller, move |engine| engine.change_source(&id, &change)).await?;
    paper_logged("changed", &changed, &caller, &app.base);
    Ok(Json(changed))
}

/// Removes a source from the archive.
pub async fn remove_source(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let removed = app.write(&caller, move |engine| engine.remove_source(&id)).await?;
    for paper in removed.get("papers").and_then(Value::as_array).into_iter().flatten() {
        paper_logged("removed", paper, &caller, &app.base);
    }
    Ok(Json(removed))
}

/// Returns a page's lines.
pub async fn page(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path((id, n)): Path<(String, String)>,
) -> Result<Json<Value>, Problem> {
    let n = number(&n)?;
    let mut page = app.read(&caller, move |engine| engine.page(&id, n)).await?;
    if let Some(Value::String(picture)) = page.get_mut("picture") {
        picture.insert_str(0, &app.base);
    }
    Ok(Json(page))
}

fn number(text: &str) -> Result<u32, Problem> {
    text.parse().map_err(|_| Problem::not_found("a page is a number from 1", "0 is a source without pages"))
}

/// Returns a page's picture.
pub async fn picture(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path((id, n)): Path<(String, String)>,
    Asked(query): Asked<PictureQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let n = number(&n)?;
    let most = app.options.limits.picture_width;
    let width = query.width.unwrap_or(WIDTH).clamp(NARROWEST, most.max(NARROWEST));
    let summary = app.read(&caller, move |engine| engine.summary(&id)).await?;
    // The same file, page and width give the same picture.
    let tag = format!("\"{}-{n}-{width}\"", summary.hash.to_string().chars().take(32).collect::<String>());
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|held| held.as_bytes() == tag.as_bytes());
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let inner = Arc::clone(&app);
        let drawn =
            app.read(&caller, move |engine| inner.pictures.of(&summary, n, width, engine.program())).await?;
        ([(header::CONTENT_TYPE, "image/png")], drawn).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=600"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    Ok(response)
}

/// Returns the words at a locator given in a JSON body.
pub async fn quote(
    State(app): State<Arc<App>>,
    caller: Caller,
    Posted(request): Posted<QuoteRequest>,
) -> Result<Json<Value>, Problem> {
    app.read(&caller, move |engine| engine.quote(&request)).await.map(Json)
}

/// Returns the words at a locator given in a query string.
pub async fn quote_get(
    State(app): State<Arc<App>>,
    caller: Caller,
    Asked(request): Asked<QuoteRequest>,
) -> Result<Json<Value>, Problem> {
    app.read(&caller, move |engine| engine.quote(&request)).await.map(Json)
}

/// Checks a saved answer again. The body is the answer itself.
pub async fn verify(State(app): State<Arc<App>>, caller: Caller, body: Body) -> Result<Json<Value>, Problem> {
    let bytes = to_bytes(body, app.options.limits.body).await.map_err(|error| Problem::internal(&error))?;
    let saved = String::from_utf8(bytes.to_vec())
        .map_err(|_| Problem::bad("the answer is not UTF-8", "send what `ask` replied"))?;
    let saved = app.without_contact(saved);
    let holder = caller.clone();
    app.ask(&caller, move |engine, cancel| engine.verify(&saved, &holder, cancel)).await.map(Json)
}
