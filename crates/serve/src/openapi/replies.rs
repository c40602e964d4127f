//! The reply shapes that programs may rely on: fields may be added. The library makes the replies;
//! `tests/serve` compares them with these types.

#![allow(dead_code, reason = "these types describe; nothing is made of them")]

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde_json::Value;

/// A level of visibility.
#[derive(JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Visibility {
    Public,
    Staff,
    Sealed,
}

/// A reply to a question.
#[derive(JsonSchema)]
pub struct Reply {
    /// The status: `rejected`, `clarify`, `proceed` or `proceed_after_clarify_timeout`.
    status: Status,
    /// The reason why it was rejected.
    reason: Option<String>,
    /// The questions back to the user.
    #[schemars(default)]
    questions: Vec<Question>,
    /// The answer in three levels.
    answer: Option<Levels>,
    /// The evidence of the answer.
    evidence: Option<Evidence>,
    /// The answer in the requested form.
    form: Option<Form>,
    /// The question, conditions and values that the answer is made again from.
    asked: Option<Value>,
    /// The interpretation of the question.
    resolved_context: Option<Resolved>,
    /// The user's own texts that were used.
    #[schemars(default)]
    session_sources: Vec<Value>,
    /// The session, where one was named.
    session_id: Option<String>,
    /// The trace, where one is kept.
    trace_id: Option<String>,
    /// True when the answer was given before and looked up again.
    #[schemars(default)]
    from_memory: bool,
    /// The time and question of the earlier answer, if any.
    memory: Option<GivenBefore>,
    /// The duration in milliseconds.
    latency_ms: Option<f64>,
    /// The office to ask where the papers gave no answer, if the server names one.
    contact: Option<String>,
}

/// A kept answer, checked again.
#[derive(JsonSchema)]
pub struct KeptAnswer {
    id: String,
    /// The time of the answer.
    at: String,
    /// The question as it was asked; null for a reader who sees fewer papers than its asker.
    question: Option<String>,
    /// The finding of the check: `holds`; `quotes_hold`, where a remark about the archive does not, or where the reader
    /// sees fewer papers than the asker; `changed`, where
    /// a quote is no longer there word for word.
    standing: String,
    /// The number of quotes.
    quotes: u64,
    /// The number of quotes that are there word for word.
    quotes_exact: u64,
    /// True when papers were added, changed or removed since.
    archive_changed: bool,
    /// The answer: whole if it holds, its facts alone if only the quotes hold, else null.
    answer: Option<Value>,
}

#[derive(JsonSchema)]
struct GivenBefore {
    id: String,
    question: String,
    at: String,
    /// The cosine of both questions; 1 for the same words.
    similarity: f64,
}

#[derive(JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Status {
    Rejected,
    Clarify,
    Proceed,
    ProceedAfterClarifyTimeout,
}

#[derive(JsonSchema)]
struct Question {
    field: String,
    prompt: String,
    options: Vec<String>,
    allow_free_text: bool,
}

#[derive(JsonSchema)]
struct Levels {
    level1: String,
    level2: String,
    level3: String,
}

#[derive(JsonSchema)]
struct Evidence {
    /// The mode: `answer` or `report_insufficient_evidence`.
    mode: String,
    facts: Vec<Fact>,
    gaps: Vec<Value>,
    conflicts: Vec<Value>,
    limitations: Vec<String>,
    citations_index: Vec<Value>,
    record_strength: Strength,
    suggested_followups: Vec<String>,
}

#[derive(JsonSchema)]
struct Fact {
    text: String,
    support: Vec<Support>,
}

#[derive(JsonSchema)]
struct Support {
    source_id: String,
    locator: String,
    quote: String,
}

#[derive(JsonSchema)]
struct Strength {
    /// The tier: A specific, B with gaps, C general.
    tier: String,
    reasons: Vec<String>,
}

#[derive(JsonSchema)]
struct Form {
    name: String,
    markdown: String,
}

#[derive(JsonSchema)]
struct Resolved {
    from: Vec<String>,
    fields: BTreeMap<String, String>,
    origins: BTreeMap<String, String>,
    question: String,
}

/// The result of a search.
#[derive(JsonSchema)]
pub struct SearchReply {
    query: String,
    hits: Vec<Hit>,
    signals: Value,
    timing_ms: BTreeMap<String, f64>,
}

#[derive(JsonSchema)]
struct Hit {
    rank: u32,
    score: f64,
    lane: String,
    source: HitSource,
    locator: String,
    page: u32,
    label: Option<String>,
    text: String,
    section: Option<String>,
    why: String,
}

#[derive(JsonSchema)]
struct HitSource {
    id: String,
    title: String,
    authority: Option<String>,
    date: Option<String>,
    url: Option<String>,
}

/// The values that conditions can have.
#[derive(JsonSchema)]
pub struct Filters {
    /// Number of sources in the archive.
    sources: u64,
    towns: Vec<Town>,
    lanes: Vec<String>,
    boards: Vec<String>,
    types: Vec<String>,
    authorities: Vec<String>,
    statuses: Vec<String>,
    editions: Vec<String>,
    states: Vec<String>,
    forms: Vec<String>,
    /// True when papers can be sent to `/uploads`.
    uploads: bool,
    /// The level of the papers that the caller sees: `public`, `staff` or `sealed`.
    sees: Visibility,
    /// True when a token would let the caller see more.
    sign_in: bool,
    /// The office to ask where the papers gave no answer, if the server names one.
    contact: Option<String>,
    /// True when search also uses embeddings.
    by_meaning: bool,
    /// The language model in use.
    language_model: Option<String>,
    /// The last line of a document: the day, the version, the archive and the disclaimer.
    about: String,
}

#[derive(JsonSchema)]
struct Town {
    name: String,
    state: Option<String>,
}

/// Questions to begin with.
#[derive(JsonSchema)]
pub struct Examples {
    questions: Vec<String>,
    /// True while more are looked for; ask again in a few seconds.
    looking: bool,
}

/// The list of all sources.
#[derive(JsonSchema)]
pub struct SourceList {
    sources: Vec<SourceReply>,
    coverage: BTreeMap<String, u64>,
    generation: u64,
}

/// The result of an upload.
#[derive(JsonSchema)]
pub struct UploadReply {
    /// The sources in it.
    sources: Vec<Taken>,
    pages: u64,
    pages_unread: u64,
    lines: u64,
    seconds: f64,
}

#[derive(JsonSchema)]
struct Taken {
    id: Option<String>,
    pages: u32,
    pages_ocr: u32,
    pages_unread: u32,
    lines: u32,
    /// The status: `added`, `changed` or `unchanged`.
    status: String,
    reason: String,
}

/// A single source.
#[derive(JsonSchema)]
pub struct SourceReply {
    id: String,
    title: String,
    hash: String,
    kind: String,
    pages: u32,
    pages_ocr: u32,
    pages_unread: u32,
    lines: u32,
    meta: Value,
}

/// A removed source.
#[derive(JsonSchema)]
pub struct RemovedSource {
    /// Id of the source.
    removed: String,
    papers: Vec<RemovedPaper>,
}

#[derive(JsonSchema)]
struct RemovedPaper {
    id: String,
    title: String,
    /// Names of its files.
    paths: Vec<String>,
}

/// A page of a source.
#[derive(JsonSchema)]
pub struct Page {
    source_id: String,
    title: String,
    page: u32,
    pages: u32,
    /// Printed label, where it differs from the number.
    label: Option<String>,
    /// Width and height in points.
    size: Option<(f32, f32)>,
    /// The status: `read`, `ocr`, `blank` or `unread`.
    status: String,
    /// The reason why it is unread.
    reason: String,
    text: String,
    lines: Vec<Line>,
    /// Address of its picture.
    picture: Option<String>,
}

#[derive(JsonSchema)]
struct Line {
    locator: String,
    page: u32,
    text: String,
    /// Left, top, right, bottom in points from the top left.
    #[serde(rename = "box")]
    bounds: Option<[f32; 4]>,
    flags: Vec<String>,
}

/// The words of a source.
#[derive(JsonSchema)]
pub struct QuoteReply {
    source_id: String,
    locator: String,
    quote: String,
    page: u32,
    boxes: Vec<[f32; 4]>,
}

/// The verdicts on a saved answer.
#[derive(JsonSchema)]
pub struct Verdicts {
    quotes: Vec<Value>,
    counts: BTreeMap<String, u64>,
    unsupported_tokens: Vec<Value>,
    accounted: bool,
    made_again: Option<Value>,
    ok: bool,
}

/// A section of law.
#[derive(JsonSchema)]
pub struct SectionReply {
    citation: String,
    heading: String,
    text: String,
    status: String,
    history: Option<String>,
    edition: Option<String>,
    cites: Vec<Value>,
    cited_by: Vec<Value>,
    mentioned_in: Vec<Value>,
}

/// The installed packs.
#[derive(JsonSchema)]
pub struct Packs {
    packs: Vec<Value>,
}

/// A single pack.
#[derive(JsonSchema)]
pub struct PackReply {
    name: String,
    editions: Vec<Value>,
    sections: Vec<Value>,
}

/// The caller's sessions.
#[derive(JsonSchema)]
pub struct SessionList {
    sessions: Vec<Value>,
}

/// The remembered answers.
#[derive(JsonSchema)]
pub struct MemoryList {
    entries: Vec<MemoryEntry>,
}

#[derive(JsonSchema)]
struct MemoryEntry {
    id: String,
    session_id: Option<String>,
    at: String,
    question: String,
    fields: BTreeMap<String, String>,
    confidence: f32,
    /// True when the archive is unchanged, so that the answer may be given again.
    stands: bool,
}

/// The newest traces.
#[derive(JsonSchema)]
pub struct TraceList {
    traces: Vec<Value>,
}

/// The available models.
#[derive(JsonSchema)]
pub struct ListOfModels {
    object: String,
    data: Vec<Value>,
}

/// The vectors of the texts.
#[derive(JsonSchema)]
pub struct EmbeddingsReply {
    object: String,
    data: Vec<Value>,
    model: String,
    usage: BTreeMap<String, u64>,
}

/// A chat's answer.
#[derive(JsonSchema)]
pub struct ChatReply {
    id: String,
    object: String,
    created: i64,
    model: String,
    choices: Vec<Value>,
}

/// The state of the server.
#[derive(JsonSchema)]
pub struct Health {
    status: String,
    version: String,
    token_needed: bool,
}

/// The archives of a server that has several.
#[derive(JsonSchema)]
pub struct ArchiveList {
    archives: Vec<ArchiveEntry>,
    /// True when a token would show more.
    sign_in: bool,
}

/// An archive of a server that has several.
#[derive(JsonSchema)]
struct ArchiveEntry {
    /// The name in addresses.
    name: String,
    /// The name that people read.
    title: String,
    /// The address of its page; its other addresses begin with this one.
    address: String,
    /// The number of papers that you see.
    sources: u64,
    /// The number of towns and associations with such papers.
    places: u64,
}
