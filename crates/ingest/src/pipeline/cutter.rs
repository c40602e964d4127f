//! Cuts chunks for a model, or without one.

use crate::chunk::{ChunkOptions, ChunkPlan, ChunkSource, chunks};
use twolane_encoder::Embedder;

use super::options::IngestOptions;

/// The cutter of chunks: with a model its tokens are counted, without one they are estimated.
pub(crate) struct Cutter<'a> {
    embedder: Option<&'a dyn Embedder>,
    chunk: ChunkOptions,
}

impl<'a> Cutter<'a> {
    /// Creates a cutter with the settings of an ingest.
    pub(crate) fn new(options: &IngestOptions, embedder: Option<&'a dyn Embedder>) -> Self {
        let chunk = match embedder {
            Some(embedder) => options.chunk.for_model(embedder.max_tokens()),
            None => options.chunk,
        };
        Cutter { embedder, chunk }
    }

    /// Cuts a document.
    pub(crate) fn cut(&self, source: &ChunkSource<'_>) -> ChunkPlan {
        let count = |text: &str| match self.embedder {
            Some(embedder) => embedder.count_tokens(text),
            None => about_tokens(text),
        };
        chunks(source, &self.chunk, &count)
    }
}

/// Estimates the WordPiece tokens of an English text without the model. A word of up to six letters is one
/// token, digits count by threes, a mark is one; two tokens are special.
fn about_tokens(text: &str) -> usize {
    let mut tokens = 2_usize;
    let mut run = 0_usize;
    for c in text.chars() {
        if c.is_alphanumeric() {
            if run.is_multiple_of(6) {
                tokens = tokens.saturating_add(1);
            }
            run = run.saturating_add(if c.is_numeric() { 2 } else { 1 });
        } else {
            run = 0;
            if !c.is_whitespace() {
                tokens = tokens.saturating_add(1);
            }
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_about_right() {
        for (text, expected) in [("", 2), ("the board met", 5), ("$25.00", 6), ("reconsideration", 5)] {
            assert_eq!(about_tokens(text), expected, "{text:?}");
        }
    }
}
