//! Rules for callers without a token where the public is let in.

use std::time::Duration;

use axum::http::{Method, StatusCode};

use crate::problem::Problem;

/// The most quotes, saved answers and pictures of one address in a minute.
pub const READS: usize = 120;
/// The longest body of a question or a search, in bytes.
const LONGEST_BODY: usize = 256 << 10;

/// Returns true for what the public may do: ask, search and read. Sessions and memory are read alone, since nothing is
/// kept for it.
pub fn is_for_all(method: &Method, path: &str) -> bool {
    let reads = matches!(*method, Method::GET | Method::HEAD);
    match path {
        "/ask" | "/document" | "/verify" | "/v1/chat/completions" | "/mcp" => *method == Method::POST,
        "/search" | "/quote" => reads || *method == Method::POST,
        "/filters" | "/examples" | "/sources" | "/sections" | "/sections/diff" | "/packs" | "/v1/models"
        | "/sessions" | "/memory" | "/archives" => reads,
        path => {
            let below = |folder: &str| path.starts_with(folder);
            let read = ["/sources/", "/packs/", "/answers/", "/sessions/", "/memory/"].into_iter().any(below);
            read && reads
        }
    }
}

/// Returns true for questions and searches, of which each address has so many a minute.
pub fn is_counted(path: &str) -> bool {
    matches!(
        path,
        "/ask" | "/examples" | "/search" | "/document" | "/verify" | "/v1/chat/completions" | "/mcp"
    )
}

/// Returns true for quotes, saved answers and pictures, of which each address has [`READS`] a minute.
pub fn is_counted_as_read(path: &str) -> bool {
    path == "/quote" || path.starts_with("/answers/") || path.ends_with("/picture")
}

/// Returns the longest body that a path takes from the public, where a server takes `most` from all; the user's own
/// text comes whole.
pub fn longest_body(path: &str, most: usize) -> usize {
    if matches!(path, "/verify" | "/document") { most } else { most.min(LONGEST_BODY) }
}

/// Returns the problem of a request that needs a token.
pub fn token_needed() -> Problem {
    Problem::new(
        StatusCode::FORBIDDEN,
        "this needs a token",
        "send `Authorization: Bearer TOKEN`; the person who runs the server makes tokens",
    )
}

/// Returns the problem of too many requests of one address.
pub fn too_many(wait: Duration) -> Problem {
    let seconds = wait.as_secs().saturating_add(1).min(60);
    Problem::new(
        StatusCode::TOO_MANY_REQUESTS,
        "too many requests from this address in a minute",
        format!("try again in about {seconds} s"),
    )
    .after(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_asks_searches_and_reads() {
        for (method, path, may) in [
            (Method::POST, "/ask", true),
            (Method::GET, "/search", true),
            (Method::GET, "/sources/a/pages/1/picture", true),
            (Method::PATCH, "/sources/a", false),
            (Method::DELETE, "/sources/a", false),
            (Method::POST, "/uploads", false),
            (Method::GET, "/traces", false),
            (Method::GET, "/traces/t-1", false),
            (Method::GET, "/metrics", false),
            (Method::POST, "/v1/embeddings", false),
            (Method::GET, "/answers/a-1", true),
            (Method::GET, "/sessions", true),
            (Method::DELETE, "/sessions/s-1", false),
            (Method::DELETE, "/memory", false),
        ] {
            assert_eq!(is_for_all(&method, path), may, "{method} {path}");
        }
    }
}
