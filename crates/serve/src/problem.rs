//! Problem replies: an error and the next step (RFC 9457, `application/problem+json`).

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use twolane_answer::AskError;
use twolane_api::{ConditionError, QuoteError};
use twolane_archive::ArchiveError;
use twolane_encoder::InferenceError;
use twolane_ingest::IngestError;
use twolane_ingest::by_hand::EditError;
use twolane_ingest::metadata::MetadataError;
use twolane_retrieve::SearchError;

/// An error in the form that a client reads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Problem {
    /// The kind of problem: `about:blank`, which refers to the meaning of its status.
    #[serde(rename = "type")]
    pub kind: String,
    /// The status in words.
    pub title: String,
    /// The status code.
    pub status: u16,
    /// The cause of the problem.
    pub detail: String,
    /// The next step for the client.
    pub next: String,
    /// The seconds after which another attempt makes sense; also sent as `Retry-After`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
}

/// The public text for an error whose details go only to the log.
const INTERNAL: &str = "the server had an internal error";

impl Problem {
    /// Creates a problem.
    pub fn new(status: StatusCode, detail: impl Into<String>, next: impl Into<String>) -> Self {
        Problem {
            kind: "about:blank".to_owned(),
            title: status.canonical_reason().unwrap_or("Error").to_owned(),
            status: status.as_u16(),
            detail: detail.into(),
            next: next.into(),
            retry_after: None,
        }
    }

    /// Adds the seconds after which another attempt makes sense.
    pub fn after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// Creates the problem of a malformed request (400).
    pub fn bad(detail: impl Into<String>, next: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, detail, next)
    }

    /// Creates the problem of an invalid value (422).
    pub fn unusable(detail: impl Into<String>, next: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, detail, next)
    }

    /// Creates the problem of an unknown name (404).
    pub fn not_found(detail: impl Into<String>, next: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, detail, next)
    }

    /// Creates the problem of a fault in the server; its details go to the log, not to the client.
    pub fn internal(what: &dyn std::fmt::Display) -> Self {
        tracing::error!(error = %what, "request failed");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            INTERNAL,
            "ask the person who runs this server to check its log and to run `twolane doctor`",
        )
    }

    /// Creates the problem of a full server, for about this many seconds.
    pub fn busy(seconds: f64) -> Self {
        let wait = whole(seconds);
        let next = format!("try again in about {wait} s");
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "the server is busy", next).after(wait)
    }

    /// Creates the problem of work whose client is gone or whose time is spent.
    pub fn ended() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "the answer took longer than this server allows",
            "try again, or ask with narrower conditions",
        )
        .after(5)
    }

    /// Creates the problem of one client's excess requests; there may be room in about this many seconds.
    pub fn too_many(seconds: f64) -> Self {
        Self::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too many requests from this client at once",
            "wait for an answer before sending more",
        )
        .after(whole(seconds))
    }

    /// Creates a problem with this status from a library message, whose next step follows the last semicolon.
    fn said(status: StatusCode, message: &str, otherwise: &str) -> Self {
        let message = message.replace("--", "");
        match message.rsplit_once("; ") {
            Some((detail, next)) => Self::new(status, detail, next),
            None => Self::new(status, message, otherwise),
        }
    }

    /// Returns its status code.
    pub fn code(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

/// Returns the whole seconds to wait. A client that comes back sooner is only turned away again; beyond a
/// minute no estimate is possible.
fn whole(seconds: f64) -> u64 {
    u64::from((1..60_u32).find(|whole| f64::from(*whole) >= seconds).unwrap_or(60))
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let mut response = (self.code(), body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
            // A client that waits this long would find its idle connection closed under the next request.
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        if self.code() == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"twolane\""));
        }
        response
    }
}

const LIST_SOURCES: &str = "GET /sources lists all";

impl From<ArchiveError> for Problem {
    fn from(error: ArchiveError) -> Self {
        match error {
            ArchiveError::UnknownSource { wanted, near } if near.is_empty() => {
                Problem::not_found(format!("no source is called {wanted:?}"), LIST_SOURCES)
            }
            ArchiveError::UnknownSource { wanted, near } => Problem::not_found(
                format!("no source is called {wanted:?}"),
                format!("did you mean {}? {LIST_SOURCES}", near.join(", ")),
            ),
            ArchiveError::AmbiguousSource { wanted, matches } => Problem::new(
                StatusCode::CONFLICT,
                format!("{wanted:?} names several sources: {}", matches.join(", ")),
                "give more of the id",
            ),
            ArchiveError::Locked { .. }
            | ArchiveError::Overtaken { .. }
            | ArchiveError::UnknownChunk { .. } => {
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, "the archive is being changed", "try again")
                    .after(2)
            }
            ArchiveError::OfPack { id } => Problem::unusable(
                format!("{id} is a section of a pack of law"),
                "the person who runs this server can remove the pack with `twolane pack remove NAME`",
            ),
            other => Problem::internal(&other),
        }
    }
}

impl From<SearchError> for Problem {
    fn from(error: SearchError) -> Self {
        match error {
            SearchError::Archive(error) => error.into(),
            SearchError::Inference(error) => error.into(),
            SearchError::EmptyQuery | SearchError::Mode { .. } => {
                Problem::said(StatusCode::UNPROCESSABLE_ENTITY, &error.to_string(), "give a question")
            }
            SearchError::NoVectors { .. } => Problem::new(
                StatusCode::CONFLICT,
                "this archive can't be searched by meaning here: there is no model, or no vectors",
                "leave `mode` out, or give bm25",
            ),
            other => Problem::internal(&other),
        }
    }
}

impl From<AskError> for Problem {
    fn from(error: AskError) -> Self {
        match error {
            AskError::Archive(error) => error.into(),
            AskError::Search(error) => error.into(),
            AskError::Inference(error) => error.into(),
            AskError::Cancelled => Problem::ended(),
            AskError::UnknownSession { id } => Problem::not_found(
                format!("there is no session {id:?}, or it expired"),
                "GET /sessions lists them",
            ),
            AskError::UnknownMemory { id } => Problem::not_found(
                format!("no answer {:?} is remembered", id.chars().take(80).collect::<String>()),
                "GET /memory lists yours",
            ),
            AskError::UnknownTrace { id } => Problem::not_found(
                format!("there is no trace {id:?}"),
                "GET /traces lists those that are kept",
            ),
            AskError::EmptyQuestion | AskError::NotAField { .. } | AskError::NotAnAnswer { .. } => {
                Problem::said(StatusCode::UNPROCESSABLE_ENTITY, &error.to_string(), "give a question")
            }
            AskError::SessionName { given } => Problem::unusable(
                format!("{given:?} can't be a session name"),
                "use at most 40 letters, digits, `-`, `_` and `.`",
            ),
            other => Problem::internal(&other),
        }
    }
}

impl From<ConditionError> for Problem {
    fn from(error: ConditionError) -> Self {
        match error {
            ConditionError::Archive(error) => error.into(),
            ConditionError::Search(error) => Problem::internal(&error),
            ConditionError::Usage(error) => Problem::said(
                StatusCode::UNPROCESSABLE_ENTITY,
                &error.to_string(),
                "GET /filters lists values",
            ),
        }
    }
}

impl From<MetadataError> for Problem {
    fn from(error: MetadataError) -> Self {
        match error {
            // No file and no flag set it.
            MetadataError::BadValue { field, value, what, .. } => {
                Problem::unusable(format!("{field} can't be {value:?}"), what)
            }
            MetadataError::UnknownField { .. } => {
                Problem::said(StatusCode::UNPROCESSABLE_ENTITY, &error.to_string(), "give another value")
            }
            other => Problem::internal(&other),
        }
    }
}

impl From<IngestError> for Problem {
    fn from(error: IngestError) -> Self {
        match error {
            IngestError::Archive(error) => error.into(),
            IngestError::Inference(error) => error.into(),
            IngestError::Metadata(error) => error.into(),
            other => Problem::internal(&other),
        }
    }
}

impl From<EditError> for Problem {
    fn from(error: EditError) -> Self {
        match error {
            EditError::Archive(error) => error.into(),
            EditError::Inference(error) => error.into(),
            EditError::Empty { field } => Problem::bad(
                format!("the {} is empty", field.name()),
                format!(
                    "give a value, or name the field under `none` (the paper has no such value) or `undo` (back to what was found): {}",
                    field.name()
                ),
            ),
            EditError::TitleNeeded => Problem::bad(
                "a paper needs a title",
                "give another one, or name it under `undo` for the one that was found",
            ),
            error if error.is_of_value() => {
                Problem::said(StatusCode::BAD_REQUEST, &error.to_string(), "GET /openapi.json describes it")
            }
            EditError::ModelNeeded { .. } => Problem::new(
                StatusCode::CONFLICT,
                "title and date are part of the text that is searched by meaning, and this server runs without the model for that",
                "ask the person who runs it to run `twolane models get` and restart it",
            ),
            error => {
                Problem::said(StatusCode::UNPROCESSABLE_ENTITY, &error.to_string(), "name another paper")
            }
        }
    }
}

impl From<QuoteError> for Problem {
    fn from(error: QuoteError) -> Self {
        match error {
            QuoteError::Archive(error) => error.into(),
            QuoteError::NotThere(error) => {
                Problem::not_found(error.to_string(), "GET /sources/{id}/pages/{n} lists the lines of a page")
            }
            QuoteError::Locator { .. } => Problem::said(
                StatusCode::UNPROCESSABLE_ENTITY,
                &error.to_string(),
                "write `p.12 L3-L5`, `L3`, or a section's own name",
            ),
        }
    }
}

impl From<InferenceError> for Problem {
    fn from(error: InferenceError) -> Self {
        match error {
            InferenceError::Cancelled => Problem::ended(),
            other => Problem::internal(&other),
        }
    }
}
