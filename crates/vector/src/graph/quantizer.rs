//! From floats to one-byte codes.

/// One scale for all components of all nodes: codes then compare as whole numbers do, on every
/// processor alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quantizer {
    /// Steps of a code in 1.
    scale: f32,
}

/// One component in this many may lie outside of what codes can tell apart: a few large ones would
/// make the steps of all others coarse.
const CLIPPED: u64 = 10_000;
const BINS: usize = 4096;

impl Quantizer {
    /// A stored scale; `None` when none can be.
    pub fn of_scale(scale: f32) -> Option<Self> {
        (scale.is_finite() && scale > 0.0).then_some(Quantizer { scale })
    }

    /// Steps of a code in 1.
    pub fn scale(self) -> f32 {
        self.scale
    }

    fn reaching(largest: f32) -> Self {
        Quantizer::of_scale(127.0 / largest).unwrap_or(Quantizer { scale: 1.0 })
    }

    /// The finest steps with which nearly all components fit.
    pub fn fit<'a>(rows: impl Iterator<Item = &'a [f32]> + Clone) -> Self {
        let largest = rows.clone().flatten().fold(0_f32, |m, x| m.max(x.abs()));
        let per = BINS as f32 / largest;
        let mut bins = vec![0_u64; BINS];
        let mut all = 0_u64;
        for x in rows.flatten() {
            // Casts from floats end at the largest number, and what is no number becomes 0.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let bin = ((x.abs() * per) as usize).min(BINS - 1);
            if let Some(bin) = bins.get_mut(bin) {
                *bin += 1;
            }
            all += 1;
        }
        let mut beyond = 0;
        let clipped = bins.iter().rev().take_while(|bin| {
            beyond += **bin;
            beyond <= all / CLIPPED
        });
        let reach = BINS - clipped.count().min(BINS - 1);
        Quantizer::reaching(largest * reach as f32 / BINS as f32)
    }

    #[inline]
    fn signed(self, x: f32) -> i8 {
        // In range; what is no number becomes 0.
        #[allow(clippy::cast_possible_truncation)]
        let step = (x * self.scale).round_ties_even().clamp(-127.0, 127.0) as i8;
        step
    }

    /// A vector as a walk's query, zeros up to the length of a code. By its own scale: only the
    /// order of its scores counts.
    pub fn query(vector: &[f32], length: usize, out: &mut Vec<i8>) {
        let largest = vector.iter().fold(0_f32, |m, x| m.max(x.abs()));
        let own = Quantizer::reaching(largest);
        out.clear();
        out.extend(vector.iter().map(|x| own.signed(*x)));
        out.resize(length, 0);
    }

    /// A vector as a node's code.
    pub fn encode(self, vector: &[f32], code: &mut [u8]) {
        for (byte, x) in code.iter_mut().zip(vector.iter().copied().chain(std::iter::repeat(0.0))) {
            *byte = self.signed(x).cast_unsigned() ^ 0x80;
        }
    }
}

/// A node's code as a query; gives its [`bias`].
pub fn signed_code(code: &[u8], out: &mut Vec<i8>) -> i32 {
    out.clear();
    out.extend(code.iter().map(|byte| (byte ^ 0x80).cast_signed()));
    bias(out)
}

/// Returns the term that the offset of codes adds to every dot product with this query.
pub fn bias(query: &[i8]) -> i32 {
    query.iter().map(|x| i32::from(*x)).sum::<i32>().wrapping_mul(128)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_within_half_a_step_and_odd_numbers_do_no_harm() {
        let rows: Vec<f32> = (0..640).map(|i| (i as f32 * 0.37).sin() * 0.2).collect();
        let quantizer = Quantizer::fit(rows.chunks_exact(10));
        let mut code = [0_u8; 64];
        for row in rows.chunks_exact(10) {
            quantizer.encode(row, &mut code);
            for (x, c) in row.iter().zip(code) {
                assert!((x * quantizer.scale() - (f32::from(c) - 128.0)).abs() <= 0.5001);
            }
            assert!(code[10..].iter().all(|c| *c == 128));
        }
        for odd in
            [&[f32::NAN, 1.0][..], &[0.0, 0.0], &[f32::INFINITY, 1.0], &[f32::MIN_POSITIVE / 2.0, 0.0], &[]]
        {
            Quantizer::fit(std::iter::once(odd)).encode(odd, &mut code);
            let mut query = Vec::new();
            Quantizer::query(odd, 64, &mut query);
            assert_eq!(query.len(), 64);
        }
        assert!([f32::NAN, 0.0, -1.0, f32::INFINITY].iter().all(|s| Quantizer::of_scale(*s).is_none()));
    }
}
