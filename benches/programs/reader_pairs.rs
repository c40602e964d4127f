//! Writes the passages of an archive as the reader reads them, then the passages that a search without the reader
//! ranks highest for each question: the input of `models/reader/train.py`.
//!
//! `cargo run --release -p twolane-benches --bin reader_pairs -- ARCHIVE MODEL_DIR QUESTIONS.jsonl > pairs.jsonl`
//!
//! Each line of QUESTIONS.jsonl has the question as `q`. The output has one line per passage, `{"passage", "path",
//! "header", "text"}`, then one line per question, `{"q", "hits"}` with passage numbers, best first.

use std::path::Path;

use serde_json::json;
use twolane::archive::Archive;
use twolane::encoder::{BertEmbedder, EmbedderOptions, ModelFiles};
use twolane::retrieve::{Query, ReadingOptions, Search, SearchOptions, reader_header};

/// The number of passages of each question.
const HITS: usize = 16;

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [archive, model, questions] = args.as_slice() else {
        anyhow::bail!("usage: reader_pairs ARCHIVE MODEL_DIR QUESTIONS.jsonl");
    };
    let archive = Archive::open(Path::new(archive))?;
    let embedder =
        BertEmbedder::load(&ModelFiles::from_folder(Path::new(model))?, &EmbedderOptions::default())?;
    for source in archive.sources()? {
        for chunk in archive.chunks_of(&source.id)? {
            let header = reader_header(&chunk.record, Some(&source));
            println!(
                "{}",
                json!({"passage": chunk.id.0, "path": source.paths.first(),
                    "header": header, "text": chunk.record.text})
            );
        }
    }
    let options = SearchOptions {
        reading: ReadingOptions { enabled: false, ..ReadingOptions::default() },
        rerank_budget_ms: 600_000,
        ..SearchOptions::default()
    };
    let search = Search::new(&archive, Some(&embedder), options);
    for line in std::fs::read_to_string(questions)?.lines() {
        let question: serde_json::Value = serde_json::from_str(line)?;
        let text = question["q"].as_str().unwrap_or("");
        let found = search.run(&Query { k: HITS, read: false, ..Query::new(text) })?;
        let hits: Vec<u64> = found.hits.iter().map(|hit| hit.chunk.0).collect();
        println!("{}", json!({"q": text, "hits": hits}));
    }
    Ok(())
}
