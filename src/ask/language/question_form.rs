//! How a question is put. A rule answers "may I" in words of its own, while a sentence that gives a
//! value mostly repeats the question's; their cosines mean different things.

use crate::text::sentences;

/// How a question is put.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionForm {
    /// Asks for a value: a figure, a date, a name, a reason.
    #[default]
    Value,
    /// Asks whether something is so.
    YesNo,
    /// Tells a story first.
    Scenario,
}

/// Sentences from which on a question tells a story.
const STORY: usize = 3;

/// Verbs that open a question for yes or no.
const OPENERS: &[&str] = &[
    "is", "are", "was", "were", "am", "do", "does", "did", "can", "could", "may", "might", "must", "shall",
    "should", "will", "would", "has", "have", "had",
];

impl QuestionForm {
    /// Reads the form off the question's last sentence.
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
