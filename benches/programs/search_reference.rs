//! Our side of `benches/search_reference/run.py`.
//!
//! - `texts CORPUS ARCHIVE OUT.jsonl` writes what an embedding model sees of each document of a
//!   corpus in BEIR's layout, so that all systems get the same texts and vectors.
//! - `ingest CORPUS ARCHIVE TEXTS.jsonl PASSAGES.f32` makes an archive of texts and vectors.
//! - `serve ARCHIVE QUERIES.jsonl QUERIES.f32` obeys one command a line on standard input: the name
//!   of a row, which searches every query once, in order.
//!
//! Vectors are little-endian f32 in the order of the texts.

use std::collections::HashMap;
use std::error::Error;
use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use twolane::archive::{Archive, ChunkId};
use twolane::encoder::{Embedder, InferenceError, OnProgress, Role};
use twolane::eval::{Dataset, fill};
use twolane::retrieve::{Mode, Query, Search, SearchOptions};
use twolane::text::{Embedding, ModelId, SourceId};

/// Hits of a search.
const K: usize = 10;
/// Searches before those that are timed.
const WARM_UP: usize = 20;

const ROWS: [(&str, &str); 4] = [
    ("bm25", "BM25, texts and locators of the first ten"),
    (
        "vector",
        "by vectors (all rows below 20,000, from there on the graph), texts and locators of the first ten",
    ),
    (
        "hybrid",
        "BM25 and by vectors, 100 candidates each, default fusion, texts and locators of the first ten",
    ),
    ("hybrid, no texts", "the same, numbers and scores of the first ten alone"),
];

/// Vectors that were computed beforehand, found by their text.
struct Precomputed {
    model: ModelId,
    passages: HashMap<String, Vec<f32>>,
    queries: HashMap<String, Vec<f32>>,
    spent: Mutex<Duration>,
}

impl Precomputed {
    fn new(passages: HashMap<String, Vec<f32>>, queries: HashMap<String, Vec<f32>>) -> Self {
        // The name before the @ tells the search what this model's cosines mean.
        let model = ModelId("all-minilm-l6-v2@precomputed".to_owned());
        Precomputed { model, passages, queries, spent: Mutex::default() }
    }
}

impl Embedder for Precomputed {
    fn model(&self) -> &ModelId {
        &self.model
    }

    fn dimensions(&self) -> usize {
        self.queries.values().chain(self.passages.values()).next().map_or(0, Vec::len)
    }

    fn max_tokens(&self) -> usize {
        256
    }

    fn count_tokens(&self, text: &str) -> usize {
        text.split_whitespace().count()
    }

    fn embed(
        &self,
        texts: &[&str],
        role: Role,
        progress: OnProgress<'_>,
    ) -> Result<Vec<Embedding>, InferenceError> {
        let start = Instant::now();
        let known = if role == Role::Query { &self.queries } else { &self.passages };
        let found = texts
            .iter()
            .map(|text| match known.get(*text) {
                Some(values) => Ok(Embedding { model: self.model.clone(), values: values.clone() }),
                None => Err(InferenceError::Compute {
                    name: self.model.0.clone(),
                    what: format!("no vector was computed for {text:?}"),
                }),
            })
            .collect();
        progress(texts.len(), texts.len());
        if let Ok(mut spent) = self.spent.lock() {
            *spent += start.elapsed();
        }
        found
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (command, paths) = arguments.split_first().ok_or("give a command: texts, ingest or serve")?;
    let paths: Vec<&Path> = paths.iter().map(Path::new).collect();
    match (*command, paths.as_slice()) {
        ("texts", [corpus, archive, out]) => texts(corpus, archive, out),
        ("ingest", [corpus, archive, texts, passages]) => ingest(corpus, archive, texts, passages),
        ("serve", [archive, queries, vectors]) => serve(archive, queries, vectors),
        _ => Err(format!("{command} with {} paths: see the head of this example", paths.len()).into()),
    }
}

fn texts(corpus: &Path, archive: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    let dataset = Dataset::read(corpus, None, "test")?;
    let archive = Archive::create(archive)?;
    fill(&archive, &dataset, None, &|_, _| true)?;
    let mut out = std::io::BufWriter::new(std::fs::File::create(out)?);
    for document in &dataset.documents {
        let chunks = archive.chunks_of(&SourceId(document.id.clone()))?;
        let [chunk] = chunks.as_slice() else {
            return Err(format!("{}: {} chunks, one was expected", document.id, chunks.len()).into());
        };
        writeln!(out, "{}", json!({"id": document.id, "text": chunk.record.embedded_text()}))?;
    }
    Ok(out.flush()?)
}

fn serve(dir: &Path, queries: &Path, vectors: &Path) -> Result<(), Box<dyn Error>> {
    let queries = texts_of(queries)?;
    let embedder = Precomputed::new(HashMap::new(), by_text(&queries, vectors)?);
    let archive = Archive::open(dir)?;
    let search = Search::new(&archive, Some(&embedder), SearchOptions::default());
    say(&json!({
        "version": env!("CARGO_PKG_VERSION"),
        "threads": std::thread::available_parallelism()?.get(),
        "fusion": SearchOptions::default().fusion.to_string(),
        "rows": ROWS.map(|(name, what)| json!({"name": name, "what": what})),
    }))?;
    for row in std::io::stdin().lock().lines() {
        say(&round(&archive, &search, &queries, &row?)?)?;
    }
    Ok(())
}

/// `text` of every line.
fn texts_of(file: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let text = |line: &str| -> Result<String, Box<dyn Error>> {
        let row: Value = serde_json::from_str(line)?;
        Ok(row["text"].as_str().ok_or_else(|| format!("{}: no text in {line}", file.display()))?.to_owned())
    };
    std::fs::read_to_string(file)?.lines().map(text).collect()
}

/// Vectors by text. Equal texts have equal vectors.
fn by_text(texts: &[String], file: &Path) -> Result<HashMap<String, Vec<f32>>, Box<dyn Error>> {
    let bytes = std::fs::read(file)?;
    let size = bytes.len() / texts.len().max(1);
    if size == 0 || size * texts.len() != bytes.len() || !size.is_multiple_of(4) {
        return Err(format!("{}: {} bytes for {} texts", file.display(), bytes.len(), texts.len()).into());
    }
    let rows = bytes.chunks_exact(size).map(|row| {
        row.chunks_exact(4).map(|b| b.try_into().map_or(0.0, f32::from_le_bytes)).collect::<Vec<f32>>()
    });
    Ok(texts.iter().cloned().zip(rows).collect())
}

fn ingest(corpus: &Path, dir: &Path, texts: &Path, passages: &Path) -> Result<(), Box<dyn Error>> {
    let dataset = Dataset::read(corpus, None, "test")?;
    let embedder = Precomputed::new(by_text(&texts_of(texts)?, passages)?, HashMap::new());
    let start = Instant::now();
    let archive = Archive::create(dir)?;
    let filled = fill(&archive, &dataset, Some(&embedder), &|_, _| true)?;
    let seconds = start.elapsed().as_secs_f64();
    let looked_up = embedder.spent.lock().map_or(0.0, |spent| spent.as_secs_f64());
    say(
        &json!({"seconds": seconds, "looking_up_vectors": looked_up, "passages": filled.written, "peak_mib": peak_mib(),
        "bytes_by_part": archive.stats()?.bytes}),
    )
}

/// Most memory that this process has held at once, texts and vectors of the bench included.
fn peak_mib() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<f64>().ok()? / 1024.0)
}

fn round(
    archive: &Archive,
    search: &Search<'_>,
    queries: &[String],
    row: &str,
) -> Result<Value, Box<dyn Error>> {
    let (mode, with_texts) = match row {
        "bm25" => (Mode::Bm25, true),
        "vector" => (Mode::Vector, true),
        "hybrid" => (Mode::Hybrid, true),
        "hybrid, no texts" => (Mode::Hybrid, false),
        _ => return Err(format!("there is no row {row}").into()),
    };
    let (mut ms, mut ranked, mut bytes_of_texts) = (Vec::new(), Vec::new(), 0);
    for (number, text) in queries.iter().take(WARM_UP).chain(queries).enumerate() {
        let query = Query { mode, k: K, rerank: false, ..Query::new(text.as_str()) };
        let start = Instant::now();
        let names: Vec<String> = if with_texts {
            let found = search.run(&query)?;
            bytes_of_texts += found.hits.iter().map(|hit| hit.quote.text().len()).sum::<usize>();
            let names = found.hits.into_iter().map(|hit| hit.source.id.0).collect();
            ms.push(start.elapsed().as_secs_f64() * 1e3);
            names
        } else {
            let ranking = search.rank(&query)?;
            ms.push(start.elapsed().as_secs_f64() * 1e3);
            let ids: Vec<ChunkId> = ranking.chunks.iter().map(|(chunk, _)| *chunk).collect();
            archive.chunks(&ids)?.into_iter().map(|chunk| chunk.source_id.0).collect()
        };
        if number < WARM_UP.min(queries.len()) {
            ms.clear();
        } else {
            ranked.push(names);
        }
    }
    Ok(json!({"ms": ms, "ranked": ranked, "bytes_of_texts": bytes_of_texts}))
}

fn say(value: &Value) -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{value}")?;
    Ok(out.flush()?)
}
