//! Search for a run of items in another, in time linear in both (Knuth, Morris and Pratt 1977).

/// Returns true if the pattern occurs in the text and `at` accepts its first and last index. `steps` counts
/// the comparisons.
pub(super) fn stands_in<K: PartialEq>(
    pattern: &[K],
    text: &[K],
    at: impl Fn(usize, usize) -> bool,
    steps: &mut usize,
) -> bool {
    let borders = borders(pattern, steps);
    let mut matched = 0;
    for (place, item) in text.iter().enumerate() {
        while matched > 0 && pattern.get(matched).is_none_or(|p| p != item) {
            *steps += 1;
            matched = matched.checked_sub(1).and_then(|m| borders.get(m)).copied().unwrap_or(0);
        }
        *steps += 1;
        if pattern.get(matched) == Some(item) {
            matched += 1;
        }
        if matched == pattern.len() && matched > 0 && at(place + 1 - matched, place) {
            return true;
        }
    }
    false
}

/// Returns, for each prefix, the length of its longest proper prefix that is also its suffix.
fn borders<K: PartialEq>(pattern: &[K], steps: &mut usize) -> Vec<usize> {
    let mut borders = vec![0usize];
    let mut length = 0;
    for item in pattern.iter().skip(1) {
        while length > 0 && pattern.get(length) != Some(item) {
            *steps += 1;
            length = length.checked_sub(1).and_then(|l| borders.get(l)).copied().unwrap_or(0);
        }
        *steps += 1;
        if pattern.get(length) == Some(item) {
            length += 1;
        }
        borders.push(length);
    }
    borders
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn finds_what_a_search_finds(text in "[ab]{0,40}", pattern in "[ab]{1,6}") {
            let (t, p): (Vec<char>, Vec<char>) = (text.chars().collect(), pattern.chars().collect());
            let mut steps = 0;
            prop_assert_eq!(stands_in(&p, &t, |_, _| true, &mut steps), text.contains(&pattern));
            prop_assert!(steps <= 4 * (t.len() + p.len()));
            let last = stands_in(&p, &t, |_, end| end + 1 == t.len(), &mut steps);
            prop_assert_eq!(last, text.ends_with(&pattern));
        }
    }
}
