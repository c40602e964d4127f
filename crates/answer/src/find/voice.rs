//! Sentences that ask, suppose or wish, and letters to an editor. They state no fact.

use twolane_text::pattern::pattern;

// Openings of suppositions, wishes, hearsay and letters to an editor, in their plain forms.
pattern!(
    SUPPOSES,
    concat!(
        r"(?i)^\W*(?:sirs?:\s*\w+|(?:to the|dear) editors?\s*[:,\u{2014}-]+\s*\w+|suppose|imagine|assume|assuming|let us say",
        r"|for (?:example|instance)|hypothetically|what if|if only",
        r"|true or false|rumou?r has it|(?:i|we|he|she|they) (?:wish(?:es)?|hopes?|dreams?|guess(?:es)?",
        r"|would (?:like|love|prefer)))\b"
    )
);

pattern!(HEARSAY, r"(?i)\b(?:i|we)(?:['\u{2019}]ve| have| had)? heard\b");

/// Returns true for a text that states nothing: a question, hearsay, a line that a mail answers, or a supposition or wish
/// by its first words.
pub fn states_nothing(text: &str) -> bool {
    let text =
        text.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\u{201d}' | ')' | ']' | '_'));
    text.ends_with('?')
        || text.starts_with('>')
        || HEARSAY.get().is_match(text)
        || SUPPOSES.get().is_match(text)
}

#[cfg(test)]
mod tests {
    use super::states_nothing;

    #[test]
    fn questions_and_suppositions_state_nothing() {
        for text in [
            "Shall the Town set the fee at $60?",
            "Shall the Town set the fee at $60? ____",
            "Suppose the fee were $60.",
            "Rumor has it that the fee is $60.",
            "I wish the fee were $60.",
            "They would like a fee of $60.",
            "For example, a fee of $60.",
            "> The fee is $60.",
            "To the Editor: the fee is $60.",
            "Sir: The fee is $60.",
            "At the store I heard that the fee is $60 now.",
        ] {
            assert!(states_nothing(text), "{text}");
        }
        for text in [
            "The fee is $60.",
            "Sir Walter's fee is $60.",
            "To the editor of the report, the board pays $60.",
            "Dear resident: the fee is $60.",
            "Is it open? Yes, until 4 p.m.",
            "They would have to pay $60.",
            "We received a grant of $60.",
            "Assumed Name Filing $60",
            "The board heard the case; the fee is $60.",
        ] {
            assert!(!states_nothing(text), "{text}");
        }
    }
}
