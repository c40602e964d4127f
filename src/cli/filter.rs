//! Filter flags that `search` and `ask` share.

use clap::Args;

use crate::archive::Filter;
use crate::retrieve::{Mode, SearchError};
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
    /// local, state, or mixed (both).
    #[arg(long, value_parser = ["local", "state", "mixed"])]
    pub scope: Option<String>,
    /// hybrid, bm25 (words alone) or vector (meaning alone).
    #[arg(long, default_value = "hybrid", value_parser = ["hybrid", "bm25", "vector"])]
    pub mode: String,
    /// Answer as of this date: nothing later is used.
    #[arg(long, value_name = "DATE")]
    pub as_of: Option<String>,
    /// Leave the second stage out.
    #[arg(long)]
    pub no_rerank: bool,
}

impl FilterArgs {
    /// The filter of the archive.
    pub fn to_filter(&self) -> Filter {
        let mut lanes = self.lane.clone();
        if let (true, Some(scope)) = (lanes.is_empty(), self.scope.as_deref())
            && scope != "mixed"
        {
            lanes.push(scope.to_owned());
        }
        Filter {
            lanes,
            town: self.town.clone(),
            boards: self.board.clone(),
            doc_types: self.doc_type.clone(),
            from: self.from.clone(),
            to: [self.to.clone(), self.as_of.clone()].into_iter().flatten().min(),
            sources: self.source.iter().cloned().map(SourceId).collect(),
            authorities: self.authority.clone(),
            status: self.status.clone(),
            edition: self.edition.clone(),
        }
    }

    /// Which sides take part.
    pub fn mode(&self) -> Result<Mode, SearchError> {
        self.mode.parse()
    }
}
