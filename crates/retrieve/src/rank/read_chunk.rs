//! The reader's result for one chunk, in the bytes of the chunk's own text.

use std::ops::Range;
use std::sync::Arc;

use twolane_encoder::{Reading, Span};

/// Margin of a passage without words, below every margin of the reader.
const NO_SPAN: f32 = -25.0;

/// The reader's result for a chunk.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadChunk {
    reading: Arc<Reading>,
    /// Bytes of the header, which precedes the chunk's own text in the input.
    header: usize,
    /// Margin of the best span, cached because it is requested often.
    margin: f32,
}

impl ReadChunk {
    /// Keeps a result; `header` counts the bytes of the input before the chunk's own text.
    pub(crate) fn of(reading: Reading, header: usize) -> Self {
        let mut read = ReadChunk { reading: Arc::new(reading), header, margin: NO_SPAN };
        read.margin = read.best().map_or(NO_SPAN, |span| span.margin);
        read
    }

    /// Returns the fit of the chunk: a logit that orders the chunks of one question.
    pub fn rank(&self) -> f32 {
        self.reading.rank
    }

    /// Returns the answer logit; above 0 means that the chunk answers the question.
    pub fn answers(&self) -> f32 {
        self.reading.answers
    }

    /// Returns the best span of the chunk's own text, in byte offsets.
    pub fn best(&self) -> Option<Span> {
        self.best_within(0..usize::MAX)
    }

    /// Returns the best span within this byte range of the chunk's own text.
    pub fn best_within(&self, bytes: Range<usize>) -> Option<Span> {
        let there = |at: usize| at.saturating_add(self.header);
        let span = self.reading.best_within(there(bytes.start)..there(bytes.end))?;
        let back = |at: usize| at.saturating_sub(self.header);
        Some(Span { bytes: back(span.bytes.start)..back(span.bytes.end), ..span })
    }

    /// Returns the evidence within this byte range of the chunk's own text: a logit that orders the statements of one
    /// question.
    pub fn evidence_within(&self, bytes: Range<usize>) -> Option<f32> {
        let there = |at: usize| at.saturating_add(self.header);
        self.reading.evidence_within(there(bytes.start)..there(bytes.end))
    }

    /// Returns the margin of the best span; far below 0 if there is no span.
    pub fn margin(&self) -> f32 {
        self.margin
    }
}
