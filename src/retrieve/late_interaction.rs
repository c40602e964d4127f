//! Late interaction with the bi-encoder's own token vectors (MaxSim), mixed with the fused score.

use serde::{Deserialize, Serialize};

use crate::inference::{Embedder, Role, TokenVectors};

use super::error::SearchError;
use super::rerank::{Candidate, Rerank};

/// Settings of late interaction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LateInteractionOptions {
    /// Off: the fused order stays.
    pub enabled: bool,
    /// Candidates that are looked at again; each costs one forward pass.
    pub pool: usize,
    /// Weight of MaxSim against the fused score, both standardised over the pool. .5 is what was
    /// above both sides on six judged sets with the three scores apart (zz .2 .3 .5).
    pub weight: f32,
}

impl Default for LateInteractionOptions {
    fn default() -> Self {
        LateInteractionOptions { enabled: true, pool: 20, weight: 0.5 }
    }
}

/// Reranks by the mean over the query's tokens of the best cosine with a token of the chunk
/// (Khattab and Zaharia, "ColBERT", 2020), without a further model.
pub struct LateInteraction<'a> {
    embedder: &'a dyn Embedder,
    options: LateInteractionOptions,
}

impl<'a> LateInteraction<'a> {
    /// With this bi-encoder's token vectors.
    pub fn new(embedder: &'a dyn Embedder, options: LateInteractionOptions) -> Self {
        LateInteraction { embedder, options }
    }
}

impl Rerank for LateInteraction<'_> {
    fn name(&self) -> &str {
        "late interaction"
    }

    fn pool(&self) -> usize {
        self.options.pool
    }

    fn scores(&self, query: &str, candidates: &[Candidate]) -> Result<Vec<f32>, SearchError> {
        let fused: Vec<f32> = candidates.iter().map(|c| c.fused.score).collect();
        let texts: Vec<String> = candidates.iter().map(|c| c.chunk.record.embedded_text()).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let asked = self.embedder.token_vectors(&[query], Role::Query)?;
        let found = self.embedder.token_vectors(&texts, Role::Passage)?;
        let (Some([asked]), Some(found)) = (asked.as_deref(), found) else { return Ok(fused) };
        let close: Vec<f32> = found.iter().map(|chunk| max_sim(asked, chunk)).collect();
        Ok(mix(&fused, &close, self.options.weight))
    }
}

/// Mean over the query's tokens of the best cosine with a token of the text; 0 without tokens.
pub fn max_sim(query: &TokenVectors, text: &TokenVectors) -> f32 {
    let (mut sum, mut count) = (0.0f32, 0.0f32);
    for asked in query.rows() {
        let best = text.rows().map(|t| dot(asked, t)).fold(-1.0f32, f32::max);
        sum += best;
        count += 1.0;
    }
    if count > 0.0 && !text.values.is_empty() { sum / count } else { 0.0 }
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    // Eight sums at once, so that the compiler can keep them in one register.
    let mut sums = [0.0f32; 8];
    let (a8, b8) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f32 = a8.remainder().iter().zip(b8.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in a8.zip(b8) {
        for ((s, x), y) in sums.iter_mut().zip(x).zip(y) {
            *s += x * y;
        }
    }
    sums.iter().sum::<f32>() + rest
}

/// Both lists standardised and weighted, on the scale of the first: same mean and deviation.
fn mix(fused: &[f32], close: &[f32], weight: f32) -> Vec<f32> {
    let (fused_mean, fused_deviation) = moments(fused);
    let (close_mean, close_deviation) = moments(close);
    let weight = weight.clamp(0.0, 1.0);
    fused
        .iter()
        .zip(close)
        .map(|(f, c)| {
            let f = (f - fused_mean) / fused_deviation;
            let c = (c - close_mean) / close_deviation;
            fused_mean + fused_deviation * ((1.0 - weight) * f + weight * c)
        })
        .collect()
}

/// Mean and standard deviation; the deviation is at least a little above 0.
fn moments(values: &[f32]) -> (f32, f32) {
    let count = f32::from(u16::try_from(values.len()).unwrap_or(u16::MAX)).max(1.0);
    let mean = values.iter().sum::<f32>() / count;
    let variance = values.iter().map(|v| (v - mean) * (v - mean)).sum::<f32>() / count;
    (mean, variance.sqrt().max(1e-6))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vectors(rows: &[[f32; 2]]) -> TokenVectors {
        TokenVectors { dimensions: 2, values: rows.iter().flatten().copied().collect() }
    }

    #[test]
    fn max_sim_is_the_mean_of_the_best() {
        let query = vectors(&[[1.0, 0.0], [0.0, 1.0]]);
        assert_eq!(max_sim(&query, &vectors(&[[1.0, 0.0]])), 0.5);
        assert_eq!(max_sim(&query, &vectors(&[[1.0, 0.0], [0.0, 1.0]])), 1.0);
        assert_eq!(max_sim(&query, &vectors(&[])), 0.0);
        assert_eq!(max_sim(&vectors(&[]), &query), 0.0);
    }

    #[test]
    fn mixing_keeps_order_where_both_agree_and_scale() {
        let mixed = mix(&[0.9, 0.5, 0.1], &[0.8, 0.6, 0.4], 0.5);
        assert!(mixed[0] > mixed[1] && mixed[1] > mixed[2]);
        assert!((mixed.iter().sum::<f32>() / 3.0 - 0.5).abs() < 1e-5);
        assert_eq!(mix(&[0.9, 0.5], &[0.1, 0.7], 1.0).iter().copied().fold(0.0, f32::max), 0.9);
    }
}
