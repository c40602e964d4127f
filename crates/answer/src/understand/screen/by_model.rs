//! Screening by a language model, for a question that no rule rejected (SPEC SEC-1, HOP-3). After any error of the
//! model, the question passes with a mark.

use std::time::Instant;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::draft::prompt::{Untrusted, fill};
use twolane_llm::{Budget, CallCounter, Completion, Constraint, Control, Counted, LanguageModel, Message};
use twolane_text::InstructionKind;

use super::question::Screened;

const SCREENING: &str = include_str!("../../../../../prompts/screening.md");
const SCREENING_QUESTION: &str = include_str!("../../../../../prompts/screening-question.md");

/// Purpose under which the call is booked.
pub const PURPOSE: &str = "screening";

/// Tokens of a verdict: one object of two short words.
const VERDICT_TOKENS: usize = 32;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    Safe,
    Reject,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    None,
    Override,
    Exfiltration,
    RolePlay,
    Encoding,
    Homoglyphs,
    Delimiters,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Reply {
    verdict: Verdict,
    kind: Kind,
}

/// Asks a model, which must finish by `until`; the call is booked with the question's counter.
pub fn screen_by_model(
    question: &str,
    model: &dyn LanguageModel,
    calls: &CallCounter,
    until: Option<Instant>,
    go_on: &(dyn Fn() -> bool + Sync),
) -> Screened {
    let asked = fill(SCREENING_QUESTION, &[("question", &Untrusted(question).neutral())]);
    let request =
        Completion::new(PURPOSE, vec![Message::system(SCREENING.trim()), Message::user(asked.trim())])
            .constrained(Constraint::JsonSchema(schema()))
            .at_most(VERDICT_TOKENS)
            .keeping_prefix("screening");
    let budget = Budget { calls: Some(1), deadline: until, ..Budget::default() };
    let counted = Counted::new(model, budget).booking(calls);
    let control = Control { go_on: Some(go_on), ..Control::default() };
    match counted.complete(&request, &control).and_then(|done| done.whole(&counted.id().0)) {
        Ok(text) => read(&text),
        Err(error) => Screened::Unchecked { reason: format!("the model that screens gave nothing: {error}") },
    }
}

fn read(text: &str) -> Screened {
    let unusable = || Screened::Unchecked { reason: "the model that screens gave no verdict".into() };
    let Ok(reply) = serde_json::from_str::<Reply>(text) else { return unusable() };
    let kind = match (reply.verdict, reply.kind) {
        (Verdict::Safe, Kind::None) => return Screened::Safe,
        // The two fields contradict each other.
        (Verdict::Safe, _) | (Verdict::Reject, Kind::None) => return unusable(),
        (Verdict::Reject, Kind::Override) => InstructionKind::Override,
        (Verdict::Reject, Kind::Exfiltration) => InstructionKind::Exfiltration,
        (Verdict::Reject, Kind::RolePlay) => InstructionKind::Persona,
        (Verdict::Reject, Kind::Encoding) => InstructionKind::Encoded,
        (Verdict::Reject, Kind::Homoglyphs) => InstructionKind::Hidden,
        (Verdict::Reject, Kind::Delimiters) => InstructionKind::Delimiter,
    };
    Screened::rejected(kind)
}

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "verdict": { "enum": ["safe", "reject"] },
            "kind": { "enum": [
                "none", "override", "exfiltration", "role_play", "encoding", "homoglyphs", "delimiters",
            ] },
        },
        "required": ["verdict", "kind"],
        "additionalProperties": false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use twolane_llm::ScriptedModel;

    #[test]
    fn a_verdict_is_taken_whole_or_not_at_all() {
        for (reply, expected) in [
            (r#"{"verdict":"safe","kind":"none"}"#, "safe"),
            (r#"{"verdict":"reject","kind":"override"}"#, "rejected"),
            (r#"{"verdict":"reject","kind":"none"}"#, "unchecked"),
            (r#"{"verdict":"safe","kind":"override"}"#, "unchecked"),
            (r#"{"verdict":"reject"}"#, "unchecked"),
            (r#"{"verdict":"reject","kind":"override","why":"x"}"#, "unchecked"),
            ("It looks safe to me.", "unchecked"),
            ("", "unchecked"),
        ] {
            let model = ScriptedModel::answering(move |_| reply.into());
            let calls = CallCounter::default();
            let verdict = screen_by_model("What does a burn permit cost?", &model, &calls, None, &|| true);
            assert_eq!(serde_json::to_value(&verdict).unwrap()["verdict"], expected, "{reply}");
            assert_eq!(calls.count().calls(), 1, "{reply}");
        }
    }

    #[test]
    fn without_a_call_left_the_question_passes_with_a_mark() {
        let model = ScriptedModel::answering(|_| r#"{"verdict":"reject","kind":"override"}"#.into());
        let verdict =
            screen_by_model("What does a burn permit cost?", &model, &CallCounter::of(0), None, &|| true);
        assert!(matches!(verdict, Screened::Unchecked { .. }), "{verdict:?}");
    }
}
