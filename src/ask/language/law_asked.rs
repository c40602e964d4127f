//! Whether a question asks which law there is.

use crate::law::Grammar;
use crate::trial::Rule;

/// Words that stand between "which" and the law.
const BETWEEN: &[&str] = &["state", "federal", "the"];
/// Names of law in general. A section, a chapter or an article may be a bylaw's or a declaration's.
const LAW: &[&str] = &["law", "laws", "statute", "statutes"];
/// Codes of the citation grammar that are no state's or nation's statutes.
const NOT_STATUTES: &[&str] = &[
    "section",
    "chapter",
    "article",
    "part",
    "bill",
    "ordinance",
    "bylaw",
    "resolution",
    "case",
    "constitution",
];

/// True for a question that asks for the law itself: "what RSA governs …", "which state law requires …".
pub fn asks_for_law(question: &str) -> bool {
    let words: Vec<&str> = question.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let codes = Grammar::built_in().codes();
    let is_law = |word: &str| LAW.contains(&word) || (codes.contains(&word) && !NOT_STATUTES.contains(&word));
    // "Which New Hampshire statute": names may stand between.
    let is_between =
        |word: &str, lower: &str| BETWEEN.contains(&lower) || word.starts_with(char::is_uppercase);
    let asked = words.iter().enumerate().any(|(at, word)| {
        matches!(word.to_lowercase().as_str(), "what" | "which")
            && words
                .iter()
                .skip(at + 1)
                .map(|word| (word, word.to_lowercase()))
                .find(|(word, lower)| is_law(lower) || !is_between(word, lower))
                .is_some_and(|(_, lower)| is_law(&lower))
    });
    asked && Rule::LawAskedFor.on()
}

#[cfg(test)]
mod tests {
    use super::asks_for_law;

    #[test]
    fn the_law_is_asked_for_by_its_name() {
        for (question, asked) in [
            ("What RSA governs nonpublic sessions for a select board?", true),
            ("Which state law requires minutes to be kept?", true),
            ("what statute covers dog licenses", true),
            ("Which New Hampshire statute covers dog licenses?", true),
            ("Which Select Board member keeps the law?", false),
            ("Under which law was the pier closed, and who closed it?", true),
            ("What does RSA 91-A:3 say of minutes?", false),
            ("What section of the declaration limits rentals?", false),
            ("What did the law firm charge?", false),
            ("Which article raises the tax?", false),
            ("What lawn may be watered?", false),
        ] {
            assert_eq!(asks_for_law(question), asked, "{question}");
        }
    }
}
