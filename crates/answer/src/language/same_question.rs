//! Comparison of two questions. It is a closed world, as in `text/statement`: no list names the words that make
//! questions differ; short lists name the words without meaning. Every other word must be in both, in the same order
//! and the same normal form. The same holds for every number, date, section and name.

use twolane_archive::terms;
use twolane_retrieve::Expected;
use twolane_text::{TokenKind, tokens};

use super::question_form::QuestionForm;

/// Words without meaning: articles, and auxiliaries of the present.
const NOTHING: &[&str] = &["a", "an", "the", "is", "are", "am", "be", "do", "does", "please", "there"];
/// Articles, which may follow "of".
const ARTICLES: &[&str] = &["a", "an", "the"];
/// Auxiliaries of the past: their presence has a meaning, their choice does not.
const PAST: &[&str] = &["was", "were", "did"];
/// Words that only ask, where the whole question shows the kind of value.
const ASKING: &[&str] = &["what", "which", "how", "much", "many"];

/// Parts of a question that must be equal in the same question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Essence {
    words: Vec<String>,
    past: bool,
    tokens: Vec<(TokenKind, String)>,
    expected: Expected,
    form: QuestionForm,
}

impl Essence {
    /// Extracts these parts from a question.
    pub fn of(question: &str) -> Self {
        let expected = Expected::of(question);
        let mut held: Vec<(TokenKind, String)> =
            tokens(question).into_iter().map(|t| (t.kind, t.normal)).collect();
        held.sort_unstable();
        let (words, past) = words_of(question, expected != Expected::Any);
        Essence { words, past, tokens: held, expected, form: QuestionForm::of(question) }
    }
}

/// Returns true when two questions are the same word for word, except for case, white space and the marks around words.
pub fn same_words(a: &str, b: &str) -> bool {
    let folded = |text: &str| {
        let words = text.split_whitespace().map(|w| bare(w).to_lowercase());
        words.filter(|w| !w.is_empty()).collect::<Vec<_>>()
    };
    let held = |text: &str| Essence::of(text).tokens;
    folded(a) == folded(b) && held(a) == held(b)
}

/// Returns the words that count, with "X of Y" as "Y X", and true for a question about the past.
fn words_of(question: &str, kind_known: bool) -> (Vec<String>, bool) {
    let mut out: Vec<String> = Vec::new();
    // Heads before "of", each with the length of the list at that point; the words that follow precede the head.
    let mut heads: Vec<String> = Vec::new();
    let mut past = false;
    let mut behind_of = false;
    for raw in question.split_whitespace() {
        let word = bare(raw).to_lowercase().replace('\u{2019}', "'");
        let word = word.strip_suffix("'s").unwrap_or(&word).to_owned();
        if word.is_empty() || (behind_of && ARTICLES.contains(&word.as_str())) {
            continue;
        }
        behind_of = false;
        let stems = terms(&word);
        if word == "of" {
            if let Some(head) = out.pop() {
                heads.push(head);
                behind_of = true;
                continue;
            }
        } else if stems.is_empty() {
            // A function word ends the group that "of" began.
            out.extend(heads.drain(..).rev());
        }
        if PAST.contains(&word.as_str()) {
            past = true;
        } else if !(NOTHING.contains(&word.as_str()) || (kind_known && ASKING.contains(&word.as_str()))) {
            out.push(if stems.is_empty() { word } else { stems.join("+") });
        }
    }
    out.extend(heads.drain(..).rev());
    (out, past)
}

fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_words_for_the_same_question() {
        for (a, b) in [
            ("What does a burn permit cost?", "What is the cost of a burn permit?"),
            ("What does a burn permit cost in Alder?", "What is the cost of a burn permit in Alder?"),
            ("What did the culvert cost?", "What was the cost of the culvert?"),
            ("What did the culvert's repair cost?", "what was the cost of the repair of the culvert"),
            ("When is the town meeting?", "When are town meetings?"),
            ("How much is the permit fee?", "How much is the fee of the permit?"),
        ] {
            assert_eq!(Essence::of(a), Essence::of(b), "{a} / {b}");
        }
    }

    #[test]
    fn another_question_however_like() {
        for (a, b) in [
            ("What does a burn permit cost?", "What does a dog permit cost?"),
            ("What does a burn permit cost?", "What did a burn permit cost?"),
            ("What does a burn permit cost in Alder?", "What does a burn permit cost in Birch?"),
            ("May the board meet in private?", "Must the board meet in private?"),
            ("May the board meet in private?", "May the board not meet in private?"),
            ("Who voted for the culvert?", "Who voted against the culvert?"),
            ("When did the board vote on the culvert?", "Who did the board vote on the culvert?"),
            ("When is the select board meeting?", "When is the planning board meeting?"),
            ("Did the board sue the town?", "Did the town sue the board?"),
            ("Who is the chair of the clerk?", "Who is the clerk of the chair?"),
            ("What was the tax rate in 2023?", "What was the tax rate in 2024?"),
            ("What is the fine for 10 dogs?", "What is the fine for 20 dogs?"),
            ("What is the setback of $20?", "What is the setback of 20 feet?"),
            ("What does RSA 91-A:3, II say?", "What does RSA 91-A:3, III say?"),
            ("What does section 4.1 say?", "What does section 4.2 say?"),
            ("What was decided on March 3, 2025?", "What was decided on May 3, 2025?"),
            ("Did Mary Hale vote?", "Did Tom Hale vote?"),
            ("How far from the road may a barn stand?", "How far to the road may a barn stand?"),
            ("Must all owners pay?", "Must some owners pay?"),
            ("Is a permit needed?", "Isn't a permit needed?"),
            ("Who pays before the hearing?", "Who pays after the hearing?"),
        ] {
            assert_ne!(Essence::of(a), Essence::of(b), "{a} / {b}");
            assert!(!same_words(a, b), "{a} / {b}");
        }
    }

    #[test]
    fn the_same_words_in_another_print() {
        for (a, b, same) in [
            ("What is the fee?", "what is  the fee", true),
            ("What is the fee, please?", "What is the fee please?", true),
            ("What is the fee?", "What is a fee?", false),
            ("What is the fee of $20?", "What is the fee of 20?", false),
        ] {
            assert_eq!(same_words(a, b), same, "{a} / {b}");
        }
    }
}
