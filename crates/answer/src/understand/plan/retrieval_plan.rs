//! Queries and limits for each lane.

use serde::{Deserialize, Serialize};

use twolane_retrieve::{LOCAL, Lanes, PlannedFirst, PlannedLane, PlannedSearch, STATE};

/// Priority of the sources in a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Priority {
    /// The law comes first.
    LawFirst,
    /// Facts come first.
    #[default]
    FactsFirst,
    /// Procedure comes first.
    ProcessFirst,
}

/// One lane of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LanePlan {
    /// Name of the lane.
    pub lane: String,
    /// Queries in addition to those that retrieval derives from the question.
    pub queries: Vec<String>,
    /// Chunks that the lane returns; `None` uses the lane's setting.
    pub k: Option<usize>,
    /// Most chunks of the lane in the merged context.
    pub cap: Option<usize>,
}

/// A plan of a search (SPEC PLAN-1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RetrievalPlan {
    /// Plan of each lane.
    pub lanes: Vec<LanePlan>,
    /// Words that a passage should have.
    pub must_include: Vec<String>,
    /// Priority of the sources.
    pub priority: Priority,
    /// True to search the state's law together with the local papers; false only for a purely local, simple question.
    pub force_parallel_state_retrieval: bool,
    /// True to also query the state lane with the words of statutes, where no metadata narrows it.
    pub state_lane_anchors: bool,
    /// Reason for the plan.
    pub reason: String,
}

impl RetrievalPlan {
    /// Builds a plan of both lanes with their settings, with only the question's own words.
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

    /// Converts the plan for retrieval. Lanes of the user's own get the queries of the local lane.
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

    /// Returns every query of the plan, including the words that must be included.
    pub fn queries(&self) -> impl Iterator<Item = &str> {
        let own = self.lanes.iter().flat_map(|l| &l.queries).map(String::as_str);
        own.chain(self.must_include.iter().map(String::as_str))
    }
}
