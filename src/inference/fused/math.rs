//! Elementary functions that the compiler can run on several numbers at once.

/// exp(x) for x up to 0 or a little above; 0 below -87. Relative error below 3e-7: the argument is
/// split into n ln 2 + r with |r| <= ln 2 / 2, and exp(r) is its Taylor polynomial of degree 7.
#[inline(always)]
pub(super) fn exp(x: f32) -> f32 {
    // Adding 1.5 * 2^23 leaves the nearest whole number in the lowest bits.
    const ROUND: f32 = 12_582_912.0;
    const LN2_HIGH: f32 = 0.693_145_75;
    const LN2_LOW: f32 = 1.428_606_8e-6;
    let x = x.clamp(-87.0, 88.0);
    let shifted = x * std::f32::consts::LOG2_E + ROUND;
    let n = shifted - ROUND;
    let r = x - n * LN2_HIGH - n * LN2_LOW;
    let p = 1.0 / 5040.0;
    let p = p * r + 1.0 / 720.0;
    let p = p * r + 1.0 / 120.0;
    let p = p * r + 1.0 / 24.0;
    let p = p * r + 1.0 / 6.0;
    let p = p * r + 0.5;
    let p = p * r + 1.0;
    let p = p * r + 1.0;
    let exponent = shifted.to_bits().wrapping_sub(ROUND.to_bits()).wrapping_add(127);
    p * f32::from_bits(exponent << 23)
}

/// The exact GELU, x (1 + erf(x / sqrt 2)) / 2, with erf by Abramowitz and Stegun 7.1.26 (absolute
/// error at most 1.5e-7).
#[inline(always)]
pub(super) fn gelu(x: f32) -> f32 {
    let z = x.abs() * std::f32::consts::FRAC_1_SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let p = 1.061_405_4 * t - 1.453_152;
    let p = p * t + 1.421_413_7;
    let p = p * t - 0.284_496_74;
    let p = p * t + 0.254_829_6;
    let erf = 1.0 - p * t * exp(-z * z);
    0.5 * x * (1.0 + erf.copysign(x))
}

/// GELU by its tanh approximation.
#[inline(always)]
pub(super) fn gelu_tanh(x: f32) -> f32 {
    let z = 0.797_884_6 * (x + 0.044_715 * x * x * x);
    let e = exp(-2.0 * z.abs());
    0.5 * x * (1.0 + ((1.0 - e) / (1.0 + e)).copysign(z))
}

/// Sum of `term` over a row, in eight running sums.
#[inline(always)]
pub(super) fn sum(row: &[f32], term: impl Fn(f32) -> f32) -> f32 {
    let (blocks, rest) = row.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for block in blocks {
        for (sum, x) in sums.iter_mut().zip(block) {
            *sum += term(*x);
        }
    }
    sums.iter().sum::<f32>() + rest.iter().map(|x| term(*x)).sum::<f32>()
}

/// Largest number of a row.
#[inline(always)]
pub(super) fn max(row: &[f32]) -> f32 {
    let larger = |a: f32, b: f32| if b > a { b } else { a };
    let (blocks, rest) = row.as_chunks::<8>();
    let mut maxima = [f32::NEG_INFINITY; 8];
    for block in blocks {
        for (max, x) in maxima.iter_mut().zip(block) {
            *max = larger(*max, *x);
        }
    }
    maxima.into_iter().chain(rest.iter().copied()).fold(f32::NEG_INFINITY, larger)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// -12 to 12 in steps of 1/64.
    fn range() -> impl Iterator<Item = f32> {
        (-768i16..=768).map(|n| f32::from(n) / 64.0)
    }

    #[test]
    fn exp_is_close() {
        for x in range().map(|x| x * 7.0).filter(|x| (-86.0..=80.0).contains(x)) {
            let exact = f64::from(x).exp();
            assert!((f64::from(exp(x)) / exact - 1.0).abs() < 4e-7, "{x}");
        }
        assert!(exp(-1000.0) < 1e-37 && exp(f32::MIN) < 1e-37);
        assert!(exp(f32::NAN).is_nan());
    }

    #[test]
    fn gelu_is_close() {
        for x in range() {
            let exact: f32 = candle_core::Tensor::new(x, &candle_core::Device::Cpu)
                .and_then(|x| x.gelu_erf()?.to_scalar())
                .unwrap();
            assert!((gelu(x) - exact).abs() < 2e-6, "{x}: {} {exact}", gelu(x));
            let tanh: f32 = candle_core::Tensor::new(x, &candle_core::Device::Cpu)
                .and_then(|x| x.gelu()?.to_scalar())
                .unwrap();
            assert!((gelu_tanh(x) - tanh).abs() < 2e-6, "{x}: {} {tanh}", gelu_tanh(x));
        }
        assert!(gelu(f32::NAN).is_nan());
    }

    #[test]
    fn sums_and_maxima() {
        for count in [0u8, 1, 7, 8, 9, 31] {
            let row: Vec<f32> = (0..count).map(f32::from).collect();
            assert_eq!(sum(&row, |x| 2.0 * x), row.iter().sum::<f32>() * 2.0);
            assert_eq!(max(&row), row.iter().copied().fold(f32::NEG_INFINITY, f32::max));
        }
    }
}
