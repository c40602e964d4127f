//! The command `twolane eval golden`.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;

use twolane_answer::Reply;
use twolane_encoder::Embedder;
use twolane_eval::golden::{GoldenOptions, GoldenReport, GoldenRun};

use super::ask::envelope;
use super::context::Context;
use super::exit::Exit;
use super::output::Bar;

/// The arguments of `eval golden`.
#[derive(Debug, Args)]
pub struct GoldenArgs {
    /// Folder with `cases`, `papers`, `packs` and `texts`.
    #[arg(default_value = "golden")]
    pub dir: PathBuf,
    /// Run only this case.
    #[arg(long, value_name = "ID")]
    pub case: Option<String>,
    /// Record this run as the reference for later ones.
    #[arg(long, conflicts_with = "case")]
    pub record: bool,
    /// Use no embedding model, even if one is present.
    #[arg(long)]
    pub words_alone: bool,
}

/// Runs the command.
pub fn run(args: &GoldenArgs, context: &Context) -> anyhow::Result<Exit> {
    let loaded = if args.words_alone { None } else { context.embedder()? };
    let embedder = loaded.as_ref().map(|e| e as &dyn Embedder);
    if embedder.is_none() {
        context.say("no embedding model: keyword search only");
    }
    let options = GoldenOptions {
        only: args.case.clone(),
        ask: context.ask_options(),
        conversation: context.conversation_options(),
        writer: context.config.writer.clone(),
    };
    let printed = |reply: &Reply| envelope(reply, None);
    let run = GoldenRun {
        dir: &args.dir,
        program: &context.program,
        embedder,
        printed: &printed,
        options: &options,
    };
    let bar = bar(context);
    let report = run.run(&|done, all| {
        bar.set_length(u64::try_from(all).unwrap_or(u64::MAX));
        bar.set_position(u64::try_from(done).unwrap_or(u64::MAX));
        !context.interrupt.is_set()
    })?;
    bar.finish();
    if args.record {
        context.say(format!("recorded in {}", run.record(&report)?.display()));
    }
    if context.json {
        context.print_json(&report)?;
    } else {
        context.print(table(&report, context.verbose > 0))?;
    }
    let broken = report.broken().next().is_some();
    Ok(if broken && !args.record { Exit::Insufficient } else { Exit::Done })
}

fn bar(context: &Context) -> Bar {
    Bar::new(context.is_terminal(), "{bar:30} {pos}/{len} cases, {eta} left")
}

fn table(report: &GoldenReport, all: bool) -> String {
    let m = &report.metrics;
    let mut out = String::new();
    // Writing to a string can't fail.
    let _ = writeln!(
        out,
        "{} cases in {} runs ({}): {} passed\nwithout a model {} of {}, with a scripted one {} of {}\n{} of {} quotes verbatim, {} unsupported tokens, {} model calls, at most {} a case\nmilliseconds per question: p50 {:.0}, p95 {:.0}",
        m.written,
        report.cases,
        report.embedder,
        report.passed,
        m.without_model.1,
        m.without_model.0,
        m.with_model.1,
        m.with_model.0,
        m.verbatim,
        m.quotes,
        m.unsupported_tokens,
        m.model_calls,
        m.most_model_calls,
        m.latency_ms.p50_ms,
        m.latency_ms.p95_ms
    );
    for (id, why) in &report.skipped {
        let _ = writeln!(out, "left out: {id}: {why}");
    }
    for result in report.results.iter().filter(|r| all || !r.passed) {
        let _ = writeln!(out, "\n{} {}", if result.passed { "passed" } else { "FAILED" }, result.name());
        for why in &result.why {
            let _ = writeln!(out, "  {why}");
        }
        for turn in &result.turns {
            let _ = writeln!(out, "    {turn}");
        }
    }
    if !report.changes.is_empty() {
        out.push_str("\nnot as recorded:\n");
    }
    for change in &report.changes {
        let _ = writeln!(out, "  {:14}{}", change.change, change.id);
        if all || change.change == "broken" {
            for then in &change.before {
                let _ = writeln!(out, "    then {then}");
            }
            for now in &change.now {
                let _ = writeln!(out, "    now  {now}");
            }
        }
    }
    out
}
