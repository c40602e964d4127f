//! Requests as they come over HTTP and MCP.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::api::Conditions;

/// A question.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct AskRequest {
    /// The question. A long text in front of it is taken as a source of your own.
    pub question: String,
    /// Form of the answer: levels, brief, civic, legal or research; without one, the one that fits the question.
    #[schemars(extend("enum" = ["", "levels", "brief", "civic", "legal", "research"]))]
    pub form: String,
    /// Session that remembers questions, values and texts; begun if it does not exist yet.
    pub session: Option<String>,
    /// Values, such as replies to questions back, by their field.
    pub context: BTreeMap<String, String>,
    /// A text of your own to answer from, such as an article.
    pub paste: Option<String>,
    /// Keep no words of this question, in its trace or elsewhere.
    pub no_personal: bool,
    /// Search anew, also where the answer was given before, and do not remember this one.
    pub no_memory: bool,
    /// Chunks that sentences are taken from.
    #[schemars(range(min = 1, max = 100))]
    pub k: Option<usize>,
    /// Write without a language model, also where the server has one.
    pub no_model: bool,
    /// Conditions on the sources.
    #[serde(flatten)]
    pub conditions: Conditions,
}

/// A search.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SearchRequest {
    /// Words, or a question.
    pub query: String,
    /// Number of hits; 10 unless it is given.
    #[schemars(range(min = 1, max = 100))]
    pub k: Option<usize>,
    /// Scores of both sides, and what moved each hit.
    pub explain: bool,
    /// Conditions on the sources.
    #[serde(flatten)]
    pub conditions: Conditions,
}

/// A search as a query string.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SearchQuery {
    /// Words, or a question.
    pub q: String,
    /// Number of hits; 10 unless it is given.
    #[schemars(range(min = 1, max = 100))]
    pub k: Option<usize>,
    /// Lane: local, state, or another.
    pub lane: Option<String>,
    /// Town, city or association.
    pub town: Option<String>,
    /// Type of document.
    #[serde(rename = "type")]
    pub doc_type: Option<String>,
    /// Board or committee.
    pub board: Option<String>,
    /// Authority.
    pub authority: Option<String>,
    /// A source's id.
    pub source: Option<String>,
    /// On or after this date.
    pub from: Option<String>,
    /// On or before this date.
    pub to: Option<String>,
    /// State whose law applies.
    pub state: Option<String>,
    /// hybrid, bm25 or vector.
    #[schemars(extend("enum" = ["", "hybrid", "bm25", "vector"]))]
    pub mode: String,
    /// Lift newer papers.
    pub prefer_recent: bool,
}

impl From<SearchQuery> for SearchRequest {
    fn from(query: SearchQuery) -> Self {
        let conditions = Conditions {
            lane: query.lane.into_iter().collect(),
            town: query.town,
            doc_type: query.doc_type.into_iter().collect(),
            board: query.board.into_iter().collect(),
            authority: query.authority.into_iter().collect(),
            source: query.source.into_iter().collect(),
            from: query.from,
            to: query.to,
            state: query.state,
            mode: query.mode,
            prefer_recent: query.prefer_recent,
            ..Conditions::default()
        };
        SearchRequest { query: query.q, k: query.k, explain: false, conditions }
    }
}

/// Words at a locator.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QuoteRequest {
    /// A source's id, or the unique beginning of one.
    pub source: String,
    /// Lines (`p.12 L3-L5`, `L3`), or a section's own name.
    pub locator: String,
}

/// A section of law.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SectionRequest {
    /// Citation of a section or paragraph, such as `RSA 91-A:3, II`.
    pub citation: String,
    /// The edition in force on this day.
    #[serde(default)]
    pub as_of: Option<String>,
    /// This edition.
    #[serde(default)]
    pub edition: Option<String>,
}

/// What changed of a section between two editions.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiffRequest {
    /// Citation of a section.
    pub citation: String,
    /// Older edition; the one before the newest unless it is given.
    #[serde(default)]
    pub from: Option<String>,
    /// Newer edition; the newest unless it is given.
    #[serde(default)]
    pub to: Option<String>,
}

/// Values of a session to change.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionChange {
    /// Values by field; an empty one takes the field away.
    pub fields: BTreeMap<String, String>,
}

/// What is said of a paper that is sent.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct UploadQuery {
    /// Name of its file, with the ending.
    #[schemars(length(min = 1, max = 200), required)]
    pub name: String,
    /// Take the place of another paper of this name.
    pub replace: bool,
    /// Lane that it belongs to: local, state, or another.
    pub lane: Option<String>,
    /// Town, city or association.
    pub town: Option<String>,
    /// Board or committee.
    pub board: Option<String>,
    /// Type of document.
    #[serde(rename = "type")]
    pub doc_type: Option<String>,
    /// Authority.
    pub authority: Option<String>,
    /// Its date (`2024-10-09`, `2024-10`, `2024`).
    pub date: Option<String>,
}

/// How much of a list.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ListQuery {
    /// Most that are listed; 50 unless it is given.
    #[schemars(range(min = 1, max = 1000))]
    pub n: Option<u32>,
}

/// Which picture of a page.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PictureQuery {
    /// Width in pixels; 1000 unless it is given.
    #[schemars(range(min = 100, max = 2400))]
    pub width: Option<u32>,
}
