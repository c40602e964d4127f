//! Self-attention of one text.

use candle_core::{CpuStorage, CustomOp1, InplaceOp2, Layout, Result, Shape, Tensor, bail};

use super::rows::{Softmax, numbers, numbers_mut};

/// Attention over `heads` heads of `size` numbers each.
#[derive(Debug, Clone)]
pub(super) struct Attention {
    pub(super) heads: usize,
    pub(super) size: usize,
    /// Biases of queries, keys and values, one behind the other.
    pub(super) bias: Vec<f32>,
}

impl Attention {
    /// `qkv`: (tokens, 3 heads size), before biases. Writes (tokens, heads size) to `context` from
    /// its row `first` on.
    pub(super) fn run(&self, qkv: &Tensor, context: &Tensor, first: usize) -> Result<()> {
        let tokens = qkv.dim(0)?;
        let split = qkv.apply_op1_no_bwd(&Split { attention: self, tokens })?;
        let part = |n: usize| split.narrow(0, n.saturating_mul(self.heads), self.heads);
        let (query, key, value) = (part(0)?, part(1)?, part(2)?);
        let weights = query.matmul(&key.transpose(1, 2)?)?;
        weights.inplace_op1(&Softmax { width: tokens })?;
        let heads = weights.matmul(&value)?;
        context.narrow(0, first, tokens)?.inplace_op2(&heads, &Join { attention: self, tokens })
    }

    fn width(&self) -> usize {
        self.heads.saturating_mul(self.size)
    }
}

/// (tokens, 3 heads size) to (3 heads, tokens, size), with biases, and queries scaled by
/// 1 / sqrt(size).
struct Split<'a> {
    attention: &'a Attention,
    tokens: usize,
}

impl CustomOp1 for Split<'_> {
    fn name(&self) -> &'static str {
        "split-heads"
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let Attention { heads, size, bias } = self.attention;
        let all = numbers(storage, layout)?;
        // The size of a head is far below 65,536.
        let scale = 1.0 / f32::from(u16::try_from(*size).unwrap_or(u16::MAX)).sqrt();
        let mut out = Vec::with_capacity(all.len());
        for (n, bias) in bias.chunks_exact((*size).max(1)).enumerate() {
            let scale = if n < *heads { scale } else { 1.0 };
            let start = n.saturating_mul(*size);
            for row in all.chunks_exact(self.attention.width().saturating_mul(3).max(1)) {
                let Some(head) = row.get(start..start.saturating_add(*size)) else {
                    bail!("attention over rows of {} numbers", row.len());
                };
                out.extend(head.iter().zip(bias).map(|(x, bias)| (x + bias) * scale));
            }
        }
        Ok((CpuStorage::F32(out), Shape::from((heads.saturating_mul(3), self.tokens, *size))))
    }
}

/// (heads, tokens, size) back to (tokens, heads size).
struct Join<'a> {
    attention: &'a Attention,
    tokens: usize,
}

impl InplaceOp2 for Join<'_> {
    fn name(&self) -> &'static str {
        "join-heads"
    }

    fn cpu_fwd(
        &self,
        context: &mut CpuStorage,
        context_layout: &Layout,
        heads: &CpuStorage,
        heads_layout: &Layout,
    ) -> Result<()> {
        let size = self.attention.size.max(1);
        let context = numbers_mut(context, context_layout)?;
        let per_head = size.saturating_mul(self.tokens).max(1);
        for (n, head) in numbers(heads, heads_layout)?.chunks_exact(per_head).enumerate() {
            let start = n.saturating_mul(size);
            let rows = context.chunks_exact_mut(self.attention.width().max(1));
            for (row, part) in rows.zip(head.chunks_exact(size)) {
                if let Some(place) = row.get_mut(start..start.saturating_add(size)) {
                    place.copy_from_slice(part);
                }
            }
        }
        Ok(())
    }
}
