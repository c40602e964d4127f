//! Filter flags that `search` and `ask` share.

use clap::Args;

use crate::archive::Filter;
use crate::retrieve::{Mode, Query, Request, ScopeHint, SearchError};
use crate::text::SourceId;

/// Conditions on the sources; all must hold.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Filters")]
pub struct FilterArgs {
    /// Lane: local, state, or another.
    #[arg(long, value_name = "LANE")]
    pub lane: Vec<String>,
    /// Town, city or association.
    #[arg(long)]
    pub town: Option<String>,
    /// Type of document: minutes, warrant, ordinance, budget, ...
    #[arg(long = "type", value_name = "TYPE")]
    pub doc_type: Vec<String>,
    /// On or after this date (2025, 2025-03 or 2025-03-01).
    #[arg(long, value_name = "DATE")]
    pub from: Option<String>,
    /// On or before this date.
    #[arg(long, value_name = "DATE")]
    pub to: Option<String>,
    /// Board or committee.
    #[arg(long)]
    pub board: Vec<String>,
    /// Authority: rsa, nhma, official, minutes, news, other.
    #[arg(long)]
    pub authority: Vec<String>,
    /// A source's id (`twolane source list`).
    #[arg(long, value_name = "ID")]
    pub source: Vec<String>,
    /// Status: draft, approved, in force, repealed, ...
    #[arg(long)]
    pub status: Option<String>,
    /// Edition of a pack.
    #[arg(long)]
    pub edition: Option<String>,
    /// Lift newer papers.
    #[arg(long)]
    pub prefer_recent: bool,
    /// Where the answer is expected: local, state, or mixed. All lanes are searched whatever it is.
    #[arg(long, value_parser = ["local", "state", "mixed"])]
    pub scope: Option<String>,
    /// State whose law applies, by name or code (NH).
    #[arg(long, value_name = "STATE")]
    pub state: Option<String>,
    /// A name, place or thing of the situation; may be given several times.
    #[arg(long, value_name = "TEXT")]
    pub situation: Vec<String>,
    /// One search over everything instead of one a lane.
    #[arg(long)]
    pub no_lanes: bool,
    /// Ask each lane the question alone.
    #[arg(long)]
    pub no_multi_query: bool,
    /// Never look a second time.
    #[arg(long)]
    pub no_second_pass: bool,
    /// Merge the lanes by score alone.
    #[arg(long)]
    pub no_merge_rules: bool,
    /// hybrid, bm25 (words alone) or vector (meaning alone).
    #[arg(long, default_value = "hybrid", value_parser = ["hybrid", "bm25", "vector"])]
    pub mode: String,
    /// Answer as of this date: nothing later is used.
    #[arg(long, value_name = "DATE")]
    pub as_of: Option<String>,
    /// Leave the second stage out.
    #[arg(long)]
    pub no_rerank: bool,
    /// Leave the reader out: passages are ranked, facts chosen and silence told by the other signals.
    #[arg(long)]
    pub no_reader: bool,
}

impl FilterArgs {
    /// The filter of the archive.
    pub fn to_filter(&self) -> Filter {
        Filter {
            lanes: self.lane.clone(),
            boards: self.board.clone(),
            doc_types: self.doc_type.clone(),
            from: self.from.clone(),
            to: self.to.clone(),
            as_of: self.as_of.clone(),
            sources: self.source.iter().cloned().map(SourceId).collect(),
            authorities: self.authority.clone(),
            status: self.status.clone(),
            edition: self.edition.clone(),
            ..Filter::default()
        }
    }

    /// The request for a question; `k` hits.
    pub fn to_request(&self, question: &str, k: usize) -> Result<Request, SearchError> {
        let query = Query {
            filter: self.to_filter(),
            k,
            mode: self.mode()?,
            prefer_recent: self.prefer_recent,
            rerank: !self.no_rerank,
            read: !self.no_reader,
            ..Query::new(question)
        };
        Ok(Request {
            town: self.town.clone(),
            jurisdiction: self.state.clone(),
            scope_hint: match self.scope.as_deref() {
                Some("local") => ScopeHint::Local,
                Some("state") => ScopeHint::State,
                _ => ScopeHint::Mixed,
            },
            situation: self.situation.clone(),
            lanes: !self.no_lanes,
            multi_query: !self.no_multi_query,
            second_pass: !self.no_second_pass,
            merge_rules: !self.no_merge_rules,
            ..Request::new(query)
        })
    }

    /// Which sides take part.
    pub fn mode(&self) -> Result<Mode, SearchError> {
        self.mode.parse()
    }
}
