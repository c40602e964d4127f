//! What is asked of retrieval over all lanes (SPEC RET-3).

use crate::archive::ChunkId;

use super::issue_map::IssueMap;
use super::planned::PlannedSearch;
use super::query::Query;

/// Where the answer is expected; a prior, never a filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ScopeHint {
    /// No expectation.
    #[default]
    Mixed,
    /// In the town's or association's own papers.
    Local,
    /// In the law of the state.
    State,
}

/// A text that the user gave along with the question, such as a pasted article.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SessionSource {
    /// Title.
    pub title: String,
    /// Text.
    pub text: String,
}

/// One question to all lanes.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The question with its filter, mode and number of hits. The filter holds for every lane.
    pub query: Query,
    /// The question as a planner wrote it again; searched first, with the question beside it.
    pub rewritten: Option<String>,
    /// Town or association. Papers of another one are left out; those of which none is known stay.
    pub town: Option<String>,
    /// State, by name or code. Law of another one is left out.
    pub jurisdiction: Option<String>,
    /// Boards that the question concerns; a prior.
    pub boards: Vec<String>,
    /// Topics that the question concerns; words for further queries.
    pub categories: Vec<String>,
    /// Where the answer is expected.
    pub scope_hint: ScopeHint,
    /// Names, places and things of the situation that the question is about; a prior.
    pub situation: Vec<String>,
    /// How much the question is one of law, 0 to 1; read off its words when it is not given.
    pub legal_salience: Option<f32>,
    /// Issues of the question; built from its words when it is not given.
    pub issue_map: Option<IssueMap>,
    /// What a planner adds.
    pub plan: Option<PlannedSearch>,
    /// Texts that came with the question, newest last.
    pub session_sources: Vec<SessionSource>,
    /// Chunks that are not found again: an earlier step of the same research read them.
    pub without: Vec<ChunkId>,
    /// Search all lanes in parallel; off: one search over all of them.
    pub lanes: bool,
    /// Ask each lane several queries.
    pub multi_query: bool,
    /// Look a second time where the first pass is weak.
    pub second_pass: bool,
    /// Fill [`Retrieved::lanes`](super::Retrieved::lanes).
    pub lane_hits: bool,
    /// Apply the rules of the merge; off: by score alone.
    pub merge_rules: bool,
}

impl Request {
    /// A question without context, everything switched on.
    pub fn new(query: Query) -> Self {
        Request {
            query,
            rewritten: None,
            town: None,
            jurisdiction: None,
            boards: Vec::new(),
            categories: Vec::new(),
            scope_hint: ScopeHint::Mixed,
            situation: Vec::new(),
            legal_salience: None,
            issue_map: None,
            plan: None,
            session_sources: Vec::new(),
            without: Vec::new(),
            lanes: true,
            multi_query: true,
            second_pass: true,
            lane_hits: false,
            merge_rules: true,
        }
    }

    /// The words that are searched for.
    pub fn text(&self) -> &str {
        self.rewritten.as_deref().filter(|t| !t.trim().is_empty()).unwrap_or(&self.query.text)
    }
}
