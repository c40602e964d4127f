//! Sentences on the matter of a statement: those that share its rarest words.

use std::collections::{BTreeSet, HashSet};

/// Returns for each text the weight of the words that it shares with a statement, where `of` has the statement's words. A
/// word's weight is the logarithm of the share of texts with it, inverted.
pub(super) fn shared_weights(of: &BTreeSet<String>, texts: &[HashSet<String>]) -> Vec<f32> {
    let number = |count: usize| f32::from(u16::try_from(count.max(1)).unwrap_or(u16::MAX));
    let weights: Vec<(&String, f32)> = of
        .iter()
        .map(|term| {
            let count = texts.iter().filter(|text| text.contains(term)).count();
            (term, (number(texts.len()) / number(count)).ln())
        })
        .collect();
    let weight = |text: &HashSet<String>| {
        weights.iter().filter(|(term, _)| text.contains(*term)).map(|(_, weight)| weight).sum()
    };
    texts.iter().map(weight).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::question_terms::term_set;

    #[test]
    fn rare_words_count_more() {
        let texts = ["a skiff needs a tag", "a skiff is a boat", "a boat needs a cover", "a boat is moored"];
        let texts: Vec<HashSet<String>> = texts.iter().map(|text| term_set(text)).collect();
        let weights = shared_weights(&term_set("tag of a boat").into_iter().collect(), &texts);
        let [tag, boat, ..] = weights.as_slice() else { panic!("four texts") };
        assert!(tag > boat && *boat > 0.0, "{weights:?}");
    }
}
