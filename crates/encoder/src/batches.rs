//! Division of texts into batches.

use std::ops::Range;

/// Splits texts, sorted by falling length, into batches. A batch has at most `max_texts` texts and at most
/// `max_tokens` tokens with padding. A longer text forms its own batch.
pub(crate) fn batches(lengths: &[usize], max_texts: usize, max_tokens: usize) -> Vec<Range<usize>> {
    let mut batches = Vec::new();
    let mut start = 0;
    while let Some(longest) = lengths.get(start) {
        let fitting = (max_tokens / (*longest).max(1)).clamp(1, max_texts.max(1));
        let end = start.saturating_add(fitting).min(lengths.len());
        batches.push(start..end);
        start = end;
    }
    batches
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn by_texts_and_tokens() {
        assert!(batches(&[], 4, 100).is_empty());
        assert_eq!(batches(&[300, 60, 40, 30, 30, 30], 3, 100), [0..1, 1..2, 2..4, 4..6]);
        assert_eq!(batches(&[5, 5, 5, 5], 3, 100), [0..3, 3..4]);
    }

    proptest! {
        #[test]
        fn all_texts_once(mut lengths in prop::collection::vec(0usize..600, 0..80), texts in 0usize..9, tokens in 0usize..900) {
            lengths.sort_unstable_by(|a, b| b.cmp(a));
            let batches = batches(&lengths, texts, tokens);
            let seen: Vec<usize> = batches.iter().cloned().flatten().collect();
            prop_assert_eq!(seen, (0..lengths.len()).collect::<Vec<_>>());
            for batch in batches {
                prop_assert!(batch.len() == 1 || (batch.len() <= texts && lengths[batch.start] * batch.len() <= tokens));
            }
        }
    }
}
