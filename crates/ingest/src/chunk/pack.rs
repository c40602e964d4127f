//! Packs units into chunks near the target size, at the breaks of the text.

use std::ops::Range;

use super::units::Unit;

/// Cuts a run of units into groups so that the sum of deviations from the target size and of break costs is
/// minimal. It uses dynamic programming over all cuts. No group has more than `most` tokens unless it is one
/// unit.
pub(super) fn pack(units: &[Unit], target: usize, most: usize) -> Vec<Range<usize>> {
    let n = units.len();
    // best[i]: least cost of units[..i], and the start of the last group.
    let mut best: Vec<(f32, usize)> = vec![(0.0, 0)];
    for end in 1..=n {
        let mut choice = (f32::INFINITY, end - 1);
        let mut size = 0;
        for start in (0..end).rev() {
            size += units.get(start).map_or(0, |u| u.tokens);
            if size > most && start + 1 < end {
                break;
            }
            let before = best.get(start).map_or(f32::INFINITY, |b| b.0);
            let boundary = if end < n { units.get(end - 1).map_or(0.0, |u| u.break_cost) } else { 0.0 };
            let cost = before + boundary + deviation(size, target);
            if cost < choice.0 {
                choice = (cost, start);
            }
        }
        best.push(choice);
    }
    let mut groups = Vec::new();
    let mut end = n;
    while end > 0 {
        let start = best.get(end).map_or(0, |b| b.1).min(end - 1);
        groups.push(start..end);
        end = start;
    }
    groups.reverse();
    groups
}

/// Returns the squared relative deviation, plus a constant for each group. So a chunk slightly larger than
/// the target is not cut into two halves.
fn deviation(size: usize, target: usize) -> f32 {
    let target = u16::try_from(target.max(1)).map_or(f32::from(u16::MAX), f32::from);
    let size = u16::try_from(size).map_or(f32::from(u16::MAX), f32::from);
    let relative = (size - target) / target;
    0.15 + relative * relative * if relative > 0.0 { 2.0 } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn unit(tokens: usize, break_cost: f32) -> Unit {
        Unit { line: 0, bytes: 0..0, tokens, table: false, break_cost }
    }

    #[test]
    fn breaks_at_paragraphs() {
        let units: Vec<Unit> = (0..6).map(|i| unit(30, if i == 2 { 0.0 } else { 1.0 })).collect();
        assert_eq!(pack(&units, 100, 200), [0..3, 3..6]);
        assert_eq!(pack(&units[..2], 100, 200), [0..2]);
        assert_eq!(pack(&[unit(500, 0.0)], 100, 200), [0..1]);
        assert!(pack(&[], 100, 200).is_empty());
    }

    proptest! {
        #[test]
        fn covers_all_and_respects_the_limit(sizes in proptest::collection::vec(1usize..80, 0..60), costs in 0u8..4) {
            let units: Vec<Unit> = sizes.iter().map(|s| unit(*s, f32::from(costs) / 4.0)).collect();
            let groups = pack(&units, 100, 150);
            let mut next = 0;
            for group in groups {
                prop_assert_eq!(group.start, next);
                next = group.end;
                let size: usize = sizes[group].iter().sum();
                prop_assert!(size <= 150);
            }
            prop_assert_eq!(next, sizes.len());
        }
    }
}
