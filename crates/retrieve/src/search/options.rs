//! Options of a search.

use serde::{Deserialize, Serialize};

use crate::question::period::PeriodBoost;
use crate::rank::fusion::Fusion;
use crate::rank::late_interaction::LateInteractionOptions;
use crate::rank::reading_options::ReadingOptions;
use crate::rank::recency::Recency;
use twolane_archive::LexicalOptions;

/// Settings of a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchOptions {
    /// Number of candidates from keyword and from vector search. With 50, 100 and 300, nDCG@10 of the judged
    /// dev sets differed by less than 0.002.
    pub depth: usize,
    /// Policy that fuses the two rankings.
    pub fusion: Fusion,
    /// Settings of BM25.
    pub lexical: LexicalOptions,
    /// Boost for newer papers, if a query asks for it.
    pub recency: Recency,
    /// Boost for papers of a time that the question names.
    pub period: PeriodBoost,
    /// Second stage, used if the model provides token vectors.
    pub late_interaction: LateInteractionOptions,
    /// Reader, used if one belongs to the embedding model.
    pub reading: ReadingOptions,
    /// Time limit of the second stage in milliseconds. Candidates that it has not reached by then are ranked
    /// by the other parts. It takes about 350 ms on two cores, so only a busy machine reaches the limit.
    pub rerank_budget_ms: u64,
    /// Second-stage boost for a chunk with a value of the kind that the question asks for: a figure for "how
    /// much", a date for "when". 0.03 and 0.06 both put the right page first more often than 0, on the
    /// project's own papers and on the sample papers. 0.05 cost a judged set 0.002.
    pub kind_boost: f32,
    /// Second-stage penalty for a chunk without figures that adds hardly any words to its header and the
    /// question. A heading that only repeats the question's words answers nothing.
    pub thin_penalty: f32,
    /// Second-stage penalty for a chunk of the notes behind a section of law, which describe the acts that
    /// created it. It equals the boost of a named section, so that any text of the law ranks above the notes.
    pub notes_penalty: f32,
    /// Number of own words at which a chunk no longer counts as thin.
    pub thin_words: u16,
    /// Boost, on the fused score (0 to 1), for a chunk that belongs to a section that the question names. A
    /// chunk that only cites the section gets half. The first ten hits mostly lie within a fifth of the
    /// scale, so a named section comes first among them.
    pub citation_boost: f32,
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            depth: 100,
            fusion: Fusion::default(),
            lexical: LexicalOptions::default(),
            recency: Recency::default(),
            period: PeriodBoost::default(),
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
