//! What an answer depends on besides the matter: the place.

use std::collections::BTreeMap;

use crate::ask::language::rules::Rules;
use crate::ask::language::words::words;
use crate::retrieve::Expected;

use super::look::FirstLook;
use super::options::GateOptions;

/// Whether it has to be known which place a question is about.
#[derive(Debug, Clone, PartialEq)]
pub enum PlaceNeed {
    /// It names one, or is no question of one place, or only one has papers on it.
    Settled,
    /// Several places have papers on it, and each would give another answer.
    Open(BTreeMap<String, f32>),
}

/// Reads the first look: places that hold a good share of it, when the question names nothing that
/// singles one out.
pub fn place_need(question: &str, look: &FirstLook, rules: &Rules, options: &GateOptions) -> PlaceNeed {
    let shares = look.shares(|s| s.meta.town.clone());
    let open: BTreeMap<String, f32> =
        shares.into_iter().filter(|(_, share)| *share >= options.place_share).collect();
    let state_leads = look.seen.first().is_some_and(|s| s.source.meta.lane == "state");
    // Only a value differs from place to place in a way that a list of quotes would not show.
    let asks_value = Expected::of(question) != Expected::Any;
    if open.len() < 2 || state_leads || !asks_value {
        return PlaceNeed::Settled;
    }
    if names_something(question, rules) {
        return PlaceNeed::Settled;
    }
    PlaceNeed::Open(open)
}

/// A name, a number or a date: what singles a matter out.
fn names_something(question: &str, rules: &Rules) -> bool {
    words(question).iter().any(|w| !w.first && w.is_marked() && !rules.speakers.contains(&w.lower))
}
