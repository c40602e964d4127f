//! Values, other than the subject, on which an answer depends: the place.

use std::collections::BTreeMap;

use crate::language::rules::Rules;
use crate::language::words::words;
use twolane_retrieve::Expected;

use super::look::FirstLook;
use super::options::GateOptions;

/// Need to know the place that a question is about.
#[derive(Debug, Clone, PartialEq)]
pub enum PlaceNeed {
    /// The question names a place, is not about one place, or only one place has papers on it.
    Settled,
    /// Several places have papers on it, and each would give another answer. Holds the score share of each place.
    Open(BTreeMap<String, f32>),
}

/// Derives the need from the first look: places with a large share of its score and a hit near its best, when the
/// question names nothing that selects one.
pub fn place_need(question: &str, look: &FirstLook, rules: &Rules, options: &GateOptions) -> PlaceNeed {
    let near = look.towns_near_best();
    let shares = look.shares(|s| s.meta.town.clone()).into_iter();
    let open: BTreeMap<String, f32> =
        shares.filter(|(town, share)| *share >= options.place_share && near.contains(town)).collect();
    let state_leads = look.seen.first().is_some_and(|s| s.source.meta.lane == "state");
    // Only values differ between places in a way that a list of quotes would not show.
    let asks_value = !matches!(Expected::of(question), Expected::Any | Expected::Cause);
    // A town and an association within it are not alternatives; two towns are, and so are two associations.
    let associations = open.keys().filter(|place| is_association(place)).count();
    let one_of_each = associations.max(open.len() - associations) < 2;
    if one_of_each || state_leads || !asks_value {
        return PlaceNeed::Settled;
    }
    if names_something(question, rules) {
        return PlaceNeed::Settled;
    }
    PlaceNeed::Open(open)
}

/// Returns true for the name of an association of owners.
fn is_association(place: &str) -> bool {
    let words = place.to_lowercase();
    ["association", "hoa", "condominium"]
        .iter()
        .any(|kind| words.split_whitespace().any(|word| word == *kind))
}

/// Returns true for a name, a number or a date, which identifies a subject.
fn names_something(question: &str, rules: &Rules) -> bool {
    words(question).iter().any(|w| !w.first && w.is_marked() && !rules.speakers.contains(&w.lower))
}
