//! One search for the words that the patterns require. Most sentences have none of these words, so no pattern
//! is tried on them, or even compiled.

use std::sync::{LazyLock, OnceLock};

use aho_corasick::AhoCorasick;
use regex::Regex;

use super::kind::InstructionKind;
use super::patterns::{compile, sources};
use super::required::required;

struct Screened {
    kind: InstructionKind,
    source: String,
    regex: OnceLock<Option<Regex>>,
}

impl Screened {
    fn is_in(&self, folded: &str) -> bool {
        let regex = self.regex.get_or_init(|| compile(&self.source));
        regex.as_ref().is_some_and(|regex| regex.is_match(folded))
    }
}

struct Screen {
    patterns: Vec<Screened>,
    /// Patterns that require no word.
    always: Vec<usize>,
    /// Words that patterns require; `None` if the search could not be built, so that all patterns are tried.
    words: Option<AhoCorasick>,
    /// The pattern that requires each word.
    needed_by: Vec<usize>,
}

static SCREEN: LazyLock<Screen> = LazyLock::new(|| {
    let patterns: Vec<Screened> =
        sources().map(|(kind, source)| Screened { kind, source, regex: OnceLock::new() }).collect();
    let (mut always, mut words, mut needed_by) = (Vec::new(), Vec::new(), Vec::new());
    for (number, pattern) in patterns.iter().enumerate() {
        match required(&pattern.source) {
            Some(needed) => {
                needed_by.resize(words.len() + needed.len(), number);
                words.extend(needed);
            }
            None => always.push(number),
        }
    }
    let words = AhoCorasick::builder().ascii_case_insensitive(true).build(&words).ok();
    Screen { patterns, always, words, needed_by }
});

/// Returns the goal of the first matching pattern in this folded text. Folding removes the letters beyond
/// ASCII that `regex` treats as another case of an ASCII letter (U+017F, U+212A).
pub(super) fn first_match(folded: &str, document: bool) -> Option<InstructionKind> {
    let screen = &*SCREEN;
    let mut worth: Vec<usize> = match &screen.words {
        Some(words) => words
            .find_overlapping_iter(folded)
            .filter_map(|found| screen.needed_by.get(found.pattern().as_usize()).copied())
            .chain(screen.always.iter().copied())
            .collect(),
        None => (0..screen.patterns.len()).collect(),
    };
    worth.sort_unstable();
    worth.dedup();
    let worth = worth.iter().filter_map(|number| screen.patterns.get(*number));
    let heard = |p: &&Screened| document || p.kind != InstructionKind::ToModel;
    worth.filter(heard).find(|pattern| pattern.is_in(folded)).map(|pattern| pattern.kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instructions::views::folded;
    use proptest::prelude::*;

    /// Tries every pattern, as the reference.
    fn by_all_patterns(folded: &str, document: bool) -> Option<InstructionKind> {
        let heard = |p: &&Screened| document || p.kind != InstructionKind::ToModel;
        SCREEN.patterns.iter().filter(heard).find(|p| p.is_in(folded)).map(|p| p.kind)
    }

    fn regexes() -> Vec<Regex> {
        SCREEN.patterns.iter().filter_map(|p| compile(&p.source)).collect()
    }

    #[test]
    fn few_patterns_need_no_word() {
        assert!(SCREEN.words.is_some());
        assert!(SCREEN.always.len() * 10 < SCREEN.patterns.len(), "{:?}", SCREEN.always);
    }

    /// Generates a text that a pattern matches, by choosing among its alternatives.
    fn made_from(pattern: &str) -> BoxedStrategy<String> {
        proptest::string::string_regex(&pattern.replace(r"\b", "").replace('^', "").replace(r"\S", "x"))
            .expect("a strategy of the pattern")
            .boxed()
    }

    #[test]
    fn whatever_a_pattern_matches_holds_its_words() {
        use proptest::strategy::ValueTree;
        use proptest::test_runner::TestRunner;
        let mut runner = TestRunner::deterministic();
        let (mut tried, mut found) = (0usize, 0usize);
        for (pattern, regex) in SCREEN.patterns.iter().zip(regexes()) {
            let strategy = made_from(&pattern.source);
            for _ in 0..60 {
                let text = strategy.new_tree(&mut runner).expect("a value").current();
                for text in
                    [text.clone(), text.to_ascii_uppercase(), format!("The board met. {text} Adjourned.")]
                {
                    let text = folded(&text);
                    tried += 1;
                    found += usize::from(regex.is_match(&text));
                    for document in [false, true] {
                        let expected = by_all_patterns(&text, document);
                        assert_eq!(first_match(&text, document), expected, "{} {text:?}", pattern.source);
                    }
                }
            }
        }
        // Apart from word boundaries, a pattern finds the texts generated from it.
        assert!(found * 2 > tried, "{found} of {tried}");
    }

    proptest! {
        #[test]
        fn nothing_is_passed_over(
            words in proptest::collection::vec("(ignore|forget|your|all|previous|system|prompt|you|reply|note|to|the|ai|:|;|\\.|user|rules|instructions|[a-z]{1,8}|[A-Z]{1,4}|[ſKéß—])[ \n]?", 0..30),
        ) {
            let text = words.concat();
            let text = folded(&text);
            for document in [false, true] {
                prop_assert_eq!(first_match(&text, document), by_all_patterns(&text, document), "{:?}", text);
            }
        }
    }
}
