//! AVX2 and AVX-512 dot products.
//!
//! Two accumulators a row, taken in turn, so that the single and the fourfold form add in the
//! same order and give the same bits.

use std::arch::x86_64::{
    __m256, __m512, __mmask16, _mm_add_ps, _mm_add_ss, _mm_cvtss_f32, _mm_movehl_ps, _mm_shuffle_ps,
    _mm256_castps256_ps128, _mm256_extractf128_ps, _mm256_fmadd_ps, _mm256_loadu_ps, _mm256_setzero_ps,
    _mm512_add_ps, _mm512_fmadd_ps, _mm512_loadu_ps, _mm512_maskz_loadu_ps, _mm512_reduce_add_ps,
    _mm512_setzero_ps,
};

/// # Safety
/// The processor must have AVX-512 F; `b` must be at least as long as `a`.
#[target_feature(enable = "avx512f")]
#[allow(unsafe_code)]
pub unsafe fn dot_avx512(a: &[f32], b: &[f32]) -> f32 {
    let [sum] = wide::<1>(a, [b]);
    sum
}

/// # Safety
/// The processor must have AVX-512 F; every row must be at least as long as `query`.
#[target_feature(enable = "avx512f")]
#[allow(unsafe_code)]
pub unsafe fn dot4_avx512(query: &[f32], rows: [&[f32]; 4]) -> [f32; 4] {
    wide::<4>(query, rows)
}

/// # Safety
/// The processor must have AVX2 and FMA; `b` must be at least as long as `a`.
#[target_feature(enable = "avx2,fma")]
#[allow(unsafe_code)]
pub unsafe fn dot_avx2(a: &[f32], b: &[f32]) -> f32 {
    let [sum] = narrow::<1>(a, [b]);
    sum
}

/// # Safety
/// The processor must have AVX2 and FMA; every row must be at least as long as `query`.
#[target_feature(enable = "avx2,fma")]
#[allow(unsafe_code)]
pub unsafe fn dot4_avx2(query: &[f32], rows: [&[f32]; 4]) -> [f32; 4] {
    narrow::<4>(query, rows)
}

#[target_feature(enable = "avx512f")]
#[inline]
fn wide<const ROWS: usize>(query: &[f32], rows: [&[f32]; ROWS]) -> [f32; ROWS] {
    let n = rows.iter().fold(query.len(), |n, row| n.min(row.len()));
    let mut sums: [[__m512; 2]; ROWS] = [[_mm512_setzero_ps(); 2]; ROWS];
    let mut at = 0;
    let mut turn = 0;
    while at + 16 <= n {
        // SAFETY: at + 16 <= n, and n is at most the length of the query and of every row.
        #[allow(unsafe_code)]
        let q = unsafe { _mm512_loadu_ps(query.as_ptr().add(at)) };
        for (sums, row) in sums.iter_mut().zip(rows) {
            // SAFETY: as above.
            #[allow(unsafe_code)]
            let r = unsafe { _mm512_loadu_ps(row.as_ptr().add(at)) };
            if let Some(sum) = sums.get_mut(turn) {
                *sum = _mm512_fmadd_ps(q, r, *sum);
            }
        }
        at += 16;
        turn ^= 1;
    }
    if at < n {
        let mask: __mmask16 = (1u16 << (n - at)) - 1;
        // SAFETY: the mask lets only the n - at (< 16) elements before n be read.
        #[allow(unsafe_code)]
        let q = unsafe { _mm512_maskz_loadu_ps(mask, query.as_ptr().add(at)) };
        for (sums, row) in sums.iter_mut().zip(rows) {
            // SAFETY: as above.
            #[allow(unsafe_code)]
            let r = unsafe { _mm512_maskz_loadu_ps(mask, row.as_ptr().add(at)) };
            if let Some(sum) = sums.get_mut(turn) {
                *sum = _mm512_fmadd_ps(q, r, *sum);
            }
        }
    }
    sums.map(|[even, odd]| _mm512_reduce_add_ps(_mm512_add_ps(even, odd)))
}

#[target_feature(enable = "avx2,fma")]
#[inline]
fn narrow<const ROWS: usize>(query: &[f32], rows: [&[f32]; ROWS]) -> [f32; ROWS] {
    let n = rows.iter().fold(query.len(), |n, row| n.min(row.len()));
    let mut sums: [[__m256; 2]; ROWS] = [[_mm256_setzero_ps(); 2]; ROWS];
    let mut at = 0;
    let mut turn = 0;
    while at + 8 <= n {
        // SAFETY: at + 8 <= n, and n is at most the length of the query and of every row.
        #[allow(unsafe_code)]
        let q = unsafe { _mm256_loadu_ps(query.as_ptr().add(at)) };
        for (sums, row) in sums.iter_mut().zip(rows) {
            // SAFETY: as above.
            #[allow(unsafe_code)]
            let r = unsafe { _mm256_loadu_ps(row.as_ptr().add(at)) };
            if let Some(sum) = sums.get_mut(turn) {
                *sum = _mm256_fmadd_ps(q, r, *sum);
            }
        }
        at += 8;
        turn ^= 1;
    }
    let mut out = [0.0; ROWS];
    for ((out, [even, odd]), row) in out.iter_mut().zip(sums).zip(rows) {
        let rest = query.iter().zip(row).take(n).skip(at);
        *out = horizontal(even) + horizontal(odd) + rest.map(|(x, y)| x * y).sum::<f32>();
    }
    out
}

#[target_feature(enable = "avx2")]
#[inline]
fn horizontal(v: __m256) -> f32 {
    let four = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps::<1>(v));
    let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps::<0b01>(two, two)))
}
