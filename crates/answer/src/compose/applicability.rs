//! "Statewide text that does not clearly apply is not used and becomes a limitation" (SPEC SYN-4).

use std::collections::BTreeSet;

use crate::check::verify::Fact;
use crate::find::evidence::Evidence;
use twolane_law::FEDERAL;

/// Drops the facts of law that do not clearly apply, and returns true when there were any. The law of a state does not
/// clearly apply to a place of unknown state, where the archive holds the law of several states. Federal law applies in
/// all of them. A question that names sections keeps all its facts.
pub(super) fn that_apply(facts: Vec<Fact>, evidence: &Evidence<'_>) -> (Vec<Fact>, bool) {
    let trace = &evidence.search.trace;
    let has_place = !trace.towns.is_empty() || evidence.request.town.is_some();
    let law = || evidence.sources.iter().filter(|s| s.meta.lane == "state");
    let states: BTreeSet<&str> =
        law().filter_map(|s| s.meta.jurisdiction.as_deref()).filter(|code| *code != FEDERAL).collect();
    if !has_place || !trace.jurisdictions.is_empty() || states.len() < 2 || !evidence.named().is_empty() {
        return (facts, false);
    }
    let of_a_state = |fact: &Fact| {
        let is_state = |code: &String| code != FEDERAL;
        let known = |id| law().any(|s| &s.id == id && s.meta.jurisdiction.as_ref().is_some_and(is_state));
        fact.support.iter().all(|quote| known(quote.source_id()))
    };
    let before = facts.len();
    let kept: Vec<Fact> = facts.into_iter().filter(|fact| !of_a_state(fact)).collect();
    let unclear = kept.len() < before;
    (kept, unclear)
}
