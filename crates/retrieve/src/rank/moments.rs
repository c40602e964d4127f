//! Mean and standard deviation of a set of scores.

/// Mean and deviation of some numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moments {
    pub(crate) mean: f32,
    pub(crate) deviation: f32,
}

impl Moments {
    /// Measures these values.
    pub(crate) fn of(values: impl ExactSizeIterator<Item = f32> + Clone) -> Self {
        let count = f32::from(u16::try_from(values.len()).unwrap_or(u16::MAX)).max(1.0);
        let mean = values.clone().sum::<f32>() / count;
        let variance = values.map(|v| (v - mean) * (v - mean)).sum::<f32>() / count;
        Moments { mean, deviation: variance.sqrt() }
    }

    /// Returns the deviations above the mean; 0 if all values are equal.
    pub(crate) fn standard(&self, value: f32) -> f32 {
        if self.deviation > 0.0 { (value - self.mean) / self.deviation } else { 0.0 }
    }
}
