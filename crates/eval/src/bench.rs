//! Latency of each search stage on the user's own archive.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use twolane_archive::{Archive, Chunk, ChunkRecord, Place};
use twolane_encoder::{Embedder, Role};
use twolane_retrieve::{Query, Request, RetrievalOptions, Retriever, SearchOptions, Timing};

use super::error::EvalError;
use super::percentile::Percentiles;

/// Settings of a benchmark.
#[derive(Debug, Clone, PartialEq)]
pub struct BenchOptions {
    /// Number of searches to time. With 200, ten searches are above the 95th percentile.
    pub searches: usize,
    /// Number of hits per search.
    pub k: usize,
    /// Number of times that the archive is reopened for a first search. The system's file cache is kept.
    pub cold: usize,
    /// Number of passages to embed for the model's rate; 0 skips this.
    pub passages: usize,
    /// Settings of the search.
    pub search: SearchOptions,
    /// Settings of the lanes.
    pub retrieval: RetrievalOptions,
}

impl Default for BenchOptions {
    fn default() -> Self {
        BenchOptions {
            searches: 200,
            k: 10,
            cold: 5,
            passages: 64,
            search: SearchOptions::default(),
            retrieval: RetrievalOptions::default(),
        }
    }
}

/// Measured rates of ingest.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct IngestRate {
    /// Pages per second in the last recorded ingest.
    pub pages_per_s: Option<f64>,
    /// Passages of this archive that the model embeds per second.
    pub chunks_per_s: Option<f64>,
}

/// Results of one benchmark.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BenchReport {
    /// Times by stage. `open` and `cold_*` are for a newly opened archive, the others for a warm one.
    pub stages: BTreeMap<String, Percentiles>,
    /// Measured rates of ingest.
    pub ingest: IngestRate,
    /// Machine of the run.
    pub machine: String,
    /// Number of sources in the archive.
    pub sources: usize,
    /// Number of chunks in the archive.
    pub chunks: usize,
    /// Embedding model, if one was loaded.
    pub model: Option<String>,
    /// Number of distinct queries.
    pub queries: usize,
    /// Ratio of times to those of an earlier run, by stage (below 1 is faster).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comparison: Option<BTreeMap<String, Ratio>>,
}

/// Ratio of this run's times to those of an earlier run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Ratio {
    /// Ratio of the medians.
    pub p50: f64,
    /// Ratio of the 95th percentiles.
    pub p95: f64,
}

/// Times searches on the archive at `place`. `go_on` is called before each search; `false` cancels.
pub fn bench(
    place: &Place,
    embedder: Option<&dyn Embedder>,
    queries: &[String],
    options: &BenchOptions,
    machine: String,
    go_on: &dyn Fn() -> bool,
) -> Result<BenchReport, EvalError> {
    if queries.is_empty() {
        return Err(EvalError::Nothing {
            what: "there is no query to time; ingest some papers, or give --queries FILE".to_owned(),
        });
    }
    let mut times: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    let mut add = |prefix: &str, timing: &Timing| {
        for (name, ms) in stages(timing) {
            times.entry(format!("{prefix}{name}")).or_default().push(ms);
        }
    };
    let mut opens = Vec::new();
    for text in queries.iter().cycle().take(options.cold) {
        check(go_on)?;
        let start = Instant::now();
        let archive = Archive::open_at(place)?;
        let search = Retriever::new(&archive, embedder, options.search.clone(), options.retrieval.clone())?;
        opens.push(start.elapsed().as_secs_f64() * 1e3);
        add("cold_", &search.run(&Request::new(Query { k: options.k, ..Query::new(text.as_str()) }))?.timing);
    }
    let archive = Archive::open_at(place)?;
    let search = Retriever::new(&archive, embedder, options.search.clone(), options.retrieval.clone())?;
    // One search beforehand, so that the warm times include no first access.
    let first = queries.first().cloned().unwrap_or_default();
    search.run(&Request::new(Query { k: options.k, ..Query::new(first) }))?;
    for text in queries.iter().cycle().take(options.searches) {
        check(go_on)?;
        add("", &search.run(&Request::new(Query { k: options.k, ..Query::new(text.as_str()) }))?.timing);
    }
    times.insert("open".to_owned(), opens);
    let summaries = archive.sources()?;
    let chunks_per_s = match embedder {
        Some(embedder) => passages_per_s(&archive, embedder, options.passages)?,
        None => None,
    };
    Ok(BenchReport {
        stages: times.into_iter().map(|(name, times)| (name, Percentiles::of(&times))).collect(),
        ingest: IngestRate { pages_per_s: None, chunks_per_s },
        machine,
        sources: summaries.len(),
        chunks: summaries.iter().filter_map(|s| usize::try_from(s.chunks).ok()).sum(),
        model: embedder.map(|e| e.model().to_string()),
        queries: queries.len(),
        comparison: None,
    })
}

impl BenchReport {
    /// Reads the printed report of an earlier run.
    pub fn read(path: &Path) -> Result<BenchReport, EvalError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| EvalError::Read { path: path.to_path_buf(), source })?;
        serde_json::from_str(&text)
            .map_err(|error| EvalError::Compare { path: path.to_path_buf(), what: error.to_string() })
    }

    /// Compares times with an earlier report, stage by stage.
    pub fn compare(&self, before: &BenchReport) -> BTreeMap<String, Ratio> {
        let ratio = |now: f64, then: f64| if then > 0.0 { now / then } else { 1.0 };
        self.stages
            .iter()
            .filter_map(|(name, now)| {
                let then = before.stages.get(name)?;
                Some((
                    name.clone(),
                    Ratio { p50: ratio(now.p50_ms, then.p50_ms), p95: ratio(now.p95_ms, then.p95_ms) },
                ))
            })
            .collect()
    }
}

/// Makes queries for an archive without known questions, from the beginnings of passages spread evenly over
/// its sources.
pub fn made_queries(archive: &Archive, n: usize) -> Result<Vec<String>, EvalError> {
    let sources = archive.sources()?;
    let mut queries = Vec::new();
    // Reads at most n sources, with as many passages of each as needed.
    let step = sources.len().div_ceil(n.max(1)).max(1);
    let per_source = n.div_ceil(sources.len().max(1)).max(1);
    for source in sources.iter().step_by(step) {
        let chunks = archive.chunks_of(&source.id)?;
        let stride = chunks.len().div_ceil(per_source).max(1);
        queries.extend(chunks.iter().step_by(stride).filter_map(|chunk| beginning(&chunk.record)));
    }
    queries.truncate(n);
    Ok(queries)
}

/// Returns twelve words after the first three of a passage, about as many as a question has.
fn beginning(chunk: &ChunkRecord) -> Option<String> {
    let words: Vec<&str> = chunk.text.split_whitespace().skip(3).take(12).collect();
    (words.len() >= 4).then(|| words.join(" "))
}

fn passages_per_s(archive: &Archive, embedder: &dyn Embedder, n: usize) -> Result<Option<f64>, EvalError> {
    let mut texts = Vec::new();
    for source in archive.sources()? {
        if texts.len() >= n {
            break;
        }
        let chunks: Vec<Chunk> = archive.chunks_of(&source.id)?;
        texts.extend(chunks.iter().map(|chunk| chunk.record.embedded_text()));
    }
    texts.truncate(n);
    let Some(count) = u32::try_from(texts.len()).ok().filter(|count| *count > 0) else {
        return Ok(None);
    };
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let start = Instant::now();
    embedder.embed(&texts, Role::Passage, &|_, _| true)?;
    Ok(Some(f64::from(count) / start.elapsed().as_secs_f64()))
}

fn stages(timing: &Timing) -> [(&'static str, f64); 11] {
    [
        ("plan", timing.plan),
        ("filter", timing.filter),
        ("embed", timing.embed),
        ("bm25", timing.bm25),
        ("vector", timing.vector),
        ("fuse", timing.fuse),
        ("rerank", timing.rerank),
        ("merge", timing.merge),
        ("fetch", timing.fetch),
        ("without_embed_and_rerank", timing.total - timing.embed - timing.rerank),
        ("total", timing.total),
    ]
}

fn check(go_on: &dyn Fn() -> bool) -> Result<(), EvalError> {
    if go_on() { Ok(()) } else { Err(EvalError::Cancelled) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compares_the_stages_that_both_have() {
        let report = |stages: &[(&str, f64)]| BenchReport {
            stages: stages
                .iter()
                .map(|(n, ms)| ((*n).to_owned(), Percentiles { p50_ms: *ms, p95_ms: 2.0 * ms, n: 9 }))
                .collect(),
            ingest: IngestRate::default(),
            machine: "m".into(),
            sources: 1,
            chunks: 1,
            model: None,
            queries: 1,
            comparison: None,
        };
        let before = report(&[("bm25", 2.0), ("rerank", 0.0), ("gone", 1.0)]);
        let now = report(&[("bm25", 1.0), ("rerank", 0.0), ("new", 1.0)]);
        let ratios = now.compare(&before);
        assert_eq!(ratios.keys().collect::<Vec<_>>(), ["bm25", "rerank"]);
        assert_eq!(ratios["bm25"], Ratio { p50: 0.5, p95: 0.5 });
        assert_eq!(ratios["rerank"], Ratio { p50: 1.0, p95: 1.0 });
    }
}
