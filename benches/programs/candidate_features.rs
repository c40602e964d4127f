//! Writes every candidate of every question of a question file with its features, one JSON object
//! a line: what the defaults of `AnswerOptions` were chosen from.
//!
//! `cargo run --release -p twolane-benches --bin candidate_features -- ARCHIVE MODEL_DIR QUESTIONS.jsonl > features.jsonl`

use std::path::Path;

use serde_json::json;
use twolane::answer::{AnswerOptions, Ask, AskOptions, Question, QuestionForm, extract, rank};
use twolane::archive::{Archive, Filter};
use twolane::encoder::{BertEmbedder, Embedder, EmbedderOptions, ModelFiles};
use twolane::retrieve::{Query, Request, RetrievalOptions, Retriever, SearchOptions, find_town};
use twolane::text::SourceId;

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [archive, model, questions] = args.as_slice() else {
        anyhow::bail!("usage: candidate_features ARCHIVE MODEL_DIR QUESTIONS.jsonl");
    };
    let archive = Archive::open(Path::new(archive))?;
    let embedder =
        BertEmbedder::load(&ModelFiles::from_folder(Path::new(model))?, &EmbedderOptions::default())?;
    // A model under another name would leave the search to keywords, without a word.
    if archive.model().as_ref() != Some(embedder.model()) {
        anyhow::bail!("the archive has vectors of {:?}, not of {:?}", archive.model(), embedder.model());
    }
    let options = AnswerOptions::default();
    let ask = Ask::new(&archive, Some(&embedder), AskOptions::default())?;
    let retriever = Retriever::new(
        &archive,
        Some(&embedder),
        SearchOptions { rerank_budget_ms: 600_000, ..SearchOptions::default() },
        RetrievalOptions::default(),
    )?;
    for line in std::fs::read_to_string(questions)?.lines() {
        let question: serde_json::Value = serde_json::from_str(line)?;
        let text = question["question"].as_str().unwrap_or("");
        let ids = |key: &str| -> Vec<SourceId> {
            let named = question[key].as_array().into_iter().flatten().filter_map(|v| v.as_str());
            named.map(|s| SourceId(s.to_owned())).collect()
        };
        let mut filter = Filter { sources: ids("sources"), ..Filter::default() };
        let without = ids("without");
        if !without.is_empty() {
            filter.sources =
                archive.sources()?.into_iter().map(|s| s.id).filter(|id| !without.contains(id)).collect();
        }
        let mut request = Request::new(Query { k: options.passages, filter, ..Query::new(text) });
        if let Some(town) = question["town"].as_str() {
            request.town = find_town(town, &archive.facets()?, retriever.vocabulary()).ok().map(|t| t.name);
        }
        let found = retriever.run(&request)?;
        let passages = ask.passages(&found.hits)?;
        let asked = Question::read(text, &found.trace.place(), retriever.vocabulary(), &archive)?;
        let extraction = extract(&archive, Some(&embedder), &asked, &passages, &options)?;
        let mut rows = Vec::new();
        for r in rank(&archive, Some(&embedder), &asked, &passages, &options)? {
            let Ok(quote) = r.source().quote_bytes(r.candidate().bytes.clone()) else { continue };
            let path = archive.summary(quote.source_id())?.and_then(|s| s.paths.first().cloned());
            let f = r.features;
            rows.push(json!({
                "text": r.text(), "page": quote.locator().page(), "path": path, "table": r.candidate().table,
                "bytes": [r.candidate().bytes.start, r.candidate().bytes.end], "features": {
                    "cosine": f.cosine, "overlap": f.overlap, "context": f.context, "chunk": f.chunk, "kind": f.kind,
                    "evidence": f.evidence, "note": f.note, "headed": f.headed,
                    "asked_law": f.asked_law, "relevance": f.relevance, "part_cosine": f.part_cosine,
                },
            }));
        }
        let hits: Vec<_> = found
            .hits
            .iter()
            .map(|h| json!({"path": h.source.paths.first(), "page": h.page, "score": h.score,
                "closeness": h.closeness, "rank": h.read.as_ref().map(|r| r.rank()),
                "answers": h.read.as_ref().map(|r| r.answers()), "margin": h.read.as_ref().map(|r| r.margin()),
                "span": h.read.as_ref().and_then(|r| r.best()).map(|s| s.bytes).map(|b| [b.start, b.end]),
                "text": h.quote.text(), "section": h.section, "header": h.header, "why": h.why}))
            .collect();
        println!(
            "{}",
            json!({"question": question, "candidates": rows, "hits": hits, "signals": found.signals, "answer": extraction.signals,
                "form": format!("{:?}", QuestionForm::of(text)), "value": extraction.answerable.value,
                "least": extraction.answerable.least})
        );
    }
    Ok(())
}
