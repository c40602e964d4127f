//! The command `twolane index`.

use std::io::Write;

use clap::{Args, Subcommand};
use indicatif::HumanBytes;
use serde_json::json;

use twolane_archive::{Archive, ArchiveError, without_graph};
use twolane_encoder::{Embedder, InferenceError};
use twolane_ingest::reembed as reembed_archive;

use super::context::Context;
use super::exit::Exit;
use super::output::Bar;

/// The number of stored vectors whose neighbours `check --recall` searches.
const RECALL_QUERIES: usize = 200;

/// Check, measure and rebuild the indexes of the archive.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  twolane index check
  twolane index stats
  twolane index rebuild
  twolane index reembed all-minilm-l6-v2")]
pub struct IndexArgs {
    /// The action on the indexes.
    #[command(subcommand)]
    pub action: IndexAction,
}

/// The action on the indexes.
#[derive(Debug, Subcommand)]
pub enum IndexAction {
    /// Read every byte and report damage, with the remedy.
    Check {
        /// Also measure the share of true nearest neighbors that vector search finds.
        #[arg(long)]
        recall: bool,
    },
    /// Show counts, and sizes by part.
    Stats,
    /// Rebuild the lexical index and the vectors from the catalog.
    Rebuild,
    /// Change to another embedding model; resumes after an interruption. Search uses the old model until the
    /// change is complete.
    Reembed {
        /// Name in the manifest of models.
        model: String,
    },
}

/// Runs the command.
pub fn run(args: &IndexArgs, context: &Context) -> anyhow::Result<Exit> {
    match &args.action {
        IndexAction::Check { recall } => check(*recall, context),
        IndexAction::Stats => stats(context),
        IndexAction::Rebuild => rebuild(context),
        IndexAction::Reembed { model } => reembed(model, context),
    }
}

fn check(recall: bool, context: &Context) -> anyhow::Result<Exit> {
    let problems = Archive::check_place(&context.archive_place)?;
    let recall = match recall && problems.is_empty() {
        true => context.open_archive()?.recall(10, RECALL_QUERIES)?,
        false => None,
    };
    let ok = problems.is_empty();
    if context.json {
        context.print_json(&json!({ "ok": ok, "problems": problems, "recall_at_10": recall }))?;
    } else {
        let mut out = Vec::new();
        for problem in &problems {
            writeln!(out, "{}\n    {}\n    {}", problem.part, problem.what, problem.next)?;
        }
        if ok {
            writeln!(out, "the archive at {} is sound", context.archive_place)?;
        }
        if let Some(recall) = recall {
            writeln!(out, "recall at 10 of the search by vectors, asked with stored passages: {recall:.4}")?;
        }
        context.print(String::from_utf8_lossy(&out))?;
    }
    Ok(if ok { Exit::Done } else { Exit::Insufficient })
}

fn stats(context: &Context) -> anyhow::Result<Exit> {
    let stats = context.open_archive()?.stats()?;
    if context.json {
        context.print_json(&stats)?;
        return Ok(Exit::Done);
    }
    let mut out = Vec::new();
    writeln!(out, "generation {}, format {}", stats.generation, stats.format)?;
    writeln!(
        out,
        "{} sources, {} pages, {} lines, {} chunks",
        stats.sources, stats.pages, stats.lines, stats.chunks
    )?;
    match (&stats.model, stats.dimensions) {
        (Some(model), Some(dimensions)) => writeln!(
            out,
            "{} vectors of {dimensions} components by {model}, in {} segments",
            stats.vectors, stats.segments
        )?,
        _ => writeln!(out, "no vectors")?,
    }
    for cache in &stats.cache {
        writeln!(
            out,
            "{} cached embeddings of {} ({})",
            cache.entries,
            cache.model,
            HumanBytes(cache.bytes)
        )?;
    }
    for part in &stats.bytes {
        writeln!(out, "{:>12}  {}", HumanBytes(part.bytes).to_string(), part.part)?;
    }
    writeln!(out, "{:>12}  in all", HumanBytes(stats.total_bytes).to_string())?;
    context.print(String::from_utf8_lossy(&out))?;
    Ok(Exit::Done)
}

fn bar(context: &Context) -> Bar {
    Bar::new(context.is_terminal(), "{wide_bar} {pos}/{len}")
}

fn rebuild(context: &Context) -> anyhow::Result<Exit> {
    let archive = context.open_archive()?;
    let bar = bar(context);
    let report = archive.rebuild_with(&mut |done, total| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
        !context.interrupt.is_set()
    });
    bar.finish();
    let report = match report {
        Err(ArchiveError::Cancelled) => return Ok(Exit::Interrupted),
        report => report?,
    };
    if context.json {
        let mut told = json!({
            "generation": archive.generation(),
            "chunks": report.chunks,
            "without_vector": report.without_vector,
        });
        if let (Some(why), Some(told)) = (&report.without_graph, told.as_object_mut()) {
            told.insert("without_graph".to_owned(), json!(why));
        }
        context.print_json(&told)?;
    } else {
        context.print(format!("{} chunks indexed again\n", report.chunks))?;
    }
    if let Some(why) = &report.without_graph {
        context.say(why);
    }
    if report.without_vector > 0 {
        context.say(format!(
            "{} chunks have no cached embedding and are found only by keyword search; `twolane index reembed {}` makes the vectors",
            report.without_vector, context.config.models.embedding
        ));
    }
    Ok(Exit::Done)
}

fn reembed(name: &str, context: &Context) -> anyhow::Result<Exit> {
    let archive = context.open_archive()?;
    let mut with_model = context.clone();
    name.clone_into(&mut with_model.config.models.embedding);
    let Some(embedder) = with_model.embedder()? else {
        return Err(InferenceError::NotFound {
            name: name.to_owned(),
            tried: "it is in none of the places that `twolane models list` shows".to_owned(),
        }
        .into());
    };
    let model = embedder.model().clone();
    let bar = bar(context);
    let progress = |done: usize, total: usize| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
        !context.interrupt.is_set()
    };
    let report = reembed_archive(&archive, &embedder, context.config.ingest.token_vectors, &progress)?;
    bar.finish();
    let (done, total) = (report.embedded, report.total);
    let Some(generation) = report.generation else {
        context.say(format!("{done} of {total} texts are kept; run the same command again to continue"));
        return Ok(Exit::Interrupted);
    };
    if let Some(error) = &report.without_graph {
        context.say(without_graph(error));
    }
    if context.json {
        context.print_json(&json!({ "generation": generation, "model": model, "embedded": done }))?;
    } else {
        context.print(format!("{done} texts embedded; the archive now searches with {model}\n"))?;
    }
    if context.config.models.embedding != name {
        context.say(format!(
            "write `embedding = \"{name}\"` under [models] in the configuration to search with it"
        ));
    }
    Ok(Exit::Done)
}
