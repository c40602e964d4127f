//! Answer choices of a question: cut off before it is planned (SPEC HOP-4), and classified by the number of concepts
//! that they test.

use std::collections::HashSet;

use serde::Serialize;

use twolane_archive::terms;
use twolane_retrieve::Request;
use twolane_text::pattern::pattern;
use twolane_text::tokens;

pattern!(HEAD, r"(?im)^[ \t]*(?:answer )?(?:choices|options)[ \t]*:?[ \t]*$|(?i)\banswer choices:");
pattern!(LETTER, r"(?m)(?:^|\n)[ \t]*\(?([A-Ha-h])[).:][ \t]+");
pattern!(INLINE, r"(?:^|\s)\(?([A-Ha-h])\)[ \t]+");
pattern!(DOTTED, r"(?:^|\s)([A-Ha-h])\.[ \t]+");

/// One answer choice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// Letter of the choice, in upper case.
    pub letter: char,
    /// Text of the choice.
    pub text: String,
}

/// A question separated from its choices.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Choices {
    /// Question without the choices.
    pub stem: String,
    /// Choices of the question; empty when it has none of its own.
    pub choices: Vec<Choice>,
}

/// Most words of a choice that names one value: "Within ten days of the hearing".
const SHORT: usize = 6;

/// Cuts the choices off a question. They are a block headed `Answer choices:`, or lines with letters that begin at A.
pub fn split_choices(question: &str) -> Choices {
    let whole = || Choices { stem: question.trim().to_owned(), choices: Vec::new() };
    let headed = HEAD.get().find(question);
    let (stem, block) = match headed {
        Some(head) => (question.get(..head.start()), question.get(head.end()..)),
        None => match LETTER.get().find(question).filter(|m| m.start() > 0) {
            Some(first) => (question.get(..first.start()), question.get(first.start()..)),
            None => return whole(),
        },
    };
    let (Some(stem), Some(block)) = (stem, block) else { return whole() };
    let mut choices = lettered(block, LETTER.get());
    if choices.len() < 2 && headed.is_some() {
        choices = lettered(block, INLINE.get());
        if choices.len() < 2 {
            choices = lettered(block, DOTTED.get());
        }
    }
    if choices.len() < 2 || stem.trim().is_empty() {
        return whole();
    }
    Choices { stem: stem.trim().to_owned(), choices }
}

/// Returns choices in the order of their letters; empty when the letters do not count up from A.
fn lettered(block: &str, pattern: &regex::Regex) -> Vec<Choice> {
    let found: Vec<(char, usize, usize)> = pattern
        .captures_iter(block)
        .filter_map(|c| {
            let (whole, letter) = (c.get(0)?, c.get(1)?.as_str().chars().next()?);
            Some((letter.to_ascii_uppercase(), whole.start(), whole.end()))
        })
        .collect();
    if !found.iter().zip('A'..).all(|((letter, _, _), expected)| *letter == expected) {
        return Vec::new();
    }
    let ends = found.iter().skip(1).map(|f| f.1).chain([block.len()]);
    found
        .iter()
        .zip(ends)
        .filter_map(|((letter, _, start), end)| {
            let text = block.get(*start..end)?.split_whitespace().collect::<Vec<_>>().join(" ");
            (!text.is_empty()).then_some(Choice { letter: *letter, text })
        })
        .collect()
}

impl Choices {
    /// Returns the request for the question without its choices.
    pub fn left_out_of(&self, request: &Request) -> Request {
        let mut request = request.clone();
        if !self.choices.is_empty() {
            request.query.text.clone_from(&self.stem);
            request.rewritten.get_or_insert_with(|| self.stem.clone());
        }
        request
    }

    /// Adds words at the end of the question, before its choices.
    pub fn add(&mut self, words: &str) {
        self.stem = format!("{} {words}", self.stem.trim_end());
    }

    /// Returns the question with its choices, as it is written.
    pub fn whole(&self) -> String {
        if self.choices.is_empty() {
            return self.stem.clone();
        }
        let lines = self.choices.iter().map(|c| format!("\n{}. {}", c.letter, c.text));
        format!("{}\nAnswer choices:{}", self.stem.trim_end(), lines.collect::<String>())
    }

    /// Returns true when all choices are values of one thing: short ones, each a value or a name, or ones with almost
    /// the same words.
    pub fn test_one_concept(&self) -> bool {
        let short = |c: &Choice| c.text.split_whitespace().count() <= SHORT;
        if self.choices.iter().all(short) {
            let kinds: HashSet<_> =
                self.choices.iter().map(|c| tokens(&c.text).first().map(|t| t.kind)).collect();
            let yes_or_no = self.choices.iter().all(|c| {
                matches!(
                    c.text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase().as_str(),
                    "yes" | "no" | "true" | "false"
                )
            });
            return yes_or_no || (kinds.len() == 1 && !kinds.contains(&None));
        }
        let sets: Vec<HashSet<String>> =
            self.choices.iter().map(|c| terms(&c.text).into_iter().collect()).collect();
        // The other set contains most words of the shorter one.
        sets.iter().enumerate().all(|(i, a)| {
            sets.iter().skip(i + 1).all(|b| 5 * a.intersection(b).count() >= 3 * a.len().min(b.len()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn added_words_belong_to_the_question_and_to_no_choice() {
        for (question, whole) in [
            ("How big is my unit?", "How big is my unit? (unit: 4B)"),
            (
                "How big is my unit?\nA. 900 feet\nB. 800 feet",
                "How big is my unit? (unit: 4B)\nAnswer choices:\nA. 900 feet\nB. 800 feet",
            ),
        ] {
            let mut choices = split_choices(question);
            choices.add("(unit: 4B)");
            assert_eq!(choices.whole(), whole);
        }
    }

    #[test]
    fn choices_are_cut_off() {
        for (question, stem, letters) in [
            ("What is the fee?", "What is the fee?", ""),
            ("What is the fee?\nAnswer choices:\nA. $10\nB. $20\n", "What is the fee?", "AB"),
            ("What is the fee? Answer choices: (A) $10 (B) $20 (C) none", "What is the fee?", "ABC"),
            ("What is the fee?\nA) $10\nB) $20", "What is the fee?", "AB"),
            ("What is the fee? Answer choices: A. $10 B. $20", "What is the fee?", "AB"),
            ("Who chairs? Answer choices: (A) Robert A. Hale (B) Mary Jones", "Who chairs?", "AB"),
            // No choices: the letters begin with B, there is one line, or there is no stem.
            ("What is it?\nB) $20\nC) $30", "What is it?\nB) $20\nC) $30", ""),
            ("What says item\nA. roads?", "What says item\nA. roads?", ""),
            ("Is vitamin\u{a0}C) allowed?", "Is vitamin\u{a0}C) allowed?", ""),
        ] {
            let got = split_choices(question);
            let found: String = got.choices.iter().map(|c| c.letter).collect();
            assert_eq!((got.stem.as_str(), found.as_str()), (stem, letters), "{question}");
        }
    }

    #[test]
    fn choices_come_back_below() {
        for question in ["What is the fee?", "What is the fee? Answer choices: (A) $10 (B) $20 (C) none"] {
            let got = split_choices(question);
            assert_eq!(split_choices(&got.whole()), got, "{question}");
        }
    }

    #[test]
    fn one_concept_or_several() {
        for (choices, expected) in [
            (&["$10", "$20", "$35"][..], true),
            (&["Yes", "No"], true),
            (&["Within 10 days of the hearing", "Within 30 days of the hearing"], true),
            (
                &[
                    "The board may deny the permit because the notice was late",
                    "The board may deny the permit because the notice was wrong",
                ],
                true,
            ),
            (
                &[
                    "The board must hold a public hearing before it votes",
                    "An abutter may appeal to the superior court within thirty days",
                ],
                false,
            ),
            // In doubt, several concepts.
            (&["the moderator", "two thirds of those present"], false),
        ] {
            let choices = choices
                .iter()
                .zip('A'..)
                .map(|(text, letter)| Choice { letter, text: (*text).to_owned() })
                .collect();
            let choices = Choices { stem: "x".into(), choices };
            assert_eq!(choices.test_one_concept(), expected, "{choices:?}");
        }
    }
}
