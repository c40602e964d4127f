//! Account of a saved answer's prose. Prose that the program composed is composed again. Sentences that a model wrote
//! are checked against the facts again, one by one, by the judge that checked them first.

use serde_json::Value;

use crate::check::answer::AnswerContent;
use crate::check::prose::{Prose, ProseBy, ProseSentence, by_rule, stands};

use super::account::Account;
use super::report::TextState;

/// Most sentences of a model that are checked; the rest are `unchecked`.
const MOST: usize = 32;
/// Reason for the verdict on a sentence in a model's own words.
const MODEL_WORDS: &str = "its figures and names are in its quotes; its wording is a model's";

/// Checks `evidence.prose` and returns the part of the prose that its facts support.
pub(super) fn prose(
    a: &mut Account<'_>,
    place: &str,
    shown: &Value,
    made: Option<&AnswerContent>,
    question: &str,
) -> Prose {
    let by = match shown.get("by").and_then(Value::as_str) {
        Some("rule") => ProseBy::Rule,
        Some("model") => ProseBy::Model,
        _ => {
            a.unknown(place, shown);
            return Prose::default();
        }
    };
    let again = made.map(|made| by_rule(made, question)).unwrap_or_default();
    let mut stood: Vec<ProseSentence> = Vec::new();
    let mut number = 0;
    a.object(place, shown, |a, key, place, value| {
        match key {
            "by" => {}
            "sentences" => a.list(place, value, |a, place, item| {
                let (state, why) = match serde_json::from_value::<ProseSentence>(item.clone()) {
                    Err(_) => (TextState::Unchecked, "is no sentence with its tokens".to_owned()),
                    Ok(_) if made.is_none() => {
                        (TextState::Unchecked, "not all facts of the evidence are confirmed".to_owned())
                    }
                    Ok(sentence) => {
                        let own_words = by == ProseBy::Model && sentence.own_words;
                        let verdict = match by {
                            ProseBy::Rule if again.get(number) == Some(&sentence) => Ok(()),
                            ProseBy::Rule => Err("the facts do not make this sentence".to_owned()),
                            ProseBy::Model if own_words && !a.world.claimed.model => {
                                Err("no language model took part".to_owned())
                            }
                            ProseBy::Model if number >= MOST => Err("one sentence too many".to_owned()),
                            ProseBy::Model => made.map_or(Ok(()), |made| stands(&sentence, made)),
                        };
                        stood.push(sentence);
                        match verdict {
                            Ok(()) if own_words => (TextState::ModelWords, MODEL_WORDS.to_owned()),
                            Ok(()) => (TextState::Derived, String::new()),
                            Err(why) => (TextState::Contradicted, why),
                        }
                    }
                };
                number += 1;
                let text = item.get("text").and_then(Value::as_str).unwrap_or("");
                a.note(&format!("{place}.text"), text, state, why);
                beyond(a, place, item);
            }),
            _ => return false,
        }
        true
    });
    if by == ProseBy::Rule && made.is_some() && number < again.len() {
        a.note(place, "", TextState::Contradicted, "the facts make more sentences than these");
    }
    if by == ProseBy::Model && number == 0 {
        a.note(place, "", TextState::Contradicted, "prose of a model's has sentences");
    }
    Prose { by, sentences: stood }
}

/// Checks the fields of a sentence other than its text and tokens.
fn beyond(a: &mut Account<'_>, place: &str, item: &Value) {
    a.object(place, item, |_, key, _, _| matches!(key, "text" | "tokens" | "own_words"));
}
