//! "Statewide text that does not clearly apply is not used and becomes a limitation" (SPEC SYN-4).

use std::collections::BTreeSet;

use crate::ask::check::verify::Fact;
use crate::ask::find::evidence::Evidence;

/// Facts without those of law that does not clearly apply, and whether there were any. The law of a
/// state does not clearly apply to a place whose state nobody knows, where the archive holds the law
/// of several. A section that the question names is asked for itself.
pub(super) fn that_apply(facts: Vec<Fact>, evidence: &Evidence<'_>) -> (Vec<Fact>, bool) {
    let trace = &evidence.search.trace;
    let has_place = !trace.towns.is_empty() || evidence.request.town.is_some();
    let law = || evidence.sources.iter().filter(|s| s.meta.lane == "state");
    let states: BTreeSet<&str> = law().filter_map(|s| s.meta.jurisdiction.as_deref()).collect();
    if !has_place || !trace.jurisdictions.is_empty() || states.len() < 2 || !evidence.named().is_empty() {
        return (facts, false);
    }
    let of_a_state = |fact: &Fact| {
        let known = |id| law().any(|s| &s.id == id && s.meta.jurisdiction.is_some());
        fact.support.iter().all(|quote| known(quote.source_id()))
    };
    let before = facts.len();
    let kept: Vec<Fact> = facts.into_iter().filter(|fact| !of_a_state(fact)).collect();
    let unclear = kept.len() < before;
    (kept, unclear)
}
