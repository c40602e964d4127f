//! Writes what could tell whether the papers answer a question, for every case of a file: features
//! and per-token closeness of the best candidates. `benches/answerability.py` fits the weights of
//! `AnswerabilityOptions` to it.
//!
//! `cargo run --release -p twolane-benches --bin answer_features -- ARCHIVE MODEL_DIR CASES.jsonl > features.jsonl`
//!
//! A case: `{"id", "question", "sources"?: [id], "without"?: [id], ...}`; the rest is copied.

use std::path::Path;

use serde_json::json;
use twolane::answer::{AnswerOptions, Ask, AskOptions, Question, rank};
use twolane::archive::{Archive, Filter};
use twolane::encoder::{BertEmbedder, Embedder, EmbedderOptions, ModelFiles, Role, TokenVectors};
use twolane::retrieve::{Query, Request, RetrievalOptions, Retriever, SearchOptions};
use twolane::text::SourceId;

/// Candidates whose tokens are compared.
const CLOSE: usize = 24;

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [archive, model, cases] = args.as_slice() else {
        anyhow::bail!("usage: answer_features ARCHIVE MODEL_DIR CASES.jsonl");
    };
    let archive = Archive::open(Path::new(archive))?;
    let embedder =
        BertEmbedder::load(&ModelFiles::from_folder(Path::new(model))?, &EmbedderOptions::default())?;
    let options = AnswerOptions::default();
    let ask = Ask::new(&archive, Some(&embedder), AskOptions::default())?;
    let retriever =
        Retriever::new(&archive, Some(&embedder), SearchOptions::default(), RetrievalOptions::default())?;
    let all = archive.sources()?;
    let ids = |value: &serde_json::Value| -> Vec<SourceId> {
        value
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|v| v.as_str())
            .map(|s| SourceId(s.to_owned()))
            .collect()
    };
    for line in std::fs::read_to_string(cases)?.lines() {
        let mut case: serde_json::Value = serde_json::from_str(line)?;
        let text = case["question"].as_str().unwrap_or("").to_owned();
        let mut filter = Filter { sources: ids(&case["sources"]), ..Filter::default() };
        let without = ids(&case["without"]);
        if !without.is_empty() {
            filter.sources = all.iter().map(|s| s.id.clone()).filter(|id| !without.contains(id)).collect();
        }
        if let Some(o) = case.as_object_mut() {
            o.remove("sources");
        }
        let request = Request::new(Query { k: options.passages, filter, ..Query::new(text.clone()) });
        let found = retriever.run(&request)?;
        let passages = ask.passages(&found.hits)?;
        let asked = Question::read(&text, &found.trace.place(), retriever.vocabulary(), &archive)?;
        let ranked = rank(&archive, Some(&embedder), &asked, &passages, &options)?;
        let asked =
            embedder.token_vectors(&[&text], Role::Query)?.and_then(|mut v| v.pop()).unwrap_or_default();
        let texts: Vec<&str> = ranked.iter().take(CLOSE).map(|r| r.text()).collect();
        let close = embedder.token_vectors(&texts, Role::Passage)?.unwrap_or_default();
        let chunk_texts: Vec<String> =
            passages.iter().take(5).map(|p| p.chunk.record.embedded_text()).collect();
        let chunk_texts: Vec<&str> = chunk_texts.iter().map(String::as_str).collect();
        let chunk_close = embedder.token_vectors(&chunk_texts, Role::Passage)?.unwrap_or_default();
        let with_header: Vec<String> =
            ranked.iter().take(60).map(|r| format!("{}: {}", r.header(), r.text())).collect();
        let with_header: Vec<&str> = with_header.iter().map(String::as_str).collect();
        let go = |_: usize, _: usize| true;
        let q = embedder.embed(&[&text], Role::Query, &go)?;
        let h = embedder.embed(&with_header, Role::Passage, &go)?;
        let hcos: Vec<f32> =
            h.iter().map(|v| v.values.iter().zip(&q[0].values).map(|(a, b)| a * b).sum()).collect();
        let rows: Vec<_> = ranked
            .iter()
            .enumerate()
            .map(|(i, r)| {
                let f = r.features;
                json!({"text": r.text(), "source": r.source().id().0, "score": r.score, "features": [f.cosine, f.overlap, f.context, f.chunk, f.kind],
                    "hcos": hcos.get(i), "header": r.header(), "tokens": close.get(i).map(|c| best(&asked, c))})
            })
            .collect();
        println!(
            "{}",
            json!({"case": case, "candidates": rows, "chunks": chunk_close.iter().map(|c| best(&asked, c)).collect::<Vec<_>>(),
                "hits": found.hits.iter().map(|h| h.score).collect::<Vec<_>>(),
                "signals": found.signals})
        );
    }
    Ok(())
}

/// For every token of the question the best cosine with a token of the text.
fn best(asked: &TokenVectors, text: &TokenVectors) -> Vec<f32> {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f32>();
    asked
        .rows()
        .map(|a| {
            let m = text.rows().map(|t| dot(a, t)).fold(-1.0f32, f32::max);
            (m * 1000.0).round() / 1000.0
        })
        .collect()
}
