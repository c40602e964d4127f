//! Late interaction with the bi-encoder's own token vectors (MaxSim).

use serde::{Deserialize, Serialize};

use crate::inference::{Embedder, Role, TokenVectors};

use super::calibration::Background;
use super::error::SearchError;
use super::rerank::{Candidate, Rerank, RerankWeights};

/// Settings of late interaction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LateInteractionOptions {
    /// Off: the fused order stays.
    pub enabled: bool,
    /// Candidates that are looked at again; each costs one forward pass. On the judged dev sets
    /// 24 give what 40 give, 16 lose .001 in the mean.
    pub pool: usize,
    /// What each part counts.
    pub weights: RerankWeights,
}

impl Default for LateInteractionOptions {
    fn default() -> Self {
        LateInteractionOptions { enabled: true, pool: 24, weights: RerankWeights::default() }
    }
}

/// Candidates between two looks at the clock: enough to keep two cores busy.
const AT_ONCE: usize = 12;

/// Closeness is the mean over the query's tokens of the best cosine with a token of the chunk
/// (Khattab and Zaharia, "ColBERT", 2020), without a further model.
pub struct LateInteraction<'a> {
    embedder: &'a dyn Embedder,
    background: Background,
    options: LateInteractionOptions,
}

impl<'a> LateInteraction<'a> {
    /// With this bi-encoder's token vectors, and their MaxSim between unrelated texts.
    pub fn new(embedder: &'a dyn Embedder, background: Background, options: LateInteractionOptions) -> Self {
        LateInteraction { embedder, background, options }
    }
}

impl Rerank for LateInteraction<'_> {
    fn name(&self) -> &str {
        "late interaction"
    }

    fn pool(&self) -> usize {
        self.options.pool
    }

    fn weights(&self) -> RerankWeights {
        self.options.weights
    }

    fn closeness(
        &self,
        query: &str,
        candidates: &[Candidate],
        in_time: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Option<f32>>, SearchError> {
        let mut found = vec![None; candidates.len()];
        let asked = self.embedder.token_vectors(&[query], Role::Query)?;
        let Some([asked]) = asked.as_deref() else { return Ok(found) };
        for (group, slots) in candidates.chunks(AT_ONCE).zip(found.chunks_mut(AT_ONCE)) {
            if !in_time() {
                break;
            }
            let texts: Vec<String> = group.iter().map(|c| c.chunk.record.embedded_text()).collect();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let Some(vectors) = self.embedder.token_vectors(&texts, Role::Passage)? else { break };
            for (slot, chunk) in slots.iter_mut().zip(&vectors) {
                *slot = Some(self.background.above(max_sim(asked, chunk)));
            }
        }
        Ok(found)
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
}
