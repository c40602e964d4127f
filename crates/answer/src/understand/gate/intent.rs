//! Clarity of a request.

use crate::language::rules::Rules;
use crate::language::words::words;
use twolane_archive::terms;

/// Scores, from 0 to 1, how clear the request of a text is. A whole question or request is clear, and so are several
/// words that name a subject. A greeting, a single word or function words alone are not, nor is a question of what a body
/// decided that names no matter: "how did the select board vote".
pub fn intent(question: &str, rules: &Rules) -> f32 {
    let words = words(question);
    let is_board = |lower: &String| rules.field_of(lower).is_some_and(|f| f.name == "board");
    // "select board": the word before is part of the name.
    let of_board = |at: usize| words.iter().skip(at).take(2).any(|w| is_board(&w.lower));
    let past =
        words.iter().any(|w| w.lower == "did" || (rules.acts.contains(&w.lower) && w.lower.ends_with("ed")));
    let acts = past
        && words.iter().any(|w| rules.acts.contains(&w.lower))
        && words.iter().any(|w| is_board(&w.lower));
    let matter = words
        .iter()
        .enumerate()
        .filter(|(at, w)| !(acts && (rules.acts.contains(&w.lower) || of_board(*at))))
        .map(|(_, w)| w)
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
            ("How did the select board vote?", false),
            ("what did the Oak board decide", false),
            ("How did the select board vote on the pier?", true),
            ("What did the board decide on March 4?", true),
            ("Who may vote?", true),
            ("Who can vote for the select board in Oak?", true),
            ("Who may vote in Oak's election?", true),
            ("How is the select board elected?", true),
        ] {
            let clarity = intent(text, rules);
            assert_eq!(clarity >= 0.6, clear, "{text}: {clarity}");
        }
    }
}
