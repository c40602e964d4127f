//! Second stage with a cross-encoder, mixed with the fused score.

use serde::{Deserialize, Serialize};

use crate::error::SearchError;
use twolane_encoder::CrossEncoder;

use super::moments::Moments;
use super::rerank::{Candidate, Rerank, RerankWeights};

/// Settings of the second stage with a cross-encoder.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CrossEncoderRerankOptions {
    /// Number of candidates to rerank. Each costs one forward pass over question and passage together.
    pub pool: usize,
    /// Weight of the cross-encoder against the fused score, both standardised over the candidates. 0 keeps
    /// the fused order; 1 uses the cross-encoder alone. The default is an even mix and not tuned on judged
    /// sets, because quality depends on the installed cross-encoder. Measure a choice with `twolane eval
    /// retrieval --mode rerank --reranker FOLDER`.
    pub weight: f32,
}

impl Default for CrossEncoderRerankOptions {
    fn default() -> Self {
        CrossEncoderRerankOptions { pool: 20, weight: 0.5 }
    }
}

/// Reranker that uses a cross-encoder's logits (Nogueira and Cho, "Passage Re-ranking with BERT", 2019).
/// Logits are standardised and mixed with the fused score, so that neither decides alone.
pub struct CrossEncoderRerank<'a> {
    model: &'a dyn CrossEncoder,
    options: CrossEncoderRerankOptions,
    name: String,
}

impl<'a> CrossEncoderRerank<'a> {
    /// Creates a reranker from this cross-encoder.
    pub fn new(model: &'a dyn CrossEncoder, options: CrossEncoderRerankOptions) -> Self {
        let name = format!("cross-encoder {}", model.name());
        CrossEncoderRerank { model, options, name }
    }
}

impl Rerank for CrossEncoderRerank<'_> {
    fn name(&self) -> &str {
        &self.name
    }

    fn pool(&self) -> usize {
        self.options.pool
    }

    fn weights(&self) -> RerankWeights {
        let weight = self.options.weight.clamp(0.0, 1.0);
        // First-stage scores keep the ratio of their default fusion.
        RerankWeights {
            words: 0.4 * (1.0 - weight),
            meaning: 0.6 * (1.0 - weight),
            close: weight,
            pairs: 0.0,
        }
    }

    fn closeness(
        &self,
        query: &str,
        candidates: &[Candidate],
        in_time: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Option<f32>>, SearchError> {
        let fused: Vec<f32> = candidates.iter().map(|c| c.fused.score).collect();
        let texts: Vec<String> = candidates.iter().map(|c| c.chunk.record.embedded_text()).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let read = self.model.scores(query, &texts, in_time)?;
        Ok(on_scale_of(&fused, &read))
    }
}

/// Standardises logits, which have no common scale, over the candidates that were scored. Maps them to the
/// mean and deviation of those candidates' fused scores.
fn on_scale_of(fused: &[f32], read: &[Option<f32>]) -> Vec<Option<f32>> {
    let both: Vec<(f32, f32)> = fused.iter().zip(read).filter_map(|(f, r)| Some((*f, (*r)?))).collect();
    let of_fused = Moments::of(both.iter().map(|pair| pair.0));
    let of_read = Moments::of(both.iter().map(|pair| pair.1));
    fused
        .iter()
        .zip(read.iter().chain(std::iter::repeat(&None)))
        // If all fused scores are equal, the cross-encoder still orders the candidates.
        .map(|(_, read)| Some(of_fused.mean + of_fused.deviation.max(1e-4) * of_read.standard((*read)?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logits_come_on_the_scale_of_the_fused_scores() {
        let fused = [0.9, 0.7, 0.2, 0.1];
        let scaled: Vec<f32> = on_scale_of(&fused, &[Some(-3.0), Some(8.0), Some(-11.0), Some(2.0)])
            .into_iter()
            .flatten()
            .collect();
        let mut order: Vec<usize> = (0..4).collect();
        order.sort_by(|a, b| scaled[*b].total_cmp(&scaled[*a]));
        assert_eq!(order, [1, 3, 0, 2]);
        let mean = |values: &[f32]| values.iter().sum::<f32>() / 4.0;
        assert!((mean(&scaled) - mean(&fused)).abs() < 1e-5);
    }

    #[test]
    fn what_was_not_read_stays_unknown() {
        let scaled = on_scale_of(&[0.9, 0.8, 0.3, 0.2], &[Some(1.0), Some(5.0), None, None]);
        assert!(scaled[1] > scaled[0] && scaled[2..] == [None, None]);
        assert_eq!(on_scale_of(&[0.9, 0.8], &[None]), [None, None]);
        assert!(on_scale_of(&[], &[]).is_empty());
    }

    proptest::proptest! {
        #[test]
        fn any_logits_are_finite_or_unknown(
            pairs in proptest::collection::vec((0f32..1.0, proptest::option::of(-1e6f32..1e6)), 0..30),
        ) {
            let (fused, read): (Vec<f32>, Vec<Option<f32>>) = pairs.into_iter().unzip();
            let scaled = on_scale_of(&fused, &read);
            proptest::prop_assert_eq!(scaled.len(), fused.len());
            proptest::prop_assert!(scaled.iter().flatten().all(|s| s.is_finite()));
        }
    }
}
