//! The critic (SPEC HOP-3): a separate call, in which a model judges each sentence that it wrote by the cited quotes. It
//! sees neither the question nor the author.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::draft::Said;
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
    /// Words that it cites.
    pub quotes: &'a [Said],
}

#[derive(Deserialize)]
struct Reply {
    sentences: Vec<Judged>,
}

#[derive(Deserialize)]
struct Judged {
    number: usize,
    #[serde(default)]
    wrong: String,
    supported: bool,
}

impl Judged {
    /// Returns true without a remark. A verdict that its own remark contradicts does not count.
    fn supports(&self) -> bool {
        let wrong = self.wrong.trim().trim_end_matches('.').to_lowercase();
        self.supported && matches!(wrong.as_str(), "" | "none" | "nothing")
    }
}

/// Builds the request to judge these claims.
pub fn request(claims: &[Claim<'_>]) -> Completion {
    let neutral = |text: &str| Untrusted(text).neutral();
    let shown: Vec<String> = (1..)
        .zip(claims)
        .map(|(number, claim)| {
            let quotes = claim.quotes.iter().map(|said| {
                let paper = [said.title.as_str(), said.date.as_str()].join(" ");
                format!("Paper: {}\nQuote: {}", neutral(paper.trim()), neutral(&said.words))
            });
            let quotes: Vec<String> = quotes.collect();
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

/// Reads which of so many claims are supported; `None` for a reply that is no list of verdicts. A claim without a verdict,
/// or with two, is not supported.
pub fn verdicts(reply: &str, claims: usize) -> Option<Vec<bool>> {
    let fenced = reply.trim().trim_start_matches("```json").trim_matches('`');
    let reply: Reply = serde_json::from_str(fenced).ok()?;
    let of = |number: usize| {
        let mut own = reply.sentences.iter().filter(|judged| judged.number == number);
        own.next().is_some_and(Judged::supports) && own.next().is_none()
    };
    Some((1..=claims).map(of).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_clear_verdict_supports() {
        for (reply, expected) in [
            (
                r#"{"sentences":[{"number":1,"wrong":"","supported":true},{"number":2,"wrong":"unit","supported":false}]}"#,
                Some(vec![true, false]),
            ),
            (r#"{"sentences":[{"number":2,"wrong":"Nothing.","supported":true}]}"#, Some(vec![false, true])),
            (
                r#"{"sentences":[{"number":1,"wrong":"another unit","supported":true},{"number":2,"supported":true}]}"#,
                Some(vec![false, true]),
            ),
            (
                r#"{"sentences":[{"number":1,"supported":true},{"number":1,"supported":true}]}"#,
                Some(vec![false, false]),
            ),
            (r#"{"sentences":[{"number":3,"supported":true}]}"#, Some(vec![false, false])),
            ("```json\n{\"sentences\":[{\"number\":1,\"supported\":true}]}\n```", Some(vec![true, false])),
            (r#"{"sentences":[{"number":1,"supported":"yes"}]}"#, None),
            ("all supported", None),
        ] {
            assert_eq!(verdicts(reply, 2), expected, "{reply}");
        }
    }
}
