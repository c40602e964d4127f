//! The second stage with a cross-encoder, mixed with the fused score.

use serde::{Deserialize, Serialize};

use crate::inference::CrossEncoder;

use super::error::SearchError;
use super::rerank::{Candidate, Rerank};

/// Settings of the second stage with a cross-encoder.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CrossEncoderRerankOptions {
    /// Candidates that are read again beside the question; each costs a forward pass of question
    /// and passage together.
    pub pool: usize,
    /// Weight of the cross-encoder against the fused score, both standardised over the pool: 0
    /// leaves the fused order, 1 is the cross-encoder's alone. An even mix, not one that was tuned
    /// on judged sets: how good a cross-encoder is depends on which is installed. `twolane eval
    /// retrieval --mode rerank --reranker FOLDER` measures a choice.
    pub weight: f32,
}

impl Default for CrossEncoderRerankOptions {
    fn default() -> Self {
        CrossEncoderRerankOptions { pool: 20, weight: 0.5 }
    }
}

/// Reranks by a cross-encoder's logits (Nogueira and Cho, "Passage Re-ranking with BERT", 2019),
/// standardised and mixed with the fused score, so that neither side alone decides.
pub struct CrossEncoderRerank<'a> {
    model: &'a dyn CrossEncoder,
    options: CrossEncoderRerankOptions,
    name: String,
}

impl<'a> CrossEncoderRerank<'a> {
    /// With this cross-encoder.
    pub fn new(model: &'a dyn CrossEncoder, options: CrossEncoderRerankOptions) -> Self {
        let name = format!("cross-encoder {}", model.name());
        CrossEncoderRerank { model, options, name }
    }

    /// As [`Rerank::scores`], with an end: `go_on` is asked before each batch. Candidates that
    /// were not read keep their fused score.
    pub fn scores_while(
        &self,
        query: &str,
        candidates: &[Candidate],
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<f32>, SearchError> {
        let fused: Vec<f32> = candidates.iter().map(|c| c.fused.score).collect();
        let texts: Vec<String> = candidates.iter().map(|c| c.chunk.record.embedded_text()).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let read = self.model.scores(query, &texts, go_on)?;
        Ok(mix(&fused, &read, self.options.weight))
    }
}

impl Rerank for CrossEncoderRerank<'_> {
    fn name(&self) -> &str {
        &self.name
    }

    fn pool(&self) -> usize {
        self.options.pool
    }

    fn scores(&self, query: &str, candidates: &[Candidate]) -> Result<Vec<f32>, SearchError> {
        self.scores_while(query, candidates, &|| true)
    }
}

/// Fused scores and logits, standardised over the candidates that have both and weighted, on the
/// scale of the fused scores: same mean and deviation. The rest keeps its fused score.
fn mix(fused: &[f32], read: &[Option<f32>], weight: f32) -> Vec<f32> {
    let both: Vec<(f32, f32)> = fused.iter().zip(read).filter_map(|(f, r)| Some((*f, (*r)?))).collect();
    let of_fused = Moments::of(both.iter().map(|pair| pair.0));
    let of_read = Moments::of(both.iter().map(|pair| pair.1));
    let weight = weight.clamp(0.0, 1.0);
    fused
        .iter()
        .zip(read.iter().chain(std::iter::repeat(&None)))
        .map(|(fused, read)| match read {
            None => *fused,
            Some(read) => {
                let standard = (1.0 - weight) * of_fused.standard(*fused) + weight * of_read.standard(*read);
                // Where all fused scores are the same, the cross-encoder still orders them.
                of_fused.mean + of_fused.deviation.max(1e-4) * standard
            }
        })
        .collect()
}

struct Moments {
    mean: f32,
    deviation: f32,
}

impl Moments {
    fn of(values: impl ExactSizeIterator<Item = f32> + Clone) -> Self {
        let count = f32::from(u16::try_from(values.len()).unwrap_or(u16::MAX)).max(1.0);
        let mean = values.clone().sum::<f32>() / count;
        let variance = values.map(|v| (v - mean) * (v - mean)).sum::<f32>() / count;
        Moments { mean, deviation: variance.sqrt() }
    }

    /// Deviations above the mean; 0 where all values are the same.
    fn standard(&self, value: f32) -> f32 {
        if self.deviation > 0.0 { (value - self.mean) / self.deviation } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(scores: &[f32]) -> Vec<usize> {
        let mut places: Vec<usize> = (0..scores.len()).collect();
        places.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
        places
    }

    #[test]
    fn the_ends_of_the_weight_are_the_parts() {
        let (fused, read) = ([0.9, 0.7, 0.2, 0.1], [Some(-3.0), Some(8.0), Some(-11.0), Some(2.0)]);
        assert_eq!(order(&mix(&fused, &read, 0.0)), [0, 1, 2, 3]);
        assert_eq!(order(&mix(&fused, &read, 1.0)), [1, 3, 0, 2]);
        let mixed = mix(&fused, &read, 0.5);
        assert_eq!(order(&mixed), [1, 0, 3, 2]);
        let sum = |values: &[f32]| values.iter().sum::<f32>();
        assert!((sum(&mixed) - sum(&fused)).abs() < 1e-5);
    }

    #[test]
    fn where_both_agree_the_order_stays() {
        let read = [Some(4.0), Some(1.0), Some(-2.0)];
        for weight in [0.0, 0.3, 0.5, 1.0] {
            assert_eq!(order(&mix(&[0.9, 0.5, 0.1], &read, weight)), [0, 1, 2]);
        }
    }

    #[test]
    fn what_was_not_read_keeps_its_score() {
        let mixed = mix(&[0.9, 0.8, 0.3, 0.2], &[Some(1.0), Some(5.0), None, None], 0.5);
        assert_eq!(mixed[2..], [0.3, 0.2]);
        assert_eq!(mix(&[0.9, 0.8], &[None, None], 1.0), [0.9, 0.8]);
        assert_eq!(mix(&[0.9, 0.8], &[Some(1.0)], 1.0), [0.9, 0.8]);
        assert!(mix(&[], &[], 0.5).is_empty());
    }

    #[test]
    fn one_value_for_all_decides_nothing() {
        let mixed = mix(&[0.9, 0.5], &[Some(2.0), Some(2.0)], 0.5);
        assert_eq!(order(&mixed), [0, 1]);
        assert_eq!(order(&mix(&[0.5, 0.5], &[Some(1.0), Some(2.0)], 0.5)), [1, 0]);
    }
}
