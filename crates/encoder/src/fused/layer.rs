//! One layer: self-attention and the feed-forward network, each followed by a layer norm.

use std::ops::Range;

use crate::kernels::{Activation, Grid, Kernel, Left, Norm, Right, activate, add_norm, multiply, softmax};

/// Number of rows that pass through the feed-forward network together. The intermediate values, 84 rows of
/// 1,536 f32, stay in a cache of 1 MB beside a panel of the weights. A multiple of the tile rows of every
/// kernel except AMX, which takes 96.
const FEED_FORWARD_ROWS: usize = 96;

/// Number of rows whose attention is computed together: their scores stay in the nearest cache.
const ATTENTION_ROWS: usize = 32;

/// The kernels of a pass.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kernels {
    pub(super) weights: Kernel,
    pub(super) attention: Kernel,
}

/// A layer's weights, packed.
pub(super) struct Layer {
    /// Queries, scaled by 1 / sqrt(head size), keys and values.
    pub(super) qkv: Right,
    pub(super) output: Right,
    pub(super) output_norm: Norm,
    pub(super) up: Right,
    pub(super) activation: Activation,
    pub(super) down: Right,
    pub(super) down_norm: Norm,
    pub(super) heads: usize,
    /// Number of components per head.
    pub(super) size: usize,
}

/// Intermediate buffers of a pass, reused by the next one.
#[derive(Default)]
pub(super) struct Scratch {
    left: Left,
    qkv: Grid,
    query: Left,
    keys: Right,
    values: Right,
    scores: Grid,
    shares: Left,
    head: Grid,
    context: Grid,
    added: Grid,
    up: Grid,
    wide: Left,
}

impl Layer {
    /// Transforms the rows of `x` into the layer's output. `group` has the row ranges of consecutive texts.
    pub(super) fn attend(
        &self,
        kernels: Kernels,
        x: &mut Grid,
        group: &[Range<usize>],
        scratch: &mut Scratch,
    ) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { return };
        let rows = first.start..last.end;
        let hidden = self.heads.saturating_mul(self.size);
        scratch.left.fill(kernels.weights, x, rows.clone(), 0..hidden);
        multiply(kernels.weights, &scratch.left, &self.qkv, &mut scratch.qkv);
        scratch.context.shape(rows.len(), hidden);
        for text in group {
            let within = text.start.saturating_sub(rows.start)..text.end.saturating_sub(rows.start);
            for head in 0..self.heads {
                self.head(kernels.attention, head, within.clone(), scratch);
            }
        }
        scratch.left.fill(kernels.weights, &scratch.context, 0..rows.len(), 0..hidden);
        multiply(kernels.weights, &scratch.left, &self.output, &mut scratch.added);
        add_norm(kernels.weights.level(), x, rows.start, &scratch.added, &self.output_norm);
    }

    /// Computes one head's part of the context of one text, from the given rows of `scratch.qkv`.
    fn head(&self, kernel: Kernel, head: usize, text: Range<usize>, scratch: &mut Scratch) {
        let Scratch { qkv, query, keys, values, scores, shares, head: mean, context, .. } = scratch;
        let part = |n: usize| {
            let start = n.saturating_mul(self.heads).saturating_add(head).saturating_mul(self.size);
            start..start.saturating_add(self.size)
        };
        keys.fill_keys(kernel, qkv, text.clone(), part(1));
        values.fill_values(kernel, qkv, text.clone(), part(2));
        for first in text.clone().step_by(ATTENTION_ROWS) {
            let rows = first..first.saturating_add(ATTENTION_ROWS).min(text.end);
            query.fill(kernel, qkv, rows.clone(), part(0));
            multiply(kernel, query, keys, scores);
            softmax(kernel, scores, text.len(), shares);
            multiply(kernel, shares, values, mean);
            for (n, row) in rows.enumerate() {
                if let Some(place) = context.row_mut(row).get_mut(part(0)) {
                    place.iter_mut().zip(mean.row(n)).for_each(|(place, x)| *place = *x);
                }
            }
        }
    }

    /// Applies the feed-forward network to all rows.
    pub(super) fn feed_forward(&self, kernels: Kernels, x: &mut Grid, scratch: &mut Scratch) {
        let kernel = kernels.weights;
        let hidden = self.heads.saturating_mul(self.size);
        for first in (0..x.rows()).step_by(FEED_FORWARD_ROWS) {
            let rows = first..first.saturating_add(FEED_FORWARD_ROWS).min(x.rows());
            scratch.left.fill(kernel, x, rows, 0..hidden);
            multiply(kernel, &scratch.left, &self.up, &mut scratch.up);
            activate(kernel, &mut scratch.up, self.up.width(), self.activation);
            scratch.wide.fill(kernel, &scratch.up, 0..scratch.up.rows(), 0..self.up.width());
            multiply(kernel, &scratch.wide, &self.down, &mut scratch.added);
            add_norm(kernel.level(), x, first, &scratch.added, &self.down_norm);
        }
    }
}
