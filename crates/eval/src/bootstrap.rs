//! Bootstrap intervals over queries.

use serde::{Deserialize, Serialize};

/// Percentile bootstrap (Efron 1979) over queries; the same seed gives the same interval.
#[derive(Debug, Clone, Copy)]
pub struct Bootstrap {
    /// Number of resamples. With 2,000, the ends of a 95 % interval vary by only about 0.002 on 100 queries.
    pub resamples: u32,
    /// Seed of the generator.
    pub seed: u64,
    /// Share of the resamples inside the interval.
    pub level: f64,
}

impl Default for Bootstrap {
    fn default() -> Self {
        Bootstrap { resamples: 2000, seed: 17, level: 0.95 }
    }
}

/// Lower and upper end of an interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Bootstrap {
    /// Returns the interval of the mean of these values, one per query; `None` without values. Differences of
    /// two runs on the same queries give the paired bootstrap.
    pub fn mean(&self, values: &[f64]) -> Option<Interval> {
        if values.is_empty() || self.resamples == 0 {
            return None;
        }
        let mut random = SplitMix64(self.seed);
        let mut means: Vec<f64> = (0..self.resamples)
            .map(|_| {
                let sum: f64 = values.iter().map(|_| random.pick(values)).sum();
                sum / f64::from(u32::try_from(values.len()).unwrap_or(u32::MAX))
            })
            .collect();
        means.sort_by(f64::total_cmp);
        let tail = (1.0 - self.level.clamp(0.0, 1.0)) / 2.0;
        let at = |share: f64| super::percentile::of_sorted(&means, share);
        Some(Interval { low: at(tail)?, high: at(1.0 - tail)? })
    }
}

/// SplitMix64 generator (Steele, Lea, Flood 2014), identical on every platform.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn pick(&mut self, values: &[f64]) -> f64 {
        let n = u64::try_from(values.len()).unwrap_or(u64::MAX);
        // Multiply-shift maps 64 random bits to 0..n without a division (Lemire 2019).
        let index = (u128::from(self.next()) * u128::from(n)) >> 64;
        usize::try_from(index).ok().and_then(|i| values.get(i)).copied().unwrap_or(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_the_mean_and_repeats() {
        let values: Vec<f64> = (0..200).map(|i| f64::from(i % 5) / 4.0).collect();
        let interval = Bootstrap::default().mean(&values).unwrap();
        assert!(interval.low < 0.5 && 0.5 < interval.high, "{interval:?}");
        // Normal approximation: 1.96 * 0.3536 / sqrt(200) = 0.049 on either side.
        assert!((interval.high - interval.low - 0.098).abs() < 0.015, "{interval:?}");
        assert_eq!(Bootstrap::default().mean(&values), Some(interval));
        assert_ne!(Bootstrap { seed: 18, ..Bootstrap::default() }.mean(&values), Some(interval));
    }

    #[test]
    fn one_value_and_none() {
        let interval = Bootstrap::default().mean(&[0.25]).unwrap();
        assert_eq!((interval.low, interval.high), (0.25, 0.25));
        assert_eq!(Bootstrap::default().mean(&[]), None);
    }
}
