//! The command `twolane eval answers`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use serde_json::json;

use twolane_answer::write::ModelWriter;
use twolane_answer::{Ask, Conversation, FormName, Inquiry, Reply};
use twolane_encoder::Embedder;
use twolane_eval::EvalError;
use twolane_eval::answers::{AnswersReport, AnswersRun, Detection, Told, read_cases};
use twolane_retrieve::{CrossEncoderRerank, Rerank};

use super::ask::{envelope, exit_of};
use super::context::Context;
use super::exit::Exit;
use super::given::known_conditions;
use super::language::LanguageArgs;
use super::output::Bar;
use twolane_api::{Conditions, add_asked};

/// The number of failed questions that are listed for people.
const SHOWN: usize = 20;

/// The arguments of `eval answers`.
#[derive(Debug, Args)]
pub struct AnswersArgs {
    /// Questions with their answers, one JSON object per line.
    pub file: PathBuf,
    /// Compare with a run that `--json` printed.
    #[arg(long, value_name = "FILE")]
    pub compare: Option<PathBuf>,
    /// Save each question's `ask --json` output in this folder, as ID.json.
    #[arg(long, value_name = "DIR")]
    pub save: Option<PathBuf>,
    /// Use only questions with this `split`.
    #[arg(long, value_name = "NAME")]
    pub split: Option<String>,
    /// Use only the first N questions.
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// The conditions on the sources; a question's own town overrides `--town`.
    #[command(flatten)]
    pub filter: Conditions,
    /// Take sentences from this many chunks.
    #[arg(long, value_name = "N")]
    pub k: Option<usize>,
    /// The language model flags.
    #[command(flatten)]
    pub language: LanguageArgs,
}

/// Runs the command.
pub fn run(args: &AnswersArgs, context: &Context) -> anyhow::Result<Exit> {
    let mut cases = read_cases(&args.file)?;
    if let Some(split) = &args.split {
        cases.retain(|c| c.split.as_ref() == Some(split));
        anyhow::ensure!(
            !cases.is_empty(),
            "{} has no question with the split {split:?}; leave --split out, or name another one",
            args.file.display()
        );
    }
    cases.truncate(args.limit.unwrap_or(usize::MAX));
    let earlier = args.compare.as_deref().map(AnswersReport::read).transpose()?;
    if let Some(folder) = &args.save {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make {}; give another folder with --save", folder.display()))?;
    }
    let archive = context.open_archive()?;
    let loaded = context.embedder_for(&archive)?;
    let embedder = loaded.as_ref().map(|e| e as &dyn Embedder);
    let cross_encoder = if args.filter.no_rerank { None } else { context.cross_encoder()? };
    let reranker = cross_encoder
        .as_ref()
        .map(|model| CrossEncoderRerank::new(model, context.config.cross_encoder.clone()));
    let model = args.language.load(context)?;
    let writer = model.as_ref().map(|m| ModelWriter::new(m.as_ref(), args.language.options(context)));
    let mut ask_options = context.ask_options();
    if let Some(k) = args.k {
        ask_options.answer.passages = k.max(1);
    }
    let passages = ask_options.answer.passages;
    let ask = Ask::new(&archive, embedder, ask_options)?
        .with_reranker(reranker.as_ref().map(|r| r as &dyn Rerank))
        .with_writer(writer.as_ref());
    let options = context.conversation_options();
    let conversation = Conversation::new(&ask, embedder, None, &options).with_planner(model.as_deref());
    let filter = known_conditions(&args.filter, &archive, context)?;
    let request = |question: &str, town: Option<&str>| {
        let mut filter = filter.clone();
        if let Some(town) = town {
            // As `ask --town` takes it; a place without a similar name in the archive is used unchanged.
            filter.town = Some(town.to_owned());
            filter = known_conditions(&filter, &archive, context).unwrap_or(filter);
        }
        let mut request = filter.to_request(question, passages)?;
        request.query.k = passages;
        Ok(request)
    };
    let printed = |reply: &Reply, inquiry: &Inquiry| {
        let mut object = envelope(reply, Some(FormName::Levels));
        let narrowed = &inquiry.request.query.filter;
        let conditions = Conditions {
            town: narrowed.town.clone(),
            source: narrowed.sources.iter().map(|id| id.0.clone()).collect(),
            ..args.filter.clone()
        };
        add_asked(
            &mut object,
            &inquiry.request.query.text,
            &conditions,
            &inquiry.context,
            Some(FormName::Levels),
        );
        object
    };
    let run =
        AnswersRun { conversation: &conversation, archive: &archive, request: &request, printed: &printed };
    let bar = bar(context, cases.len());
    let mut told = |told: Told<'_>| {
        bar.set_position(u64::try_from(told.number).unwrap_or(u64::MAX));
        if let Some(folder) = &args.save {
            save(folder, &told)?;
        }
        Ok(!context.interrupt.is_set())
    };
    let (verdicts, files) = run.run(&cases, &mut told)?;
    bar.finish();
    let mut report = AnswersReport::new(&args.file, verdicts);
    report.model = model.as_ref().map(|m| m.id().0.clone());
    report.embedder = embedder.map(|e| e.model().to_string());
    report.missing_files = files.missing();
    if !report.missing_files.is_empty() {
        context.say(format!(
            "note: the archive has none of these files, so nothing can be found in them: {}",
            report.missing_files.join(", ")
        ));
    }
    report.comparison = earlier.map(|earlier| report.compare(&earlier));
    if context.json {
        context.print_json(&report)?;
    } else {
        context.print(table(&report, context.verbose > 0))?;
    }
    Ok(Exit::Done)
}

fn save(folder: &Path, told: &Told<'_>) -> Result<(), EvalError> {
    let path = folder.join(format!("{}.json", told.verdict.id));
    let record = json!({ "exit": exit_of(&told.reply.envelope) as u8, "output": told.output });
    let text = serde_json::to_string_pretty(&record).unwrap_or_default();
    std::fs::write(&path, text).map_err(|source| EvalError::Write { path, source })
}

fn bar(context: &Context, cases: usize) -> Bar {
    let bar = Bar::new(context.is_terminal(), "{bar:30} {pos}/{len} questions, {eta} left");
    bar.set_length(u64::try_from(cases).unwrap_or(u64::MAX));
    bar
}

fn table(report: &AnswersReport, all: bool) -> String {
    let m = &report.metrics;
    let mut out = format!("{}: {} questions, {} passed\n\n", report.questions, report.cases, report.passed);
    let mut row = |name: &str, value: String, note: String| {
        // Writing to a string can't fail.
        let _ = writeln!(out, "{name:28}{value:>8}  {note}");
    };
    row("right page first", percent(m.page_first), "pages of the search, each once".to_owned());
    row("right page in the first 3", percent(m.page_top_3), String::new());
    row("all right pages in 5", percent(m.all_pages_top_5), String::new());
    row("found in 5 facts", percent(m.found_at_5), format!("of {} that the papers answer", m.answerable));
    row("found in the first", percent(m.first_at_1), String::new());
    row("figures right", percent(m.right), format!("of {} with figures", m.right_of));
    row("quotes verbatim", percent(m.verbatim), format!("of {}", m.quotes));
    row("unsupported tokens", m.unsupported_tokens.to_string(), String::new());
    row("false abstention", percent(m.false_abstention), String::new());
    row("answers with gaps", m.answers_with_gaps.to_string(), counts(&m.gaps));
    row("model calls", m.model_calls.to_string(), format!("at most {} per question", m.most_model_calls));
    row(
        "seconds per question",
        format!("{:.2}", m.latency_ms.p50_ms / 1000.0),
        format!("p95 {:.2}", m.latency_ms.p95_ms / 1000.0),
    );
    let _ = writeln!(
        out,
        "\n{:14}{:>7}{:>8}{:>13}{:>11}{:>8}{:>12}{:>8}{:>28}",
        "",
        "cases",
        "caught",
        "false alarms",
        "precision",
        "recall",
        "false rate",
        "errors",
        "errors of always answering"
    );
    for (name, d) in [("abstention", &m.abstention), ("conflict", &m.conflict), ("asking back", &m.clarify)] {
        let _ = writeln!(out, "{name:14}{}", detection(d));
    }
    let _ = writeln!(
        out,
        "\n{:14}{:>7}{:>8}{:>8}{:>8}{:>9}{:>11}{:>8}",
        "kind", "cases", "passed", "found", "first", "right", "abstained", "back"
    );
    for (kind, k) in &m.by_kind {
        let right = format!("{}/{}", k.right, k.right_of);
        let _ = writeln!(
            out,
            "{kind:14}{:>7}{:>8}{:>8}{:>8}{right:>9}{:>11}{:>8}",
            k.cases, k.passed, k.found, k.first, k.abstained, k.clarify
        );
    }
    let most = if all { usize::MAX } else { SHOWN };
    if !report.failed.is_empty() {
        out.push_str("\nfailed:\n");
    }
    for failed in report.failed.iter().take(most) {
        let _ = writeln!(out, "  {}: {}", failed.id, failed.why);
    }
    if report.failed.len() > most {
        let _ = writeln!(out, "  … and {} more; -v shows all", report.failed.len() - most);
    }
    if let Some(c) = &report.comparison {
        out.push_str("\nagainst the earlier run:\n");
        for m in c.metrics.iter().filter(|m| m.before != m.now && !m.metric.starts_with("latency")) {
            let number = |n: Option<f64>| n.map_or("-".to_owned(), |n| format!("{n:.4}"));
            let sign = m.difference.map(|d| format!("  {d:+.4}")).unwrap_or_default();
            let _ = writeln!(out, "  {:36}{} -> {}{sign}", m.metric, number(m.before), number(m.now));
        }
        for change in &c.changed {
            let _ = writeln!(out, "  {:10}{}: {} -> {}", change.change, change.id, change.before, change.now);
        }
        for (ids, words) in [(&c.only_now, "only now"), (&c.only_before, "only then")] {
            if !ids.is_empty() {
                let _ = writeln!(out, "  {words}: {}", ids.join(", "));
            }
        }
    }
    out
}

fn detection(d: &Detection) -> String {
    format!(
        "{:>7}{:>8}{:>13}{:>11}{:>8}{:>12}{:>8}{:>28}",
        d.cases,
        d.caught,
        d.false_alarms,
        percent(d.precision),
        percent(d.recall),
        percent(d.false_rate),
        d.errors,
        d.always_answers.errors
    )
}

fn percent(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), |s| format!("{:.1} %", 100.0 * s))
}

fn counts(counts: &std::collections::BTreeMap<String, usize>) -> String {
    counts.iter().map(|(name, n)| format!("{n} {name}")).collect::<Vec<_>>().join(", ")
}
