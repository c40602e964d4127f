//! Numbers in words, as in the chapters of old codes.

use twolane_text::spelled_number;

/// Returns the value of `thirty-one` or `one hundred and forty`; `None` for other words.
pub(super) fn spelled_value(text: &str) -> Option<u32> {
    let words: Vec<&str> = text.split_whitespace().collect();
    // "One" alone is a pronoun in running text, but a number in a citation.
    if words.len() == 1 && text.trim().eq_ignore_ascii_case("one") {
        return Some(1);
    }
    let (value, used) = spelled_number(words.iter().copied())?;
    (used == words.len()).then(|| u32::try_from(value).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_words() {
        for (text, value) in [
            ("one", Some(1)),
            ("thirty-one", Some(31)),
            ("one hundred and forty", Some(140)),
            ("two hundred sixteen", Some(216)),
            ("Forty", Some(40)),
            ("thirty-eleven", None),
            ("one two", None),
            ("and", None),
            ("", None),
        ] {
            assert_eq!(spelled_value(text), value, "{text}");
        }
    }
}
