//! A planner's additions to a question's search: a hint, never a filter (SPEC PLAN-1).

use crate::options::lane::LaneOptions;

/// A plan's requests for one lane.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlannedLane {
    /// Name of the lane; `None` for every lane that no other entry names.
    pub lane: Option<String>,
    /// Queries in addition to those that retrieval builds from the question.
    pub queries: Vec<String>,
    /// Minimum number of chunks that the lane brings.
    pub k: Option<usize>,
    /// Maximum number of its chunks in the merged context.
    pub cap: Option<usize>,
}

/// Part that comes first in the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlannedFirst {
    /// The law that applies.
    Law,
    /// The facts of what happened.
    Facts,
    /// The procedure to follow.
    Process,
}

/// A plan in the form that retrieval uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedSearch {
    /// Requests for individual lanes.
    pub lanes: Vec<PlannedLane>,
    /// Words that a passage should contain; they form one more query of each lane.
    pub must_include: Vec<String>,
    /// Part that comes first in the answer.
    pub first: Option<PlannedFirst>,
    /// True to search statewide lanes; false only for a question purely about local papers.
    pub statewide: bool,
    /// True to also query statewide lanes without metadata with the words of statutes.
    pub statewide_anchors: bool,
}

impl Default for PlannedSearch {
    fn default() -> Self {
        PlannedSearch {
            lanes: Vec::new(),
            must_include: Vec::new(),
            first: None,
            statewide: true,
            statewide_anchors: true,
        }
    }
}

/// Maximum widening of a lane by a plan, as a multiple of the lane's own settings. More would take the second
/// stage's time away from passages that the question itself found.
const WIDEST: usize = 2;

impl PlannedSearch {
    /// Returns the plan's requests for a lane.
    pub fn lane(&self, name: &str) -> Option<&PlannedLane> {
        let named = self.lanes.iter().find(|l| l.lane.as_deref() == Some(name));
        named.or_else(|| self.lanes.iter().find(|l| l.lane.is_none()))
    }

    /// Adjusts a lane's settings to the plan, which can widen a lane but never narrow it.
    pub(crate) fn widen(&self, name: &str, options: &mut LaneOptions) {
        let Some(lane) = self.lane(name) else { return };
        let within =
            |wanted: Option<usize>, own: usize| wanted.unwrap_or(own).clamp(own, own.saturating_mul(WIDEST));
        options.lane_k = within(lane.k, options.lane_k);
        options.context_cap = within(lane.cap, options.context_cap);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_widens_a_lane_and_never_starves_it() {
        for (k, cap, expected) in [
            (None, None, (8, 5)),
            (Some(1), Some(0), (8, 5)),
            (Some(10), Some(8), (10, 8)),
            (Some(900), None, (16, 5)),
        ] {
            let lane = PlannedLane { lane: Some("state".into()), k, cap, ..PlannedLane::default() };
            let plan = PlannedSearch { lanes: vec![lane], ..PlannedSearch::default() };
            let mut options = LaneOptions::named("state");
            plan.widen("state", &mut options);
            assert_eq!((options.lane_k, options.context_cap), expected, "{k:?} {cap:?}");
            let mut other = LaneOptions::named("local");
            plan.widen("local", &mut other);
            assert_eq!(other, LaneOptions::named("local"));
        }
    }
}
