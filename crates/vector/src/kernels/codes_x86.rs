//! AVX2 and AVX-512 kernels for codes.

use std::arch::x86_64::{
    __m128i, __m256i, __m512i, _MM_HINT_T0, _mm_add_epi32, _mm_loadu_si128, _mm_prefetch, _mm_storeu_si128,
    _mm256_add_epi32, _mm256_castsi256_si128, _mm256_cvtepi8_epi16, _mm256_cvtepu8_epi16,
    _mm256_extracti128_si256, _mm256_hadd_epi32, _mm256_madd_epi16, _mm256_setzero_si256,
    _mm512_castsi512_si256, _mm512_dpbusd_epi32, _mm512_extracti64x4_epi64, _mm512_loadu_si512,
    _mm512_setzero_si512,
};

use super::code_table::{AHEAD, CODE_ALIGN, CodeTable};

/// Asks for the bytes, a cache line at a time.
#[inline(always)]
pub fn prefetch(bytes: &[u8]) {
    for line in bytes.chunks(CODE_ALIGN) {
        prefetch_line(line);
    }
}

/// Asks for the cache line in which these bytes begin.
#[inline(always)]
fn prefetch_line(line: &[u8]) {
    // SAFETY: a hint that reads nothing; SSE is part of every x86-64 processor.
    #[allow(unsafe_code)]
    unsafe {
        _mm_prefetch::<_MM_HINT_T0>(line.as_ptr().cast());
    }
}

/// # Safety
/// The processor must have AVX-512 F, BW and VNNI; the query's length must be a multiple of 64.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni,avx2")]
#[allow(unsafe_code)]
pub unsafe fn score_vnni(query: &[i8], bias: i32, table: CodeTable<'_>, rows: &[u32], scores: &mut [i32]) {
    by_fours(query, table, rows, scores, bias, |codes| {
        let mut sums: [__m512i; 4] = [_mm512_setzero_si512(); 4];
        for at in (0..query.len()).step_by(64) {
            // SAFETY: at + 64 <= the query's length, which is the length of every code.
            #[allow(unsafe_code)]
            unsafe {
                let q = _mm512_loadu_si512(query.as_ptr().add(at).cast());
                for (sum, code) in sums.iter_mut().zip(codes) {
                    let c = _mm512_loadu_si512(code.as_ptr().add(at).cast());
                    *sum = _mm512_dpbusd_epi32(*sum, c, q);
                }
            }
        }
        let half = |v: __m512i| -> __m256i {
            _mm256_add_epi32(_mm512_castsi512_si256(v), _mm512_extracti64x4_epi64::<1>(v))
        };
        let [a, b, c, d] = sums;
        across([half(a), half(b), half(c), half(d)])
    });
}

/// # Safety
/// The processor must have AVX2; the query's length must be a multiple of 64.
#[target_feature(enable = "avx2")]
#[allow(unsafe_code)]
pub unsafe fn score_avx2(query: &[i8], bias: i32, table: CodeTable<'_>, rows: &[u32], scores: &mut [i32]) {
    by_fours(query, table, rows, scores, bias, |codes| {
        let mut sums: [__m256i; 4] = [_mm256_setzero_si256(); 4];
        for at in (0..query.len()).step_by(16) {
            // SAFETY: at + 16 <= the query's length, which is the length of every code.
            #[allow(unsafe_code)]
            unsafe {
                let q = _mm256_cvtepi8_epi16(_mm_loadu_si128(query.as_ptr().add(at).cast()));
                for (sum, code) in sums.iter_mut().zip(codes) {
                    let c = _mm256_cvtepu8_epi16(_mm_loadu_si128(code.as_ptr().add(at).cast()));
                    *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(c, q));
                }
            }
        }
        across(sums)
    });
}

/// Runs a kernel over four codes at a time; every code that it gets is as long as the query.
#[inline(always)]
fn by_fours(
    query: &[i8],
    table: CodeTable<'_>,
    rows: &[u32],
    scores: &mut [i32],
    bias: i32,
    kernel: impl Fn([&[u8]; 4]) -> [i32; 4],
) {
    let length = query.len();
    for row in rows.iter().take(AHEAD) {
        prefetch(table.code(*row, length));
    }
    for (at, (rows4, scores)) in rows.chunks(4).zip(scores.chunks_mut(4)).enumerate() {
        let later = 4 * at + AHEAD;
        for row in rows.get(later..rows.len().min(later + 4)).unwrap_or(&[]) {
            prefetch(table.code(*row, length));
        }
        let Some(first) = rows4.first() else { continue };
        // A short last group repeats its first row.
        let code = |i: usize| table.code(*rows4.get(i).unwrap_or(first), length);
        let codes = [code(0), code(1), code(2), code(3)];
        if codes.iter().all(|c| c.len() == length) {
            for (score, sum) in scores.iter_mut().zip(kernel(codes)) {
                *score = sum.wrapping_sub(bias);
            }
            continue;
        }
        for (score, code) in scores.iter_mut().zip(codes).filter(|(_, code)| code.len() == length) {
            let [sum, ..] = kernel([code; 4]);
            *score = sum.wrapping_sub(bias);
        }
    }
}

/// The sum of each register's eight numbers.
#[target_feature(enable = "avx2")]
#[inline]
fn across([a, b, c, d]: [__m256i; 4]) -> [i32; 4] {
    let pairs = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
    let sums: __m128i = _mm_add_epi32(_mm256_castsi256_si128(pairs), _mm256_extracti128_si256::<1>(pairs));
    let mut out = [0_i32; 4];
    // SAFETY: the place holds sixteen bytes.
    #[allow(unsafe_code)]
    unsafe {
        _mm_storeu_si128(out.as_mut_ptr().cast(), sums);
    }
    out
}
