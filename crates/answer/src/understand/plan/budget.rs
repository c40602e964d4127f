//! Limit of a question's model calls (SPEC HOP-3).

use serde::{Deserialize, Serialize};

use super::route::QueryType;

/// Most model calls by route, without extras.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CallLimits {
    /// Calls of a simple question.
    pub simple: u64,
    /// Calls of a complex question.
    pub complex: u64,
    /// Calls of a question of several steps.
    pub multi_hop: u64,
    /// Calls of a question of several steps with answer choices.
    pub multi_hop_with_choices: u64,
}

impl Default for CallLimits {
    fn default() -> Self {
        CallLimits { simple: 4, complex: 5, multi_hop: 10, multi_hop_with_choices: 11 }
    }
}

/// Extras of a question that each allow one more call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Extras {
    /// Screening by a model.
    pub screening: bool,
    /// An answer that was rewritten.
    pub rewritten_answer: bool,
    /// Number of expansions; at most two count.
    pub expansions: u64,
    /// Review by the critic.
    pub critic: bool,
}

impl CallLimits {
    /// Returns the most calls for a question.
    pub fn of(&self, route: QueryType, choices: bool, extras: Extras) -> u64 {
        let own = match route {
            QueryType::Simple => self.simple,
            QueryType::Complex => self.complex,
            QueryType::MultiHop if choices => self.multi_hop_with_choices,
            QueryType::MultiHop => self.multi_hop,
        };
        own.saturating_add(u64::from(extras.screening))
            .saturating_add(u64::from(extras.rewritten_answer))
            .saturating_add(extras.expansions.min(2))
            .saturating_add(u64::from(extras.critic))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_the_specification() {
        let limits = CallLimits::default();
        let all = Extras { screening: true, rewritten_answer: true, expansions: 7, critic: true };
        for (route, choices, extras, expected) in [
            (QueryType::Simple, false, Extras::default(), 4),
            (QueryType::Simple, true, Extras::default(), 4),
            (QueryType::Complex, false, Extras::default(), 5),
            (QueryType::MultiHop, false, Extras::default(), 10),
            (QueryType::MultiHop, true, Extras::default(), 11),
            (QueryType::Simple, false, Extras { screening: true, ..Extras::default() }, 5),
            (QueryType::Complex, false, all, 10),
        ] {
            assert_eq!(limits.of(route, choices, extras), expected, "{route:?} {choices} {extras:?}");
        }
    }
}
