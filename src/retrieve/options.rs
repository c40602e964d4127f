//! Settings of a search.

use serde::{Deserialize, Serialize};

use crate::archive::LexicalOptions;

use super::fusion::Fusion;
use super::late_interaction::LateInteractionOptions;
use super::reading::ReadingOptions;
use super::recency::Recency;

/// Settings of a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchOptions {
    /// Candidates taken from each side. With 50, 100 and 300 nDCG@10 of the judged dev sets
    /// differed by less than .002.
    pub depth: usize,
    /// Policy of fusion.
    pub fusion: Fusion,
    /// BM25's settings.
    pub lexical: LexicalOptions,
    /// How newer papers are lifted when that is asked for.
    pub recency: Recency,
    /// The second stage, where the model gives out token vectors.
    pub late_interaction: LateInteractionOptions,
    /// The reader, where one goes with the embedding model.
    pub reading: ReadingOptions,
    /// Milliseconds that the second stage may take; what it has not reached by then is ranked by
    /// the other parts. It takes about 350 on two cores, so that only a busy machine runs into this.
    pub rerank_budget_ms: u64,
    /// Added in the second stage to a chunk that holds a value of the kind that the question asks
    /// for: a figure for "how much", a date for "when". .03 and .06 both put the right page first
    /// more often than 0, on our papers and on the sample papers; .05 cost a judged set .002.
    pub kind_boost: f32,
    /// Taken in the second stage from a chunk without figures that says hardly anything beyond its
    /// own header and the question: a heading that only repeats the question's words answers
    /// nothing.
    pub thin_penalty: f32,
    /// Taken in the second stage from a chunk of the notes behind a section of law, which tell of the acts
    /// that made it: as much as a named section is given, so that any text of the law comes before them.
    pub notes_penalty: f32,
    /// Words of its own from which on a chunk says something.
    pub thin_words: u16,
    /// Added to the fused score (0 to 1) of a chunk that belongs to a section which the question
    /// names; half of it when the chunk only cites that section. The first ten of a search mostly
    /// lie within a fifth of the scale, so a section that is named comes first among them.
    pub citation_boost: f32,
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            depth: 100,
            fusion: Fusion::default(),
            lexical: LexicalOptions::default(),
            recency: Recency::default(),
            reading: ReadingOptions::default(),
            rerank_budget_ms: 10_000,
            kind_boost: 0.04,
            thin_penalty: 0.1,
            notes_penalty: 0.2,
            thin_words: 6,
            late_interaction: LateInteractionOptions::default(),
            citation_boost: 0.2,
        }
    }
}
