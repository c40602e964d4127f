//! A request for retrieval over all lanes (SPEC RET-3).

use twolane_archive::{ChunkId, Editions};
use twolane_text::SourceId;

use super::issue_map::IssueMap;
use super::planned::PlannedSearch;
use super::query::Query;

/// Expected location of the answer; a prior, never a filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ScopeHint {
    /// No expectation about the lane.
    #[default]
    Mixed,
    /// The town's or association's own papers.
    Local,
    /// The law of the state.
    State,
}

/// A text that the user supplied with the question, such as a pasted article.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SessionSource {
    /// Title of the text.
    pub title: String,
    /// The text itself.
    pub text: String,
}

/// One question to all lanes. [`Request::new`] leaves the context empty: set what is known, such as the town.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The question with its filter, mode and number of hits. The filter applies to every lane.
    pub query: Query,
    /// The question as rewritten by a planner; it is searched first, and the original second.
    pub rewritten: Option<String>,
    /// Town or association. Papers of other towns are left out; papers of unknown towns stay.
    pub town: Option<String>,
    /// The only papers of the local lanes, such as those that mention a place; empty for all.
    pub papers: Vec<SourceId>,
    /// State, by name or code. Law of other states is left out.
    pub jurisdiction: Option<String>,
    /// Boards that the question concerns; a prior.
    pub boards: Vec<String>,
    /// Topics that the question concerns; they form further queries.
    pub categories: Vec<String>,
    /// Expected location of the answer.
    pub scope_hint: ScopeHint,
    /// Names, places and things of the question's situation; a prior.
    pub situation: Vec<String>,
    /// Legal salience of the question, 0 to 1; derived from its words if absent.
    pub legal_salience: Option<f32>,
    /// Issues of the question; built from its words if absent.
    pub issue_map: Option<IssueMap>,
    /// Additions of a planner.
    pub plan: Option<PlannedSearch>,
    /// Texts supplied with the question, newest last.
    pub session_sources: Vec<SessionSource>,
    /// Chunks to exclude because an earlier step of the same research has read them.
    pub without: Vec<ChunkId>,
    /// Searches all lanes in parallel; if false, runs one search over all of them.
    pub lanes: bool,
    /// Runs several queries per lane.
    pub multi_query: bool,
    /// Runs a second pass if the first one is weak.
    pub second_pass: bool,
    /// Fills [`Retrieved::lanes`](crate::Retrieved::lanes).
    pub lane_hits: bool,
    /// Applies the rules of the merge; if false, sorts by score alone.
    pub merge_rules: bool,
}

impl Request {
    /// Creates a request without context and with every feature enabled.
    pub fn new(query: Query) -> Self {
        Request {
            query,
            rewritten: None,
            town: None,
            papers: Vec::new(),
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

    /// Returns the words to search for.
    pub fn text(&self) -> &str {
        self.rewritten.as_deref().filter(|t| !t.trim().is_empty()).unwrap_or(&self.query.text)
    }

    /// Returns the editions of the law that it asks for.
    pub(crate) fn editions(&self) -> Editions {
        Editions { as_of: self.query.filter.as_of.clone(), edition: self.query.filter.edition.clone() }
    }
}
