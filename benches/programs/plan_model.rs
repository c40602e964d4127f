//! Measures a language model as planner: how often its reply fits the schema with the constraint and
//! without, what of its plans is dropped, how many entities it invents, and what it costs. JSON on
//! standard output.
//!
//! `plan_model MODEL.gguf QUESTIONS.jsonl ARCHIVE [MOST [MOST_WITHOUT]]`; each line of the questions has
//! `id` and `question`. Every question is planned by the model, simple ones too; the first
//! `MOST_WITHOUT` of them once more without the constraint.

use std::error::Error;
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use serde_json::{Value, json};
use twolane::answer::plan::{PlanOptions, PlanReply, PlannedBy, Planner, Planning, Why, split_choices};
use twolane::archive::Archive;
use twolane::llm::{
    Completed, Completion, Constraint, Control, Finish, LanguageModel, LanguageModelError, Limits,
    LocalModel, LocalOptions,
};
use twolane::retrieve::{Query, Request, RetrievalOptions, Retriever, SearchOptions};
use twolane::text::ModelId;

/// Keeps what the model made, and may take the constraint away.
struct Recorder<'a> {
    model: &'a LocalModel,
    free: bool,
    made: Mutex<Vec<(Completion, Completed)>>,
}

impl LanguageModel for Recorder<'_> {
    fn id(&self) -> &ModelId {
        self.model.id()
    }

    fn limits(&self) -> Limits {
        self.model.limits()
    }

    fn complete(&self, request: &Completion, control: &Control<'_>) -> Result<Completed, LanguageModelError> {
        let asked = match self.free {
            true => Completion { constraint: Constraint::None, ..request.clone() },
            false => request.clone(),
        };
        let made = self.model.complete(&asked, control)?;
        self.made.lock().unwrap().push((request.clone(), made.clone()));
        Ok(made)
    }
}

/// Whether a value is of a schema, for what the planner's schemas use.
fn fits(schema: &Value, value: &Value) -> bool {
    if let Some(allowed) = schema["enum"].as_array() {
        return allowed.contains(value);
    }
    match schema["type"].as_str() {
        Some("string") => value.as_str().is_some_and(|text| {
            schema["maxLength"].as_u64().is_none_or(|most| text.chars().count() as u64 <= most)
        }),
        Some("boolean") => value.is_boolean(),
        Some("integer") => {
            value.as_u64().is_some_and(|n| n <= schema["maximum"].as_u64().unwrap_or(u64::MAX))
        }
        Some("array") => value.as_array().is_some_and(|items| {
            schema["maxItems"].as_u64().is_none_or(|most| items.len() as u64 <= most)
                && schema["minItems"].as_u64().is_none_or(|least| items.len() as u64 >= least)
                && items.iter().all(|item| fits(&schema["items"], item))
        }),
        Some("object") => value.as_object().is_some_and(|fields| {
            let known = schema["properties"].as_object().unwrap();
            fields.len() == known.len()
                && known.iter().all(|(name, of)| fields.get(name).is_some_and(|v| fits(of, v)))
        }),
        _ => false,
    }
}

#[derive(Default)]
struct Sums {
    replies: usize,
    of_schema: usize,
    cut: usize,
    unsure: usize,
    by_model: usize,
    entities: usize,
    entities_dropped: usize,
    queries: usize,
    queries_empty: usize,
    words_dropped: usize,
    sections_dropped: usize,
    numbers_dropped: usize,
    tokens_in: usize,
    reused: usize,
    tokens_out: usize,
    prompt: Duration,
    decode: Duration,
    mask: Duration,
    masks: usize,
    forced: usize,
    failures: Vec<String>,
}

impl Sums {
    fn add(&mut self, request: &Completion, made: &Completed, planning: &Planning) {
        self.replies += 1;
        self.cut += usize::from(made.finish != Finish::Stop);
        if let Constraint::JsonSchema(schema) = &request.constraint {
            let value = serde_json::from_str::<Value>(&made.text);
            let whole = made.finish == Finish::Stop;
            self.of_schema += usize::from(whole && value.is_ok_and(|value| fits(schema, &value)));
        }
        self.unsure += usize::from(planning.by == PlannedBy::Conservative);
        self.by_model += usize::from(planning.by == PlannedBy::Model);
        if let Ok(reply) = PlanReply::read(&made.text) {
            self.entities += reply.entities.iter().filter(|e| !e.trim().is_empty()).count();
            self.queries += reply.local_queries.len() + reply.state_queries.len();
        }
        let count = |test: &dyn Fn(&str, Why) -> bool| {
            planning.dropped.iter().filter(|d| test(d.field, d.why)).count()
        };
        self.entities_dropped += count(&|field, _| field == "entities");
        let of_query = |field: &str| field.ends_with("_queries");
        self.queries_empty += count(&|field, why| of_query(field) && why == Why::Empty);
        self.words_dropped += count(&|field, why| of_query(field) && why == Why::NotGiven);
        self.sections_dropped += count(&|_, why| why == Why::SectionNotGiven);
        self.numbers_dropped += count(&|_, why| why == Why::NumberNotGiven);
        self.failures.extend(planning.failed.clone());
        let timing = made.timing;
        self.tokens_in += made.tokens_in;
        self.reused += timing.reused;
        self.tokens_out += made.tokens_out;
        self.prompt += timing.prompt;
        self.decode += timing.decode;
        self.mask += timing.mask;
        self.masks += timing.masks;
        self.forced += timing.forced;
    }

    #[allow(clippy::cast_precision_loss)]
    fn report(&self) -> Value {
        let tenth = |x: f64| (x * 10.0).round() / 10.0;
        let rate = |n: usize, time: Duration| tenth(n as f64 / time.as_secs_f64().max(1e-3));
        let each = |n: usize| tenth(n as f64 / self.replies.max(1) as f64);
        json!({
            "replies": self.replies,
            "of_the_schema": self.of_schema,
            "cut": self.cut,
            "plans_used": self.by_model,
            "unsure_so_conservative": self.unsure,
            "entities": self.entities,
            "entities_dropped": self.entities_dropped,
            "queries": self.queries,
            "queries_of_which_nothing_was_left": self.queries_empty,
            "words_dropped_from_queries": self.words_dropped,
            "sections_dropped": self.sections_dropped,
            "numbers_dropped": self.numbers_dropped,
            "tokens_in_each": each(self.tokens_in),
            "tokens_out_each": each(self.tokens_out),
            "prompt_tokens_per_second": rate(self.tokens_in - self.reused.min(self.tokens_in), self.prompt),
            "decode_tokens_per_second": rate(self.tokens_out, self.decode),
            "forced_share": tenth(100.0 * self.forced as f64 / self.tokens_out.max(1) as f64) / 100.0,
            "mask_us_mean": tenth(self.mask.as_secs_f64() * 1e6 / self.masks.max(1) as f64),
            "seconds_each": tenth((self.prompt + self.decode).as_secs_f64() / self.replies.max(1) as f64),
            "first_failure": self.failures.first(),
        })
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [model, questions, archive, rest @ ..] = arguments.as_slice() else {
        return Err("plan_model MODEL.gguf QUESTIONS.jsonl ARCHIVE [MOST [MOST_WITHOUT]]".into());
    };
    let most = rest.first().map_or(Ok(20), |n| n.parse())?;
    let most_without = rest.get(1).map_or(Ok(most), |n| n.parse())?;
    let model = LocalModel::load(Path::new(model), &LocalOptions::default())?;
    let archive = Archive::open(Path::new(archive))?;
    let retriever = Retriever::new(&archive, None, SearchOptions::default(), RetrievalOptions::default())?;
    let options = PlanOptions { calls_left_to_writer: 0, seconds: 600, ..PlanOptions::default() };
    let questions: Vec<Value> = std::fs::read_to_string(questions)?
        .lines()
        .take(most)
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?;
    let mut report = json!({ "model": model.id().0, "questions": questions.len() });
    for free in [false, true] {
        let mut sums = Sums::default();
        let mut plans = Vec::new();
        for question in questions.iter().take(if free { most_without } else { most }) {
            let text = question["question"].as_str().ok_or("a question without text")?;
            let choices = split_choices(text);
            let request = choices.left_out_of(&Request::new(Query::new(text)));
            let recorder = Recorder { model: &model, free, made: Mutex::default() };
            let planner = Planner::new(&retriever, Some(&recorder), &options);
            let planning = planner.by_rules(&request, &choices, &retriever.read(&request)?)?;
            let planning = planner.with_model(&request, planning, &|| true);
            let made = recorder.made.into_inner()?;
            let Some((asked, first)) = made.first() else {
                sums.failures.extend(planning.failed.clone());
                continue;
            };
            sums.add(asked, first, &planning);
            if !free {
                plans.push(json!({
                    "id": question["id"],
                    "by": planning.by,
                    "queries": planning.plan.queries().collect::<Vec<_>>(),
                    "dropped": planning.dropped.len(),
                }));
            }
            eprintln!("{} {:?} {}", question["id"], planning.by, first.text);
        }
        let name = if free { "without_constraint" } else { "with_constraint" };
        report[name] = sums.report();
        if !free {
            report["plans"] = plans.into();
        }
    }
    println!("{}", serde_json::to_string_pretty(&report)?);
    Ok(())
}
