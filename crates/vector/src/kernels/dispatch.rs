//! Choice of the kernel at run time.

use std::sync::OnceLock;

use super::portable;

/// Instruction sets that have a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum KernelLevel {
    /// Safe code, any processor.
    Portable,
    /// AVX2 with FMA.
    Avx2,
    /// AVX-512 F instructions of x86-64.
    Avx512,
}

impl KernelLevel {
    /// The best that this processor has.
    pub fn best() -> Self {
        static BEST: OnceLock<KernelLevel> = OnceLock::new();
        *BEST.get_or_init(|| {
            [KernelLevel::Avx512, KernelLevel::Avx2]
                .into_iter()
                .find(|l| l.is_available())
                .unwrap_or(KernelLevel::Portable)
        })
    }

    /// Returns true if this processor supports the kernel.
    pub fn is_available(self) -> bool {
        match self {
            KernelLevel::Portable => true,
            #[cfg(target_arch = "x86_64")]
            KernelLevel::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
            #[cfg(target_arch = "x86_64")]
            KernelLevel::Avx512 => is_x86_feature_detected!("avx512f"),
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }
}

/// Dot product over the shorter length, by the best kernel.
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    dot_with(KernelLevel::best(), a, b)
}

/// Dot product over the shorter length, by this kernel (the portable one where it is missing).
pub fn dot_with(level: KernelLevel, a: &[f32], b: &[f32]) -> f32 {
    let n = a.len().min(b.len());
    let (a, b) = (a.get(..n).unwrap_or(&[]), b.get(..n).unwrap_or(&[]));
    match level {
        #[cfg(target_arch = "x86_64")]
        KernelLevel::Avx512 if level.is_available() => {
            // SAFETY: availability of avx512f was just checked; both slices have length n.
            #[allow(unsafe_code)]
            unsafe {
                super::x86::dot_avx512(a, b)
            }
        }
        #[cfg(target_arch = "x86_64")]
        KernelLevel::Avx2 if level.is_available() => {
            // SAFETY: availability of avx2 and fma was just checked; both slices have length n.
            #[allow(unsafe_code)]
            unsafe {
                super::x86::dot_avx2(a, b)
            }
        }
        _ => portable::dot(a, b),
    }
}

/// Computes dot products of one query with four rows at once: four chains of additions hide each
/// other's latency. Of a row that is shorter than the query, the components that it has count.
pub fn dot4_with(level: KernelLevel, query: &[f32], rows: [&[f32]; 4]) -> [f32; 4] {
    if rows.iter().any(|row| row.len() != query.len()) {
        return rows.map(|row| dot_with(level, query, row));
    }
    match level {
        #[cfg(target_arch = "x86_64")]
        KernelLevel::Avx512 if level.is_available() => {
            // SAFETY: availability of avx512f was just checked; all lengths are equal.
            #[allow(unsafe_code)]
            unsafe {
                super::x86::dot4_avx512(query, rows)
            }
        }
        #[cfg(target_arch = "x86_64")]
        KernelLevel::Avx2 if level.is_available() => {
            // SAFETY: availability of avx2 and fma was just checked; all lengths are equal.
            #[allow(unsafe_code)]
            unsafe {
                super::x86::dot4_avx2(query, rows)
            }
        }
        _ => portable::dot4(query, rows),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(seed: u32, n: usize) -> Vec<f32> {
        let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(1);
        (0..n)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 17;
                state ^= state << 5;
                (f64::from(state) / f64::from(u32::MAX) * 2.0 - 1.0) as f32
            })
            .collect()
    }

    #[test]
    fn every_kernel_agrees_with_double_precision_at_every_length() {
        for level in [KernelLevel::Portable, KernelLevel::Avx2, KernelLevel::Avx512] {
            if !level.is_available() {
                eprintln!("SKIPPED: this processor has no {level:?}");
                continue;
            }
            for n in 0..=260 {
                let a = numbers(n as u32 + 1, n);
                let rows: Vec<Vec<f32>> = (0..4).map(|i| numbers(1000 * i + n as u32 + 7, n)).collect();
                let exact =
                    |b: &[f32]| -> f64 { a.iter().zip(b).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum() };
                let four = dot4_with(level, &a, [&rows[0], &rows[1], &rows[2], &rows[3]]);
                for (row, four) in rows.iter().zip(four) {
                    let one = dot_with(level, &a, row);
                    assert!((f64::from(one) - exact(row)).abs() < 1e-5 * (1.0 + n as f64), "{level:?} {n}");
                    assert_eq!(one.to_bits(), four.to_bits(), "{level:?} {n}: alone and in four differ");
                }
            }
        }
    }

    #[test]
    fn unequal_lengths_count_over_the_shorter() {
        let (a, b) = (numbers(1, 50), numbers(2, 33));
        assert_eq!(dot(&a, &b), dot(&a[..33], &b));
        let four = dot4_with(KernelLevel::best(), &a, [&b, &a, &b[..3], &[]]);
        assert_eq!(four[3], 0.0);
        assert_eq!(four[0], dot(&a, &b));
    }
}
