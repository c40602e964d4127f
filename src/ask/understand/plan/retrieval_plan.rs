//! What each lane is asked.

use serde::{Deserialize, Serialize};

use crate::retrieve::{LOCAL, Lanes, PlannedFirst, PlannedLane, PlannedSearch, STATE};

/// What comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Priority {
    /// The law.
    LawFirst,
    /// What happened.
    #[default]
    FactsFirst,
    /// How it is done.
    ProcessFirst,
}

/// One lane of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LanePlan {
    /// Its name.
    pub lane: String,
    /// Queries beside those that retrieval makes of the question.
    pub queries: Vec<String>,
    /// Chunks that it brings; `None`: as many as it is set to.
    pub k: Option<usize>,
    /// Chunks of it in the merged context at most.
    pub cap: Option<usize>,
}

/// A plan of a search (SPEC PLAN-1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RetrievalPlan {
    /// By lane.
    pub lanes: Vec<LanePlan>,
    /// Words that a passage ought to have.
    pub must_include: Vec<String>,
    /// What comes first.
    pub priority: Priority,
    /// Search the state's law beside the local papers; off only for a purely local, simple question.
    pub force_parallel_state_retrieval: bool,
    /// Ask it with the words of statutes too, where no metadata narrows it.
    pub state_lane_anchors: bool,
    /// Why so.
    pub reason: String,
}

impl RetrievalPlan {
    /// Both lanes as they are set, asked with the question's own words.
    pub fn plain(lanes: &Lanes, priority: Priority, reason: impl Into<String>) -> Self {
        let lane = |name: &str| {
            let own = lanes.0.get(name);
            LanePlan {
                lane: name.to_owned(),
                queries: Vec::new(),
                k: own.map(|l| l.lane_k),
                cap: own.map(|l| l.context_cap),
            }
        };
        RetrievalPlan {
            lanes: vec![lane(LOCAL), lane(STATE)],
            must_include: Vec::new(),
            priority,
            force_parallel_state_retrieval: true,
            state_lane_anchors: true,
            reason: reason.into(),
        }
    }

    /// As retrieval takes it. Lanes of a user's own are asked what the local one is.
    pub fn for_retrieval(&self, both_lanes: bool) -> PlannedSearch {
        let lane = |own: &LanePlan, lane: Option<&str>| PlannedLane {
            lane: lane.map(str::to_owned),
            queries: own.queries.clone(),
            k: own.k,
            cap: own.cap,
        };
        let mut lanes: Vec<PlannedLane> = self.lanes.iter().map(|l| lane(l, Some(&l.lane))).collect();
        let local = self.lanes.iter().find(|l| l.lane == LOCAL);
        lanes.extend(local.map(|l| PlannedLane { k: None, cap: None, ..lane(l, None) }));
        PlannedSearch {
            lanes,
            must_include: self.must_include.clone(),
            first: Some(match self.priority {
                Priority::LawFirst => PlannedFirst::Law,
                Priority::FactsFirst => PlannedFirst::Facts,
                Priority::ProcessFirst => PlannedFirst::Process,
            }),
            statewide: both_lanes || self.force_parallel_state_retrieval,
            statewide_anchors: self.state_lane_anchors,
        }
    }

    /// Every query of it, the words that must be included too.
    pub fn queries(&self) -> impl Iterator<Item = &str> {
        let own = self.lanes.iter().flat_map(|l| &l.queries).map(String::as_str);
        own.chain(self.must_include.iter().map(String::as_str))
    }
}
