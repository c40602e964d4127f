//! Form of a question. A rule answers "may I" in words of its own, while a sentence that gives a value mostly repeats
//! the question's. Their cosines therefore mean different things.

use twolane_text::sentences;

/// Form of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionForm {
    /// Asks for a value: a figure, a date, a name, a reason.
    #[default]
    Value,
    /// Asks for yes or no.
    YesNo,
    /// Tells a story first.
    Scenario,
}

/// Least sentences of a question that tells a story.
const STORY: usize = 3;

/// Verbs that begin a yes-or-no question.
const OPENERS: &[&str] = &[
    "is", "are", "was", "were", "am", "do", "does", "did", "can", "could", "may", "might", "must", "shall",
    "should", "will", "would", "has", "have", "had",
];

impl QuestionForm {
    /// Derives the form from the question's last sentence.
    pub fn of(question: &str) -> QuestionForm {
        let parts = sentences(question);
        let last = parts.last().and_then(|r| question.get(r.clone())).unwrap_or(question);
        let opener = last
            .split(|c: char| !c.is_alphanumeric())
            .find(|w| !w.is_empty())
            .map(str::to_lowercase)
            .unwrap_or_default();
        if OPENERS.contains(&opener.as_str()) {
            QuestionForm::YesNo
        } else if parts.len() >= STORY {
            QuestionForm::Scenario
        } else {
            QuestionForm::Value
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        for (question, expected) in [
            ("What does a burn permit cost?", QuestionForm::Value),
            ("Is parking allowed on the common?", QuestionForm::YesNo),
            ("We keep hens. May we keep a rooster?", QuestionForm::YesNo),
            ("I bought a lot. It has a barn. How near may it stand?", QuestionForm::Scenario),
            ("", QuestionForm::Value),
        ] {
            assert_eq!(QuestionForm::of(question), expected, "{question}");
        }
    }
}
