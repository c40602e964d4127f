//! The command `twolane search`.

use std::fmt::Write;

use clap::Args;

use twolane_encoder::Embedder;
use twolane_retrieve::{CrossEncoderRerank, Explanation, Hit, Mode, Retrieved, Retriever, SideScore};

use super::context::Context;
use super::exit::Exit;
use super::given::known_conditions;
use super::output::Style;
use twolane_api::{Conditions, search_reply};

/// Find passages, without writing an answer.
#[derive(Debug, Args)]
#[command(
    mut_arg("authority", |a| a.hide(false)),
    mut_arg("status", |a| a.hide(false)),
    mut_arg("prefer_recent", |a| a.hide(false)),
    mut_arg("scope", |a| a.hide(false)),
    mut_arg("mode", |a| a.hide(false)),
    mut_arg("no_rerank", |a| a.hide(false)),
    after_help = "\
Examples:
  twolane search \"fee for a burn permit\"
  twolane search \"default budget\" --lane state --k 5 --explain
  twolane search \"culvert\" --type minutes --from 2024 --prefer-recent
  twolane search \"who pays for snow removal\" --reranker cross-encoder/ms-marco-MiniLM-L6-v2")]
pub struct SearchArgs {
    /// Words, or a question.
    pub query: String,
    /// Print this many hits.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub k: usize,
    /// Show ranks, raw and scaled scores of both retrievers, and what moved each hit.
    #[arg(long)]
    pub explain: bool,
    /// The conditions on the sources.
    #[command(flatten)]
    pub filter: Conditions,
}

/// Runs the command.
pub fn run(args: &SearchArgs, context: &Context) -> anyhow::Result<Exit> {
    // Keyword search without reranking needs no model.
    let (archive, embedder) = match args.filter.mode()? == Mode::Bm25 && args.filter.no_rerank {
        true => (context.open_archive()?, None),
        false => context.open_with_models(&args.filter)?,
    };
    let mut request = known_conditions(&args.filter, &archive, context)?.to_request(&args.query, args.k)?;
    request.query.explain = args.explain;
    request.lane_hits = context.json;
    let embedder = embedder.as_ref().map(|e| e as &dyn Embedder);
    let config = &context.config;
    let cross_encoder = if request.query.rerank { context.cross_encoder()? } else { None };
    let reranker =
        cross_encoder.as_ref().map(|model| CrossEncoderRerank::new(model, config.cross_encoder.clone()));
    let mut retriever = Retriever::new(&archive, embedder, config.search.clone(), config.retrieval.clone())?;
    if let Some(reranker) = &reranker {
        retriever = retriever.with_reranker(reranker);
    }
    let found = retriever.run(&request)?;
    if context.json {
        context.print_json(&search_reply(&args.query, &found))?;
        return Ok(Exit::Done);
    }
    for note in &found.signals.search.notes {
        context.say(format!("note: {note}"));
    }
    let style = context.style();
    let mut out = String::new();
    for hit in &found.hits {
        show(&mut out, hit, style);
    }
    if found.hits.is_empty() {
        out.push_str("nothing found; try other words, or fewer filters\n");
    }
    context.print(out)?;
    if args.explain {
        context.say(serde_json::to_string_pretty(&found.trace)?);
    }
    context.say(summary(&found));
    Ok(Exit::Done)
}

fn summary(found: &Retrieved) -> String {
    let t = &found.timing;
    let lanes: Vec<String> =
        found.trace.lanes.iter().map(|l| format!("{} {} queries", l.name, l.queries.len())).collect();
    format!(
        "{} hits in {:.1} ms (embed {:.1}, bm25 {:.1}, vector {:.1}, rerank {:.1}); {}",
        found.hits.len(),
        t.total,
        t.embed,
        t.bm25,
        t.vector,
        t.rerank,
        lanes.join(", ")
    )
}

fn show(out: &mut String, hit: &Hit, style: Style) {
    let page = hit.label.as_ref().map(|label| format!(" (page {label})")).unwrap_or_default();
    let section = hit.section.as_ref().map(|section| format!(", {section}")).unwrap_or_default();
    let date = hit.source.meta.date.as_ref().map(|date| format!(", {date}")).unwrap_or_default();
    let _ = writeln!(
        out,
        "{}. {}{date}{section}, {}{page}  {}",
        hit.rank,
        style.bold(&hit.source.title),
        hit.quote.locator(),
        style.dim(&format!("{} · {:.3} · {}", hit.source.meta.lane, hit.score, hit.source.id)),
    );
    for line in wrapped(hit.quote.text(), 96) {
        let _ = writeln!(out, "   {line}");
    }
    for marked in &hit.marked {
        let _ = writeln!(out, "   {}", style.bold(&format!("[{marked}]")));
    }
    for also in &hit.also {
        let _ = writeln!(out, "   {}", style.dim(&format!("the same in {}, {}", also.title, also.locator)));
    }
    let _ = writeln!(out, "   {}", style.dim(&hit.why));
    if let Some(explanation) = &hit.explanation {
        explain(out, explanation, style);
    }
    out.push('\n');
}

fn explain(out: &mut String, explanation: &Explanation, style: Style) {
    let side = |name: &str, side: &Option<SideScore>| match side {
        None => format!("{name}: not among the candidates"),
        Some(s) => {
            let matched =
                if s.matched.is_empty() { String::new() } else { format!(", has {}", s.matched.join(", ")) };
            format!(
                "{name}: rank {}, raw {:.4}, scaled {:.4}, adds {:.4}{matched}",
                s.rank, s.raw, s.scaled, s.part
            )
        }
    };
    let mut lines = vec![side("bm25", &explanation.bm25), side("vector", &explanation.vector)];
    lines.push(format!("fused {:.4} ({})", explanation.fused, explanation.policy));
    lines.extend(explanation.boosts.iter().map(|b| format!("{} {:+.4}", b.reason, b.added)));
    for line in lines {
        let _ = writeln!(out, "     {}", style.dim(&line));
    }
}

/// Wraps text to lines of at most `width` characters, broken at spaces.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wraps_at_spaces() {
        for (text, expected) in [
            ("", vec![]),
            ("one two three", vec!["one two", "three"]),
            ("muchtoolongword x", vec!["muchtoolongword", "x"]),
            ("é é é é é", vec!["é é é é", "é"]),
        ] {
            assert_eq!(wrapped(text, 7), expected, "{text:?}");
        }
    }
}
