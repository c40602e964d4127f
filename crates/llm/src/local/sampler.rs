//! Picks the next token.

/// Sampler, either greedy or random with a seed.
pub(crate) struct Sampler {
    temperature: Option<f64>,
    /// State of the random numbers (SplitMix64).
    state: u64,
}

impl Sampler {
    pub(crate) fn new(temperature: f64, seed: u64) -> Self {
        let draws = temperature.is_finite() && temperature > 0.0;
        Self { temperature: draws.then_some(temperature), state: seed }
    }

    /// Picks the next token; the first of equal ones. Returns `None` if no logit is finite.
    pub(crate) fn pick(&mut self, logits: &[f32]) -> Option<u32> {
        let mut best: Option<(usize, f32)> = None;
        for (token, logit) in logits.iter().enumerate() {
            if logit.is_finite() && best.is_none_or(|(_, highest)| *logit > highest) {
                best = Some((token, *logit));
            }
        }
        let (mut token, highest) = best?;
        if let Some(temperature) = self.temperature {
            // Non-finite logits would corrupt every probability.
            let weight = |logit: f32| match logit.is_finite() {
                true => (f64::from(logit - highest) / temperature).exp(),
                false => 0.0,
            };
            let total: f64 = logits.iter().map(|logit| weight(*logit)).sum();
            let mut left = self.uniform() * total;
            for (place, logit) in logits.iter().enumerate() {
                let weight = weight(*logit);
                if left < weight {
                    token = place;
                    break;
                }
                left -= weight;
            }
        }
        u32::try_from(token).ok()
    }

    /// Returns a random number from 0 to 1, without 1.
    fn uniform(&mut self) -> f64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        // The upper 53 bits fill the mantissa.
        (z >> 11) as f64 / (1u64 << 53) as f64
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
            assert_eq!(Sampler::new(0.0, 0).pick(&logits), expected);
        }
    }

    #[test]
    fn draws_repeat_with_the_seed_and_never_take_what_is_masked() {
        let logits = vec![1.0, f32::NEG_INFINITY, 1.0, 1.0];
        let draw = |seed| {
            let mut sampler = Sampler::new(1.0, seed);
            (0..50).map(|_| sampler.pick(&logits).unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
        assert!(!draw(7).contains(&1));
    }
}
