//! Asks every question of a file and writes, one JSON object a line, what one search of it found and what
//! the steps of research read. `scripts/measure_research.py` makes the comparison of it.
//!
//!     cargo run --release -p twolane-benches --bin research_steps -- fill CORPUS.jsonl ARCHIVE MODEL_DIR
//!     … -- ask ARCHIVE MODEL_DIR QUESTIONS.jsonl OUT.jsonl [KEY=VALUE]…
//!
//! CORPUS.jsonl is one of a judged set (`_id`, `title`, `text`), one document a passage. QUESTIONS.jsonl has
//! `id`, `question`, `half` and `gold`: names of sources, or citations of sections. Keys are those of `[research]`
//! (`seconds`, `most_steps`, …) and `threshold`; `words_alone=true` leaves the embedding model out;
//! `gold_alone=true` leaves no other sources than the gold ones; `patience=N` stops when asked for the N-th
//! time whether to go on; `calls=N` has a model take part that always names the question again, with so many
//! calls.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context as _, bail};
use serde_json::{Value, json};
use twolane::answer::{
    Ask, AskOptions, Conversation, ConversationOptions, FormName, Inquiry, ResearchOptions, Watch,
};
use twolane::archive::Archive;
use twolane::encoder::{BertEmbedder, Embedder, EmbedderOptions, ModelFiles};
use twolane::eval::{BeirDocument, Dataset, fill};
use twolane::llm::{LanguageModel, ScriptedModel};
use twolane::retrieve::{Query, Request};
use twolane::text::SourceId;

/// Hits of the one search: as many as the steps can read together.
const HITS: usize = 20;

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        ["fill", corpus, archive, model] => fill_archive(corpus, archive, model),
        ["ask", archive, model, questions, out, settings @ ..] => {
            ask(archive, model, questions, Path::new(out), settings)
        }
        _ => bail!("see the head of benches/programs/research_steps.rs"),
    }
}

fn load(model: &str) -> anyhow::Result<BertEmbedder> {
    Ok(BertEmbedder::load(&ModelFiles::from_folder(Path::new(model))?, &EmbedderOptions::default())?)
}

fn fill_archive(corpus: &str, archive: &str, model: &str) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(corpus)?;
    let documents: Vec<BeirDocument> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let corpus_path = PathBuf::from(corpus);
    let dataset = Dataset { name: corpus.into(), corpus_path, documents, queries: Vec::new(), missing: 0 };
    let archive = Archive::create(Path::new(archive))?;
    let embedder = load(model)?;
    let filled = fill(&archive, &dataset, Some(&embedder), &|done, all| {
        eprintln!("{done} of {all}");
        true
    })?;
    println!("{}", serde_json::to_string(&filled)?);
    Ok(())
}

fn ask(archive: &str, model: &str, questions: &str, out: &Path, settings: &[&str]) -> anyhow::Result<()> {
    let archive = Archive::open(Path::new(archive))?;
    let mut ask_options = AskOptions::default();
    let mut research = serde_json::to_value(ResearchOptions::default())?;
    let (mut words_alone, mut gold_alone, mut patience, mut calls) = (false, false, usize::MAX, 0);
    for setting in settings {
        let (key, value) = setting.split_once('=').context("KEY=VALUE")?;
        match key {
            "threshold" => ask_options.retrieval.eval_confidence_threshold = value.parse()?,
            "words_alone" => words_alone = value.parse()?,
            "gold_alone" => gold_alone = value.parse()?,
            "patience" => patience = value.parse()?,
            "calls" => calls = value.parse()?,
            _ => research[key] = serde_json::from_str(value)?,
        }
    }
    let loaded = if words_alone { None } else { Some(load(model)?) };
    let embedder = loaded.as_ref().map(|e| e as &dyn Embedder);
    let ask = Ask::new(&archive, embedder, ask_options)?;
    let mut options =
        ConversationOptions { research: serde_json::from_value(research)?, ..ConversationOptions::default() };
    options.gate.enabled = false;
    let scripted = ScriptedModel::answering(|request| match request.purpose {
        "replan" => {
            let text = request.messages.iter().map(|m| m.content.as_str()).collect::<Vec<_>>().join(" ");
            let (_, asked) = text.rsplit_once("Question: ").unwrap_or(("", ""));
            let question: String =
                asked.split("Steps so far").next().unwrap_or("").trim().chars().take(200).collect();
            let steps = text.matches("Confidence ").count();
            json!({ "decision": "next_step", "question": format!("{question} {}", "again ".repeat(steps)), "reason": "" })
                .to_string()
                .into()
        }
        _ => "nothing".into(),
    });
    let asked_often = AtomicUsize::new(0);
    let go_on = || asked_often.fetch_add(1, Ordering::Relaxed) < patience;
    if calls > 0 {
        let limits = &mut options.plan.calls;
        (limits.simple, limits.complex, limits.multi_hop) = (calls, calls, calls);
    }
    let talk = Conversation::new(&ask, embedder, None, &options)
        .for_form(FormName::Research)
        .with_planner((calls > 0).then_some(&scripted as &dyn LanguageModel))
        .watched(Watch { go_on: Some(&go_on), ..Watch::default() });
    let names = |id: &SourceId| -> anyhow::Result<Value> {
        let aliases = archive.aliases(id)?.into_iter().map(|(name, _)| name);
        Ok(json!({ "id": id.0, "names": aliases.collect::<Vec<_>>() }))
    };
    let mut written = std::fs::File::create(out)?;
    for line in std::fs::read_to_string(questions)?.lines() {
        let question: Value = serde_json::from_str(line)?;
        let text = question["question"].as_str().context("question")?;
        let start = std::time::Instant::now();
        let mut request = Request::new(Query { k: HITS, ..Query::new(text) });
        if gold_alone {
            let gold = question["gold"].as_array().into_iter().flatten().filter_map(Value::as_str);
            request.query.filter.sources = gold.map(|id| SourceId(id.to_owned())).collect();
        }
        asked_often.store(0, Ordering::Relaxed);
        let reply = talk.ask(&Inquiry::new(request))?;
        let seconds = start.elapsed().as_secs_f64();
        let (Some(answer), Some(asked)) = (reply.envelope.checked(), &reply.asked) else { continue };
        let Some(research) = &answer.get().research else { continue };
        let single =
            asked.search.hits.iter().map(|h| names(&h.source.id)).collect::<anyhow::Result<Vec<_>>>()?;
        let mut steps = Vec::new();
        for step in &research.steps {
            let read =
                step.passages.iter().map(|p| names(&p.source_id)).collect::<anyhow::Result<Vec<_>>>()?;
            steps.push(json!({
                "phase": step.phase, "question": step.question, "confidence": step.confidence,
                "status": step.status, "read": read, "brought": step.brought.len(),
            }));
        }
        let planned = reply.planned.as_ref().map(|p| p.route.query_type);
        let row = json!({
            "id": question["id"], "kind": question["kind"], "half": question["half"], "gold": question["gold"], "single": single, "steps": steps,
            "stop": research.stop, "pending": research.pending, "route": planned, "mode": answer.get().mode,
            "facts": answer.get().facts.len(), "search_ms": asked.timing_ms.get("search"),
            "research_ms": asked.timing_ms.get("research"), "seconds": seconds,
        });
        writeln!(written, "{row}")?;
    }
    Ok(())
}
