//! Picks the next token.

use candle_core::{Device, Result, Tensor};
use candle_transformers::generation::LogitsProcessor;

/// Sampler, either greedy or random with a seed.
pub(crate) struct Sampler {
    drawing: Option<LogitsProcessor>,
}

impl Sampler {
    pub(crate) fn new(temperature: f64, seed: u64) -> Self {
        let draws = temperature.is_finite() && temperature > 0.0;
        Self { drawing: draws.then(|| LogitsProcessor::new(seed, Some(temperature), None)) }
    }

    /// Picks the next token; the first of equal ones. Returns `None` if no logit is finite.
    pub(crate) fn pick(&mut self, logits: Vec<f32>) -> Result<Option<u32>> {
        let mut best: Option<(usize, f32)> = None;
        for (token, logit) in logits.iter().enumerate() {
            if logit.is_finite() && best.is_none_or(|(_, highest)| *logit > highest) {
                best = Some((token, *logit));
            }
        }
        let Some((token, _)) = best else { return Ok(None) };
        match &mut self.drawing {
            None => Ok(u32::try_from(token).ok()),
            Some(drawing) => {
                // Non-finite logits would corrupt every probability.
                let finite = logits.into_iter().map(|logit| if logit.is_finite() { logit } else { f32::MIN });
                let finite: Vec<f32> = finite.collect();
                let len = finite.len();
                drawing.sample(&Tensor::from_vec(finite, len, &Device::Cpu)?).map(Some)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likeliest_finite_one() {
        for (logits, expected) in [
            (vec![0.0, 2.0, 1.0], Some(1)),
            (vec![f32::NAN, 1.0, 1.0], Some(1)),
            (vec![f32::NEG_INFINITY, -3.0], Some(1)),
            (vec![f32::NEG_INFINITY, f32::NAN], None),
            (vec![], None),
        ] {
            assert_eq!(Sampler::new(0.0, 0).pick(logits).unwrap(), expected);
        }
    }

    #[test]
    fn draws_repeat_with_the_seed_and_never_take_what_is_masked() {
        let logits = vec![1.0, f32::NEG_INFINITY, 1.0, 1.0];
        let draw = |seed| {
            let mut sampler = Sampler::new(1.0, seed);
            (0..50).map(|_| sampler.pick(logits.clone()).unwrap().unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
        assert!(!draw(7).contains(&1));
    }
}
