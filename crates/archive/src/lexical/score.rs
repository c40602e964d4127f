//! BM25 in Lucene's form.

/// Inverse document frequency: ln(1 + (N - df + .5) / (df + .5)), never below 0.
pub fn idf(documents: u64, containing: u64) -> f32 {
    let (n, df) = (documents as f32, containing as f32);
    (1.0 + (n - df + 0.5).max(0.0) / (df + 0.5)).ln()
}

/// Effect of length on term frequency.
#[derive(Debug, Clone, Copy)]
pub struct Saturation {
    /// k1 * (1 - b).
    base: f32,
    /// k1 * b / average length.
    slope: f32,
}

impl Saturation {
    /// `average` is the mean length of a document in terms.
    pub fn new(k1: f32, b: f32, average: f32) -> Self {
        let k1 = if k1.is_finite() { k1.max(0.0) } else { 0.0 };
        let b = if b.is_finite() { b.clamp(0.0, 1.0) } else { 0.0 };
        Saturation { base: k1 * (1.0 - b), slope: if average > 0.0 { k1 * b / average } else { 0.0 } }
    }

    /// Returns the constant part of the norm, and the part that is multiplied by the length.
    #[cfg(feature = "postgres")]
    pub fn parts(self) -> (f32, f32) {
        (self.base, self.slope)
    }

    /// Returns the term that length adds to the frequency in the denominator: a term saturates as
    /// tf / (tf + norm), with norm = k1 * (1 - b + b * length / average).
    pub fn norm(self, length: f32) -> f32 {
        self.base + self.slope * length
    }
}
