//! Measures a language model in process: loading, memory, speed, what a constraint costs and
//! gains, what a kept prefix saves, and how often the right span is named. JSON on standard output.
//!
//! `language_model MODEL.gguf [benches/language_model/spans.json [ENCODER_FOLDER]]`; without the
//! questions only loading and speed.

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};
use twolane::encoder::{BertEmbedder, DeviceChoice, Embedder, EmbedderOptions, ModelFiles, Role};
use twolane::llm::{
    Completed, Completion, Constraint, Control, LanguageModel, LocalModel, LocalOptions, Message,
    SpanGrammar, SpanOptions,
};

#[derive(Deserialize)]
struct Item {
    question: String,
    spans: Vec<String>,
    gold: usize,
}

/// Fixed for all questions, as an answer's prompt is.
const RULES: &str = "You answer questions about town papers. You are given numbered lines of the papers. \
Only these lines count; what you know from elsewhere does not. Name the one line that answers the question \
by its number in square brackets, such as [2]. If no line answers it, write none. Write nothing else: no \
explanation, no greeting, no repetition of the question. A line answers a question when somebody who reads \
only that line knows the answer. A line about the same matter that does not say what was asked for does not \
answer it. Figures, dates and names are what most questions ask for: look for the line that has the figure, \
the date or the name. When two lines say the same, name the first.";
const PLAN_RULES: &str = "You plan the search for a question about town papers and state law. Write one JSON \
object with the fields lane (local, state or both), town (the town's name or null), facets (any of fee, \
date, rule, vote, person, reason) and words (up to four words to search for). Write nothing else.";

fn plan_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "lane": { "enum": ["local", "state", "both"] },
            "town": { "anyOf": [{ "type": "string", "maxLength": 30 }, { "type": "null" }] },
            "facets": {
                "type": "array",
                "items": { "enum": ["fee", "date", "rule", "vote", "person", "reason"] },
                "minItems": 1,
                "maxItems": 3
            },
            "words": { "type": "array", "items": { "type": "string", "maxLength": 20 }, "minItems": 1, "maxItems": 4 }
        },
        "required": ["lane", "town", "facets", "words"],
        "additionalProperties": false
    })
}

/// Whether a text is a plan, to the letter of the schema.
fn is_plan(text: &str) -> bool {
    let Ok(Value::Object(plan)) = serde_json::from_str(text) else { return false };
    let strings = |key: &str| -> Option<Vec<String>> {
        plan.get(key)?.as_array()?.iter().map(|value| value.as_str().map(str::to_owned)).collect()
    };
    let lane = plan.get("lane").and_then(Value::as_str);
    let town = plan.get("town");
    let facets = ["fee", "date", "rule", "vote", "person", "reason"];
    plan.len() == 4
        && lane.is_some_and(|lane| ["local", "state", "both"].contains(&lane))
        && town.is_some_and(|town| town.is_null() || town.as_str().is_some_and(|t| t.chars().count() <= 30))
        && strings("facets")
            .is_some_and(|f| (1..=3).contains(&f.len()) && f.iter().all(|f| facets.contains(&f.as_str())))
        && strings("words")
            .is_some_and(|w| (1..=4).contains(&w.len()) && w.iter().all(|w| w.chars().count() <= 20))
}

fn memory_mb(field: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(field)).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kb| kb.parse::<u64>().ok()).unwrap_or_default() / 1024
}

fn ask(model: &LocalModel, request: &Completion) -> Result<Completed, Box<dyn Error>> {
    Ok(model.complete(request, &Control::default())?)
}

#[allow(clippy::cast_precision_loss)]
fn per_second(tokens: usize, time: Duration) -> f64 {
    (tokens as f64 / time.as_secs_f64().max(1e-9) * 10.0).round() / 10.0
}

fn ms(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e4).round() / 10.0
}

/// Seconds of processor time of this process so far, user and system; it holds on a busy machine.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks =
        |place: usize| fields.get(place).and_then(|field| field.parse::<f64>().ok()).unwrap_or_default();
    // 100 ticks a second wherever Linux runs.
    (ticks(11) + ticks(12)) / 100.0
}

#[allow(clippy::cast_precision_loss)]
fn speed(model: &LocalModel) -> Result<Value, Box<dyn Error>> {
    let text =
        "The Select Board met on March 17 at Town Hall and voted on the fee for the transfer station. ";
    let rate = |tokens: usize, seconds: f64| (tokens as f64 / seconds.max(1e-3) * 10.0).round() / 10.0;
    let mut rows = Vec::new();
    for repeats in [5, 45] {
        let words = format!("{}\nTell the story of this meeting at length.", text.repeat(repeats));
        let request = Completion::new("speed", vec![Message::user(words)]);
        let start = processor_seconds();
        let prompt = ask(model, &request.clone().at_most(1))?;
        let read = processor_seconds();
        let whole = ask(model, &request.at_most(48))?;
        let (prompt_cpu, whole_cpu) = (read - start, processor_seconds() - read);
        let made = whole.tokens_out.saturating_sub(1);
        rows.push(json!({
            "prompt_tokens": prompt.tokens_in,
            "text_tokens": whole.tokens_out,
            "prompt_tokens_per_second": per_second(prompt.tokens_in, prompt.timing.prompt.min(whole.timing.prompt)),
            "decode_tokens_per_second": per_second(whole.tokens_out, whole.timing.decode),
            "prompt_tokens_per_processor_second": rate(prompt.tokens_in, prompt_cpu),
            "decode_tokens_per_processor_second": rate(made, whole_cpu - prompt_cpu),
        }));
    }
    Ok(Value::Array(rows))
}

/// Sums over the constrained requests of one kind.
#[derive(Default)]
struct Sums {
    valid: usize,
    masks: usize,
    forced: usize,
    tokens: usize,
    mask: Duration,
    decode: Duration,
    prompt: Duration,
    slowest_mask_mean: Duration,
    compile: Duration,
}

impl Sums {
    fn add(&mut self, done: &Completed, valid: bool) {
        let timing = done.timing;
        self.valid += usize::from(valid);
        self.masks += timing.masks;
        self.forced += timing.forced;
        self.tokens += done.tokens_out;
        self.mask += timing.mask;
        self.decode += timing.decode;
        self.prompt += timing.prompt;
        self.compile += timing.compile;
        let mean = timing.mask / u32::try_from(timing.masks.max(1)).unwrap_or(1);
        self.slowest_mask_mean = self.slowest_mask_mean.max(mean);
    }

    fn json(&self, of: usize) -> Value {
        let each = |time: Duration, count: usize| time / u32::try_from(count.max(1)).unwrap_or(1);
        json!({
            "valid": self.valid,
            "of": of,
            "tokens": self.tokens,
            "forced_tokens": self.forced,
            "mask_us_mean": (each(self.mask, self.masks).as_secs_f64() * 1e6).round(),
            "mask_us_mean_of_slowest_request": (self.slowest_mask_mean.as_secs_f64() * 1e6).round(),
            "mask_share_of_decode": (self.mask.as_secs_f64() / self.decode.as_secs_f64().max(1e-9) * 1e4).round() / 1e4,
            "compile_ms_mean": ms(each(self.compile, of)),
            "prompt_ms_mean": ms(each(self.prompt, of)),
            "decode_ms_mean": ms(each(self.decode, of)),
        })
    }
}

fn validity(
    model: &LocalModel,
    items: &[Item],
    rules: &str,
    words: &dyn Fn(&Item) -> String,
    constraint: &dyn Fn(&Item) -> (Constraint, usize),
    is_valid: &dyn Fn(&Item, &str) -> bool,
    forms: &[bool],
) -> Result<Value, Box<dyn Error>> {
    let mut rows = serde_json::Map::new();
    for constrained in forms {
        let mut sums = Sums::default();
        let mut texts = Vec::new();
        for item in items {
            let (constraint, most) = constraint(item);
            let messages = vec![Message::system(rules), Message::user(words(item))];
            let mut request = Completion::new("validity", messages).at_most(most).keeping_prefix("validity");
            if *constrained {
                request.constraint = constraint;
            }
            let done = ask(model, &request)?;
            let whole = done.clone().whole("model").is_ok();
            sums.add(&done, whole && is_valid(item, &done.text));
            texts.push(done.text);
        }
        let name = if *constrained { "with" } else { "without" };
        eprintln!("{name} the constraint: {}", sums.json(items.len()));
        rows.insert(name.to_owned(), sums.json(items.len()));
        rows.insert(format!("{name}_first_texts"), json!(texts.iter().take(3).collect::<Vec<_>>()));
    }
    Ok(Value::Object(rows))
}

fn lines(item: &Item) -> String {
    let spans: Vec<String> =
        item.spans.iter().zip(1..).map(|(span, n): (_, u32)| format!("[{n}] {span}")).collect();
    format!("{}\n\nQuestion: {}\nWhich line answers it?", spans.join("\n"), item.question)
}

fn grammar(item: &Item, claim_chars: Option<usize>) -> SpanGrammar {
    let options =
        SpanOptions { max_facts: 2, may_abstain: true, claim_chars, max_joined: 1, names: Vec::new() };
    SpanGrammar::new(vec![item.spans.len()], options).unwrap_or_else(|| unreachable!("items have spans"))
}

fn right_span(model: &LocalModel, items: &[Item]) -> Result<(usize, Vec<usize>, Duration), Box<dyn Error>> {
    let (mut right, mut picked, begun) = (0, vec![0; 5], Instant::now());
    for item in items {
        let choice = SpanGrammar::choice(item.spans.len(), false).ok_or("an item without spans")?;
        let messages = vec![Message::system(RULES), Message::user(lines(item))];
        let request = Completion::new("span", messages).constrained(choice.constraint()).at_most(8);
        let done = ask(model, &request.keeping_prefix("span"))?;
        let fact = choice.parse(&done.text)?.into_iter().next().ok_or("no span is named")?;
        right += usize::from(fact.passage == item.gold);
        if let Some(count) = picked.get_mut(fact.passage) {
            *count += 1;
        }
    }
    Ok((right, picked, begun.elapsed()))
}

fn by_cosine(folder: &str, items: &[Item]) -> Result<usize, Box<dyn Error>> {
    let files = ModelFiles::from_folder(Path::new(folder))?;
    let encoder = BertEmbedder::load(&files, &EmbedderOptions::default())?;
    let mut right = 0;
    for item in items {
        let question = encoder.embed(&[&item.question], Role::Query, &|_, _| true)?;
        let spans: Vec<&str> = item.spans.iter().map(String::as_str).collect();
        let spans = encoder.embed(&spans, Role::Passage, &|_, _| true)?;
        let cosine = |span: &[f32]| -> f32 {
            question.iter().flat_map(|question| question.values.iter().zip(span).map(|(a, b)| a * b)).sum()
        };
        let scores: Vec<f32> = spans.iter().map(|span| cosine(&span.values)).collect();
        let best = scores.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).map(|(place, _)| place);
        right += usize::from(best == Some(item.gold));
    }
    Ok(right)
}

fn prefix(model: &LocalModel, items: &[Item]) -> Result<Value, Box<dyn Error>> {
    let mut rows = Vec::new();
    for key in [None, Some("rules".to_owned())] {
        let (mut time, mut reused, mut tokens) = (Duration::ZERO, 0, 0);
        for item in items.iter().take(6) {
            let words = format!("Question: {}", item.question);
            let mut request =
                Completion::new("prefix", vec![Message::system(RULES), Message::user(words)]).at_most(1);
            request.prefix_key = key.clone();
            let done = ask(model, &request)?;
            time += done.timing.prompt;
            reused += done.timing.reused;
            tokens += done.tokens_in;
        }
        rows.push(json!({ "kept": key.is_some(), "prompt_ms": ms(time), "tokens": tokens, "reused_tokens": reused }));
    }
    Ok(Value::Array(rows))
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, items @ ..] = arguments.as_slice() else {
        return Err("usage: language_model MODEL.gguf [SPANS.json [ENCODER_FOLDER]]".into());
    };
    let options = LocalOptions { device: DeviceChoice::Cpu, ..LocalOptions::default() };
    let begun = Instant::now();
    let model = LocalModel::load(Path::new(path), &options)?;
    let load = begun.elapsed();
    let (loaded, peak) = (memory_mb("VmRSS"), memory_mb("VmHWM"));
    let speed = speed(&model)?;
    eprintln!("{}", json!({ "load_ms": ms(load), "loaded_mb": loaded, "speed": speed }));
    let Some((items, encoder)) = items.split_first() else { return Ok(()) };
    let items: Vec<Item> = serde_json::from_slice(&std::fs::read(items)?)?;
    let begun = Instant::now();
    let warm = Completion::new("warm", vec![Message::user("x")])
        .constrained(Constraint::JsonSchema(json!({"enum": [1]})));
    ask(&model, &warm)?;
    let first_constraint = begun.elapsed();
    let (right, picked, time) = right_span(&model, &items)?;
    let prefix = prefix(&model, &items)?;
    eprintln!("{right} right spans, {picked:?}, {prefix}");
    let cosine = encoder.first().map(|folder| by_cosine(folder, &items)).transpose()?;
    let question = |item: &Item| format!("Question: {}", item.question);
    let plan = validity(
        &model,
        &items,
        PLAN_RULES,
        &question,
        &|_| (Constraint::JsonSchema(plan_schema()), 160),
        &|_, t| is_plan(t),
        &[true, false],
    )?;
    let named = |claim_chars: Option<usize>, forms: &[bool]| {
        let constraint = move |item: &Item| {
            let grammar = grammar(item, claim_chars);
            (grammar.constraint(), grammar.max_tokens())
        };
        validity(
            &model,
            &items,
            RULES,
            &lines,
            &constraint,
            &|item, text| grammar(item, claim_chars).parse(text).is_ok(),
            forms,
        )
    };
    let spans = named(None, &[true, false])?;
    let claims = named(Some(120), &[true])?;
    let report = json!({
        "model": model.id().0,
        "note": model.note(),
        "threads": std::env::var("CANDLE_NUM_THREADS").ok(),
        "load_ms": ms(load),
        "loaded_mb": loaded,
        "loading_peak_mb": peak,
        "peak_mb": memory_mb("VmHWM"),
        "first_constraint_ms": ms(first_constraint),
        "speed": speed,
        "plan_schema": plan,
        "span_grammar": spans,
        "span_grammar_with_claims": claims,
        "prefix": prefix,
        "right_span": { "right": right, "of": items.len(), "picked_by_place": picked, "seconds": time.as_secs_f64() },
        "right_span_by_cosine": cosine,
    });
    println!("{}", serde_json::to_string_pretty(&report)?);
    Ok(())
}
