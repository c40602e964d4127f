//! Percentiles of measured times.

use serde::{Deserialize, Serialize};

/// Median and 95th percentile of a sample, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Percentiles {
    /// Median in milliseconds.
    pub p50_ms: f64,
    /// 95th percentile in milliseconds.
    pub p95_ms: f64,
    /// Size of the sample.
    pub n: usize,
}

impl Percentiles {
    /// Computes percentiles of times in milliseconds, in any order; zero without times.
    pub fn of(times: &[f64]) -> Percentiles {
        let mut sorted = times.to_vec();
        sorted.sort_by(f64::total_cmp);
        let at = |share| of_sorted(&sorted, share).unwrap_or(0.0);
        Percentiles { p50_ms: at(0.5), p95_ms: at(0.95), n: sorted.len() }
    }
}

/// Returns a quantile of ascending values, with linear interpolation (numpy's default); `None` without
/// values.
pub(super) fn of_sorted(sorted: &[f64], share: f64) -> Option<f64> {
    let last = f64::from(u32::try_from(sorted.len().checked_sub(1)?).ok()?);
    let place = share.clamp(0.0, 1.0) * last;
    let (mut below, mut above) = (None, None);
    for (index, value) in (0u32..).zip(sorted) {
        if f64::from(index) <= place {
            below = Some(*value);
        }
        if f64::from(index) >= place {
            above = Some(*value);
            break;
        }
    }
    let (below, above) = (below?, above?);
    Some(below + (above - below) * place.fract())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_numpy() {
        for (values, share, expected) in [
            (&[1.0, 2.0, 3.0, 4.0][..], 0.5, Some(2.5)),
            (&[1.0, 2.0, 3.0, 4.0], 0.95, Some(3.85)),
            (&[5.0], 0.95, Some(5.0)),
            (&[1.0, 2.0], 1.0, Some(2.0)),
            (&[], 0.5, None),
        ] {
            let got = of_sorted(values, share);
            assert!(
                got.zip(expected).map_or(got == expected, |(g, e): (f64, f64)| (g - e).abs() < 1e-12),
                "{values:?} {share}: {got:?}"
            );
        }
    }
}
