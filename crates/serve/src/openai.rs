//! Routes of the OpenAI API, for existing clients. The answer is the same; its citations appear in the text
//! and as annotations.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio_stream::Stream;

use twolane_answer::new_id;
use twolane_encoder::Role;

use super::access::caller::Caller;
use super::body::Posted;
use super::cancel::Cancel;
use super::engine::Engine;
use super::events::Events;
use super::problem::Problem;
use super::requests::AskRequest;
use super::state::App;

/// The model name under which the archive answers.
const MODEL: &str = "twolane";
/// The largest number of texts that are embedded in one request.
const MOST_TEXTS: usize = 256;
/// The start of a question back, by which its reply is recognised.
const ASKS_BACK: &str = "Please answer this first:";
/// The number of characters of a piece of a streamed answer.
const PIECE: usize = 400;

/// A text, or parts of which only those with text count.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Content {
    /// A single text.
    Text(String),
    /// Several message parts.
    Parts(Vec<ContentPart>),
}

/// A part of a message.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct ContentPart {
    /// The part's text, where it has one.
    #[serde(default)]
    pub text: Option<String>,
}

impl Content {
    fn text(&self) -> String {
        match self {
            Content::Text(text) => text.clone(),
            Content::Parts(parts) => {
                parts.iter().filter_map(|part| part.text.as_deref()).collect::<Vec<_>>().join("\n")
            }
        }
    }
}

/// A message of a chat.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Message {
    /// The role: `system`, `user` or `assistant`.
    pub role: String,
    /// The content of the message.
    #[serde(default)]
    pub content: Option<Content>,
}

/// A chat. The last message of the user is the question; other fields than these are accepted, but have no
/// effect.
#[derive(Debug, Clone, Deserialize)]
pub struct ChatRequest {
    /// Messages, oldest first.
    pub messages: Vec<Message>,
    /// Send the answer in pieces.
    #[serde(default)]
    pub stream: Option<bool>,
    /// The values in use: `session`, `town`, `form` and `state`.
    #[serde(default)]
    pub metadata: Option<std::collections::BTreeMap<String, String>>,
}

impl JsonSchema for ChatRequest {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ChatRequest".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let message = generator.subschema_for::<Message>();
        schemars::json_schema!({
            "type": "object",
            "required": ["messages"],
            "additionalProperties": true,
            "properties": {
                "model": { "type": "string" },
                "messages": { "type": "array", "items": message, "minItems": 1 },
                "stream": { "type": ["boolean", "null"] },
                "metadata": { "type": ["object", "null"], "additionalProperties": { "type": "string" } },
            },
        })
    }
}

/// Texts to embed. Other fields than these are accepted, but have no effect.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = true))]
pub struct EmbeddingsRequest {
    /// A text, or several.
    pub input: Input,
    /// The encoding: `float` or `base64`.
    #[serde(default)]
    #[schemars(extend("enum" = ["float", "base64", null]))]
    pub encoding_format: Option<String>,
    /// The input type: `query` for questions, otherwise papers.
    #[serde(default)]
    #[schemars(extend("enum" = ["query", "passage", null]))]
    pub input_type: Option<String>,
    /// The model's own dimensions, if given.
    #[serde(default)]
    pub dimensions: Option<usize>,
}

/// A text, or several.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Input {
    /// A single text.
    One(String),
    /// A list of texts.
    Several(Vec<String>),
}

fn seconds() -> i64 {
    jiff::Timestamp::now().as_second()
}

/// Lists the models.
pub async fn models(State(app): State<Arc<App>>, caller: Caller) -> Json<Value> {
    let entry = |id: String| json!({ "id": id, "object": "model", "created": 0, "owned_by": "twolane" });
    let mut data = vec![entry(MODEL.to_owned())];
    let engine = app.engine.seen_by(&caller);
    data.extend(engine.embedder().map(|embedder| entry(embedder.model().to_string())));
    Json(json!({ "object": "list", "data": data }))
}

/// Returns the vectors of texts.
pub async fn embeddings(
    State(app): State<Arc<App>>,
    caller: Caller,
    Posted(request): Posted<EmbeddingsRequest>,
) -> Result<Json<Value>, Problem> {
    app.ask(&caller, move |engine, cancel| embedded(engine, &request, cancel)).await.map(Json)
}

fn embedded(engine: &Engine, request: &EmbeddingsRequest, cancel: &Cancel) -> Result<Value, Problem> {
    let embedder = engine.embedder().ok_or_else(|| {
        Problem::new(
            axum::http::StatusCode::CONFLICT,
            "no embedding model is loaded here",
            "the person who runs the server can get one with `twolane models get`",
        )
    })?;
    let texts: Vec<&str> = match &request.input {
        Input::One(text) => vec![text.as_str()],
        Input::Several(texts) => texts.iter().map(String::as_str).collect(),
    };
    if texts.is_empty() || texts.len() > MOST_TEXTS || texts.iter().any(|text| text.is_empty()) {
        return Err(Problem::unusable(
            format!("{} texts cannot be embedded", texts.len()),
            format!("give 1 to {MOST_TEXTS} texts, none of them empty"),
        ));
    }
    if request.dimensions.is_some_and(|wanted| wanted != embedder.dimensions()) {
        return Err(Problem::unusable(
            format!("the model's vectors have {} components", embedder.dimensions()),
            "leave `dimensions` out",
        ));
    }
    let packed = match request.encoding_format.as_deref() {
        None | Some("float") => false,
        Some("base64") => true,
        Some(_) => return Err(Problem::unusable("there is no such encoding_format", "give float or base64")),
    };
    let role = if request.input_type.as_deref() == Some("query") { Role::Query } else { Role::Passage };
    let vectors = embedder.embed(&texts, role, &|_, _| cancel.goes_on())?;
    let tokens: usize = texts.iter().map(|text| embedder.count_tokens(text)).sum();
    let data: Vec<Value> = (0..)
        .zip(&vectors)
        .map(|(index, vector): (usize, _)| {
            let embedding = if packed { json!(base64(&vector.values)) } else { json!(vector.values) };
            json!({ "object": "embedding", "index": index, "embedding": embedding })
        })
        .collect();
    Ok(json!({
        "object": "list", "data": data, "model": embedder.model(),
        "usage": { "prompt_tokens": tokens, "total_tokens": tokens },
    }))
}

/// Encodes little-endian floats in base64 (RFC 4648).
fn base64(values: &[f32]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    let mut out = String::new();
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let bits = (byte(0) << 16) | (byte(1) << 8) | byte(2);
        for (at, shift) in [18_u32, 12, 6, 0].into_iter().enumerate() {
            let index = usize::try_from((bits >> shift) & 63).unwrap_or(0);
            let letter = LETTERS.get(index).copied().unwrap_or(b'A');
            out.push(if at <= three.len() { char::from(letter) } else { '=' });
        }
    }
    out
}

/// Answers the last message of a chat.
pub async fn chat(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
    Posted(request): Posted<ChatRequest>,
) -> Result<Response, Problem> {
    let asked = question(&request)?;
    if app.options.log_questions {
        tracing::info!(question = %asked.question, "asked");
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    let base = format!("http://{host}{}", app.base);
    if request.stream == Some(true) {
        return Ok(streamed(app, caller, asked, base).await?.into_response());
    }
    let holder = caller.clone();
    let reply = app.ask(&caller, move |engine, cancel| engine.ask(&asked, &holder, cancel, &|_| {})).await?;
    app.metrics.answered(super::routes::status_of(&reply));
    let reply = app.with_contact(reply);
    let said = said(&reply, &base);
    let usage = json!({ "prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0 });
    Ok(Json(json!({
        "id": new_id("chatcmpl", ""), "object": "chat.completion", "created": seconds(), "model": MODEL,
        "choices": [{
            "index": 0, "finish_reason": "stop", "logprobs": null,
            "message": { "role": "assistant", "content": said.text, "refusal": null, "annotations": said.annotations },
        }],
        "usage": usage, "twolane": reply,
    }))
    .into_response())
}

/// Returns the question of a chat: its last message, as the reply to a question back where the previous
/// message was one.
fn question(request: &ChatRequest) -> Result<AskRequest, Problem> {
    let text = |message: &Message| message.content.as_ref().map(Content::text).unwrap_or_default();
    let mut users = request.messages.iter().rev().filter(|m| m.role == "user").map(text);
    let last = users.next().filter(|text| !text.trim().is_empty());
    let last = last.ok_or_else(|| Problem::unusable("there is no user message", "send a question"))?;
    let metadata = request.metadata.clone().unwrap_or_default();
    let mut asked = AskRequest {
        question: last.clone(),
        form: metadata.get("form").cloned().unwrap_or_default(),
        session: metadata.get("session").cloned(),
        ..AskRequest::default()
    };
    asked.conditions.town = metadata.get("town").cloned();
    asked.conditions.state = metadata.get("state").cloned();
    let before = request.messages.iter().rev().skip_while(|m| m.role != "user").nth(1).map(text);
    if let (Some(field), Some(first)) = (before.as_deref().and_then(asked_field), users.next()) {
        asked.question = first;
        asked.context.insert(field.to_owned(), last);
    }
    Ok(asked)
}

/// Returns the field that a message of this server asked for, where it asked for only one.
fn asked_field(message: &str) -> Option<&str> {
    let rest = message.strip_prefix(ASKS_BACK)?;
    let mut fields =
        rest.lines().filter_map(|line| line.strip_prefix("- ")?.rsplit_once('[')?.1.strip_suffix(']'));
    let only = fields.next()?;
    fields.next().is_none().then_some(only)
}

struct Said {
    text: String,
    annotations: Vec<Value>,
}

/// Converts a reply to the text of a chat.
fn said(reply: &Value, base: &str) -> Said {
    let text_at = |path: &str| reply.pointer(path).and_then(Value::as_str).unwrap_or("").to_owned();
    if let Some(questions) = reply.get("questions").and_then(Value::as_array) {
        let mut text = ASKS_BACK.to_owned();
        for question in questions {
            let part = |key: &str| question.get(key).and_then(Value::as_str).unwrap_or("");
            text.push_str(&format!("\n- {} [{}]", inert(part("prompt")), part("field")));
            for option in question.get("options").and_then(Value::as_array).into_iter().flatten() {
                text.push_str(&format!("\n  {}", inert(option.as_str().unwrap_or(""))));
            }
        }
        return Said { text, annotations: Vec::new() };
    }
    if reply.get("evidence").is_none() {
        return Said {
            text: format!("The question was not answered: {}.", inert(&text_at("/reason"))),
            annotations: Vec::new(),
        };
    }
    let mut text = inert(&text_at("/form/markdown"));
    let mut annotations = Vec::new();
    let mut places: Vec<String> = Vec::new();
    let title_of = |id: &str| {
        let index = reply.pointer("/evidence/citations_index").and_then(Value::as_array);
        let cited =
            index.into_iter().flatten().find(|c| c.get("source_id").and_then(Value::as_str) == Some(id));
        cited.and_then(|c| c.get("title")).and_then(Value::as_str).unwrap_or(id).to_owned()
    };
    let facts = reply.pointer("/evidence/facts").and_then(Value::as_array);
    let mut support: Vec<&Value> =
        facts.into_iter().flatten().filter_map(|fact| fact.get("support")?.as_array()).flatten().collect();
    // A form may omit some; one that joins them into its own sentences keeps all.
    let stands =
        |quote: &&Value| quote.get("quote").and_then(Value::as_str).is_some_and(|q| text.contains(&inert(q)));
    if support.iter().any(stands) {
        support.retain(stands);
    }
    for quote in support {
        let part = |key: &str| quote.get(key).and_then(Value::as_str).unwrap_or("");
        let (id, locator) = (part("source_id"), part("locator"));
        let url = format!("{base}/#/source/{}/{}", escaped(id), escaped(locator));
        let title = format!("{}, {locator}", title_of(id));
        let place = format!("[{}]({url})", plain_text(&title));
        if !places.contains(&place) {
            places.push(place);
        }
        // Positions are counted in characters.
        let shown = inert(part("quote"));
        let found = text.find(&shown).map(|at| {
            let start = text.get(..at).map_or(0, |before| before.chars().count());
            (start, start.saturating_add(shown.chars().count()))
        });
        let (start, end) = found.unwrap_or((0, 0));
        annotations.push(json!({
            "type": "url_citation",
            "url_citation": { "url": url, "title": title, "start_index": start, "end_index": end },
        }));
    }
    if !places.is_empty() {
        text.push_str("\n\nSources:\n");
        text.push_str(&places.iter().map(|place| format!("- {place}")).collect::<Vec<_>>().join("\n"));
    }
    Said { text, annotations }
}

/// Escapes words of papers in a text that clients render as Markdown: they stay readable, load nothing, link
/// nowhere and are not HTML. A picture in a paper would reveal the reader to its server.
fn inert(text: &str) -> String {
    let marks = |c: char| matches!(c, '\\' | '[' | ']' | '<' | '`');
    text.chars().flat_map(|c| marks(c).then_some('\\').into_iter().chain([c])).collect()
}

/// Escapes a title as plain text in Markdown: a paper's title sets no link and no picture.
fn plain_text(text: &str) -> String {
    let marks = |c: char| matches!(c, '\\' | '[' | ']' | '(' | ')' | '!' | '<' | '>' | '*' | '_' | '`');
    text.chars().flat_map(|c| marks(c).then_some('\\').into_iter().chain([c])).collect()
}

/// Escapes a part of an address: everything except letters and digits becomes a form such as `%20`.
fn escaped(text: &str) -> String {
    text.bytes()
        .map(|b| match b {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => char::from(b).to_string(),
            other => format!("%{other:02X}"),
        })
        .collect()
}

async fn streamed(
    app: Arc<App>,
    caller: Caller,
    asked: AskRequest,
    base: String,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let cancel = Cancel::within(app.options.limits.answer_time);
    let (to, pieces) = Events::guarded_by(cancel.guard());
    let turn = app.asking.turn(&caller.key, caller.asks, app.options.limits.per_client).await?;
    let answering = Arc::clone(&app);
    let answered = tokio::task::spawn_blocking(move || {
        let reply = answering.engine.seen_by(&caller).ask(&asked, &caller, &cancel, &|_| {});
        drop(turn);
        reply
    });
    // Written without a thread of its own: a slow reader keeps only the text waiting.
    tokio::spawn(async move {
        let (id, created) = (new_id("chatcmpl", ""), seconds());
        let piece = |delta: Value, finish: Option<&str>| {
            let chunk = json!({
                "id": id, "object": "chat.completion.chunk", "created": created, "model": MODEL,
                "choices": [{ "index": 0, "delta": delta, "finish_reason": finish, "logprobs": null }],
            });
            Event::default().data(chunk.to_string())
        };
        // Once the client is gone, sending does nothing and returns at once.
        let _ = to.send(piece(json!({ "role": "assistant", "content": "" }), None)).await;
        match answered.await.unwrap_or_else(|error| Err(Problem::internal(&error))) {
            Ok(reply) => {
                app.metrics.answered(super::routes::status_of(&reply));
                let said = said(&reply, &base);
                let letters: Vec<char> = said.text.chars().collect();
                for letters in letters.chunks(PIECE) {
                    let content = json!({ "content": letters.iter().collect::<String>() });
                    let _ = to.send(piece(content, None)).await;
                }
                let _ = to.send(piece(json!({ "annotations": said.annotations }), Some("stop"))).await;
            }
            Err(problem) => {
                let error = json!({ "error": { "message": problem.detail, "type": problem.title, "code": problem.status } });
                let _ = to.send(Event::default().data(error.to_string())).await;
            }
        }
        let _ = to.send(Event::default().data("[DONE]")).await;
    });
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_packed_as_clients_expect() {
        for (values, packed) in [
            (vec![], ""),
            (vec![1.0_f32], "AACAPw=="),
            (vec![1.0, -2.0], "AACAPwAAAMA="),
            (vec![0.0; 3], "AAAAAAAAAAAAAAAA"),
        ] {
            assert_eq!(base64(&values), packed, "{values:?}");
        }
    }

    #[test]
    fn a_title_sets_no_link_and_no_picture() {
        assert_eq!(plain_text("Fees, p.2 L3"), "Fees, p.2 L3");
        assert_eq!(plain_text("![x](http://a/p.png)"), r"\!\[x\]\(http://a/p.png\)");
        assert_eq!(plain_text(r"\](y) <b>"), r"\\\]\(y\) \<b\>");
    }

    #[test]
    fn a_reply_to_a_question_back_is_told_apart() {
        let message = |role: &str, text: &str| json!({ "role": role, "content": text });
        let chat = |messages: Vec<Value>| -> AskRequest {
            question(&serde_json::from_value(json!({ "model": "m", "messages": messages })).unwrap()).unwrap()
        };
        let back = "Please answer this first:\n- Which unit is meant? [unit]\n  4A\n  4B";
        let asked = chat(vec![
            message("user", "How big is my unit?"),
            message("assistant", back),
            message("user", "4B"),
        ]);
        assert_eq!((asked.question.as_str(), asked.context["unit"].as_str()), ("How big is my unit?", "4B"));
        let asked =
            chat(vec![message("user", "a?"), message("assistant", "An answer."), message("user", "b?")]);
        assert_eq!((asked.question.as_str(), asked.context.len()), ("b?", 0));
    }
}
