//! Background of a score: its values between unrelated texts.

use serde::{Deserialize, Serialize};

/// Mean and standard deviation of a score between unrelated texts.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Background {
    /// Mean of the scores.
    pub mean: f32,
    /// Standard deviation of the scores.
    pub deviation: f32,
}

impl Background {
    /// Returns a score's distance above chance, in tens of standard deviations. Unrelated text is near 0; the
    /// best hit of a search mostly lies between 0.3 and 0.7.
    pub fn above(&self, score: f32) -> f32 {
        if self.deviation > 0.0 { (score - self.mean) / (10.0 * self.deviation) } else { score }
    }

    /// Measures mean and deviation of these scores.
    pub(crate) fn of(scores: &[f32]) -> Background {
        let n = f32::from(u16::try_from(scores.len().max(1)).unwrap_or(u16::MAX));
        let mean = scores.iter().sum::<f32>() / n;
        let deviation = (scores.iter().map(|s| (s - mean).powi(2)).sum::<f32>() / n).sqrt();
        Background { mean, deviation }
    }
}
