//! Clarity of a request.

use crate::language::rules::Rules;
use crate::language::words::words;
use twolane_archive::terms;

/// Scores, from 0 to 1, how clear the request of a text is. A whole question or request is clear, and so are several
/// words that name a subject. A greeting, a single word or function words alone are not.
pub fn intent(question: &str, rules: &Rules) -> f32 {
    let words = words(question);
    let matter = words
        .iter()
        .filter(|w| !rules.is_function_word(&w.lower) && !rules.small_talk.contains(&w.lower))
        .filter(|w| !rules.requests.contains(&w.lower) && !terms(&w.text).is_empty())
        .count();
    let asks = words.iter().any(|w| rules.question_words.contains(&w.lower))
        || words
            .iter()
            .any(|w| w.first && (rules.auxiliaries.contains(&w.lower) || rules.requests.contains(&w.lower)));
    let marked = question.trim_end().ends_with('?');
    match (asks, matter) {
        (true, 0) => 0.3,
        (true, _) => 1.0,
        (false, 0) => 0.0,
        // "fees?": a subject without a question.
        (false, 1) => {
            if marked {
                0.5
            } else {
                0.4
            }
        }
        (false, 2) => 0.65,
        (false, _) => 0.85,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clear_and_unclear() {
        let rules = Rules::built_in();
        for (text, clear) in [
            ("What does a burn permit cost?", true),
            ("Tell me about the culvert", true),
            ("burn permit fee", true),
            ("experimental techniques in shell vibration .", true),
            ("Must a provider deliver its plan every month?", true),
            ("hello", false),
            ("fees", false),
            ("fees?", false),
            ("Thank you very much!", false),
            ("what", false),
            ("?", false),
            ("help please", false),
            ("what is it?", false),
            ("RSA 91-A:3", true),
        ] {
            assert_eq!(intent(text, rules) >= 0.6, clear, "{text}: {}", intent(text, rules));
        }
    }
}
