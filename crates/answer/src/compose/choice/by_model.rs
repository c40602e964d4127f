//! Judges choices with a language model, under a schema. The model returns which sentences decide which choice; its
//! other words are not shown.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::check::answer::AnswerContent;
use crate::check::choice::Holds;
use crate::draft::prompt::{Untrusted, fill};
use twolane_llm::{Budget, Completion, Constraint, Control, Counted, LanguageModel, Message};
use twolane_text::Quote;

use super::judging::{Judging, Verdict};

const CHOICES: &str = include_str!("../../../../../prompts/choices.md");
const CHOICES_QUESTION: &str = include_str!("../../../../../prompts/choices-question.md");

/// Tokens of a judgement for each choice, and in addition for the whole reply.
const TOKENS_A_CHOICE: usize = 96;
const TOKENS: usize = 64;
/// Longest reason that the schema allows, in characters.
const REASON: usize = 160;
/// Most sentences that may decide one choice.
const DECIDING: usize = 3;

#[derive(Deserialize)]
struct Reply {
    choices: Vec<ReplyChoice>,
    answer: String,
}

#[derive(Deserialize)]
struct ReplyChoice {
    letter: String,
    holds: String,
    evidence: Vec<usize>,
}

/// Asks a model for its verdicts in one call; returns nothing when the reply can't be used.
pub(super) fn verdicts(
    model: &dyn LanguageModel,
    answer: &AnswerContent,
    judging: &Judging<'_>,
) -> Option<Vec<Verdict>> {
    let counted = Counted::new(model, Budget { calls: Some(1), ..Budget::default() }).booking(judging.calls);
    let control = Control { go_on: Some(judging.go_on), ..Control::default() };
    let reply = counted
        .complete(&request(answer, judging), &control)
        .and_then(|completed| completed.whole(&model.id().0))
        .ok()
        .and_then(|text| serde_json::from_str::<Reply>(&text).ok());
    reply.and_then(|reply| read(&reply, answer.facts.len(), judging))
}

fn request(answer: &AnswerContent, judging: &Judging<'_>) -> Completion {
    let neutral = |text: &str| Untrusted(text).neutral();
    let sentences: Vec<String> = (1..)
        .zip(&answer.facts)
        .map(|(number, fact)| {
            let quote: Vec<&str> = fact.statement().iter().map(Quote::text).collect();
            format!("[{number}] {}", neutral(&quote.join(" ")))
        })
        .collect();
    let choices: Vec<String> =
        judging.choices.iter().map(|c| format!("{}. {}", c.letter, neutral(&c.text))).collect();
    let values = [
        ("sentences", sentences.join("\n")),
        ("choices", choices.join("\n")),
        ("question", neutral(judging.stem)),
    ];
    let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let user = fill(CHOICES_QUESTION, &values);
    Completion::new("choices", vec![Message::system(CHOICES.trim()), Message::user(user.trim())])
        .constrained(Constraint::JsonSchema(schema(answer.facts.len(), judging)))
        .at_most(TOKENS + TOKENS_A_CHOICE * judging.choices.len())
        .keeping_prefix("choices")
}

fn schema(facts: usize, judging: &Judging<'_>) -> Value {
    let letters: Vec<String> = judging.choices.iter().map(|c| c.letter.to_string()).collect();
    let mut answers = letters.clone();
    answers.push("none".to_owned());
    let numbers: Vec<usize> = (1..=facts).collect();
    json!({
        "type": "object",
        "properties": {
            "choices": {
                "type": "array", "minItems": letters.len(), "maxItems": letters.len(),
                "items": {
                    "type": "object",
                    "properties": {
                        "letter": { "enum": letters },
                        "holds": { "enum": ["yes", "no", "unknown"] },
                        "evidence": { "type": "array", "items": { "enum": numbers }, "maxItems": DECIDING },
                        "reason": { "type": "string", "maxLength": REASON },
                    },
                    "required": ["letter", "holds", "evidence", "reason"],
                    "additionalProperties": false,
                },
            },
            "answer": { "enum": answers },
        },
        "required": ["choices", "answer"],
        "additionalProperties": false,
    })
}

/// Reads a verdict for each choice. A choice without evidence never holds. Only the choice that the reply names as the
/// answer holds; any other that it calls right is unknown.
fn read(reply: &Reply, facts: usize, judging: &Judging<'_>) -> Option<Vec<Verdict>> {
    judging
        .choices
        .iter()
        .map(|choice| {
            let letter = choice.letter.to_string();
            let found = reply.choices.iter().find(|c| c.letter == letter)?;
            let fact = found.evidence.iter().find_map(|n| n.checked_sub(1)).filter(|n| *n < facts);
            let holds = match (found.holds.as_str(), fact) {
                ("yes", Some(_)) if reply.answer == letter => Holds::Yes,
                ("no", _) => Holds::No,
                _ => Holds::Unknown,
            };
            Some(Verdict { holds, fact })
        })
        .collect()
}
