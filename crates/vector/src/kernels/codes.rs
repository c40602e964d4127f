//! Dot products of one-byte codes: the scores of a walk over the graph.
//!
//! A row's components are stored as bytes offset by 128, a query's are signed: that is the pair of
//! operands that processors multiply fastest. All sums are of whole numbers, so every kernel gives
//! the same, and what is built by one processor is the same bytes as what another one builds.

use std::sync::OnceLock;

use super::code_table::{CODE_ALIGN, CodeTable};

/// Longest code in bytes: the sum of this many products of 255 and 127 fits into 32 bits.
pub const CODE_MAX: usize = 1 << 16;

/// Instruction sets that have a kernel for codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CodeLevel {
    /// Safe code, any processor.
    Portable,
    /// AVX2 instructions of x86-64.
    Avx2,
    /// AVX-512 with VNNI.
    Vnni,
}

impl CodeLevel {
    /// The best that this processor has.
    pub fn best() -> Self {
        static BEST: OnceLock<CodeLevel> = OnceLock::new();
        *BEST.get_or_init(|| {
            [CodeLevel::Vnni, CodeLevel::Avx2]
                .into_iter()
                .find(|l| l.is_available())
                .unwrap_or(CodeLevel::Portable)
        })
    }

    /// Returns true if this processor supports the kernel.
    pub fn is_available(self) -> bool {
        match self {
            CodeLevel::Portable => true,
            #[cfg(target_arch = "x86_64")]
            CodeLevel::Avx2 => is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            CodeLevel::Vnni => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vnni")
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }
}

/// The dot product of a query with the code of each row, into as many scores as there are rows; a
/// score stays as it is for a row that the table does not have. `bias` is what the offset of 128
/// adds to every product: 128 times the sum of the query's components.
#[inline]
pub fn score_codes(
    level: CodeLevel,
    query: &[i8],
    bias: i32,
    table: CodeTable<'_>,
    rows: &[u32],
    scores: &mut [i32],
) {
    let whole = query.len().is_multiple_of(CODE_ALIGN) && query.len() <= CODE_MAX;
    match level {
        #[cfg(target_arch = "x86_64")]
        CodeLevel::Vnni if whole && level.is_available() => {
            // SAFETY: availability was just checked, and the query's length is a multiple of 64.
            #[allow(unsafe_code)]
            unsafe {
                super::codes_x86::score_vnni(query, bias, table, rows, scores)
            }
        }
        #[cfg(target_arch = "x86_64")]
        CodeLevel::Avx2 if whole && level.is_available() => {
            // SAFETY: as above.
            #[allow(unsafe_code)]
            unsafe {
                super::codes_x86::score_avx2(query, bias, table, rows, scores)
            }
        }
        _ => {
            for (row, score) in rows.iter().zip(scores) {
                let code = table.code(*row, query.len());
                if code.len() == query.len() {
                    let products = code.iter().zip(query).map(|(c, q)| i32::from(*c) * i32::from(*q));
                    *score = products.fold(0_i32, i32::wrapping_add).wrapping_sub(bias);
                }
            }
        }
    }
}

/// Asks for the bytes, a cache line at a time, so that they are there when they are read.
#[inline(always)]
pub fn prefetch(bytes: &[u8]) {
    #[cfg(target_arch = "x86_64")]
    super::codes_x86::prefetch(bytes);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = bytes;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(seed: u64, n: usize) -> Vec<u8> {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let step = |_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 33) as u8
        };
        (0..n).map(step).collect()
    }

    #[test]
    fn every_kernel_gives_what_plain_sums_give() {
        for level in [CodeLevel::Portable, CodeLevel::Avx2, CodeLevel::Vnni] {
            if !level.is_available() {
                eprintln!("SKIPPED: this processor has no {level:?}");
                continue;
            }
            for (length, offset) in [(0, 0), (64, 0), (384, 128), (1024, 64), (CODE_MAX, 0), (100, 28)] {
                let stride = length + offset;
                let table = bytes(7, 11 * stride);
                let table = CodeTable { bytes: &table, stride, offset };
                let query: Vec<i8> = bytes(3, length).iter().map(|b| b.cast_signed().max(-127)).collect();
                let bias = 128 * query.iter().map(|x| i32::from(*x)).sum::<i32>();
                let rows = [10, 0, 3, 3, 11, 7, 1, u32::MAX, 2];
                let mut scores = [i32::MIN; 9];
                score_codes(level, &query, bias, table, &rows, &mut scores);
                for (row, score) in rows.iter().zip(scores) {
                    let code = table.code(*row, length);
                    let exact = |c: &[u8]| -> i32 {
                        c.iter().zip(&query).map(|(c, q)| (i32::from(*c) - 128) * i32::from(*q)).sum()
                    };
                    let there = length == 0 || *row <= 10;
                    assert_eq!(score, if there { exact(code) } else { i32::MIN }, "{level:?} {length} {row}");
                }
            }
        }
    }

    #[test]
    fn the_largest_sum_fits() {
        let table = vec![255_u8; CODE_MAX];
        let query = vec![127_i8; CODE_MAX];
        let (largest, bias) = (127 * 127 * CODE_MAX as i32, 128 * 127 * CODE_MAX as i32);
        for level in [CodeLevel::Portable, CodeLevel::Avx2, CodeLevel::Vnni] {
            let mut score = [0];
            let table = CodeTable { bytes: &table, stride: CODE_MAX, offset: 0 };
            score_codes(level, &query, bias, table, &[0], &mut score);
            assert_eq!(score, [largest], "{level:?}");
        }
    }
}
