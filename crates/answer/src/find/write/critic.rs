//! The critic (SPEC HOP-3): a call of its own, in which a model reads each sentence of its own words beside the quotes
//! that it cites. It is not shown the question, nor who wrote the sentence.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::draft::prompt::{Untrusted, fill};
use twolane_llm::{Completion, Constraint, Message};

use super::prompts;

/// Tokens of the reply for each sentence, and in addition for the whole reply.
const TOKENS_A_SENTENCE: usize = 64;
const TOKENS: usize = 64;
/// Longest remark that the schema allows, in characters.
const REMARK: usize = 120;

/// A sentence in a model's own words, with the words that it cites.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim<'a> {
    /// Words of the sentence.
    pub sentence: &'a str,
    /// Words that it cites, each behind the title of its paper.
    pub quotes: &'a [String],
}

#[derive(Deserialize)]
struct Reply {
    sentences: Vec<Judged>,
}

#[derive(Deserialize)]
struct Judged {
    number: usize,
    supported: bool,
}

/// Builds the request to judge these claims.
pub fn request(claims: &[Claim<'_>]) -> Completion {
    let neutral = |text: &str| Untrusted(text).neutral();
    let shown: Vec<String> = (1..)
        .zip(claims)
        .map(|(number, claim)| {
            let quotes: Vec<String> =
                claim.quotes.iter().map(|quote| format!("Quote: {}", neutral(quote))).collect();
            format!("Sentence {number}: {}\n{}", neutral(claim.sentence), quotes.join("\n"))
        })
        .collect();
    let user = fill(prompts::CRITIC_QUESTION, &[("sentences", &shown.join("\n\n"))]);
    Completion::new("critic", vec![Message::system(prompts::CRITIC.trim()), Message::user(user.trim())])
        .constrained(Constraint::JsonSchema(schema(claims.len())))
        .at_most(TOKENS + TOKENS_A_SENTENCE * claims.len())
        .keeping_prefix("critic")
}

fn schema(sentences: usize) -> Value {
    let numbers: Vec<usize> = (1..=sentences).collect();
    json!({
        "type": "object",
        "properties": {
            "sentences": {
                "type": "array", "minItems": sentences, "maxItems": sentences,
                "items": {
                    "type": "object",
                    "properties": {
                        "number": { "enum": numbers },
                        "wrong": { "type": "string", "maxLength": REMARK },
                        "supported": { "type": "boolean" },
                    },
                    "required": ["number", "wrong", "supported"],
                    "additionalProperties": false,
                },
            },
        },
        "required": ["sentences"],
        "additionalProperties": false,
    })
}

/// Reads which of so many claims are supported. A claim without a verdict, or with two, is not.
pub fn verdicts(reply: &str, claims: usize) -> Vec<bool> {
    let Ok(reply) = serde_json::from_str::<Reply>(reply) else { return vec![false; claims] };
    let of = |number: usize| {
        let mut own = reply.sentences.iter().filter(|judged| judged.number == number);
        own.next().is_some_and(|judged| judged.supported) && own.next().is_none()
    };
    (1..=claims).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_clear_verdict_supports() {
        for (reply, expected) in [
            (
                r#"{"sentences":[{"number":1,"wrong":"","supported":true},{"number":2,"wrong":"unit","supported":false}]}"#,
                [true, false],
            ),
            (r#"{"sentences":[{"number":2,"wrong":"","supported":true}]}"#, [false, true]),
            (
                r#"{"sentences":[{"number":1,"supported":true},{"number":1,"supported":true}]}"#,
                [false, false],
            ),
            (
                r#"{"sentences":[{"number":3,"supported":true},{"number":1,"supported":"yes"}]}"#,
                [false, false],
            ),
            ("all supported", [false, false]),
        ] {
            assert_eq!(verdicts(reply, 2), expected, "{reply}");
        }
    }
}
