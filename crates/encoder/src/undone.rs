//! A model beside the reader: decides if a text of a paper cancels a statement.

use std::path::Path;

use super::dense::Dense;
use super::error::InferenceError;
use super::fused::{FusedEncoder, Sizes, UpperLayers};
use super::weights::TensorFile;
use twolane_text::Place;

/// Weights of the upper layers and the head, trained by `models/reader/undone.py`. The lower layers are the reader's.
const UNDONE: &[u8] = include_bytes!("../../../models/reader/undone.safetensors");
const UNDONE_NAME: &str = "the built-in model for cancelled statements";

/// Number of the reader's layers below its own, and of all, as in training.
const OF_READER: usize = 3;
const LAYERS: usize = 6;

/// A statement and a text of its paper or another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearText<'a> {
    /// Statement that may be cancelled, behind the headings above it.
    pub statement: &'a str,
    /// The text that may cancel it.
    pub text: &'a str,
    /// Place of the text.
    pub place: Place,
}

/// Three layers above the reader's first ones, and a head: two dense layers with a rectifier between them, and an
/// embedding of the place added to the first.
pub(super) struct Undone {
    pub(super) layers: UpperLayers,
    hidden: Dense,
    out: Dense,
    places: Vec<Vec<f32>>,
}

impl Undone {
    /// Builds the model above a reader's encoder.
    pub(super) fn above(encoder: &FusedEncoder, sizes: &Sizes) -> Result<Self, InferenceError> {
        let name = Path::new(UNDONE_NAME);
        let file = TensorFile::of_bytes(name, UNDONE)?;
        let (shape, numbers) = file.numbers("places.weight")?;
        let [_, width] = *shape.as_slice() else {
            return Err(file.bad(format!("places.weight has shape {shape:?}, expected a matrix")));
        };
        let places = numbers.chunks_exact(width.max(1)).map(<[f32]>::to_vec).collect();
        let sizes = Sizes { layers: LAYERS, ..*sizes };
        let layers =
            encoder.upper_layers(&file.under(""), &sizes, OF_READER).map_err(|what| file.bad(what))?;
        Ok(Self { layers, hidden: Dense::read(&file, "hidden")?, out: Dense::read(&file, "out")?, places })
    }

    /// Returns the probability that the text cancels the statement. `rows` has the vectors of all tokens, of which the
    /// first `statement` are those of the statement.
    pub(super) fn of(&self, rows: &[f32], width: usize, statement: usize, place: Place) -> f32 {
        let first: Vec<f32> = rows.iter().take(width).copied().collect();
        let (own, text) = rows.split_at(statement.saturating_mul(width).min(rows.len()));
        let input = [first, mean(text, width), mean(own, width)].concat();
        let mut hidden = self.hidden.apply(&input);
        let place = self.places.get(number(place)).map_or(&[][..], Vec::as_slice);
        hidden.iter_mut().zip(place).for_each(|(x, place)| *x += place);
        hidden.iter_mut().for_each(|x| *x = x.max(0.0));
        let logit = self.out.apply(&hidden).first().copied().unwrap_or(0.0);
        1.0 / (1.0 + (-logit).exp())
    }
}

/// Returns the row of a place's embedding, as in training.
fn number(place: Place) -> usize {
    match place {
        Place::Behind => 0,
        Place::Elsewhere => 1,
        Place::Label => 2,
        Place::Heading => 3,
        Place::Note => 4,
        Place::Top => 5,
    }
}

fn mean(rows: &[f32], width: usize) -> Vec<f32> {
    let mut mean = vec![0.0; width];
    let mut count: f32 = 0.0;
    for row in rows.chunks_exact(width.max(1)) {
        mean.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
        count += 1.0;
    }
    mean.iter_mut().for_each(|x| *x /= count.max(1.0));
    mean
}
