//! The command `twolane bench`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use serde_json::Value;

use twolane_encoder::Embedder;
use twolane_eval::{BenchOptions, BenchReport, bench, bench_html, made_queries};

use super::context::Context;
use super::exit::Exit;

/// Measure latency on this archive.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  twolane bench
  twolane bench --queries questions.txt --n 500 --html bench.html
  twolane bench --json > before.json; twolane bench --compare before.json")]
pub struct BenchArgs {
    /// Read queries from this file [default: queries generated from the archive's passages]. It has one query
    /// per line, or JSON Lines with `question`, `query` or `text`.
    #[arg(long, value_name = "FILE")]
    pub queries: Option<PathBuf>,
    /// Time this many searches.
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub n: usize,
    /// Compare with a run that `--json` printed.
    #[arg(long, value_name = "FILE")]
    pub compare: Option<PathBuf>,
    /// Also write a report with charts.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &BenchArgs, context: &Context) -> anyhow::Result<Exit> {
    let archive = context.open_archive()?;
    let loaded = context.embedder_for(&archive)?;
    let embedder = loaded.as_ref().map(|e| e as &dyn Embedder);
    let earlier = args.compare.as_deref().map(BenchReport::read).transpose()?;
    let queries = match &args.queries {
        Some(file) => read_queries(file)?,
        None => made_queries(&archive, args.n.min(100))?,
    };
    let options = BenchOptions {
        searches: args.n,
        search: context.config.search.clone(),
        retrieval: context.config.retrieval.clone(),
        ..BenchOptions::default()
    };
    let go_on = || !context.interrupt.is_set();
    let mut report = bench(&context.archive_place, embedder, &queries, &options, machine(), &go_on)?;
    report.comparison = earlier.map(|earlier| report.compare(&earlier));
    if let Some(file) = &args.html {
        std::fs::write(file, bench_html(&report))
            .with_context(|| format!("cannot write {}; give another file with --html", file.display()))?;
        context.say(format!("report: {}", file.display()));
    }
    if context.json {
        context.print_json(&report)?;
    } else {
        context.print(table(&report))?;
    }
    Ok(Exit::Done)
}

fn read_queries(file: &Path) -> anyhow::Result<Vec<String>> {
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("cannot read {}; give a file with one query per line", file.display()))?;
    Ok(queries(&text))
}

fn queries(text: &str) -> Vec<String> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(|line| match serde_json::from_str::<Value>(line) {
            Ok(Value::Object(fields)) => ["question", "query", "text"]
                .iter()
                .find_map(|name| fields.get(*name)?.as_str())
                .unwrap_or_default()
                .to_owned(),
            _ => line.to_owned(),
        })
        .filter(|query| !query.is_empty())
        .collect()
}

/// Returns processor, threads and system, for later comparison of figures.
fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let processor = info
        .lines()
        .find(|line| line.starts_with("model name"))
        .and_then(|line| line.split_once(':'))
        .map_or(std::env::consts::ARCH, |(_, name)| name.trim());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let build = if cfg!(debug_assertions) { "debug" } else { "release" };
    format!("{processor}, {threads} threads, {}, {build} build", std::env::consts::OS)
}

fn table(report: &BenchReport) -> String {
    let mut out = format!("{}\n{:16}{:>10}{:>10}{:>7}\n", report.machine, "stage", "p50 ms", "p95 ms", "n");
    for (name, p) in &report.stages {
        let _ = write!(out, "{name:16}{:>10.3}{:>10.3}{:>7}", p.p50_ms, p.p95_ms, p.n);
        if let Some(ratio) = report.comparison.as_ref().and_then(|c| c.get(name)) {
            let _ = write!(out, "   {:.2} x, {:.2} x of the earlier run", ratio.p50, ratio.p95);
        }
        out.push('\n');
    }
    if let Some(rate) = report.ingest.chunks_per_s {
        let _ = writeln!(out, "{rate:.1} passages embedded a second");
    }
    let _ = writeln!(out, "{} sources, {} chunks, {} queries", report.sources, report.chunks, report.queries);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_lines_and_objects() {
        let text = "one two\n\n{\"question\":\"three\"}\n{\"_id\":1,\"text\":\"four\"}\n{\"other\":1}\n[1]\n";
        assert_eq!(queries(text), ["one two", "three", "four", "[1]"]);
    }
}
