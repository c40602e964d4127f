//! Merge of several lanes into one list (SPEC RET-8). Rules move chunks; none is dropped.

use crate::options::merge_options::MergeOptions;
use crate::question::analysis::Asked;

/// Settings of a lane in the merge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MergeLane {
    /// Maximum number of its chunks in the context.
    pub cap: usize,
    /// True if the lane holds a state's law.
    pub statewide: bool,
}

/// A chunk as input of the merge.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Index of its lane.
    pub lane: usize,
    /// Score of the chunk; higher is better.
    pub score: f32,
    /// True if it names something of the situation.
    pub situation: bool,
    /// True if it covers a legal topic of the question.
    pub legal_topic: bool,
    /// True if it has a word of the question or a similar meaning.
    pub related: bool,
    /// True if it belongs to another matter or another town.
    pub off_topic: bool,
    /// True for the text of a statute.
    pub statute: bool,
    /// True if the answer is expected in its lane.
    pub in_scope: bool,
}

/// A chunk's entry in the merged list.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed {
    /// Index into the given entries.
    pub entry: usize,
    /// Score with the merge's boosts.
    pub score: f32,
    /// Names of the rules that moved it, for people.
    pub rules: Vec<&'static str>,
}

/// Merges the lanes' chunks. The first [`Merged::context`] of the result are the context:
/// `merged_context_cap`, or fewer if the caps of the lanes require it. The others follow by score.
pub fn merge(entries: &[Entry], lanes: &[MergeLane], asked: Asked, options: &MergeOptions) -> Merged {
    let mut placed: Vec<Placed> =
        entries.iter().enumerate().map(|(entry, e)| boosted(entry, e, asked, options)).collect();
    placed.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut placed = own_matter_first(placed, entries, options.top_n);
    let mut taken = vec![0usize; lanes.len()];
    let (mut context, mut rest) = (Vec::new(), Vec::new());
    for p in placed.drain(..) {
        let lane = entries.get(p.entry).map_or(0, |e| e.lane);
        let cap = lanes.get(lane).map_or(usize::MAX, |l| l.cap);
        match taken.get_mut(lane) {
            Some(n) if *n < cap && context.len() < options.merged_context_cap => {
                *n += 1;
                context.push(p);
            }
            _ => rest.push(p),
        }
    }
    if asked.legal_salience >= options.legal_salience {
        reserve_for_state(&mut context, &mut rest, entries, lanes, options);
    }
    let count = context.len();
    context.extend(rest);
    Merged { placed: context, context: count }
}

/// The merged list.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Merged {
    /// All entries, best first.
    pub placed: Vec<Placed>,
    /// Number of leading entries that form the context.
    pub context: usize,
}

fn boosted(entry: usize, e: &Entry, asked: Asked, options: &MergeOptions) -> Placed {
    let mut placed = Placed { entry, score: e.score, rules: Vec::new() };
    for (applies, rule, added) in [
        (e.situation, "names something of the situation", options.situation_boost),
        (e.statute && asked.process, "statute text for a question of process", options.statute_boost),
        (e.in_scope, "of the lane where the answer is expected", options.scope_boost),
    ] {
        if applies && added != 0.0 {
            placed.score += added;
            placed.rules.push(rule);
        }
    }
    placed
}

/// Returns true if a chunk may take one of the top ranks.
pub(crate) fn belongs(e: &Entry) -> bool {
    (!e.off_topic || e.legal_topic) && (e.situation || e.legal_topic || e.related)
}

/// Moves chunks of other matters behind the first `top_n` ranks, as long as enough chunks of the question's
/// own matter can fill those.
fn own_matter_first(placed: Vec<Placed>, entries: &[Entry], top_n: usize) -> Vec<Placed> {
    let own = |p: &Placed| entries.get(p.entry).is_some_and(belongs);
    if !placed.iter().any(own) || placed.iter().all(own) {
        return placed;
    }
    let (mut top, mut below) = (Vec::new(), Vec::new());
    for mut p in placed {
        if top.len() < top_n && own(&p) {
            top.push(p);
        } else {
            if !own(&p) && top.len() < top_n {
                p.rules.push("of another matter: below the top");
            }
            below.push(p);
        }
    }
    top.extend(below);
    top
}

/// Moves state chunks that pass the bar into the context. Each replaces the context's last local chunk that
/// is not protected. Without such chunks nothing changes: a quota does not justify irrelevant text in the
/// context.
fn reserve_for_state(
    context: &mut Vec<Placed>,
    rest: &mut Vec<Placed>,
    entries: &[Entry],
    lanes: &[MergeLane],
    options: &MergeOptions,
) {
    let statewide =
        |p: &Placed| entries.get(p.entry).and_then(|e| lanes.get(e.lane)).is_some_and(|lane| lane.statewide);
    let passes = |p: &Placed| statewide(p) && entries.get(p.entry).is_some_and(belongs);
    loop {
        if context.iter().filter(|p| statewide(p)).count() >= options.min_state {
            return;
        }
        let Some(from) = rest.iter().position(passes) else { return };
        let protected = context.iter().enumerate().filter(|(_, p)| !statewide(p)).map(|(i, _)| i);
        let protected: Vec<usize> = protected.take(options.min_local_facts).collect();
        let mut incoming = rest.remove(from);
        incoming.rules.push("a question of law: state law has a place in the context");
        if context.len() < options.merged_context_cap {
            context.push(incoming);
            continue;
        }
        let last = (0..context.len())
            .rev()
            .find(|i| !protected.contains(i) && context.get(*i).is_some_and(|p| !statewide(p)));
        let Some(last) = last else {
            rest.insert(from, incoming);
            return;
        };
        let mut outgoing = context.remove(last);
        outgoing.rules.push("made room for state law");
        context.push(incoming);
        rest.insert(0, outgoing);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LANES: [MergeLane; 2] =
        [MergeLane { cap: 10, statewide: false }, MergeLane { cap: 5, statewide: true }];
    const LAW: Asked = Asked { legal_salience: 0.8, process: false };

    fn entry(lane: usize, score: f32) -> Entry {
        Entry {
            lane,
            score,
            situation: false,
            legal_topic: false,
            related: true,
            off_topic: false,
            statute: lane == 1,
            in_scope: false,
        }
    }

    fn locals(n: u8) -> Vec<Entry> {
        (0..n).map(|i| entry(0, 0.9 - f32::from(i) * 0.01)).collect()
    }

    fn order(merged: &Merged) -> Vec<usize> {
        merged.placed.iter().map(|p| p.entry).collect()
    }

    fn run(entries: &[Entry], asked: Asked) -> Merged {
        merge(entries, &LANES, asked, &MergeOptions::default())
    }

    #[test]
    fn by_score_within_the_caps_and_nothing_is_dropped() {
        let mut entries = locals(12);
        entries.extend((0..8u8).map(|i| entry(1, 0.85 - f32::from(i) * 0.01)));
        let merged = run(&entries, Asked::default());
        let in_context = |lane: usize| {
            merged.placed.iter().take(merged.context).filter(|p| entries[p.entry].lane == lane).count()
        };
        assert_eq!((merged.context, in_context(0), in_context(1)), (15, 10, 5));
        assert_eq!(merged.placed.len(), 20);
        let mut all = order(&merged);
        all.sort_unstable();
        assert_eq!(all, (0..20).collect::<Vec<_>>());
        assert_eq!(order(&merged)[0], 0);
    }

    #[test]
    fn state_law_has_its_places_when_the_question_is_one_of_law() {
        let options = MergeOptions { merged_context_cap: 6, ..MergeOptions::default() };
        let mut entries = locals(8);
        entries.extend((0..4u8).map(|i| entry(1, 0.1 - f32::from(i) * 0.01)));
        let merged = merge(&entries, &LANES, LAW, &options);
        // The three best local chunks stay, regardless of the quota.
        assert_eq!(order(&merged)[..6], [0, 1, 2, 8, 9, 10]);
        // Counter-example: a question that is not legal reserves no ranks.
        let merged = merge(&entries, &LANES, Asked { legal_salience: 0.4, process: false }, &options);
        assert_eq!(order(&merged)[..6], [0, 1, 2, 3, 4, 5]);
        // Counter-example: unrelated state chunks get no ranks.
        for e in entries.iter_mut().filter(|e| e.lane == 1) {
            e.related = false;
        }
        let merged = merge(&entries, &LANES, LAW, &options);
        assert_eq!(order(&merged)[..6], [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn a_quota_never_moves_the_best_local_facts() {
        let options = MergeOptions {
            merged_context_cap: 4,
            min_state: 4,
            min_local_facts: 3,
            ..MergeOptions::default()
        };
        let mut entries = locals(4);
        entries.extend((0..4u8).map(|i| entry(1, 0.1 - f32::from(i) * 0.01)));
        let merged = merge(&entries, &LANES, LAW, &options);
        assert_eq!(order(&merged)[..4], [0, 1, 2, 4]);
    }

    #[test]
    fn another_matter_stands_below_the_top() {
        let mut entries = locals(12);
        entries[0].off_topic = true;
        entries[1].off_topic = true;
        // Counter-example: a chunk that covers the question's legal topic keeps its rank.
        entries[1].legal_topic = true;
        let merged = run(&entries, Asked::default());
        assert_eq!(order(&merged)[..9], [1, 2, 3, 4, 5, 6, 7, 8, 0]);
        assert!(merged.placed[8].rules.iter().any(|r| r.contains("another matter")));
        // Counter-example: if all chunks are of another matter, the order stays.
        for e in &mut entries {
            (e.off_topic, e.legal_topic) = (true, false);
        }
        assert_eq!(order(&run(&entries, Asked::default()))[..3], [0, 1, 2]);
    }

    #[test]
    fn a_chunk_that_shares_nothing_needs_a_reason_to_stand_at_the_top() {
        let mut entries = locals(12);
        entries[0].related = false;
        entries[1].related = false;
        entries[1].situation = true;
        let merged = run(&entries, Asked::default());
        assert_eq!(order(&merged)[..3], [1, 2, 3]);
        assert!(order(&merged).contains(&0), "below, but not gone");
    }

    #[test]
    fn the_situation_is_a_prior_not_a_filter() {
        let mut entries = vec![entry(0, 0.50), entry(0, 0.48), entry(0, 0.30)];
        entries[1].situation = true;
        entries[2].situation = true;
        // The boost settles a near tie but does not lift a weak chunk past a clear winner.
        assert_eq!(order(&run(&entries, Asked::default())), [1, 0, 2]);
    }

    #[test]
    fn statutes_answer_questions_of_process() {
        let entries = [entry(0, 0.50), entry(1, 0.49)];
        assert_eq!(order(&run(&entries, Asked { legal_salience: 0.0, process: true })), [1, 0]);
        assert_eq!(order(&run(&entries, Asked::default())), [0, 1]);
    }

    proptest::proptest! {
        #[test]
        fn every_chunk_has_one_place(
            seeds in proptest::collection::vec((0usize..3, proptest::num::f32::ANY, 0u8..32), 0..30),
            salience in 0f32..1.0,
            cap in 0usize..20,
        ) {
            let entries: Vec<Entry> = seeds.iter().map(|(lane, score, bits)| Entry {
                situation: bits & 1 > 0, legal_topic: bits & 2 > 0, related: bits & 4 > 0, off_topic: bits & 8 > 0,
                in_scope: bits & 16 > 0, ..entry(*lane, *score)
            }).collect();
            let options = MergeOptions { merged_context_cap: cap, ..MergeOptions::default() };
            let merged = merge(&entries, &LANES, Asked { legal_salience: salience, process: false }, &options);
            let mut all = order(&merged);
            all.sort_unstable();
            proptest::prop_assert_eq!(all, (0..entries.len()).collect::<Vec<_>>());
            proptest::prop_assert!(merged.context <= cap);
        }
    }
}
