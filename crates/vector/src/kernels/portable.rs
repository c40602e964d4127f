//! The reference: safe, for every processor.

/// Sixteen running sums, so that the compiler may use whatever vectors the target has.
const LANES: usize = 16;

/// Dot product over the shorter length.
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0f32; LANES];
    let n = a.len().min(b.len());
    let (a, b) = (a.get(..n).unwrap_or(&[]), b.get(..n).unwrap_or(&[]));
    let (mut left, mut right) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    for (x, y) in left.by_ref().zip(right.by_ref()) {
        for ((sum, x), y) in sums.iter_mut().zip(x).zip(y) {
            *sum += x * y;
        }
    }
    let tail: f32 = left.remainder().iter().zip(right.remainder()).map(|(x, y)| x * y).sum();
    sums.iter().sum::<f32>() + tail
}

/// Dot products of one query with four rows.
pub fn dot4(query: &[f32], rows: [&[f32]; 4]) -> [f32; 4] {
    rows.map(|row| dot(query, row))
}
