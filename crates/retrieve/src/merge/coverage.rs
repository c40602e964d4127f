//! Coverage of sources. A document that matches on every page should not hide all others, least of all the
//! one that disagrees with it.

use std::collections::HashMap;
use std::hash::Hash;

/// Subtracts `penalty` from an item for each better one of its group, at most `most` in all. The order is
/// greedy: the item with the best penalised score comes next. This is maximal marginal relevance (Carbonell
/// and Goldstein 1998) with "same group" as the similarity. Returns each item's index and total penalty, in
/// the new order.
pub(crate) fn cover<G: Eq + Hash>(
    scores: &[f32],
    groups: &[G],
    penalty: f32,
    most: f32,
) -> Vec<(usize, f32)> {
    let mut left: Vec<(usize, f32, &G)> =
        scores.iter().zip(groups).enumerate().map(|(index, (score, group))| (index, *score, group)).collect();
    // Stable sort: equal scores keep their given order.
    left.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut placed: HashMap<&G, f32> = HashMap::new();
    let mut order = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let taken = |group: &G| (penalty * placed.get(group).copied().unwrap_or(0.0)).min(most);
        let mut best = 0;
        let mut best_score = f32::NEG_INFINITY;
        for (place, (_, score, group)) in left.iter().enumerate() {
            let with_penalty = score - taken(group);
            if with_penalty.total_cmp(&best_score).is_gt() {
                (best, best_score) = (place, with_penalty);
            }
        }
        let (index, _, group) = left.remove(best);
        order.push((index, taken(group)));
        *placed.entry(group).or_default() += 1.0;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(scores: &[f32], groups: &[u8], penalty: f32, most: f32) -> Vec<usize> {
        cover(scores, groups, penalty, most).into_iter().map(|(index, _)| index).collect()
    }

    #[test]
    fn the_second_document_comes_into_sight() {
        let scores = [0.80, 0.79, 0.78, 0.765, 0.5];
        let groups = [1, 1, 1, 2, 3];
        assert_eq!(order(&scores, &groups, 0.02, 0.1), [0, 1, 3, 2, 4]);
        // Counter-example: a clearly worse item stays last.
        assert_eq!(*order(&scores, &groups, 0.02, 0.1).last().unwrap(), 4);
        assert_eq!(order(&scores, &groups, 0.0, 0.1), [0, 1, 2, 3, 4]);
    }

    proptest::proptest! {
        #[test]
        fn every_item_once_and_never_more_than_the_most(
            items in proptest::collection::vec((proptest::num::f32::ANY, 0u8..4), 0..40),
        ) {
            let (scores, groups): (Vec<f32>, Vec<u8>) = items.into_iter().unzip();
            let mut found = cover(&scores, &groups, 0.02, 0.1);
            proptest::prop_assert!(found.iter().all(|(_, taken)| (0.0..=0.1).contains(taken)));
            found.sort_by_key(|f| f.0);
            let indices: Vec<usize> = found.iter().map(|f| f.0).collect();
            proptest::prop_assert_eq!(indices, (0..scores.len()).collect::<Vec<_>>());
        }
    }
}
