//! Requests in the form of HTTP and MCP.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

pub use twolane_api::AskRequest;
use twolane_api::Conditions;

/// The format of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DocumentKind {
    /// A Word document with footnotes.
    #[default]
    Docx,
    /// A PDF file with notes.
    Pdf,
    /// Markdown, as the form wrote it.
    Markdown,
    /// Plain text for a letter.
    Text,
}

/// The options of a document.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct DocumentQuery {
    /// Format: docx, pdf, markdown or text; docx unless it is given.
    #[schemars(with = "String", extend("enum" = ["docx", "pdf", "markdown", "text"]))]
    pub kind: DocumentKind,
}

/// A search of the archive.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SearchRequest {
    /// Words, or a question.
    pub query: String,
    /// Number of hits; 10 unless it is given.
    #[schemars(range(min = 1, max = 100))]
    pub k: Option<usize>,
    /// Return the scores of both retrievers, and what moved each hit.
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
    /// Authority of the document.
    pub authority: Option<String>,
    /// A source's id.
    pub source: Option<String>,
    /// On or after this date.
    pub from: Option<String>,
    /// On or before this date.
    pub to: Option<String>,
    /// State whose law applies.
    pub state: Option<String>,
    /// Search mode: hybrid, bm25 or vector.
    #[schemars(extend("enum" = ["", "hybrid", "bm25", "vector"]))]
    pub mode: String,
    /// Rank newer papers higher.
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

/// A request for the words at a locator.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QuoteRequest {
    /// A source's id, or the unique beginning of one.
    pub source: String,
    /// Lines (`p.12 L3-L5`, `L3`), or a section's own name.
    pub locator: String,
}

/// A request for a section of law.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SectionRequest {
    /// Citation of a section or paragraph, such as `RSA 91-A:3, II`.
    pub citation: String,
    /// The edition in force on this day.
    #[serde(default)]
    pub as_of: Option<String>,
    /// The edition by name.
    #[serde(default)]
    pub edition: Option<String>,
}

/// A request for the changes of a section between two editions.
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
    /// Values by field; an empty value removes the field.
    pub fields: BTreeMap<String, String>,
}

/// Values of a paper to change by hand.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SourceChange {
    /// Title of the paper.
    #[schemars(length(min = 1, max = 300))]
    pub title: Option<String>,
    /// Kind of paper: minutes, agenda, budget.
    #[schemars(length(min = 1, max = 120))]
    pub kind: Option<String>,
    /// Board or committee.
    #[schemars(length(min = 1, max = 120))]
    pub board: Option<String>,
    /// Date of the paper (`2024-10-09`, `2024-10`, `2024`).
    #[schemars(length(min = 1, max = 120))]
    pub date: Option<String>,
    /// Town, city, district or association.
    #[schemars(length(min = 1, max = 120))]
    pub town: Option<String>,
    /// State, by name or two letters.
    #[schemars(length(min = 1, max = 120))]
    pub state: Option<String>,
    /// Level that a reader needs to see the paper.
    #[schemars(extend("enum" = ["public", "staff", "sealed", null]))]
    pub visibility: Option<String>,
    /// Fields that the paper has no value for, whatever was found: kind, board, date, town, state.
    pub none: Vec<String>,
    /// Fields to take back, so that the found value holds again.
    pub undo: Vec<String>,
}

/// The description of an uploaded paper.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct UploadQuery {
    /// File name, with the extension.
    #[schemars(length(min = 1, max = 200), required)]
    pub name: String,
    /// Replace another paper of this name.
    pub replace: bool,
    /// Lane that the paper belongs to: local, state, or another.
    pub lane: Option<String>,
    /// Town, city or association.
    pub town: Option<String>,
    /// Board or committee.
    pub board: Option<String>,
    /// Type of document.
    #[serde(rename = "type")]
    pub doc_type: Option<String>,
    /// Authority of the document.
    pub authority: Option<String>,
    /// Date of the paper (`2024-10-09`, `2024-10`, `2024`).
    pub date: Option<String>,
    /// Level that a reader needs to see it; public unless it is given or found.
    #[schemars(extend("enum" = ["public", "staff", "sealed", null]))]
    pub visibility: Option<String>,
}

/// The key in the address of a page that the program opened.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KeyRequest {
    /// Key in the address.
    pub key: String,
}

/// A folder of this machine.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FolderRequest {
    /// Path of the folder.
    pub path: String,
    /// Town, city or association of its papers, where the papers need not say it.
    pub town: Option<String>,
    /// Read the folder again whenever it changes.
    pub watch: bool,
}

/// The length of a list.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ListQuery {
    /// Maximum number of entries; 50 unless it is given.
    #[schemars(range(min = 1, max = 1000))]
    pub n: Option<u32>,
}

/// The options of a page picture.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PictureQuery {
    /// Width in pixels; 1000 unless it is given.
    #[schemars(range(min = 100, max = 2400))]
    pub width: Option<u32>,
}
