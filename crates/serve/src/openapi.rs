//! The description of the API (OpenAPI 3.1), built from its request types and a table of its routes.

use std::sync::{Arc, OnceLock};

use axum::Json;
use axum::extract::State;
use schemars::JsonSchema;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

use super::openai::{ChatRequest, EmbeddingsRequest};
use super::problem::Problem;
use super::requests::{
    AskRequest, DiffRequest, DocumentQuery, ListQuery, PictureQuery, QuoteRequest, SearchQuery,
    SearchRequest, SectionRequest, SessionChange, SourceChange, UploadQuery,
};
use super::state::App;

mod replies;
mod several;

use replies::{
    ArchiveList, ChatReply, EmbeddingsReply, Examples, Filters, Health, KeptAnswer, ListOfModels, MemoryList,
    PackReply, Packs, Page, QuoteReply, RemovedSource, Reply, SearchReply, SectionReply, SessionList,
    SourceList, SourceReply, TraceList, UploadReply, Verdicts,
};

/// Returns the API description, for the addresses of one archive.
pub async fn document(State(app): State<Arc<App>>) -> Json<Value> {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    let document = DOCUMENT.get_or_init(made).clone();
    Json(if app.base.is_empty() { document } else { several::of_archive(document, &app.base) })
}

/// Returns the API description of a server with several archives.
pub async fn of_root() -> Json<Value> {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    let made = || {
        let mut generator = SchemaGenerator::new(settings());
        let archives = Route::new(
            &mut generator,
            "archives",
            "server",
            "The archives, with the papers that you may see.",
        )
        .gives::<ArchiveList>("Archives in the order in which the server was given them.");
        several::of_root(made(), &archives, generator.take_definitions(true))
    };
    Json(DOCUMENT.get_or_init(made).clone())
}

/// The request and reply of a route.
struct Route<'g> {
    generator: &'g mut SchemaGenerator,
    object: Map<String, Value>,
    parameters: Vec<Value>,
    errors: Vec<u16>,
}

impl<'g> Route<'g> {
    fn new(generator: &'g mut SchemaGenerator, id: &str, tag: &str, summary: &str) -> Self {
        let mut object = Map::new();
        object.insert("operationId".into(), id.into());
        object.insert("tags".into(), json!([tag]));
        object.insert("summary".into(), summary.into());
        // The errors of every address: no token, another site's page, another name, too many requests.
        Route {
            generator,
            object,
            parameters: Vec::new(),
            errors: vec![401, 403, 408, 413, 421, 429, 500, 503],
        }
    }

    fn in_path(mut self, name: &str, what: &str) -> Self {
        self.errors.push(404);
        self.parameters.push(json!({
            "name": name, "in": "path", "required": true, "description": what, "schema": { "type": "string", "minLength": 1 },
        }));
        self
    }

    fn query<T: JsonSchema>(mut self) -> Self {
        self.errors.push(422);
        let schema = SchemaGenerator::new(settings()).into_root_schema_for::<T>();
        let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
        for (name, inner) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
            let mut inner = inner.clone();
            let described = inner.as_object_mut().and_then(|o| o.remove("description")).unwrap_or_default();
            // A query string has no null.
            if let Some(Value::Array(types)) = inner.get_mut("type") {
                types.retain(|t| t != "null");
            }
            if let Some(Value::Array(values)) = inner.get_mut("enum") {
                values.retain(|value| !value.is_null());
            }
            // These say that a value may be missing, not what a request may send.
            if let Some(object) = inner.as_object_mut() {
                object.retain(|key, value| key != "default" || !value.is_null() && value != "");
            }
            self.parameters.push(json!({
                "name": name, "in": "query", "required": required.iter().any(|r| r == name),
                "description": described, "schema": inner,
            }));
        }
        self
    }

    fn body<T: JsonSchema>(mut self) -> Self {
        self.errors.extend([400, 415, 422]);
        let schema = self.generator.subschema_for::<T>();
        self.object.insert(
            "requestBody".into(),
            json!({
                "required": true, "content": { "application/json": { "schema": schema } },
            }),
        );
        self
    }

    fn may(mut self, status: u16) -> Self {
        self.errors.push(status);
        self
    }

    fn gives<T: JsonSchema>(self, what: &str) -> Value {
        let schema = self.generator.subschema_for::<T>();
        self.ends(what, &[("application/json", schema.to_value())])
    }

    fn ends(mut self, what: &str, kinds: &[(&str, Value)]) -> Value {
        let problem = self.generator.subschema_for::<Problem>();
        let content: Map<String, Value> =
            kinds.iter().map(|(kind, schema)| ((*kind).to_owned(), json!({ "schema": schema }))).collect();
        let mut responses = Map::new();
        responses.insert("200".into(), json!({ "description": what, "content": content }));
        self.errors.sort_unstable();
        self.errors.dedup();
        for status in &self.errors {
            let title = axum::http::StatusCode::from_u16(*status).ok().and_then(|s| s.canonical_reason());
            responses.insert(
                status.to_string(),
                json!({
                    "description": title.unwrap_or("Error"),
                    "content": { "application/problem+json": { "schema": problem } },
                }),
            );
        }
        if !self.parameters.is_empty() {
            self.object.insert("parameters".into(), self.parameters.into());
        }
        self.object.insert("responses".into(), responses.into());
        self.object.into()
    }
}

fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    })
}

fn text() -> Value {
    json!({ "type": "string" })
}

fn made() -> Value {
    let mut generator = SchemaGenerator::new(settings());
    let g = &mut generator;
    let mut paths: Map<String, Value> = Map::new();
    let mut add = |path: &str, method: &str, operation: Value| {
        let entry = paths.entry(path).or_insert_with(|| json!({}));
        if let Some(entry) = entry.as_object_mut() {
            entry.insert(method.to_owned(), operation);
        }
    };

    let reply = g.subschema_for::<Reply>().to_value();
    let ask = Route::new(g, "ask", "asking", "Answer a question, or ask for clarification.")
        .body::<AskRequest>()
        .may(404)
        .may(409);
    let kinds = [("application/json", reply), ("text/event-stream", text())];
    add("/ask", "post", ask.ends("The answer, the clarifying questions, or why it was rejected; with `Accept: text/event-stream` the events gate, plan, facts, prose, kept and done. An answer that is kept has its address in `Content-Location` and in the event kept.", &kinds));
    add(
        "/answers/{id}",
        "get",
        Route::new(g, "answer", "asking", "A kept answer, every quote checked again.")
            .in_path("id", "The id, from `Content-Location`.")
            .gives::<KeptAnswer>("The parts of the answer that are still confirmed."),
    );
    let mut document =
        Route::new(g, "document", "asking", "An answer as a document, every quote checked again.")
            .query::<DocumentQuery>()
            .may(400);
    document.object.insert(
        "requestBody".into(),
        json!({
            "required": true, "description": "The reply of `/ask`.",
            "content": { "application/json": { "schema": { "type": "object" } } },
        }),
    );
    let docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    let kinds = [
        (docx, json!({ "type": "string", "format": "binary" })),
        ("application/pdf", json!({ "type": "string", "format": "binary" })),
        ("text/markdown", text()),
        ("text/plain", text()),
    ];
    add("/document", "post", document.ends("The document.", &kinds));
    add(
        "/search",
        "get",
        Route::new(g, "searchByQuery", "finding", "Find passages.")
            .query::<SearchQuery>()
            .may(404)
            .may(409)
            .gives::<SearchReply>("What was found."),
    );
    add(
        "/search",
        "post",
        Route::new(g, "search", "finding", "Find passages.")
            .body::<SearchRequest>()
            .may(404)
            .may(409)
            .gives::<SearchReply>("What was found."),
    );
    add(
        "/filters",
        "get",
        Route::new(g, "filters", "finding", "Values that conditions can have here.")
            .gives::<Filters>("Values by condition."),
    );
    add(
        "/examples",
        "get",
        Route::new(
            g,
            "examples",
            "asking",
            "Questions that were made of the archive's papers and are answered by them.",
        )
        .gives::<Examples>("Questions; an empty list while another request looks for them."),
    );
    add(
        "/sources",
        "get",
        Route::new(g, "sources", "papers", "All sources, and how much of them was read.")
            .gives::<SourceList>("Sources by id."),
    );
    let id = "A source's id, or the unique beginning of one.";
    add(
        "/sources/{id}",
        "get",
        Route::new(g, "source", "papers", "Everything known of one source.")
            .in_path("id", id)
            .may(409)
            .gives::<SourceReply>("The source."),
    );
    add(
        "/sources/{id}",
        "patch",
        Route::new(
            g,
            "changeSource",
            "papers",
            "Set values of a source by hand; for an admin, if the server was started with uploads.",
        )
        .in_path("id", id)
        .body::<SourceChange>()
        .may(409)
        .gives::<SourceReply>("The source."),
    );
    add(
        "/sources/{id}",
        "delete",
        Route::new(
            g,
            "removeSource",
            "papers",
            "Remove a source; for an admin, if the server was started with uploads. Its file stays.",
        )
        .in_path("id", id)
        .may(409)
        .may(422)
        .gives::<RemovedSource>("What was removed."),
    );
    let n = "Number of the page, from 1; 0 is the whole of a source without pages.";
    add(
        "/sources/{id}/pages/{n}",
        "get",
        Route::new(g, "page", "papers", "A page's text, and its lines with their boxes.")
            .in_path("id", id)
            .in_path("n", n)
            .may(409)
            .gives::<Page>("The page."),
    );
    let picture = Route::new(
        g,
        "picture",
        "papers",
        "A page's picture, if the paper is a PDF that is still where it was read.",
    )
    .in_path("id", id)
    .in_path("n", n)
    .query::<PictureQuery>()
    .may(409);
    add(
        "/sources/{id}/pages/{n}/picture",
        "get",
        picture.ends("The picture.", &[("image/png", json!({ "type": "string", "format": "binary" }))]),
    );
    let mut upload = Route::new(
        g,
        "upload",
        "papers",
        "Add a paper; for an admin, if the server was started with uploads.",
    )
    .query::<UploadQuery>()
    .may(409)
    .may(415);
    upload.object.insert(
        "requestBody".into(),
        json!({
            "required": true, "description": "The file's bytes.",
            "content": { "application/octet-stream": { "schema": { "type": "string", "format": "binary" } } },
        }),
    );
    let taken = upload.generator.subschema_for::<UploadReply>().to_value();
    let kinds = [("application/json", taken), ("text/event-stream", text())];
    add(
        "/uploads",
        "post",
        upload.ends(
            "What was read; with `Accept: text/event-stream` the events page, embedded and done.",
            &kinds,
        ),
    );
    add(
        "/quote",
        "get",
        Route::new(g, "quoteByQuery", "papers", "The words at a locator.")
            .query::<QuoteRequest>()
            .may(404)
            .may(409)
            .gives::<QuoteReply>("The words and where they are."),
    );
    add(
        "/quote",
        "post",
        Route::new(g, "quote", "papers", "The words at a locator.")
            .body::<QuoteRequest>()
            .may(404)
            .may(409)
            .gives::<QuoteReply>("The words and where they are."),
    );
    let mut verify =
        Route::new(g, "verify", "papers", "Check a saved answer again, quote by quote.").may(400).may(422);
    verify.object.insert(
        "requestBody".into(),
        json!({
            "required": true, "description": "What /ask replied, or quotes with a text.",
            "content": { "application/json": { "schema": { "type": "object" } } },
        }),
    );
    add("/verify", "post", verify.gives::<Verdicts>("A verdict for every quote and text."));
    add(
        "/sections",
        "get",
        Route::new(g, "section", "law", "A section of law, what it cites and what cites it.")
            .query::<SectionRequest>()
            .may(404)
            .gives::<SectionReply>("The section."),
    );
    add(
        "/sections/diff",
        "get",
        Route::new(g, "sectionDiff", "law", "What changed in a section between two editions.")
            .query::<DiffRequest>()
            .may(404)
            .gives::<Value>("The changes."),
    );
    add("/packs", "get", Route::new(g, "packs", "law", "Installed bodies of law.").gives::<Packs>("Packs."));
    add(
        "/packs/{name}",
        "get",
        Route::new(g, "pack", "law", "Editions of one, and its sections.")
            .in_path("name", "Its name.")
            .gives::<PackReply>("The pack."),
    );
    add(
        "/sessions",
        "get",
        Route::new(g, "sessions", "sessions", "Your sessions.")
            .gives::<SessionList>("Sessions, the one used last first."),
    );
    let name = "Its name: letters, digits, `-`, `_` and `.`, at most 40.";
    add(
        "/sessions/{id}",
        "get",
        Route::new(g, "session", "sessions", "Everything that a session remembers.")
            .in_path("id", name)
            .gives::<Value>("The session."),
    );
    add(
        "/sessions/{id}",
        "patch",
        Route::new(
            g,
            "changeSession",
            "sessions",
            "Change or remove values; starts the session if it is new.",
        )
        .in_path("id", name)
        .body::<SessionChange>()
        .gives::<Value>("The session."),
    );
    add(
        "/sessions/{id}",
        "delete",
        Route::new(g, "removeSession", "sessions", "Forget a session, with its traces.")
            .in_path("id", name)
            .gives::<Value>("What was removed."),
    );
    add(
        "/memory",
        "get",
        Route::new(g, "memory", "memory", "Your remembered answers.")
            .gives::<MemoryList>("Answers, newest first."),
    );
    add(
        "/memory",
        "delete",
        Route::new(g, "forgetAll", "memory", "Forget all of them.")
            .gives::<Value>("How many were forgotten."),
    );
    add(
        "/memory/{id}",
        "delete",
        Route::new(g, "forget", "memory", "Forget one of them.")
            .in_path("id", "Its id.")
            .gives::<Value>("How many were forgotten."),
    );
    add(
        "/traces",
        "get",
        Route::new(g, "traces", "traces", "The newest traces.")
            .query::<ListQuery>()
            .gives::<TraceList>("Traces."),
    );
    add(
        "/traces/{id}",
        "get",
        Route::new(g, "trace", "traces", "What led to an answer.")
            .in_path("id", "Its id.")
            .gives::<Value>("The trace."),
    );
    add(
        "/v1/models",
        "get",
        Route::new(g, "models", "openai", "The available models.").gives::<ListOfModels>("Models."),
    );
    add(
        "/v1/embeddings",
        "post",
        Route::new(g, "embeddings", "openai", "Vectors of texts.")
            .body::<EmbeddingsRequest>()
            .may(409)
            .gives::<EmbeddingsReply>("Vectors."),
    );
    let chat = Route::new(g, "chat", "openai", "Answer the last message of a chat.")
        .body::<ChatRequest>()
        .may(404)
        .may(409);
    let replied = chat.generator.subschema_for::<ChatReply>().to_value();
    add(
        "/v1/chat/completions",
        "post",
        chat.ends("The answer.", &[("application/json", replied), ("text/event-stream", text())]),
    );
    add(
        "/healthz",
        "get",
        Route::new(g, "healthz", "server", "Whether the server runs.").gives::<Health>("It does."),
    );
    add(
        "/metrics",
        "get",
        Route::new(g, "metrics", "server", "Counters for Prometheus.")
            .ends("Counters.", &[("text/plain", text())]),
    );
    let schemas = g.take_definitions(true);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "twolane", "version": env!("CARGO_PKG_VERSION"), "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
            "description": "Questions to town papers and state law, answered in verbatim quotes with source, page and line.",
        },
        "servers": [{ "url": "/" }],
        "security": [{}, { "token": [] }],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
    })
}
