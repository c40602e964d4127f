//! Conditions on the sources that `search` and `ask` share.

use serde::{Deserialize, Deserializer, Serialize};

use twolane_archive::Filter;
use twolane_retrieve::{Mode, Query, Request, ScopeHint, SearchError};
use twolane_text::SourceId;

/// Conditions on the sources; all must hold.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args), command(next_help_heading = "Filters"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Conditions {
    /// Lane: local, state, or another.
    #[serde(deserialize_with = "one_or_several")]
    #[cfg_attr(feature = "clap", arg(long, value_name = "LANE"))]
    pub lane: Vec<String>,
    /// Town, city or association.
    #[cfg_attr(feature = "clap", arg(long))]
    pub town: Option<String>,
    /// Type of document: minutes, warrant, ordinance, budget, ...
    #[serde(rename = "type", deserialize_with = "one_or_several")]
    #[cfg_attr(feature = "clap", arg(long = "type", value_name = "TYPE"))]
    pub doc_type: Vec<String>,
    /// On or after this date (2025, 2025-03 or 2025-03-01).
    #[cfg_attr(feature = "clap", arg(long, value_name = "DATE"))]
    pub from: Option<String>,
    /// On or before this date.
    #[cfg_attr(feature = "clap", arg(long, value_name = "DATE"))]
    pub to: Option<String>,
    /// Board or committee.
    #[serde(deserialize_with = "one_or_several")]
    #[cfg_attr(feature = "clap", arg(long))]
    pub board: Vec<String>,
    /// Authority: rsa, nhma, official, minutes, news, other.
    #[serde(deserialize_with = "one_or_several")]
    #[cfg_attr(feature = "clap", arg(long, hide = true))]
    pub authority: Vec<String>,
    /// A source's id (`twolane source list`).
    #[serde(deserialize_with = "one_or_several")]
    #[cfg_attr(feature = "clap", arg(long, value_name = "ID"))]
    pub source: Vec<String>,
    /// Status: draft, approved, in force, repealed, ...
    #[cfg_attr(feature = "clap", arg(long, hide = true))]
    pub status: Option<String>,
    /// Edition of a pack.
    #[cfg_attr(feature = "clap", arg(long))]
    pub edition: Option<String>,
    /// Rank newer papers higher.
    #[cfg_attr(feature = "clap", arg(long, hide = true))]
    pub prefer_recent: bool,
    /// Where you expect the answer: local, state or mixed. All lanes are searched either way.
    #[cfg_attr(feature = "clap", arg(long, hide = true, value_parser = ["local", "state", "mixed"]))]
    #[cfg_attr(feature = "schemars", schemars(extend("enum" = ["local", "state", "mixed", null])))]
    pub scope: Option<String>,
    /// State whose law applies, by name or code (NH).
    #[cfg_attr(feature = "clap", arg(long, value_name = "STATE"))]
    pub state: Option<String>,
    /// A name, place or thing that the question is about; can be repeated.
    #[serde(deserialize_with = "one_or_several")]
    #[cfg_attr(feature = "clap", arg(long, hide = true, value_name = "TEXT"))]
    pub situation: Vec<String>,
    /// One search over everything instead of one a lane.
    #[cfg_attr(feature = "clap", arg(long, hide = true))]
    pub no_lanes: bool,
    /// Ask each lane the question alone.
    #[cfg_attr(feature = "clap", arg(long, hide = true))]
    pub no_multi_query: bool,
    /// Never search a second time.
    #[cfg_attr(feature = "clap", arg(long, hide = true))]
    pub no_second_pass: bool,
    /// Merge the lanes by score alone.
    #[cfg_attr(feature = "clap", arg(long, hide = true))]
    pub no_merge_rules: bool,
    /// Search mode: hybrid (keywords and meaning), bm25 (keywords only) or vector (meaning only).
    #[cfg_attr(feature = "clap", arg(long, hide = true, default_value = "hybrid", value_parser = ["hybrid", "bm25", "vector"]))]
    #[cfg_attr(feature = "schemars", schemars(extend("enum" = ["", "hybrid", "bm25", "vector"])))]
    pub mode: String,
    /// Answer as of this date: nothing later is used.
    #[cfg_attr(feature = "clap", arg(long, value_name = "DATE"))]
    pub as_of: Option<String>,
    /// The only papers of the local lanes, found by [`Conditions::spelled`].
    #[serde(skip)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub papers: Vec<SourceId>,
    /// Skip the reranker.
    #[cfg_attr(feature = "clap", arg(long, hide = true))]
    pub no_rerank: bool,
    /// Rank, choose and refuse without the reader.
    #[cfg_attr(feature = "clap", arg(long, hide = true))]
    pub no_reader: bool,
}

impl Conditions {
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
            papers: self.papers.clone(),
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

    /// Parses the search mode; an empty one is the default.
    pub fn mode(&self) -> Result<Mode, SearchError> {
        if self.mode.is_empty() { Ok(Mode::default()) } else { self.mode.parse() }
    }
}

/// A list, or one value without the list around it.
fn one_or_several<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Given {
        One(String),
        Several(Vec<String>),
    }
    Ok(match Given::deserialize(from)? {
        Given::One(value) => vec![value],
        Given::Several(values) => values,
    })
}
