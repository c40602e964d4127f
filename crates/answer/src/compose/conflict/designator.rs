//! Marks that distinguish things of one kind. "Unit 4B" and "Unit 7A" are two units. A statement about one does not
//! contradict a statement about the other.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

/// Nouns before a number or letter that is a mark. In "of 20 feet" and "article 5", the number is an amount or a place
/// in a text instead.
const KINDS: &[&str] = &[
    "account",
    "apartment",
    "area",
    "building",
    "case",
    "category",
    "class",
    "district",
    "grade",
    "group",
    "level",
    "lot",
    "map",
    "option",
    "parcel",
    "phase",
    "plan",
    "precinct",
    "room",
    "route",
    "schedule",
    "station",
    "step",
    "suite",
    "tier",
    "type",
    "unit",
    "ward",
    "well",
    "year",
    "zone",
];
/// Longest mark, in characters.
const LONGEST: usize = 8;

/// Returns the marks of a text, keyed by the noun before each.
pub(super) fn designators(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let words: Vec<&str> = text.split_whitespace().map(bare).filter(|w| !w.is_empty()).collect();
    for pair in words.windows(2) {
        let [noun, mark] = pair else { continue };
        let noun = noun.to_lowercase();
        let noun = noun.strip_suffix('s').filter(|n| KINDS.contains(n)).unwrap_or(&noun).to_owned();
        if KINDS.contains(&noun.as_str()) && is_mark(mark) {
            found.entry(noun).or_default().insert(mark.to_lowercase());
        }
    }
    found
}

/// Returns true when both texts mark things of one kind, and share no mark of that kind.
pub(crate) fn tell_apart(a: &str, b: &str) -> bool {
    let (a, b) = (designators(a), designators(b));
    a.iter().any(|(noun, marks)| b.get(noun).is_some_and(|others| marks.is_disjoint(others)))
}

fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

fn is_mark(word: &str) -> bool {
    if word.len() > LONGEST || !word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
        return false;
    }
    let digits = word.chars().any(|c| c.is_ascii_digit());
    let capitals = word.chars().any(|c| c.is_ascii_uppercase());
    let lower = word.chars().any(|c| c.is_ascii_lowercase());
    let roman = word.chars().all(|c| matches!(c, 'I' | 'V' | 'X'));
    (digits && !lower) || (capitals && !lower && (word.len() == 1 || roman))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_of_one_kind() {
        for (a, b, expected) in [
            ("Unit 4B has 1,140 square feet.", "Unit 7A has 980 square feet.", true),
            ("Unit 4B has 1,140 square feet.", "Unit 4B has 1,150 square feet.", false),
            ("Units 4B and 7A have a deck.", "Unit 4B has none.", false),
            (
                "The deposit for a Type II review is $300.",
                "The deposit for a Type III review is $2,500.",
                true,
            ),
            ("Tier 1 costs $9 million.", "Tier 3 costs $15 million.", true),
            ("the culvert costs $48,200", "the culvert costs $52,700", false),
            ("Ordinance 88-2018 was adopted", "Ordinance 89-2018 was adopted", false),
            ("on May 6 the fee was $20", "on May 7 the fee was $30", false),
            ("186 barrels on page 1", "187 barrels on page 2", false),
            ("the type I know", "the type we know", false),
        ] {
            assert_eq!(tell_apart(a, b), expected, "{a} / {b}");
        }
    }
}
