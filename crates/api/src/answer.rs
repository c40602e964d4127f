//! Reply of the `ask` command.

use serde_json::{Value, json};

use super::conditions::Conditions;
use twolane_answer::{
    Answer, Fact, FormName, Reply, Research, StepStatus, Verified, levels, markdown, step_sources,
};

/// Names of the forms that a caller can ask for.
pub const FORMS: [&str; 5] = ["levels", "brief", "civic", "legal", "research"];

/// Adds the input of an answer to its reply, so that `verify` can make the answer again: the question as it was asked,
/// the conditions that differ from the defaults, the values that came with it, and the form if one was asked for: research
/// is done for its form alone. In a session, these are the question
/// and the values as the session completed them. A reply without an answer stays as it is.
pub fn add_asked(
    reply: &mut Value,
    question: &str,
    conditions: &Conditions,
    context: &[(String, String)],
    form: Option<FormName>,
) {
    let Some(map) = reply.as_object_mut().filter(|map| map.contains_key("evidence")) else { return };
    let of = |conditions: &Conditions| match serde_json::to_value(conditions) {
        Ok(Value::Object(map)) => map,
        _ => serde_json::Map::new(),
    };
    // No mode and `hybrid` are the same.
    let defaults = of(&Conditions { mode: "hybrid".to_owned(), ..Conditions::default() });
    let (mut conditions, mut values) = (of(conditions), serde_json::Map::new());
    conditions.retain(|name, value| defaults.get(name) != Some(value) && value != "");
    values.extend(context.iter().map(|(name, value)| (name.clone(), value.clone().into())));
    let mut question = Value::from(question);
    if map.get("session_id").is_some_and(Value::is_string)
        && let Some(completed) = map.get("resolved_context")
    {
        question = completed.get("question").cloned().unwrap_or_default();
        values = completed.get("fields").and_then(Value::as_object).cloned().unwrap_or_default();
    }
    let mut asked = json!({ "question": question, "conditions": conditions, "context": values });
    if let (Some(form), Some(asked)) = (form, asked.as_object_mut()) {
        asked.insert("form".into(), form.as_str().into());
    }
    map.insert("asked".into(), asked);
}

/// Builds the reply object that the CONTRACT defines, in `form` or in the form that fits the question.
pub fn envelope(reply: &Reply, form: Option<FormName>) -> Value {
    let form = form.unwrap_or(reply.fitting_form);
    let mut object = match reply.envelope.checked() {
        Some(answer) => answer_object(answer, reply, form),
        None => serde_json::to_value(&reply.envelope).unwrap_or_default(),
    };
    if let Some(notes) = object.get_mut("notes").and_then(Value::as_object_mut) {
        notes.insert("round".into(), reply.round.into());
        notes.insert("scores".into(), json!(reply.scores));
    }
    if let Some(map) = object.as_object_mut() {
        let values: serde_json::Map<String, Value> =
            reply.fields.iter().map(|(name, f)| (name.clone(), f.value.clone().into())).collect();
        let origins: serde_json::Map<String, Value> =
            reply.fields.iter().map(|(name, f)| (name.clone(), f.origin.as_str().into())).collect();
        let texts: Vec<Value> = reply
            .user_texts
            .iter()
            .map(|s| json!({ "id": s.id, "type": s.kind, "title": s.title, "created_at": s.created_at }))
            .collect();
        map.insert("status".into(), reply.envelope.status().into());
        map.insert(
            "resolved_context".into(),
            json!({ "from": reply.from(), "fields": values, "origins": origins, "question": reply.question }),
        );
        map.insert("session_sources".into(), texts.into());
        map.insert("session_id".into(), reply.session_id.clone().into());
        map.insert("trace_id".into(), reply.trace_id.clone().into());
    }
    object
}

fn answer_object(answer: &Verified<Answer>, reply: &Reply, form: FormName) -> Value {
    let asked = reply.asked.as_ref();
    let research = answer.get().research.as_ref();
    json!({
        "answer": levels(answer),
        "evidence": answer.get(),
        "form": { "name": form.as_str(), "markdown": markdown(answer, form, &reply.question) },
        "steps": research.map_or_else(Vec::new, |research| steps(research, &answer.get().facts)),
        "research": research.map(|r| json!({
            "stop": r.stop,
            "iterations": r.steps.len(),
            "completed": r.count(StepStatus::Completed),
            "failed": r.count(StepStatus::Failed),
            "pending": r.pending,
        })),
        "model_calls": reply.calls.calls(),
        "calls": reply.calls,
        "choice": answer.get().choice,
        "from_memory": reply.recalled.is_some(),
        "memory": reply.recalled.as_ref().map(|r| json!({
            "id": r.id, "question": r.question, "at": r.at, "similarity": r.similarity,
        })),
        "plan": reply.planned.as_ref().map(|p| json!({
            "query_type": p.route.query_type,
            "scope": p.route.scope,
            "by": p.by,
            "failed": p.failed,
            "calls": p.calls,
            "call_limit": p.call_limit,
        })),
        "model": asked
            .and_then(|a| a.written.as_ref())
            .map(|w| json!({ "id": w.model, "calls": w.calls, "failed": w.failed.as_ref().map(|f| f.kind) })),
        "latency_ms": asked
            .and_then(|a| a.timing_ms.get("total").copied())
            .or_else(|| reply.recalled.as_ref().map(|r| r.milliseconds)),
        "timing_ms": asked.map(|a| &a.timing_ms),
        "signals": asked.map(|a| json!({
            "search": a.search.signals,
            "answer": a.signals,
            "audit": a.audit.without_struck(),
            "retrieval_strength": a.search.strength,
        })),
        "repairs": asked.map_or(0, |a| a.repairs),
        "expansions": asked.map_or(0, |a| a.expansions),
    })
}

/// Builds the rows of the steps, each with the facts that it brought into the answer and the places
/// that `[Source N]` stands for.
fn steps(research: &Research, facts: &[Fact]) -> Vec<Value> {
    let (by_step, _) = research.facts_by_step(facts);
    let shown = research.shown_by_step(facts);
    let each = research.steps.iter().zip(by_step).zip(shown);
    each.map(|((step, own), shown)| {
        json!({
            "step_id": step.step_id,
            "phase": step.phase,
            "question": step.question,
            "queries": step.queries,
            "confidence": step.confidence,
            "status": step.status,
            "facts": own,
            "sources": step_sources(&shown),
            "passages": step.passages,
        })
    })
    .collect()
}
