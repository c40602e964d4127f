//! Routes of a first run, for the page that the program opened (see `setup.rs`).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde_json::{Value, json};

use crate::access::caller::Caller;
use crate::body::Posted;
use crate::engine::{Engine, Tell};
use crate::problem::Problem;
use crate::requests::{FolderRequest, KeyRequest};
use crate::setup::{Host, Setup};
use crate::state::App;
use twolane_ingest::sync::Folder;
use twolane_ingest::watch::WatchOptions;

use super::working::{answered, channel};

/// Exchanges the key in the page's address for the one of its tab.
pub async fn begin(
    State(app): State<Arc<App>>,
    Posted(asked): Posted<KeyRequest>,
) -> Result<Json<Value>, Problem> {
    Ok(Json(json!({ "key": of(&app)?.begin(&asked.key)? })))
}

/// Returns what is there and what is missing.
pub async fn state(State(app): State<Arc<App>>, caller: Caller) -> Result<Json<Value>, Problem> {
    let setup = of(&app)?;
    app.read(&caller, move |engine| engine.setup_state(&setup)).await.map(Json)
}

/// Fetches the search model, and searches with it from then on.
pub async fn model(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    work(app, caller, headers, |setup, engine, tell| {
        let progress = |done: u64, total: u64| {
            tell("fetched", json!({ "bytes": done, "of": total }));
            true
        };
        let model = setup.host.get_search_model(&progress).map_err(of_host)?;
        engine.take_model(model, tell)
    })
    .await
}

/// Reads a folder into the archive, and watches it from then on where that is asked for.
pub async fn folder(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
    Posted(asked): Posted<FolderRequest>,
) -> Result<Response, Problem> {
    work(app, caller, headers, move |setup, engine, tell| {
        let path = setup.host.folder(&asked.path).map_err(of_host)?;
        // A folder of the configuration keeps the settings that it has there.
        let configured =
            setup.folders.all().into_iter().find(|kept| kept.folder.path == path && !kept.is_of_page);
        let folder = configured
            .map_or_else(|| Folder { town: asked.town.clone(), ..Folder::new(path) }, |kept| kept.folder);
        let mut report = engine.take_folder(&folder, tell)?;
        let kept = if asked.watch { setup.watch(folder.clone()) } else { Ok(false) };
        // One that can't be written down is watched until the program ends.
        if kept.clone().unwrap_or(true) {
            engine.keep_in_step(folder, &setup.folders, &WatchOptions::default())?;
        }
        if let Some(map) = report.as_object_mut() {
            map.insert("watched".into(), asked.watch.into());
            map.insert("not_kept".into(), kept.err().into());
        }
        Ok(report)
    })
    .await
}

/// Ends the watch of a folder; its papers stay in the archive.
pub async fn end_watch(
    State(app): State<Arc<App>>,
    Posted(asked): Posted<FolderRequest>,
) -> Result<Json<Value>, Problem> {
    of(&app)?.stop_watching(asked.path.as_ref()).map_err(of_host)?;
    Ok(Json(json!({ "ended": true })))
}

/// Reads the pages again that waited for text recognition.
pub async fn recognize(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    work(app, caller, headers, |setup, engine, tell| engine.read_waiting(&setup.folders, tell)).await
}

/// Adds the papers of the sample town.
pub async fn add_sample(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    change_sample(app, caller, headers, |host| host.add_sample()).await
}

/// Removes the papers of the sample town.
pub async fn remove_sample(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    change_sample(app, caller, headers, |host| host.remove_sample()).await
}

async fn change_sample(
    app: Arc<App>,
    caller: Caller,
    headers: HeaderMap,
    change: fn(&dyn Host) -> Result<(), String>,
) -> Result<Response, Problem> {
    work(app, caller, headers, move |setup, engine, _| {
        change(setup.host.as_ref()).map_err(of_host)?;
        engine.setup_state(setup)
    })
    .await
}

fn of(app: &App) -> Result<Arc<Setup>, Problem> {
    app.setup.clone().ok_or_else(crate::setup::refused)
}

fn of_host(reason: String) -> Problem {
    match reason.rsplit_once("; ") {
        Some((detail, next)) => Problem::unusable(detail, next),
        None => Problem::new(StatusCode::UNPROCESSABLE_ENTITY, reason, "try again"),
    }
}

/// Does work in a turn for ingesting, whether or not the client waits for its end.
async fn work(
    app: Arc<App>,
    caller: Caller,
    headers: HeaderMap,
    work: impl FnOnce(&Arc<Setup>, &Engine, Tell<'_>) -> Result<Value, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let setup = of(&app)?;
    let turn = app.ingesting.turn(&caller.key, caller.asks, app.options.limits.per_client).await?;
    let (tell, told) = channel();
    let engine = app.engine.seen_by(&caller);
    let running = tokio::task::spawn_blocking(move || {
        let done = work(&setup, &engine, &|name, data| tell.event(name, data));
        drop(turn);
        done
    });
    answered(running, told, &headers).await
}
