//! `twolane ask`

use std::io::Write;

use clap::Args;
use serde_json::{Value, json};

use crate::ask::{Ask, Asked, FormName, Mode, levels, markdown, place};
use crate::inference::Embedder;
use crate::retrieve::{CrossEncoderRerank, Rerank};

use super::context::Context;
use super::exit::Exit;
use super::filter::FilterArgs;

/// Ask a question; the answer is made of verbatim quotes with source, page and line.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  twolane ask \"When is the town meeting?\"
  twolane ask \"What does a burn permit cost?\" --town Alder --form brief
  twolane ask \"How did the board vote on the culvert?\" --type minutes --from 2025-01 --json > answer.json
  twolane ask \"Who pays for snow removal?\" --reranker models/ms-marco-MiniLM-L6-v2
  twolane verify answer.json

Exit codes: 0 answered, 5 the papers do not say, 1 error.")]
pub struct AskArgs {
    /// The question, in quotation marks.
    pub question: String,
    /// Form of the answer.
    #[arg(long, value_parser = ["levels", "brief"], default_value = "levels")]
    pub form: String,
    /// Conditions on the sources.
    #[command(flatten)]
    pub filter: FilterArgs,
    /// Chunks that sentences are taken from.
    #[arg(long, value_name = "N")]
    pub k: Option<usize>,
}

/// Runs the command.
pub fn run(args: &AskArgs, context: &Context) -> anyhow::Result<Exit> {
    let archive = context.open_archive()?;
    let embedder = context.embedder_for(&archive)?;
    let mut options = context.ask_options();
    if let Some(k) = args.k {
        options.answer.passages = k.max(1);
    }
    let request = args.filter.to_request(&args.question, options.answer.passages)?;
    let cross_encoder = if request.query.rerank { context.cross_encoder()? } else { None };
    let reranker = cross_encoder
        .as_ref()
        .map(|model| CrossEncoderRerank::new(model, context.config.cross_encoder.clone()));
    let asked = Ask::new(&archive, embedder.as_ref().map(|e| e as &dyn Embedder), options)?
        .with_reranker(reranker.as_ref().map(|r| r as &dyn Rerank))
        .run(&request)?;
    let form = if args.form == "brief" { FormName::Brief } else { FormName::Levels };
    if context.json {
        context.print_json(&envelope(&asked, form))?;
    } else {
        show(&asked, form, context)?;
    }
    Ok(match asked.answer.get().mode {
        Mode::Answer => Exit::Done,
        Mode::ReportInsufficientEvidence => Exit::Insufficient,
    })
}

/// The object of the CONTRACT.
pub fn envelope(asked: &Asked, form: FormName) -> Value {
    json!({
        "status": "proceed",
        "answer": levels(&asked.answer),
        "evidence": asked.answer.get(),
        "form": { "name": form.as_str(), "markdown": markdown(&asked.answer, form) },
        "resolved_context": { "from": ["text"], "fields": {} },
        "steps": [],
        "choice": Value::Null,
        "from_memory": false,
        "model_calls": 0,
        "session_id": Value::Null,
        "trace_id": Value::Null,
        "latency_ms": asked.timing_ms.get("total"),
        "timing_ms": asked.timing_ms,
        "trace": asked.search.trace,
        "signals": {
            "search": asked.search.signals,
            "answer": asked.signals,
            "audit": asked.audit,
            "retrieval_strength": asked.search.strength,
        },
    })
}

/// The answer for people on standard output.
pub fn show(asked: &Asked, form: FormName, context: &Context) -> anyhow::Result<()> {
    let style = context.style();
    let mut out = Vec::new();
    let answer = asked.answer.get();
    if form == FormName::Brief {
        writeln!(out, "{}", markdown(&asked.answer, form))?;
        return context.print(String::from_utf8_lossy(&out));
    }
    let levels = levels(&asked.answer);
    writeln!(out, "{}", style.bold(&levels.level1))?;
    writeln!(out)?;
    for fact in &answer.facts {
        for quote in &fact.support {
            writeln!(out, "  “{}”", quote.text())?;
            writeln!(out, "      {}", style.dim(&place(answer, quote)))?;
        }
    }
    for gap in &answer.gaps {
        writeln!(out, "  Not shown: {}", gap.reason)?;
    }
    for limit in &answer.limitations {
        writeln!(out, "  {}", style.dim(limit))?;
    }
    writeln!(
        out,
        "\n{}",
        style.dim(&format!(
            "Record strength {} ({}). Informational, not legal advice.",
            answer.record_strength.tier,
            answer.record_strength.reasons.join("; ")
        ))
    )?;
    context.print(String::from_utf8_lossy(&out))
}
