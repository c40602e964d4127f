//! Paragraphs that refer to the statement before them.

use std::collections::HashSet;

use crate::pattern::pattern;

use super::bindings::corrects;

pattern!(
    REFERS,
    concat!(
        r"(?i)^(?:[\[(*\u{2020}]|\W*(?:he|she|it|they|this|that|these|those|such|same|on reconsideration|no action|failed|denied|died|vacated",
        r"|suspended|repealed|rescinded|withdrawn|superseded|struck|tabled|void|canceled|cancelled|note|notice|update|except|however|but|instead",
        r"|editor|wrong|not so|april fools?'?)\b)"
    )
);

/// Number of letters in which two words of one stem agree.
const STEM: usize = 5;

/// Returns true for a paragraph that refers to a statement: it begins in brackets, with a pronoun, a correction or what
/// became of something, or it shares a long word with it.
pub(super) fn refers_to(own: &str, paragraph: &str) -> bool {
    let stems = |text: &str| -> HashSet<String> {
        let words = text.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().count() >= STEM);
        words.map(|word| word.chars().take(STEM).flat_map(char::to_lowercase).collect()).collect()
    };
    REFERS.get().is_match(paragraph) || corrects(paragraph) || !stems(own).is_disjoint(&stems(paragraph))
}

#[cfg(test)]
mod tests {
    use super::refers_to;

    #[test]
    fn paragraphs_that_refer_to_a_motion() {
        let own = "Motion to approve a transfer from the Road Reserve of $142. Motion carried.";
        for (paragraph, expected) in [
            ("It was rescinded in May.", true),
            ("[Vacated by order of the court]", true),
            ("The chair corrected her: it is closed.", true),
            ("The transfer was made in June.", true),
            ("Discussion of the generator: a regulator has been replaced.", false),
            ("April 7 session: no quorum.", false),
            ("April Fools!", true),
        ] {
            assert_eq!(refers_to(own, paragraph), expected, "{paragraph}");
        }
    }
}
