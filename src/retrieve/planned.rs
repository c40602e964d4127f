//! What a planner adds to a question's search: a hint, never a filter (SPEC PLAN-1).

use super::lane::LaneOptions;

/// What a plan wants of one lane.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlannedLane {
    /// Name of the lane; `None`: of every lane that no other one here names.
    pub lane: Option<String>,
    /// Queries beside those that retrieval makes of the question.
    pub queries: Vec<String>,
    /// Chunks that the lane brings, at least.
    pub k: Option<usize>,
    /// Chunks of it that the merged context holds at most.
    pub cap: Option<usize>,
}

/// What comes first in the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlannedFirst {
    /// The law.
    Law,
    /// What happened.
    Facts,
    /// How it is done.
    Process,
}

/// A plan as retrieval takes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedSearch {
    /// By lane.
    pub lanes: Vec<PlannedLane>,
    /// Words that a passage ought to have; one more query of each lane.
    pub must_include: Vec<String>,
    /// What comes first.
    pub first: Option<PlannedFirst>,
    /// Statewide lanes are searched; off only for a question that is purely one of local papers.
    pub statewide: bool,
    /// Statewide lanes without metadata are also asked with the words of statutes.
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

/// How far a plan may widen a lane, as a multiple of its own settings: more would take the time of
/// the second stage from the passages that the question itself found.
const WIDEST: usize = 2;

impl PlannedSearch {
    /// What it wants of a lane.
    pub fn lane(&self, name: &str) -> Option<&PlannedLane> {
        let named = self.lanes.iter().find(|l| l.lane.as_deref() == Some(name));
        named.or_else(|| self.lanes.iter().find(|l| l.lane.is_none()))
    }

    /// A lane's settings under the plan, which widens a lane and never starves it.
    pub(super) fn widen(&self, name: &str, options: &mut LaneOptions) {
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
