//! The command `twolane eval retrieval`.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;

use twolane_archive::Archive;
use twolane_encoder::Embedder;
use twolane_eval::{Dataset, JudgedMode, RetrievalReport, archive_folder, fill, judge};
use twolane_retrieve::{CrossEncoderRerank, Rerank};

use super::context::Context;
use super::exit::Exit;
use super::output::Bar;

/// The arguments of `eval retrieval`.
#[derive(Debug, Args)]
pub struct RetrievalArgs {
    /// Folder in BEIR's layout: corpus.jsonl, queries.jsonl, qrels/<split>.tsv.
    pub dir: PathBuf,
    /// Measure this search mode, or all.
    #[arg(long, default_value = "all", value_parser = ["all", "bm25", "vector", "hybrid", "rerank"])]
    pub mode: String,
    /// Use these judgments: qrels/<SPLIT>.tsv.
    #[arg(long, default_value = "test")]
    pub split: String,
    /// Read the corpus from this file.
    #[arg(long, value_name = "FILE")]
    pub corpus: Option<PathBuf>,
    /// Compare with a run that `--json` printed.
    #[arg(long, value_name = "FILE")]
    pub compare: Option<PathBuf>,
    /// Keep the corpus's archive in this folder.
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &RetrievalArgs, context: &Context) -> anyhow::Result<Exit> {
    let dataset = Dataset::read(&args.dir, args.corpus.as_deref(), &args.split)?;
    let earlier = args.compare.as_deref().map(RetrievalReport::read).transpose()?;
    let modes = match args.mode.as_str() {
        "all" => JudgedMode::ALL.to_vec(),
        one => vec![one.parse()?],
    };
    let loaded = if modes == [JudgedMode::Bm25] { None } else { context.embedder()? };
    let embedder = loaded.as_ref().map(|e| e as &dyn Embedder);
    let modes = if embedder.is_none() && args.mode == "all" {
        context.say("note: no embedding model; only bm25 is measured (`twolane models get`)");
        vec![JudgedMode::Bm25]
    } else {
        modes
    };
    let cache = args.cache.as_deref().unwrap_or(&context.cache_dir);
    let folder = archive_folder(cache, &dataset.corpus_path, embedder.map(Embedder::model));
    let archive = Archive::create(&folder)?;
    let bar = bar(context);
    let progress = |done: usize, total: usize| {
        bar.set_length(u64::try_from(total).unwrap_or(u64::MAX));
        bar.set_position(u64::try_from(done).unwrap_or(u64::MAX));
        !context.interrupt.is_set()
    };
    let filled = fill(&archive, &dataset, embedder, &progress)?;
    bar.finish();
    context.say(format!(
        "{}: {} documents, {} written, {} embedded; archive {}",
        dataset.name,
        filled.documents,
        filled.written,
        filled.embedded,
        folder.display()
    ));
    let go_on = || !context.interrupt.is_set();
    let cross_encoder = if modes.contains(&JudgedMode::Rerank) { context.cross_encoder()? } else { None };
    let reranker = cross_encoder
        .as_ref()
        .map(|model| CrossEncoderRerank::new(model, context.config.cross_encoder.clone()));
    let reranker = reranker.as_ref().map(|r| r as &dyn Rerank);
    let mut report = judge(&dataset, &archive, embedder, reranker, &context.config.search, &modes, &go_on)?;
    report.comparison = earlier.map(|earlier| report.compare(&earlier));
    if context.json {
        context.print_json(&report)?;
    } else {
        context.print(table(&report))?;
    }
    Ok(Exit::Done)
}

fn bar(context: &Context) -> Bar {
    Bar::new(context.is_terminal(), "{bar:30} {pos}/{len} documents, {eta} left")
}

fn table(report: &RetrievalReport) -> String {
    let mut out = format!("{}\n{:8}", report.dataset, "mode");
    for name in ["nDCG@10", "recall@10", "recall@100", "MRR@10"] {
        let _ = write!(out, "{name:>22}");
    }
    let _ = writeln!(out, "{:>10}{:>10}", "p50 ms", "p95 ms");
    for run in &report.runs {
        let _ = write!(out, "{:8}", run.mode.to_string());
        for (name, value) in twolane_eval::Metrics::NAMES.iter().zip(run.mean.values()) {
            let interval = run
                .intervals
                .get(*name)
                .map(|i| format!(" ({:.3}-{:.3})", i.low, i.high))
                .unwrap_or_default();
            let _ = write!(out, "{:>22}", format!("{value:.3}{interval}"));
        }
        let _ = writeln!(out, "{:>10.2}{:>10.2}", run.p50_ms, run.p95_ms);
    }
    if let Some(first) = report.runs.first() {
        let _ = writeln!(
            out,
            "{} queries, {} documents; 95 % bootstrap intervals",
            first.queries, report.documents
        );
    }
    for d in report.comparison.iter().flatten() {
        let _ = writeln!(
            out,
            "{:8} {:14} {:.3} -> {:.3}  {:+.3} ({:+.3} to {:+.3}); {} better, {} worse of {}",
            d.mode.to_string(),
            d.metric,
            d.before,
            d.now,
            d.difference,
            d.interval.low,
            d.interval.high,
            d.better,
            d.worse,
            d.queries
        );
    }
    out
}
