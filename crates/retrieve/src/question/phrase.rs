//! Words and phrases, as index terms for matching in texts.

use twolane_archive::terms;

/// Returns the terms of a text for phrase matching, which are the index's own terms.
pub fn terms_of(text: &str) -> Vec<String> {
    terms(text)
}

/// A word or a run of words as index terms (lower case, stemmed, without stop words).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Phrase(Vec<String>);

impl Phrase {
    /// Builds a phrase from a text; returns `None` for a text without terms.
    pub fn of(text: &str) -> Option<Phrase> {
        let terms = terms(text);
        (!terms.is_empty()).then_some(Phrase(terms))
    }

    /// Returns true if its terms occur in a row among these.
    pub fn is_in(&self, terms: &[String]) -> bool {
        terms.windows(self.0.len()).any(|window| window == self.0)
    }

    /// Returns the terms of the phrase.
    pub fn terms(&self) -> &[String] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_words_in_a_row() {
        for (phrase, text, expected) in [
            ("select board", "The Select Board's minutes", true),
            ("select board", "the board may select one", false),
            ("ada", "under the ADA, ramps", true),
            ("ada", "Canada and adagio", false),
            ("building code", "Building codes apply", true),
        ] {
            assert_eq!(Phrase::of(phrase).unwrap().is_in(&terms_of(text)), expected, "{phrase} in {text}");
        }
        assert_eq!(Phrase::of("the"), None);
    }
}
