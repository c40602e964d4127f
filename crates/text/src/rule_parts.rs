//! Parts of a rule's sentence: the party that it binds or permits, and its conditions. Both are ranges of the
//! sentence, so that a display uses the rule's own words.

use std::ops::Range;

/// Parts of a rule's sentence, as byte ranges.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RuleParts {
    /// Words before "shall", "must", "may" or "is liable": the party or thing that the rule applies to.
    pub bearer: Option<Range<usize>>,
    /// Clauses with "unless", "if", "except" and similar words, including the opening word.
    pub conditions: Vec<Range<usize>>,
}

/// Verbs that bind or permit by themselves.
const MODAL: &[&str] = &["shall", "must", "may", "cannot"];
/// Words that bind or permit after "is" or "are", with or without "not".
const STATES: &[&str] = &[
    "liable",
    "required",
    "entitled",
    "allowed",
    "permitted",
    "prohibited",
    "exempt",
    "obliged",
    "responsible",
];
/// Words that open a condition.
const OPENING: &[&str] = &["unless", "if", "except", "provided", "until", "notwithstanding"];
/// Maximum number of words in a bearer; longer ones are whole clauses.
const BEARER: usize = 10;

/// Splits the sentence of a rule; without a modal verb there is no bearer.
pub fn rule_parts(sentence: &str) -> RuleParts {
    let words = words(sentence);
    let conditions = conditions(sentence, &words);
    // "If it is closed, the clerk shall …": the bearer follows the introductory condition.
    let from = match conditions.first() {
        Some(first) if words.first().is_some_and(|(r, _)| r.start == first.start) => first.end,
        _ => 0,
    };
    RuleParts { bearer: bearer(sentence, &words, from), conditions }
}

/// Returns words with their byte ranges, in lower case and without surrounding punctuation.
fn words(sentence: &str) -> Vec<(Range<usize>, String)> {
    let start = |part: &str| part.as_ptr().addr().saturating_sub(sentence.as_ptr().addr());
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    sentence
        .split_whitespace()
        .map(|word| (start(word)..start(word) + word.len(), bare(word)))
        .skip_while(|(range, _)| is_label(sentence.get(range.clone()).unwrap_or("")))
        .collect()
}

/// Recognises the mark of a paragraph, `II.`, `(a)` or `3.`, which is not a word of its sentence.
fn is_label(word: &str) -> bool {
    let bare = word.trim_matches(|c: char| matches!(c, '(' | ')' | '.' | '•' | '-' | '*'));
    bare.len() < word.len()
        && bare.len() <= 4
        && (bare.chars().all(|c| c.is_ascii_digit() || matches!(c, 'I' | 'V' | 'X' | 'L' | 'i' | 'v' | 'x'))
            || bare.len() == 1)
}

fn bearer(sentence: &str, words: &[(Range<usize>, String)], from: usize) -> Option<Range<usize>> {
    let behind: Vec<&(Range<usize>, String)> = words.iter().filter(|(r, _)| r.start >= from).collect();
    let word = |at: usize| behind.get(at).map_or("", |(_, w)| w.as_str());
    let binds = |at: usize| {
        // "May 5" is a date.
        let capital = behind
            .get(at)
            .and_then(|(r, _)| sentence.get(r.clone()))
            .is_some_and(|w| w.starts_with(char::is_uppercase));
        let state = if word(at + 1) == "not" { word(at + 2) } else { word(at + 1) };
        (MODAL.contains(&word(at)) && !capital)
            || (matches!(word(at), "is" | "are") && STATES.contains(&state))
    };
    let modal = (1..behind.len()).find(|at| binds(*at))?;
    if modal > BEARER {
        return None;
    }
    let (first, last) = (behind.first()?, behind.get(modal - 1)?);
    let text = sentence.get(first.0.start..last.0.end)?;
    let whole = text.trim_end_matches([',', ';', ':']);
    let named = whole.contains(char::is_alphanumeric) && !whole.contains([';', ':', '.']);
    named.then(|| first.0.start..first.0.start + whole.len())
}

fn conditions(sentence: &str, words: &[(Range<usize>, String)]) -> Vec<Range<usize>> {
    let end = sentence.trim_end().trim_end_matches(['.', ';', ':', ',']).len();
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, (range, word)) in words.iter().enumerate() {
        let inside = found.last().is_some_and(|last| range.start < last.end);
        // "provided" alone is a verb: "the form provided by the clerk".
        let opens = OPENING.contains(&word.as_str())
            && (word != "provided"
                || words.get(at + 1).is_some_and(|(_, next)| matches!(next.as_str(), "that" | "however")));
        if inside || !opens {
            continue;
        }
        // An introductory condition ends at its comma, any other at the end of its sentence.
        let comma =
            (at == 0).then(|| sentence.get(range.start..end).and_then(|rest| rest.find(", "))).flatten();
        let stop = comma.map_or(end, |comma| range.start + comma);
        if stop > range.end {
            found.push(range.start..stop);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whom_and_on_what_condition() {
        for (sentence, bearer, conditions) in [
            (
                "II. A town is not liable for such an injury, unless it had written notice.",
                Some("A town"),
                vec!["unless it had written notice"],
            ),
            (
                "If the article is defeated, the governing body shall meet within ten days.",
                Some("the governing body"),
                vec!["If the article is defeated"],
            ),
            ("No boat shall go faster than 20 miles an hour.", Some("No boat"), vec![]),
            ("The board met on May 5 and voted 3 to 0.", None, vec![]),
            ("Fees are paid on the form provided by the clerk.", None, vec![]),
            (
                "Dogs must be leashed, provided that a dog at work may run free.",
                Some("Dogs"),
                vec!["provided that a dog at work may run free"],
            ),
            ("shall", None, vec![]),
            ("", None, vec![]),
        ] {
            let parts = rule_parts(sentence);
            let cut = |r: &Range<usize>| sentence.get(r.clone()).unwrap();
            assert_eq!(parts.bearer.as_ref().map(cut), bearer, "{sentence}");
            assert_eq!(parts.conditions.iter().map(cut).collect::<Vec<_>>(), conditions, "{sentence}");
        }
    }

    proptest::proptest! {
        #[test]
        fn ranges_lie_in_the_sentence(sentence in "(unless|if|may|shall|is not liable|é|,|\\.|[a-z]{1,5}| ){0,30}") {
            let parts = rule_parts(&sentence);
            for range in parts.bearer.iter().chain(&parts.conditions) {
                proptest::prop_assert!(sentence.get(range.clone()).is_some_and(|cut| !cut.trim().is_empty()));
            }
        }
    }
}
