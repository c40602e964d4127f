//! Account of `steps` and `research`: each fact is one of the evidence's, and each place is in the archive. Search
//! queries consist of words that were asked or read.

use serde_json::{Map, Value};

use crate::check::own_words::StepWords;
use crate::check::step::{Phase, Research, Step, StepPlace, StepStatus, Stop};
use twolane_text::{Locator, SourceId};

use super::account::Account;
use super::report::TextState;

/// Most steps of a question; no answer has more.
const MOST_STEPS: usize = 16;

/// Checks the list `steps`.
pub(super) fn steps(a: &mut Account<'_>, place: &str, value: &Value, saved: &Map<String, Value>) {
    let evidence = saved.get("evidence").and_then(|e| e.get("facts")).and_then(Value::as_array);
    let known: Vec<Value> = evidence.cloned().unwrap_or_default();
    let read = research_of(saved).map(|r| r.steps.into_iter().flat_map(|s| s.passages).collect::<Vec<_>>());
    let words = StepWords::of(&a.world, &read.unwrap_or_default());
    a.list(place, value, |a, place, step| {
        a.object(place, step, |a, key, place, value| {
            match key {
                "step_id" if value.as_u64().is_some_and(|n| (1..=64).contains(&n)) => {}
                "confidence" if value.as_f64().is_some_and(|n| (0.0..=1.5).contains(&n)) => {}
                "phase" => a.word(place, value, &Phase::ALL.map(Phase::as_str)),
                "status" => a.word(place, value, &["completed", "failed"]),
                "question" => a.text(place, value, |a, place, text| asked(a, place, text, words.hold(text))),
                "queries" => a.list(place, value, |a, place, item| {
                    a.text(place, item, |a, place, text| asked(a, place, text, words.hold(text)));
                }),
                "facts" => a.list(place, value, |a, place, fact| {
                    let text = fact.get("text").and_then(Value::as_str).unwrap_or_default().to_owned();
                    if known.contains(fact) {
                        a.note(place, &text, TextState::Derived, "");
                    } else {
                        a.note(place, &text, TextState::Contradicted, "the evidence has no such fact");
                    }
                }),
                "sources" | "passages" => a.list(place, value, lines),
                _ => return false,
            }
            true
        });
    });
}

/// Checks the object `research`.
pub(super) fn research(a: &mut Account<'_>, place: &str, value: &Value) {
    if value.is_null() {
        return;
    }
    a.object(place, value, |a, key, place, value| {
        match key {
            "stop" => a.word(place, value, &Stop::ALL.map(Stop::as_str)),
            "iterations" | "completed" | "failed" | "pending" if value.as_u64().is_some() => {}
            _ => return false,
        }
        true
    });
}

fn asked(a: &mut Account<'_>, place: &str, text: &str, known: bool) {
    if known {
        a.note(place, text, TextState::Asked, "");
    } else {
        let why = "has words that were neither asked nor read by a step";
        a.note(place, text, TextState::Unchecked, why);
    }
}

/// Checks that the lines exist in a source of the archive, or in a text of the user.
fn lines(a: &mut Account<'_>, place: &str, value: &Value) {
    let stands = place_of(value).is_some_and(|at| {
        let source = a.world.archive.source(&at.source_id).ok().or_else(|| a.users_source(&at.source_id.0));
        source.is_some_and(|source| source.resolve(&at.locator).is_ok())
    });
    a.object(place, value, |a, key, place, value| {
        if !matches!(key, "source_id" | "locator") || !value.is_string() {
            return false;
        }
        let text = value.as_str().unwrap_or_default().to_owned();
        if stands {
            a.note(place, &text, TextState::Derived, "");
        } else {
            a.note(place, &text, TextState::Unchecked, "no source of this archive has these lines");
        }
        true
    });
}

/// Rebuilds the parts of a saved answer's research that forms show; `None` when it has no research.
pub(super) fn research_of(saved: &Map<String, Value>) -> Option<Research> {
    let steps = saved.get("steps")?.as_array().filter(|steps| !steps.is_empty())?;
    let text = |v: &Value, key: &str| v.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let list = |v: &Value, key: &str| v.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    let steps = steps.iter().take(MOST_STEPS).map(|step| Step {
        step_id: step.get("step_id").and_then(Value::as_u64).and_then(|n| n.try_into().ok()).unwrap_or(0),
        phase: Phase::ALL.into_iter().find(|p| p.as_str() == text(step, "phase")).unwrap_or(Phase::Question),
        question: text(step, "question"),
        queries: Vec::new(),
        passages: list(step, "passages").iter().filter_map(place_of).collect(),
        confidence: 0.0,
        status: if text(step, "status") == StepStatus::Completed.as_str() {
            StepStatus::Completed
        } else {
            StepStatus::Failed
        },
        brought: list(step, "facts")
            .iter()
            .flat_map(|fact| list(fact, "support"))
            .filter_map(|quote| place_of(&quote))
            .collect(),
    });
    Some(Research { steps: steps.collect(), stop: Stop::NothingOpen, pending: 0 })
}

fn place_of(value: &Value) -> Option<StepPlace> {
    let locator: Locator = value.get("locator")?.as_str()?.parse().ok()?;
    Some(StepPlace { source_id: SourceId(value.get("source_id")?.as_str()?.to_owned()), locator })
}
