//! Late interaction with the bi-encoder's own token vectors (MaxSim).

use serde::{Deserialize, Serialize};

use crate::error::SearchError;
use twolane_archive::Archive;
use twolane_encoder::{Embedder, Role, TokenVectors};
use twolane_text::{ContentHash, TokenSigns};

use super::background::Background;
use super::rerank::{Candidate, Rerank, RerankWeights};

/// Settings of late interaction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LateInteractionOptions {
    /// Enables the stage; if false, the fused order stays.
    pub enabled: bool,
    /// Number of candidates to rerank. A candidate costs one forward pass if the archive has no signs of its
    /// token vectors. On the judged dev sets, 24 scores as well as 40, and 16 loses 0.001 on average.
    pub pool: usize,
    /// Weights of the parts of a reranked score.
    pub weights: RerankWeights,
}

impl Default for LateInteractionOptions {
    fn default() -> Self {
        LateInteractionOptions { enabled: true, pool: 24, weights: RerankWeights::default() }
    }
}

/// Candidates between two checks of the clock: enough to keep two cores busy.
const AT_ONCE: usize = 12;

/// Reranker with the bi-encoder's own token vectors (Khattab and Zaharia, "ColBERT", 2020), without a further
/// model. The similarity is the mean over the query's tokens of the best cosine with a token of the chunk.
/// The chunk's tokens are represented by their signs, which ingest stores. Missing signs are computed, with
/// the same scores.
pub struct LateInteraction<'a> {
    archive: &'a Archive,
    embedder: &'a dyn Embedder,
    background: Background,
    options: LateInteractionOptions,
}

impl<'a> LateInteraction<'a> {
    /// Creates a reranker; `background` is the MaxSim between unrelated texts.
    pub fn new(
        archive: &'a Archive,
        embedder: &'a dyn Embedder,
        background: Background,
        options: LateInteractionOptions,
    ) -> Self {
        LateInteraction { archive, embedder, background, options }
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
        let none = || vec![None; candidates.len()];
        let asked = self.embedder.token_vectors(&[query], Role::Query)?;
        let Some([asked]) = asked.as_deref() else { return Ok(none()) };
        let asked = AskedTokens::of(asked);
        let hashes: Vec<ContentHash> = candidates.iter().map(|c| c.chunk.record.embedded_hash()).collect();
        let mut signs = self.archive.token_signs(self.embedder.model(), &hashes)?;
        let mut missing: Vec<(&Candidate, &mut Option<TokenSigns>)> =
            candidates.iter().zip(&mut signs).filter(|(_, signs)| signs.is_none()).collect();
        for group in missing.chunks_mut(AT_ONCE) {
            if !in_time() {
                break;
            }
            let texts: Vec<String> = group.iter().map(|(c, _)| c.chunk.record.embedded_text()).collect();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let Some(vectors) = self.embedder.token_vectors(&texts, Role::Passage)? else { break };
            for ((_, slot), vectors) in group.iter_mut().zip(&vectors) {
                **slot = Some(vectors.signs());
            }
        }
        let closeness = |signs: &TokenSigns| self.background.above(asked.max_sim(signs));
        Ok(signs.iter().map(|signs| signs.as_ref().map(closeness)).collect())
    }
}

/// Returns the mean over the query's tokens of the best similarity to a token of the text. The similarity is
/// the cosine of the query's vector with the signs of the token's vector. Returns 0 without tokens.
pub fn max_sim(query: &TokenVectors, text: &TokenSigns) -> f32 {
    AskedTokens::of(query).max_sim(text)
}

/// Number of components whose signs share one table entry.
const NIBBLE: usize = 4;

/// Lookup tables of a question's tokens: for each group of four components, the sums for all sixteen
/// combinations of signs.
struct AskedTokens {
    dimensions: usize,
    tokens: Vec<Vec<[f32; 16]>>,
}

impl AskedTokens {
    fn of(query: &TokenVectors) -> Self {
        let dimensions = query.dimensions;
        // Inverse length of a vector of signs.
        let scale = 1.0 / f32::from(u16::try_from(dimensions.max(1)).unwrap_or(u16::MAX)).sqrt();
        let table = |row: &[f32]| {
            let mut table: Vec<[f32; 16]> = row.chunks(NIBBLE).map(|four| ways(four, scale)).collect();
            // Two tables for each byte of signs.
            table.resize(dimensions.div_ceil(8).saturating_mul(2), [0.0; 16]);
            table
        };
        AskedTokens { dimensions, tokens: query.rows().map(table).collect() }
    }

    fn max_sim(&self, text: &TokenSigns) -> f32 {
        if self.tokens.is_empty() || text.bytes().is_empty() || text.dimensions() != self.dimensions {
            return 0.0;
        }
        let best = |table: &Vec<[f32; 16]>| {
            text.rows().map(|signs| closeness(table, signs)).fold(f32::NEG_INFINITY, f32::max)
        };
        let count = f32::from(u16::try_from(self.tokens.len()).unwrap_or(u16::MAX));
        self.tokens.iter().map(best).sum::<f32>() / count
    }
}

/// Sums up to four components under each combination of signs; bit i is set if component i is not below 0.
fn ways(components: &[f32], scale: f32) -> [f32; 16] {
    let mut ways = [0.0f32; 16];
    for (signs, way) in ways.iter_mut().enumerate() {
        for (i, x) in components.iter().enumerate() {
            *way += if signs >> i & 1 == 1 { x * scale } else { -x * scale };
        }
    }
    ways
}

fn closeness(table: &[[f32; 16]], signs: &[u8]) -> f32 {
    // Eight independent sums, so that no addition waits for another.
    let mut sums = [0.0f32; 8];
    let add = |sums: &mut [f32], tables: &[[f32; 16]], signs: &[u8]| {
        for ((sums, tables), byte) in sums.chunks_exact_mut(2).zip(tables.chunks_exact(2)).zip(signs) {
            if let ([low, high], [of_low, of_high]) = (sums, tables) {
                *low += of_low.get(usize::from(byte & 15)).copied().unwrap_or_default();
                *high += of_high.get(usize::from(byte >> 4)).copied().unwrap_or_default();
            }
        }
    };
    for (tables, signs) in table.chunks(8).zip(signs.chunks(4)) {
        add(&mut sums, tables, signs);
    }
    sums.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vectors(rows: &[[f32; 2]]) -> TokenVectors {
        TokenVectors { dimensions: 2, values: rows.iter().flatten().copied().collect() }
    }

    #[test]
    fn max_sim_is_the_mean_of_the_best() {
        let half = std::f32::consts::FRAC_1_SQRT_2;
        let query = vectors(&[[half, half], [half, -half]]);
        let near = |text: &TokenVectors, expected: f32| {
            let found = max_sim(&query, &text.signs());
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        };
        near(&vectors(&[[1.0, 1.0]]), 0.5);
        near(&vectors(&[[0.6, 0.8], [0.8, -0.6]]), 1.0);
        near(&vectors(&[]), 0.0);
        assert_eq!(max_sim(&vectors(&[]), &query.signs()), 0.0);
    }

    #[test]
    fn tables_give_what_products_with_signs_give() {
        for dimensions in [1usize, 3, 7, 8, 9, 31, 32, 33, 384] {
            let numbers: Vec<f32> =
                (0..6 * dimensions).map(|n| ((n * 37 % 101) as f32 - 50.0) / 50.0).collect();
            let (asked, text) = numbers.split_at(2 * dimensions);
            let query = TokenVectors { dimensions, values: asked.to_vec() };
            let text = TokenVectors { dimensions, values: text.to_vec() };
            let sign = |x: &f32| if x.is_sign_negative() { -1.0 } else { 1.0 };
            let dot = |a: &[f32], b: &[f32]| -> f32 {
                a.iter().zip(b).map(|(x, y)| x * sign(y)).sum::<f32>() / (dimensions as f32).sqrt()
            };
            let best = |a: &[f32]| text.rows().map(|b| dot(a, b)).fold(f32::MIN, f32::max);
            let expected = query.rows().map(best).sum::<f32>() / 2.0;
            let found = max_sim(&query, &text.signs());
            assert!((found - expected).abs() < 1e-4, "{dimensions}: {found} {expected}");
        }
    }
}
