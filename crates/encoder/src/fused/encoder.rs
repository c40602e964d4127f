//! Layers of a BERT or RoBERTa encoder.

use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::layer::{Kernels, Layer, Scratch};
use crate::Pooling;
use crate::kernels::{Activation, ElementType, Grid, Kernel, Level, Norm, Right, norm_rows};
use crate::weights::{EncoderTensors, RowTable};
use twolane_text::TokenSigns;

/// Sizes that the weights must fit.
pub(crate) struct Sizes {
    pub(crate) vocabulary: usize,
    pub(crate) hidden: usize,
    pub(crate) layers: usize,
    pub(crate) heads: usize,
    pub(crate) intermediate: usize,
    pub(crate) positions: usize,
    pub(crate) types: usize,
    /// Row of the position embeddings for the first token.
    pub(crate) first_position: usize,
    pub(crate) epsilon: f32,
    pub(crate) activation: Activation,
}

/// Number type and instruction set of an encoder's products.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Arithmetic {
    pub(crate) element: ElementType,
    pub(crate) level: Level,
}

/// An encoder that runs on the processor.
pub(crate) struct FusedEncoder {
    /// Shared with a model trained on the same word embeddings.
    words: Arc<RowTable>,
    /// Position embeddings, starting at the first token's position.
    positions: Vec<f32>,
    types: Vec<f32>,
    norm: Norm,
    layers: Vec<Layer>,
    kernels: Kernels,
    hidden: usize,
}

/// Layers of another model above the first layers of an encoder.
pub(crate) struct UpperLayers {
    /// Number of the encoder's layers below them.
    first: usize,
    layers: Vec<Layer>,
}

/// Number of rows from several texts whose products with weights are computed together. It is large enough
/// that loading the weights costs little in comparison.
const GROUP: usize = 128;

thread_local! {
    /// One buffer for each embedding thread, so that consecutive passes allocate nothing.
    static ROOM: Cell<Room> = Cell::default();
}

#[derive(Default)]
struct Room {
    x: Grid,
    scratch: Scratch,
}

/// Error message about weights or a pass's input.
type Result<T> = std::result::Result<T, String>;

impl EncoderTensors<'_> {
    fn norm(&self, name: &str, sizes: &Sizes) -> Result<Norm> {
        Ok(Norm {
            weight: self.numbers(&format!("{name}.weight"), &[sizes.hidden])?,
            bias: self.numbers(&format!("{name}.bias"), &[sizes.hidden])?,
            epsilon: sizes.epsilon,
        })
    }

    /// Returns the weights, one row per output, and the bias.
    fn linear(&self, name: &str, into: usize, out: usize) -> Result<(Vec<f32>, Vec<f32>)> {
        let weight = self.numbers(&format!("{name}.weight"), &[out, into])?;
        Ok((weight, self.numbers(&format!("{name}.bias"), &[out])?))
    }
}

impl FusedEncoder {
    /// Builds an encoder from weights and a table of word embeddings, either its own or that of the model it
    /// was trained on.
    pub(crate) fn new(
        words: Arc<RowTable>,
        weights: &EncoderTensors<'_>,
        sizes: &Sizes,
        arithmetic: Arithmetic,
    ) -> Result<Self> {
        if words.shape() != (sizes.vocabulary, sizes.hidden) {
            return Err(format!(
                "word embeddings of shape {:?} for {} words of {} numbers",
                words.shape(),
                sizes.vocabulary,
                sizes.hidden
            ));
        }
        let hidden = sizes.hidden;
        let mut positions =
            weights.numbers("embeddings.position_embeddings.weight", &[sizes.positions, hidden])?;
        positions.drain(..sizes.first_position.saturating_mul(hidden).min(positions.len()));
        let types = weights.numbers("embeddings.token_type_embeddings.weight", &[sizes.types, hidden])?;
        let norm = weights.norm("embeddings.LayerNorm", sizes)?;
        let Arithmetic { element, level } = arithmetic;
        let kernels = Kernels {
            weights: Kernel::of_weights(element, level),
            attention: Kernel::of_attention(element, level),
        };
        let layers = (0..sizes.layers)
            .into_par_iter()
            .map(|n| layer(weights, sizes, kernels, n))
            .collect::<Result<_>>()?;
        Ok(Self { words, positions, types, norm, layers, kernels, hidden })
    }

    /// Reads the upper layers of another model, which was trained above this encoder's first layers. `first` is the number of
    /// these, and `sizes.layers` that of both together.
    pub(crate) fn upper_layers(
        &self,
        weights: &EncoderTensors<'_>,
        sizes: &Sizes,
        first: usize,
    ) -> Result<UpperLayers> {
        let layers = (first..sizes.layers)
            .into_par_iter()
            .map(|n| layer(weights, sizes, self.kernels, n))
            .collect::<Result<_>>()?;
        Ok(UpperLayers { first, layers })
    }

    /// Returns the table of word embeddings.
    pub(crate) fn words(&self) -> &Arc<RowTable> {
        &self.words
    }

    /// Computes one vector per text. `texts` has token ids, none empty.
    pub(crate) fn forward(&self, texts: &[&[u32]], pooling: Pooling) -> Result<Vec<Vec<f32>>> {
        self.run(texts, &[], |x, places| places.iter().map(|rows| self.pool(x, rows, pooling)).collect())
    }

    /// Runs [`FusedEncoder::forward`] and also returns the signs of all token vectors except the first and
    /// the last, which are special tokens.
    pub(crate) fn forward_with_signs(
        &self,
        texts: &[&[u32]],
        pooling: Pooling,
    ) -> Result<Vec<(Vec<f32>, TokenSigns)>> {
        self.run(texts, &[], |x, places| {
            let of = |rows: &Range<usize>| {
                let inner = rows.start.saturating_add(1)..rows.end.saturating_sub(1);
                (self.pool(x, rows, pooling), TokenSigns::of(self.hidden, inner.map(|row| x.row(row))))
            };
            places.iter().map(of).collect()
        })
    }

    /// Returns the last layer's vectors of all tokens, text by text, concatenated. `types` has the token
    /// types of each text; missing ones are 0.
    pub(crate) fn token_rows(&self, texts: &[&[u32]], types: &[&[u32]]) -> Result<Vec<Vec<f32>>> {
        self.run(texts, types, |x, places| self.all_rows(x, places))
    }

    /// Does the same as [`FusedEncoder::token_rows`] with another model's layers above the first ones.
    pub(crate) fn token_rows_through(
        &self,
        upper: &UpperLayers,
        texts: &[&[u32]],
        types: &[&[u32]],
    ) -> Result<Vec<Vec<f32>>> {
        let layers = self.layers.iter().take(upper.first).chain(&upper.layers);
        self.run_layers(layers, texts, types, |x, places| self.all_rows(x, places))
    }

    fn all_rows(&self, x: &Grid, places: &[Range<usize>]) -> Vec<Vec<f32>> {
        let text = |rows: &Range<usize>| {
            let mut all = Vec::with_capacity(rows.len().saturating_mul(self.hidden));
            rows.clone().for_each(|row| all.extend(x.row(row).iter().take(self.hidden)));
            all
        };
        places.iter().map(text).collect()
    }

    /// Returns the last layer's vector of each text's first token. `types` has the token types of each text.
    pub(crate) fn first_rows(&self, texts: &[&[u32]], types: &[&[u32]]) -> Result<Vec<Vec<f32>>> {
        self.run(texts, types, |x, places| {
            places.iter().map(|rows| self.pool(x, rows, Pooling::Cls)).collect()
        })
    }

    /// Runs the layers and applies `take` to the last layer's rows and the row ranges of the texts.
    fn run<T>(
        &self,
        texts: &[&[u32]],
        types: &[&[u32]],
        take: impl FnOnce(&Grid, &[Range<usize>]) -> T,
    ) -> Result<T> {
        self.run_layers(self.layers.iter(), texts, types, take)
    }

    fn run_layers<'l, T>(
        &self,
        layers: impl Iterator<Item = &'l Layer>,
        texts: &[&[u32]],
        types: &[&[u32]],
        take: impl FnOnce(&Grid, &[Range<usize>]) -> T,
    ) -> Result<T> {
        let mut end: usize = 0;
        let places: Vec<Range<usize>> = texts
            .iter()
            .map(|ids| {
                let start = end;
                end = start.saturating_add(ids.len());
                start..end
            })
            .collect();
        // An error drops the buffer; the next pass starts with an empty one.
        let mut room = ROOM.take();
        self.embed(texts, types, &mut room.x)?;
        for layer in layers {
            for group in groups(&places) {
                layer.attend(self.kernels, &mut room.x, group, &mut room.scratch);
            }
            layer.feed_forward(self.kernels, &mut room.x, &mut room.scratch);
        }
        let taken = take(&room.x, &places);
        ROOM.set(room);
        Ok(taken)
    }

    /// Writes the input embeddings. Missing token types count as 0.
    fn embed(&self, texts: &[&[u32]], types: &[&[u32]], x: &mut Grid) -> Result<()> {
        x.shape(texts.iter().map(|ids| ids.len()).sum(), self.hidden);
        let mut at: usize = 0;
        for (n, ids) in texts.iter().enumerate() {
            let given = types.get(n).copied().unwrap_or_default();
            let types = given.iter().copied().chain(std::iter::repeat(0));
            let mut positions = self.positions.chunks_exact(self.hidden);
            for (id, kind) in ids.iter().zip(types) {
                let row = x.row_mut(at);
                let word = self.words.copy(*id, row);
                let (true, Some(of_kind), Some(position)) =
                    (word, self.row(&self.types, kind), positions.next())
                else {
                    return Err(format!(
                        "there is no token {id}, no token type {kind} or no position for it"
                    ));
                };
                for (x, (position, kind)) in row.iter_mut().zip(position.iter().zip(of_kind)) {
                    *x += position + kind;
                }
                at = at.saturating_add(1);
            }
        }
        norm_rows(self.kernels.weights.level(), x, &self.norm);
        Ok(())
    }

    fn row<'a>(&self, rows: &'a [f32], n: u32) -> Option<&'a [f32]> {
        let start = usize::try_from(n).ok()?.checked_mul(self.hidden)?;
        rows.get(start..start.checked_add(self.hidden)?)
    }

    fn pool(&self, x: &Grid, rows: &Range<usize>, pooling: Pooling) -> Vec<f32> {
        match pooling {
            Pooling::Cls => x.row(rows.start).iter().take(self.hidden).copied().collect(),
            Pooling::Mean => {
                // Token counts of a text are far below 65,536.
                let count = f32::from(u16::try_from(rows.len()).unwrap_or(u16::MAX)).max(1.0);
                let mut mean = vec![0.0; self.hidden];
                for row in rows.clone() {
                    mean.iter_mut().zip(x.row(row)).for_each(|(sum, x)| *sum += x);
                }
                mean.iter_mut().for_each(|x| *x /= count);
                mean
            }
        }
    }
}

/// Groups consecutive texts with up to [`GROUP`] rows together; a longer text forms its own group.
fn groups(places: &[Range<usize>]) -> impl Iterator<Item = &[Range<usize>]> {
    let mut rest = places;
    std::iter::from_fn(move || {
        let start = rest.first()?.start;
        let fitting = rest.iter().take_while(|rows| rows.end.saturating_sub(start) <= GROUP).count();
        let (group, after) = rest.split_at(fitting.clamp(1, rest.len()));
        rest = after;
        Some(group)
    })
}

fn layer(weights: &EncoderTensors<'_>, sizes: &Sizes, kernels: Kernels, n: usize) -> Result<Layer> {
    let Sizes { hidden, heads, intermediate, .. } = *sizes;
    let size = hidden.checked_div(heads).unwrap_or_default();
    // The size of a head is far below 65,536.
    let scale = 1.0 / f32::from(u16::try_from(size).unwrap_or(u16::MAX)).sqrt();
    let prefix = format!("encoder.layer.{n}");
    let mut qkv = Vec::with_capacity(hidden.saturating_mul(hidden).saturating_mul(3));
    let mut qkv_bias = Vec::new();
    for (part, scale) in [("query", scale), ("key", 1.0), ("value", 1.0)] {
        let (weight, bias) = weights.linear(&format!("{prefix}.attention.self.{part}"), hidden, hidden)?;
        qkv.extend(weight.iter().map(|x| x * scale));
        qkv_bias.extend(bias.iter().map(|x| x * scale));
    }
    let linear = |name: &str, into: usize, out: usize| -> Result<Right> {
        let (weight, bias) = weights.linear(&format!("{prefix}.{name}.dense"), into, out)?;
        Ok(Right::of_weights(kernels.weights, &weight, into, &bias))
    };
    let (output, up) =
        (linear("attention.output", hidden, hidden)?, linear("intermediate", hidden, intermediate)?);
    let down = linear("output", intermediate, hidden)?;
    Ok(Layer {
        qkv: Right::of_weights(kernels.weights, &qkv, hidden, &qkv_bias),
        output,
        output_norm: weights.norm(&format!("{prefix}.attention.output.LayerNorm"), sizes)?,
        up,
        activation: sizes.activation,
        down,
        down_norm: weights.norm(&format!("{prefix}.output.LayerNorm"), sizes)?,
        heads,
        size,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_hold_every_text_once() {
        let places = |lengths: &[usize]| -> Vec<Range<usize>> {
            let mut end = 0;
            lengths
                .iter()
                .map(|n| {
                    end += n;
                    end - n..end
                })
                .collect()
        };
        for (lengths, expected) in [
            (vec![], vec![]),
            (vec![300, 5, 123, 1, 128, 60], vec![1, 2, 1, 1, 1]),
            (vec![10; 13], vec![12, 1]),
        ] {
            let places = places(&lengths);
            let sizes: Vec<usize> = groups(&places).map(<[_]>::len).collect();
            assert_eq!(sizes, expected, "{lengths:?}");
        }
    }
}
