//! Lanes: named parts of an archive with their own queries, K and cap.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Settings of one lane.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LaneOptions {
    /// Number of chunks that a first pass brings (LOCAL_LANE_K, STATE_LANE_K).
    pub lane_k: usize,
    /// Maximum number of its chunks in the merged context (LOCAL_CONTEXT_CAP, STATE_CONTEXT_CAP).
    pub context_cap: usize,
    /// Number of chunks that a second pass brings (SECOND_PASS_LOCAL_LANE_K, SECOND_PASS_STATE_LANE_K).
    pub second_pass_lane_k: usize,
    /// True if the lane holds law that applies to all places of a state. Its queries use the words of
    /// statutes. It is filtered by the question's state, never by its town.
    pub statewide: bool,
}

impl Default for LaneOptions {
    fn default() -> Self {
        LaneOptions { lane_k: 12, context_cap: 10, second_pass_lane_k: 16, statewide: false }
    }
}

impl LaneOptions {
    /// Returns the defaults of SPEC RET-2 and RET-7 for the lane of this name. Lanes that a user adds get
    /// those of `local`.
    pub fn named(name: &str) -> LaneOptions {
        match name {
            STATE => LaneOptions { lane_k: 8, context_cap: 5, second_pass_lane_k: 12, statewide: true },
            _ => LaneOptions::default(),
        }
    }
}

/// Name of the lane with the town's or association's own papers.
pub const LOCAL: &str = "local";
/// Name of the lane with the state's law.
pub const STATE: &str = "state";

/// All lanes by name; a configuration lists only the lanes and keys that it changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "BTreeMap<String, LaneChange>")]
pub struct Lanes(pub BTreeMap<String, LaneOptions>);

impl Default for Lanes {
    fn default() -> Self {
        Lanes([LOCAL, STATE].map(|name| (name.to_owned(), LaneOptions::named(name))).into())
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LaneChange {
    lane_k: Option<usize>,
    context_cap: Option<usize>,
    second_pass_lane_k: Option<usize>,
    statewide: Option<bool>,
}

impl From<BTreeMap<String, LaneChange>> for Lanes {
    fn from(changes: BTreeMap<String, LaneChange>) -> Self {
        let mut lanes = Lanes::default();
        for (name, change) in changes {
            let lane = lanes.0.entry(name.clone()).or_insert_with(|| LaneOptions::named(&name));
            lane.lane_k = change.lane_k.unwrap_or(lane.lane_k);
            lane.context_cap = change.context_cap.unwrap_or(lane.context_cap);
            lane.second_pass_lane_k = change.second_pass_lane_k.unwrap_or(lane.second_pass_lane_k);
            lane.statewide = change.statewide.unwrap_or(lane.statewide);
        }
        lanes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_configuration_changes_what_it_names() {
        #[derive(Deserialize)]
        struct Holder {
            lanes: Lanes,
        }
        let read = |text: &str| toml::from_str::<Holder>(text).map(|h| h.lanes);
        let lanes = read("[lanes.state]\nlane_k = 20\n[lanes.county]\nstatewide = true\n").unwrap();
        assert_eq!(lanes.0[STATE], LaneOptions { lane_k: 20, ..LaneOptions::named(STATE) });
        assert_eq!(lanes.0[LOCAL], LaneOptions::default());
        assert!(lanes.0["county"].statewide);
        assert!(read("[lanes.state]\nk = 20\n").is_err());
    }
}
