//! Comparison of a saved answer with one that is made again. Strength, silence, what was left out and the order of facts
//! can't be derived from quotes. They are accepted only if the same question of the same archive gives them once more.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::account::clip;
use super::report::{MadeAgain, Recheck, TextState};
use super::saved;

/// Largest difference of two figures that count as the same: processors round differently.
const SAME: f64 = 1e-3;
/// Most places that a report names.
const MOST_PLACES: usize = 12;

/// Values that belong to one run of a question and say nothing of the papers.
const OF_A_RUN: &[&str] =
    &["latency_ms", "timing_ms", "trace_id", "session_id", "session_sources", "from_memory", "memory"];
/// Values that lean on a session, which is over when the answer is made again. The levels and the form are derived again
/// from the evidence, and what is taken from the session is looked up in it.
const OF_A_SESSION: &[&str] = &["resolved_context", "plan", "signals", "answer", "form"];
/// Values of the search behind an answer, which an answer out of memory lacks.
const OF_A_SEARCH: &[&str] = &["plan", "signals", "calls", "model_calls", "repairs", "expansions"];

/// The input of a saved answer, as the answer states it.
#[derive(Debug, Clone, PartialEq)]
pub struct SavedQuestion {
    /// Words of the question.
    pub question: String,
    /// Conditions on the sources, as JSON.
    pub conditions: Value,
    /// Values that came with the question.
    pub context: Vec<(String, String)>,
    /// Name of the form that was asked for; empty if the question chose it.
    pub form: String,
}

/// Returns the question of a saved answer.
///
/// # Errors
/// Returns the reason why the answer can't be made again.
pub fn question_of(saved: &str) -> Result<SavedQuestion, String> {
    let Ok(saved) = saved::read(saved) else { return Err("the file is no answer".to_owned()) };
    if saved.get("model").is_some_and(|model| !model.is_null()) {
        return Err("a language model took part and may answer differently".to_owned());
    }
    let Some(asked) = saved.get("asked") else {
        return Err("the file does not say what was asked, and how".to_owned());
    };
    let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
    let context = asked.get("context").and_then(Value::as_object).into_iter().flatten();
    Ok(SavedQuestion {
        question: text(asked.get("question")).ok_or("the file does not say what was asked")?,
        conditions: asked.get("conditions").cloned().unwrap_or(Value::Null),
        context: context.filter_map(|(name, value)| Some((name.clone(), text(Some(value))?))).collect(),
        form: text(asked.get("form")).unwrap_or_default(),
    })
}

impl Recheck {
    /// Adds the comparison with the answer `made` again from the question of the saved one, or the reason why it was
    /// not made. Only an answer that is the same is `ok`.
    #[must_use]
    pub fn compared(mut self, saved: &str, made: Result<&Value, String>) -> Self {
        let Ok(saved) = saved::read(saved) else { return self };
        let again = match made {
            Err(why) => MadeAgain::Not { why },
            Ok(made) => match places(&saved, made.as_object().unwrap_or(&Map::new())) {
                at if at.is_empty() => MadeAgain::Same,
                at => MadeAgain::Differs { at },
            },
        };
        // A model wrote these words, so no other run makes them.
        let model_words = self.texts.iter().any(|text| text.verdict == TextState::ModelWords);
        self.ok = self.accounted && again == MadeAgain::Same && !model_words;
        self.made_again = Some(again);
        self
    }
}

/// Returns the paths at which a saved answer differs from one made again.
fn places(saved: &Map<String, Value>, made: &Map<String, Value>) -> Vec<String> {
    let is = |map: &Map<String, Value>, key: &str| map.get(key).and_then(Value::as_bool) == Some(true);
    let in_session = saved.get("session_id").is_some_and(|id| !id.is_null());
    let mut at = Vec::new();
    // The question as the session completed it is the one that is asked again.
    let completed = saved.get("resolved_context").and_then(|c| c.get("question"));
    if in_session && completed != saved.get("asked").and_then(|a| a.get("question")) {
        at.push("resolved_context.question".to_owned());
    }
    let keys: BTreeSet<&String> = saved.keys().chain(made.keys()).collect();
    for key in keys {
        let name = key.as_str();
        let of_session = in_session && OF_A_SESSION.contains(&name);
        let value = saved.get(key).unwrap_or(&Value::Null);
        let is_empty =
            matches!(value, Value::Null) || value.as_u64() == Some(0) || value == &Value::Object(Map::new());
        let of_memory = is(saved, "from_memory") && is_empty && OF_A_SEARCH.contains(&name);
        if OF_A_RUN.contains(&name) || of_session || of_memory {
            continue;
        }
        match made.get(key) {
            Some(made) if saved.contains_key(key) => differing(name, value, made, &mut at),
            _ => at.push(clip(name)),
        }
    }
    // So are the texts of the user: their quotes were held against them.
    let of_session = |place: &String| {
        place.starts_with("evidence.assumptions")
            || (place.starts_with("evidence.citations_index") && place.ends_with(".ingest_hash"))
    };
    at.retain(|place| !(in_session && of_session(place)));
    at.truncate(MOST_PLACES);
    at
}

fn differing(place: &str, saved: &Value, made: &Value, at: &mut Vec<String>) {
    match (saved, made) {
        (Value::Object(x), Value::Object(y)) => {
            let keys: BTreeSet<&String> = x.keys().chain(y.keys()).collect();
            for key in keys {
                match (x.get(key), y.get(key)) {
                    (Some(x), Some(y)) => differing(&format!("{place}.{key}"), x, y, at),
                    _ => at.push(clip(&format!("{place}.{key}"))),
                }
            }
        }
        (Value::Array(x), Value::Array(y)) if x.len() == y.len() => {
            for (i, (x, y)) in x.iter().zip(y).enumerate() {
                differing(&format!("{place}[{i}]"), x, y, at);
            }
        }
        (Value::Number(x), Value::Number(y)) => {
            let near = x.as_f64().zip(y.as_f64()).is_some_and(|(x, y)| (x - y).abs() <= SAME);
            if x != y && !near {
                at.push(clip(place));
            }
        }
        _ if saved == made => {}
        _ => at.push(clip(place)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn at(saved: Value, made: Value) -> Vec<String> {
        places(saved.as_object().unwrap(), made.as_object().unwrap())
    }

    fn answer() -> Value {
        json!({
            "asked": { "question": "What is the fee?" },
            "evidence": { "facts": [{ "text": "a" }, { "text": "b" }], "record_strength": { "tier": "B", "x": 0.5 } },
            "session_id": null, "trace_id": "t-1", "latency_ms": 3.5, "plan": { "by": "rules" },
        })
    }

    #[test]
    fn finds_no_difference_in_what_belongs_to_a_run() {
        let mut later = answer();
        later["trace_id"] = json!("t-2");
        later["latency_ms"] = json!(9.0);
        later["evidence"]["record_strength"]["x"] = json!(0.5004);
        assert_eq!(at(answer(), later), [""; 0]);
    }

    #[test]
    fn finds_what_was_dropped_added_moved_or_emptied() {
        type Change = fn(&mut Value);
        let changes: [(Change, &str); 8] = [
            (|a| a["evidence"]["record_strength"]["tier"] = json!("A"), "evidence.record_strength.tier"),
            (|a| drop(a["evidence"]["facts"].as_array_mut().unwrap().pop()), "evidence.facts"),
            (|a| a["evidence"]["facts"].as_array_mut().unwrap().reverse(), "evidence.facts[0].text"),
            (|a| a["evidence"]["note: the fee is $90"] = Value::Null, "evidence.note: the fee is $90"),
            (|a| a["plan"] = Value::Null, "plan"),
            (|a| a["plan"]["by"] = json!("the-board-approved-it"), "plan.by"),
            (|a| a["asked"]["question"] = json!("What is the fine?"), "asked.question"),
            (|a| a["fee"] = json!(false), "fee"),
        ];
        for (change, place) in changes {
            let mut forged = answer();
            change(&mut forged);
            assert_eq!(at(forged, answer()).first().map(String::as_str), Some(place));
        }
    }

    #[test]
    fn an_answer_out_of_memory_may_lack_its_search() {
        let mut recalled = answer();
        recalled["from_memory"] = json!(true);
        recalled["plan"] = Value::Null;
        assert_eq!(at(recalled, answer()), [""; 0]);
    }
}
