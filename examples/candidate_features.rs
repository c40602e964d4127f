//! Writes every candidate of every question of a question file with its features, one JSON object
//! a line: what the defaults of `AnswerOptions` were chosen from.
//!
//! `cargo run --release --example candidate_features -- ARCHIVE MODEL_DIR QUESTIONS.jsonl > features.jsonl`

use std::path::Path;

use serde_json::json;
use twolane::archive::Archive;
use twolane::ask::{AnswerOptions, Ask, AskOptions, rank};
use twolane::inference::{BertEmbedder, EmbedderOptions, ModelFiles};
use twolane::retrieve::{Query, Request, RetrievalOptions, Retriever, SearchOptions};

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [archive, model, questions] = args.as_slice() else {
        anyhow::bail!("usage: candidate_features ARCHIVE MODEL_DIR QUESTIONS.jsonl");
    };
    let archive = Archive::open(Path::new(archive))?;
    let embedder =
        BertEmbedder::load(&ModelFiles::from_folder(Path::new(model))?, &EmbedderOptions::default())?;
    let options = AnswerOptions { passages: 15, max_embedded: 400, ..AnswerOptions::default() };
    let ask = Ask::new(&archive, Some(&embedder), AskOptions::default())?;
    let retriever =
        Retriever::new(&archive, Some(&embedder), SearchOptions::default(), RetrievalOptions::default())?;
    for line in std::fs::read_to_string(questions)?.lines() {
        let question: serde_json::Value = serde_json::from_str(line)?;
        let text = question["question"].as_str().unwrap_or("");
        let request = Request::new(Query { k: options.passages, ..Query::new(text) });
        let found = retriever.run(&request)?;
        let passages = ask.passages(&found.hits)?;
        let mut rows = Vec::new();
        for r in rank(&archive, Some(&embedder), text, &passages, &options)? {
            let Ok(quote) = r.source().quote_bytes(r.candidate().bytes.clone()) else { continue };
            let path = archive.summary(quote.source_id())?.and_then(|s| s.paths.first().cloned());
            let f = r.features;
            rows.push(json!({
                "text": r.text(), "page": quote.locator().page(), "path": path, "table": r.candidate().table,
                "bytes": [r.candidate().bytes.start, r.candidate().bytes.end], "features": {
                    "cosine": f.cosine, "overlap": f.overlap, "context": f.context, "chunk": f.chunk, "kind": f.kind,
                },
            }));
        }
        let hits: Vec<_> = found
            .hits
            .iter()
            .map(|h| json!({"path": h.source.paths.first(), "page": h.page, "score": h.score}))
            .collect();
        println!(
            "{}",
            json!({"question": question, "candidates": rows, "hits": hits, "signals": found.signals})
        );
    }
    Ok(())
}
