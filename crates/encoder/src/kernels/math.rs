//! Elementary functions that the compiler can vectorise. `FMA` is true if the processor multiplies and adds
//! in one step; otherwise the call for that would be slow.

use super::line::WORDS;

/// Computes a b + c.
#[inline(always)]
pub(super) fn fma<const FMA: bool>(a: f32, b: f32, c: f32) -> f32 {
    if FMA { a.mul_add(b, c) } else { a * b + c }
}

/// Adding 1.5 * 2^23 rounds to an integer in the lowest bits, of which the lowest 22 are zero before.
const ROUND: f32 = 12_582_912.0;

/// Returns the nearest integer as the lowest bits of a two's complement, for |x| below 2^21.
#[inline(always)]
pub(super) fn whole(x: f32) -> u32 {
    (x + ROUND).to_bits()
}

/// Returns the nearest integer, for |x| below 2^21.
#[inline(always)]
pub(super) fn rounded(x: f32) -> f32 {
    (x + ROUND) - ROUND
}

/// Rounds to the nearest bf16, ties to even. A NaN stays a NaN, regardless of its lower bits: rounding those
/// of a damaged file would carry over into another number.
#[inline(always)]
pub(super) fn bf16(x: f32) -> u16 {
    let bits = x.to_bits();
    let even = (bits >> 16) & 1;
    let rounded = bits.wrapping_add(0x7fff).wrapping_add(even);
    let bits = if x.is_nan() { bits | 0x40_0000 } else { rounded };
    let [_, _, low, high] = bits.to_le_bytes();
    u16::from_le_bytes([low, high])
}

/// Computes exp(x) for x up to 0 or slightly above, with arguments below -87 raised to -87. The relative
/// error is below 3e-7. The argument is split into n ln 2 + r with |r| <= ln 2 / 2, and exp(r) is its Taylor
/// polynomial of degree 7.
#[inline(always)]
pub(super) fn exp<const FMA: bool>(x: f32) -> f32 {
    const LN2_HIGH: f32 = 0.693_145_75;
    const LN2_LOW: f32 = 1.428_606_8e-6;
    let x = x.clamp(-87.0, 88.0);
    let shifted = fma::<FMA>(x, std::f32::consts::LOG2_E, ROUND);
    let n = shifted - ROUND;
    let r = fma::<FMA>(n, -LN2_LOW, fma::<FMA>(n, -LN2_HIGH, x));
    let p = 1.0 / 5040.0;
    let p = fma::<FMA>(p, r, 1.0 / 720.0);
    let p = fma::<FMA>(p, r, 1.0 / 120.0);
    let p = fma::<FMA>(p, r, 1.0 / 24.0);
    let p = fma::<FMA>(p, r, 1.0 / 6.0);
    let p = fma::<FMA>(p, r, 0.5);
    let p = fma::<FMA>(p, r, 1.0);
    let p = fma::<FMA>(p, r, 1.0);
    let exponent = shifted.to_bits().wrapping_sub(ROUND.to_bits()).wrapping_add(127);
    p * f32::from_bits(exponent << 23)
}

/// Computes exp(x) for x up to 0, with a relative error below 1e-5 if the result is above 1e-6. The result is
/// 2^n times a polynomial of degree 4 for 2^r, |r| <= 1/2 (minimax, relative error 2.6e-6).
#[inline(always)]
pub(super) fn exp_coarse<const FMA: bool>(x: f32) -> f32 {
    let y = (x * std::f32::consts::LOG2_E).clamp(-125.0, 125.0);
    let shifted = y + ROUND;
    let r = y - (shifted - ROUND);
    let p = 0.009_570_086;
    let p = fma::<FMA>(p, r, 0.055_917_9);
    let p = fma::<FMA>(p, r, 0.240_247_45);
    let p = fma::<FMA>(p, r, 0.693_121_8);
    let p = fma::<FMA>(p, r, 0.999_999_3);
    // The exponent of 1 <= p < 2 or slightly below, shifted by n; a NaN has to stay.
    let moved = f32::from_bits(p.to_bits().wrapping_add(shifted.to_bits() << 23));
    if x.is_nan() { x } else { moved }
}

/// Computes the exact GELU, x (1 + erf(x / sqrt 2)) / 2, with erf from Abramowitz and Stegun 7.1.26 (absolute
/// error at most 1.5e-7).
#[inline(always)]
pub(super) fn gelu<const FMA: bool>(x: f32) -> f32 {
    let z = x.abs() * std::f32::consts::FRAC_1_SQRT_2;
    let t = 1.0 / fma::<FMA>(0.327_591_1, z, 1.0);
    let p = fma::<FMA>(1.061_405_4, t, -1.453_152);
    let p = fma::<FMA>(p, t, 1.421_413_7);
    let p = fma::<FMA>(p, t, -0.284_496_74);
    let p = fma::<FMA>(p, t, 0.254_829_6);
    let erf = fma::<FMA>(-(p * t), exp::<FMA>(-z * z), 1.0);
    0.5 * x * (1.0 + erf.copysign(x))
}

/// Computes GELU with an absolute error below 5e-4. erf is a polynomial of degree 15 up to |x| = 4
/// (minimising the absolute error of the product), and 1 beyond.
#[inline(always)]
pub(super) fn gelu_coarse<const FMA: bool>(x: f32) -> f32 {
    let c = x.clamp(-4.0, 4.0);
    let t = c * c;
    let p = -2.602_590_3e-9;
    let p = fma::<FMA>(p, t, 2.083_921_8e-7);
    let p = fma::<FMA>(p, t, -7.314_268_5e-6);
    let p = fma::<FMA>(p, t, 1.497_101_3e-4);
    let p = fma::<FMA>(p, t, -2.012_981e-3);
    let p = fma::<FMA>(p, t, 0.019_010_799);
    let p = fma::<FMA>(p, t, -0.131_775_69);
    let p = fma::<FMA>(p, t, 0.797_346_8);
    let half = 0.5 * x;
    let near = fma::<FMA>(half * c, p, half);
    if x > 4.0 {
        x
    } else if x < -4.0 {
        // Returns NaN for minus infinity, as the exact function does.
        x * 0.0
    } else {
        near
    }
}

/// Computes the tanh approximation of GELU.
#[inline(always)]
pub(super) fn gelu_tanh<const FMA: bool>(x: f32) -> f32 {
    let z = 0.797_884_6 * fma::<FMA>(0.044_715 * x * x, x, x);
    let e = exp::<FMA>(-2.0 * z.abs());
    0.5 * x * (1.0 + ((1.0 - e) / (1.0 + e)).copysign(z))
}

/// Sums `term` over a row, in sixteen running sums.
#[inline(always)]
pub(super) fn sum(row: &[f32], term: impl Fn(f32) -> f32) -> f32 {
    let (blocks, rest) = row.as_chunks::<WORDS>();
    let mut sums = [0.0; WORDS];
    for block in blocks {
        for (sum, x) in sums.iter_mut().zip(block) {
            *sum += term(*x);
        }
    }
    total(sums) + rest.iter().map(|x| term(*x)).sum::<f32>()
}

/// Adds sixteen numbers, halving their count in each step.
#[inline(always)]
pub(super) fn total(sums: [f32; WORDS]) -> f32 {
    let (halves, _) = sums.as_chunks::<8>();
    let mut eight = [0.0; 8];
    for half in halves {
        for (sum, x) in eight.iter_mut().zip(half) {
            *sum += x;
        }
    }
    let [a, b, c, d, e, f, g, h] = eight;
    ((a + e) + (b + f)) + ((c + g) + (d + h))
}

/// Returns the largest number of a row.
#[inline(always)]
pub(super) fn max(row: &[f32]) -> f32 {
    let larger = |a: f32, b: f32| if b > a { b } else { a };
    let (blocks, rest) = row.as_chunks::<WORDS>();
    let mut maxima = [f32::NEG_INFINITY; WORDS];
    for block in blocks {
        for (max, x) in maxima.iter_mut().zip(block) {
            *max = larger(*max, *x);
        }
    }
    maxima.into_iter().chain(rest.iter().copied()).fold(f32::NEG_INFINITY, larger)
}

/// Returns the largest magnitude of a row; NaN if the row has a NaN.
#[inline(always)]
pub(super) fn magnitude(row: &[f32]) -> f32 {
    // Without the sign, the bits of numbers sort in the numbers' order, and those of NaNs come last.
    let bits = |x: &f32| x.to_bits() & 0x7fff_ffff;
    let (blocks, rest) = row.as_chunks::<WORDS>();
    let mut maxima = [0; WORDS];
    for block in blocks {
        for (max, x) in maxima.iter_mut().zip(block) {
            *max = bits(x).max(*max);
        }
    }
    f32::from_bits(maxima.into_iter().chain(rest.iter().map(bits)).fold(0, u32::max))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// NaNs as computed by arithmetic and as found in damaged files.
    const NANS: [u32; 6] = [0x7fc0_0000, 0x7fff_ffff, 0xffff_ffff, 0x7f80_0001, 0x7fff_8001, 0xffff_e000];

    /// Returns -12 to 12 in steps of 1/64.
    fn range() -> impl Iterator<Item = f32> {
        (-768i16..=768).map(|n| f32::from(n) / 64.0)
    }

    /// Computes the error function in double precision: by its Taylor series near 0, otherwise by the
    /// asymptotic one.
    fn erf(x: f64) -> f64 {
        if x.abs() > 3.0 {
            let y = 0.5 / (x * x);
            let series = 1.0 - y * (1.0 - 3.0 * y * (1.0 - 5.0 * y * (1.0 - 7.0 * y)));
            return x.signum() - (-x * x).exp() / (x * std::f64::consts::PI.sqrt()) * series;
        }
        let (mut term, mut sum) = (x, x);
        for n in 1..200 {
            term *= -x * x / f64::from(n);
            sum += term / f64::from(2 * n + 1);
        }
        sum * std::f64::consts::FRAC_2_SQRT_PI
    }

    #[test]
    fn exp_is_close() {
        for x in range().map(|x| x * 7.0).filter(|x| (-86.0..=80.0).contains(x)) {
            let exact = f64::from(x).exp();
            for ours in [exp::<false>(x), exp::<true>(x)] {
                assert!((f64::from(ours) / exact - 1.0).abs() < 4e-7, "{x}");
            }
            if (-14.0..=0.0).contains(&x) {
                for ours in [exp_coarse::<false>(x), exp_coarse::<true>(x)] {
                    assert!((f64::from(ours) / exact - 1.0).abs() < 1e-5, "{x}");
                }
            }
        }
        assert!(exp::<true>(-1000.0) < 1e-37 && exp::<false>(f32::MIN) < 1e-37);
        assert!(exp_coarse::<true>(-1000.0) < 1e-37 && exp_coarse::<false>(f32::NEG_INFINITY) < 1e-37);
        for nan in NANS.map(f32::from_bits) {
            assert!(
                exp::<true>(nan).is_nan()
                    && exp_coarse::<true>(nan).is_nan()
                    && gelu_coarse::<true>(nan).is_nan()
            );
            let halved = u32::from(bf16(nan)) << 16;
            assert!(f32::from_bits(halved).is_nan(), "{:x}", nan.to_bits());
        }
    }

    #[test]
    fn gelu_is_close() {
        for x in range() {
            let wide = f64::from(x);
            let exact = 0.5 * wide * (1.0 + erf(wide / std::f64::consts::SQRT_2));
            let tanh = 0.5 * wide * (1.0 + (0.797_884_560_8 * (wide + 0.044_715 * wide.powi(3))).tanh());
            for (ours, exact, bound) in [
                (gelu::<false>(x), exact, 2e-6),
                (gelu::<true>(x), exact, 2e-6),
                (gelu_tanh::<false>(x), tanh, 2e-6),
                (gelu_tanh::<true>(x), tanh, 2e-6),
                (gelu_coarse::<false>(x), exact, 5e-4),
                (gelu_coarse::<true>(x), exact, 5e-4),
            ] {
                assert!((f64::from(ours) - exact).abs() < bound, "{x}: {ours} {exact}");
            }
        }
        assert!(gelu::<true>(f32::NAN).is_nan() && gelu_coarse::<true>(f32::NAN).is_nan());
    }

    #[test]
    fn sums_and_maxima() {
        for count in [0u8, 1, 7, 8, 9, 16, 17, 31, 50] {
            let row: Vec<f32> = (0..count).map(f32::from).collect();
            assert_eq!(sum(&row, |x| 2.0 * x), row.iter().sum::<f32>() * 2.0);
            assert_eq!(max(&row), row.iter().copied().fold(f32::NEG_INFINITY, f32::max));
            let minus: Vec<f32> = row.iter().map(|x| -x).collect();
            assert_eq!(magnitude(&minus), f32::from(count.saturating_sub(1)));
        }
        for at in [0, 5, 16, 18] {
            let mut row = [1.0; 19];
            row[at] = f32::NAN;
            assert!(magnitude(&row).is_nan() && sum(&row, |x| x).is_nan());
        }
    }

    #[test]
    fn whole_numbers_and_halves() {
        for n in -2047i16..=2047 {
            let [low, high, ..] = whole(f32::from(n) + 0.25).to_le_bytes();
            assert_eq!(i16::from_le_bytes([low, high]), n);
            assert_eq!(rounded(f32::from(n) - 0.25), f32::from(n));
        }
        for (x, bits) in [
            (1.0f32, 0x3f80),
            (-2.0, 0xc000),
            (1.003_906_3, 0x3f80),
            (1.011_718_8, 0x3f82),
            (f32::INFINITY, 0x7f80),
        ] {
            assert_eq!(bf16(x), bits, "{x}");
        }
        assert!(f32::from_bits(u32::from(bf16(f32::NAN)) << 16).is_nan());
    }
}
