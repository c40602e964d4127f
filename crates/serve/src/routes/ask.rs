//! Routes for questions: one JSON object, or a stream of events.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio_stream::Stream;

use crate::access::caller::Caller;
use crate::body::Posted;
use crate::cancel::Cancel;
use crate::engine::Engine;
use crate::events::Events;
use crate::problem::Problem;
use crate::requests::AskRequest;
use crate::state::App;
use twolane_answer::{Stage, levels};

/// Answers a question, or asks back.
pub async fn ask(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
    Posted(request): Posted<AskRequest>,
) -> Result<Response, Problem> {
    if app.options.log_questions {
        tracing::info!(question = %request.question, "asked");
    }
    let streams = headers
        .get(header::ACCEPT)
        .and_then(|accept| accept.to_str().ok())
        .is_some_and(|accept| accept.split(',').any(|kind| kind.trim().starts_with("text/event-stream")));
    if streams {
        return Ok(streamed(app, caller, request).await?.into_response());
    }
    let holder = caller.clone();
    let work = move |engine: &Engine, cancel: &Cancel| {
        let reply = engine.ask(&request, &holder, cancel, &|_| {})?;
        let address = engine.keep(&request, &reply, &holder);
        Ok::<_, Problem>((reply, address))
    };
    let (reply, address) = app.ask(&caller, work).await?;
    app.metrics.answered(status_of(&reply));
    let reply = app.with_contact(reply);
    let mut response = Json(reply).into_response();
    if let Some(Ok(place)) =
        address.map(|address| HeaderValue::try_from(format!("{}/answers/{}", app.base, address.id)))
    {
        response.headers_mut().insert(header::CONTENT_LOCATION, place);
    }
    Ok(response)
}

/// Returns the status of a reply as one of the known constants.
pub fn status_of(reply: &Value) -> &'static str {
    const KNOWN: [&str; 4] = ["proceed", "clarify", "rejected", "proceed_after_clarify_timeout"];
    let status = reply.get("status").and_then(Value::as_str).unwrap_or("");
    KNOWN.into_iter().find(|known| *known == status).unwrap_or("other")
}

async fn streamed(
    app: Arc<App>,
    caller: Caller,
    request: AskRequest,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let cancel = Cancel::within(app.options.limits.answer_time);
    let guard = cancel.guard();
    // Without a turn the reply is an error with its status and no stream.
    let turn = app.asking.turn(&caller.key, caller.asks, app.options.limits.per_client).await?;
    let (to, events) = Events::guarded_by(guard);
    tokio::task::spawn_blocking(move || {
        let send = |name: &str, value: &Value| {
            // The client is gone: the next check of `cancel` ends the work.
            let _ = to.blocking_send(Event::default().event(name).data(value.to_string()));
        };
        let told = std::sync::atomic::AtomicBool::new(false);
        let on_stage = |stage: Stage<'_>| match stage {
            Stage::Searched(found) => {
                send("gate", &json!({ "status": "proceed" }));
                send("plan", &plan(found));
            }
            Stage::Facts(answer) => {
                told.store(true, std::sync::atomic::Ordering::Relaxed);
                send("facts", &json!({ "answer": levels(answer), "evidence": answer.get() }));
            }
            Stage::Writing => send("writing", &json!({})),
        };
        let engine = app.engine.seen_by(&caller);
        let answered = engine.ask(&request, &caller, &cancel, &on_stage);
        let address = answered.as_ref().ok().and_then(|reply| engine.keep(&request, reply, &caller));
        // What remains is to write the reply, which a slow reader may delay.
        drop(turn);
        match answered {
            Ok(reply) => {
                app.metrics.answered(status_of(&reply));
                let reply = app.with_contact(reply);
                if reply.get("evidence").is_some() {
                    let part = |name: &str| reply.get(name).cloned().unwrap_or_default();
                    if !told.load(std::sync::atomic::Ordering::Relaxed) {
                        send("facts", &json!({ "answer": part("answer"), "evidence": part("evidence") }));
                    }
                    send("prose", &json!({ "answer": part("answer"), "form": part("form") }));
                } else {
                    send("gate", &reply);
                }
                if let Some(address) = address {
                    send("kept", &json!(address));
                }
                send("done", &reply);
            }
            Err(problem) => send("error", &json!(problem)),
        }
    });
    Ok(events)
}

/// Summarises the search.
fn plan(found: &twolane_retrieve::Retrieved) -> Value {
    let trace = &found.trace;
    json!({
        "towns": trace.towns,
        "jurisdictions": trace.jurisdictions,
        "legal_topics": trace.legal_topics,
        "lanes": trace.lanes.iter().map(|lane| json!({ "name": lane.name, "queries": lane.queries.len() }))
            .collect::<Vec<_>>(),
        "second_pass": trace.second_pass,
        "hits": found.hits.len(),
        "record_strength": found.strength,
    })
}
