//! Judged retrieval: ranking quality of each mode.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use serde::{Deserialize, Serialize};

use twolane_archive::{Archive, ChunkId};
use twolane_encoder::Embedder;
use twolane_retrieve::{Query, Rerank, Search, SearchOptions};

use super::beir::Dataset;
use super::bootstrap::{Bootstrap, Interval};
use super::error::EvalError;
use super::judged_mode::JudgedMode;
use super::metrics::Metrics;
use super::percentile::Percentiles;

/// Report on a judged set in several modes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RetrievalReport {
    /// Name of the set.
    pub dataset: String,
    /// Number of documents in its corpus.
    pub documents: usize,
    /// Number of judged documents missing in the corpus.
    pub missing: usize,
    /// Embedding model of the vector and hybrid runs.
    pub model: Option<String>,
    /// Fusion policy of the hybrid run.
    pub fusion: String,
    /// Second stage of the rerank run, unless it is the default one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reranker: Option<String>,
    /// One entry per mode.
    pub runs: Vec<ModeRun>,
    /// Comparison with an earlier run, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Vec<Difference>>,
}

/// Result of one mode over all queries of a set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModeRun {
    /// Mode of the run.
    pub mode: JudgedMode,
    /// Means over the queries.
    #[serde(flatten)]
    pub mean: Metrics,
    /// Number of queries.
    pub queries: usize,
    /// Median time of a search in milliseconds: embedding, keyword and vector search and fusion for the best
    /// hundred, without loading their texts.
    pub p50_ms: f64,
    /// 95th percentile of the same time.
    pub p95_ms: f64,
    /// 95 % bootstrap interval of each mean.
    pub intervals: BTreeMap<String, Interval>,
    /// Metrics of each query, in the set's order.
    pub per_query: Vec<QueryMetrics>,
}

/// Metrics of one query.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct QueryMetrics {
    /// Id in the judgements.
    pub id: String,
    /// Metrics of the query.
    #[serde(flatten)]
    pub metrics: Metrics,
}

/// Difference of a metric between two runs of one mode, over the queries of both.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// Mode of both runs.
    pub mode: JudgedMode,
    /// Name of the metric.
    pub metric: String,
    /// Mean of the earlier run.
    pub before: f64,
    /// Mean of this run.
    pub now: f64,
    /// Difference `now - before`.
    pub difference: f64,
    /// 95 % paired bootstrap interval of the difference.
    pub interval: Interval,
    /// Number of queries in both runs.
    pub queries: usize,
    /// Number of queries that this run ranks better.
    pub better: usize,
    /// Number of queries that this run ranks worse.
    pub worse: usize,
}

/// Runs every query of a set in each mode. The archive has the set's corpus, see [`fill`](super::fill).
/// `reranker` replaces the default second stage. `go_on` is called before each query; `false` cancels.
pub fn judge(
    dataset: &Dataset,
    archive: &Archive,
    embedder: Option<&dyn Embedder>,
    reranker: Option<&dyn Rerank>,
    options: &SearchOptions,
    modes: &[JudgedMode],
    go_on: &dyn Fn() -> bool,
) -> Result<RetrievalReport, EvalError> {
    let mut search = Search::new(archive, embedder, options.clone());
    if let Some(reranker) = reranker {
        search = search.with_reranker(reranker);
    }
    let mut documents: HashMap<ChunkId, String> = HashMap::new();
    let mut runs = Vec::new();
    for &mode in modes {
        let mut per_query = Vec::with_capacity(dataset.queries.len());
        let mut times = Vec::with_capacity(dataset.queries.len());
        for judged in &dataset.queries {
            if !go_on() {
                return Err(EvalError::Cancelled);
            }
            let query = Query {
                k: 100,
                mode: mode.sides(),
                rerank: mode == JudgedMode::Rerank,
                ..Query::new(judged.text.as_str())
            };
            let ranking = search.rank(&query)?;
            times.push(ranking.timing.total);
            let chunks: Vec<ChunkId> = ranking.chunks.iter().map(|(chunk, _)| *chunk).collect();
            let unknown: Vec<ChunkId> =
                chunks.iter().filter(|c| !documents.contains_key(c)).copied().collect();
            documents.extend(archive.chunks(&unknown)?.into_iter().map(|c| (c.id, c.source_id.0)));
            let ranked: Vec<&str> =
                chunks.iter().filter_map(|c| documents.get(c)).map(String::as_str).collect();
            let metrics = Metrics::of(&ranked, &judged.grades);
            per_query.push(QueryMetrics { id: judged.id.clone(), metrics });
        }
        runs.push(mode_run(mode, per_query, &times));
    }
    Ok(RetrievalReport {
        dataset: dataset.name.clone(),
        documents: dataset.documents.len(),
        missing: dataset.missing,
        model: embedder.map(|e| e.model().to_string()),
        fusion: options.fusion.to_string(),
        reranker: reranker.map(|reranker| reranker.name().to_owned()),
        runs,
        comparison: None,
    })
}

fn mode_run(mode: JudgedMode, per_query: Vec<QueryMetrics>, times: &[f64]) -> ModeRun {
    let metrics: Vec<Metrics> = per_query.iter().map(|q| q.metrics).collect();
    let times = Percentiles::of(times);
    let intervals = Metrics::NAMES
        .iter()
        .filter_map(|name| {
            let values: Vec<f64> = metrics.iter().filter_map(|m| m.get(name)).collect();
            Some(((*name).to_owned(), Bootstrap::default().mean(&values)?))
        })
        .collect();
    ModeRun {
        mode,
        mean: Metrics::mean(&metrics),
        queries: per_query.len(),
        p50_ms: times.p50_ms,
        p95_ms: times.p95_ms,
        intervals,
        per_query,
    }
}

impl RetrievalReport {
    /// Reads the printed report of an earlier run.
    pub fn read(path: &Path) -> Result<RetrievalReport, EvalError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| EvalError::Read { path: path.to_path_buf(), source })?;
        serde_json::from_str(&text)
            .map_err(|error| EvalError::Compare { path: path.to_path_buf(), what: error.to_string() })
    }

    /// Compares each metric of each mode in both reports, query by query.
    pub fn compare(&self, before: &RetrievalReport) -> Vec<Difference> {
        let mut differences = Vec::new();
        for run in &self.runs {
            let Some(old) = before.runs.iter().find(|r| r.mode == run.mode) else { continue };
            let then: BTreeMap<&str, &Metrics> =
                old.per_query.iter().map(|q| (q.id.as_str(), &q.metrics)).collect();
            let pairs: Vec<(&Metrics, &Metrics)> =
                run.per_query.iter().filter_map(|q| Some((*then.get(q.id.as_str())?, &q.metrics))).collect();
            for name in Metrics::NAMES {
                differences.extend(difference(run.mode, name, &pairs));
            }
        }
        differences
    }
}

fn difference(mode: JudgedMode, metric: &str, pairs: &[(&Metrics, &Metrics)]) -> Option<Difference> {
    let values: Vec<(f64, f64)> =
        pairs.iter().filter_map(|(then, now)| Some((then.get(metric)?, now.get(metric)?))).collect();
    let deltas: Vec<f64> = values.iter().map(|(then, now)| now - then).collect();
    let interval = Bootstrap::default().mean(&deltas)?;
    let n = f64::from(u32::try_from(values.len()).ok()?);
    let before = values.iter().map(|v| v.0).sum::<f64>() / n;
    let now = values.iter().map(|v| v.1).sum::<f64>() / n;
    Some(Difference {
        mode,
        metric: metric.to_owned(),
        before,
        now,
        difference: now - before,
        interval,
        queries: values.len(),
        better: deltas.iter().filter(|d| **d > 0.0).count(),
        worse: deltas.iter().filter(|d| **d < 0.0).count(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(values: &[(&str, f64)]) -> RetrievalReport {
        let per_query = values
            .iter()
            .map(|(id, v)| QueryMetrics {
                id: (*id).to_owned(),
                metrics: Metrics { ndcg_at_10: *v, ..Metrics::default() },
            })
            .collect();
        RetrievalReport {
            dataset: "set".into(),
            documents: 3,
            missing: 0,
            model: None,
            fusion: String::new(),
            reranker: None,
            runs: vec![mode_run(JudgedMode::Bm25, per_query, &[1.0, 2.0, 3.0])],
            comparison: None,
        }
    }

    #[test]
    fn compares_the_queries_that_both_have() {
        let before = report(&[("a", 0.5), ("b", 0.5), ("x", 1.0)]);
        let now = report(&[("b", 0.25), ("a", 1.0), ("c", 0.0), ("d", 0.1)]);
        let found = now.compare(&before);
        let ndcg = found.iter().find(|d| d.metric == "ndcg_at_10").unwrap();
        assert_eq!((ndcg.queries, ndcg.better, ndcg.worse), (2, 1, 1));
        assert_eq!((ndcg.before, ndcg.now, ndcg.difference), (0.5, 0.625, 0.125));
        assert!(ndcg.interval.low < 0.0 && ndcg.interval.high > 0.0);
    }

    #[test]
    fn a_report_reads_back_and_has_the_contracts_names() {
        let report = report(&[("a", 0.5)]);
        let json = serde_json::to_value(&report).unwrap();
        let run = &json["runs"][0];
        for name in [
            "mode",
            "ndcg_at_10",
            "recall_at_10",
            "mrr_at_10",
            "recall_at_100",
            "queries",
            "p50_ms",
            "p95_ms",
        ] {
            assert!(run.get(name).is_some(), "{name} is missing in {run}");
        }
        let back: RetrievalReport = serde_json::from_value(json).unwrap();
        assert_eq!(back, report);
    }
}
