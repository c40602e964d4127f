//! Parses bodies and query strings of requests, with errors that name the defect.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::access::caller::Caller;
use super::problem::Problem;

/// A JSON body of this type. A key unknown to the type is an error that names the nearest known key.
#[derive(Debug)]
pub struct Posted<T>(pub T);

impl<T: DeserializeOwned + JsonSchema, S: Send + Sync> FromRequest<S> for Posted<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let is_json = kind.is_some_and(|kind| {
            kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
        });
        if !is_json {
            // A form of another site can't send this type.
            return Err(Problem::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "the request's Content-Type is not JSON",
                "send `Content-Type: application/json`",
            ));
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|error| Problem::internal(&error))?;
        parsed(&bytes).map(Posted)
    }
}

/// Parses a JSON text as a request.
///
/// # Errors
/// Returns 400 for text that is not JSON, 422 for JSON of another shape.
pub fn parsed<T: DeserializeOwned + JsonSchema>(bytes: &[u8]) -> Result<T, Problem> {
    let value: Value = serde_json::from_slice(bytes)
        .map_err(|error| Problem::bad(format!("the body is not JSON: {error}"), "send one JSON object"))?;
    of_value(value)
}

/// Parses a JSON value as a request.
///
/// # Errors
/// Returns 422 for JSON of another shape.
pub fn of_value<T: DeserializeOwned + JsonSchema>(value: Value) -> Result<T, Problem> {
    let shape = |what: String| Problem::unusable(what, "GET /openapi.json describes every request");
    let Value::Object(given) = &value else { return Err(shape("the body is not a JSON object".to_owned())) };
    let schema = schemars::SchemaGenerator::default().into_root_schema_for::<T>();
    // A type that accepts any field declares it.
    let open = schema.get("additionalProperties") == Some(&Value::Bool(true));
    let known = schema.get("properties").and_then(Value::as_object).filter(|_| !open);
    let stray = known.and_then(|known| Some((known, given.keys().find(|key| !known.contains_key(*key))?)));
    if let Some((known, key)) = stray {
        // No field has a name nearly as long; comparing takes time in the product of both lengths.
        let key: String = key.chars().take(60).collect();
        let alike = |name: &str| strsim::jaro_winkler(name, &key);
        let near = known.keys().max_by(|a, b| alike(a).total_cmp(&alike(b)));
        let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        return Err(shape(format!("there is no field {key:?}{near}")));
    }
    serde_json::from_value(value).map_err(|error| shape(error.to_string()))
}

/// A query string of this type.
#[derive(Debug)]
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        query.map(|Query(value)| Asked(value)).map_err(|error| {
            Problem::unusable(error.body_text(), "GET /openapi.json describes every request")
        })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        parts
            .extensions
            .get::<Caller>()
            .cloned()
            .ok_or_else(|| Problem::internal(&"a request passed no guard"))
    }
}
