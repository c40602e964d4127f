//! Why a chunk stands where it does.

use std::fmt::Write;

use serde::Serialize;

use super::fusion::Fused;

/// A chunk's place on one side.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SideScore {
    /// Rank among the side's candidates, from 1.
    pub rank: usize,
    /// BM25 score or cosine.
    pub raw: f32,
    /// The raw score on the policy's scale.
    pub scaled: f32,
    /// What it adds to the fused score.
    pub part: f32,
    /// Words of the query that the chunk holds (BM25 only).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub matched: Vec<String>,
}

/// Something besides the two sides that moved a chunk.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Boost {
    /// What it was for.
    pub reason: String,
    /// What it added to the fused score.
    pub added: f32,
}

/// The whole account of one hit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Explanation {
    /// Policy of fusion.
    pub policy: String,
    /// Place among BM25's candidates; `None` when it was not one.
    pub bm25: Option<SideScore>,
    /// Place among the vectors' candidates; `None` when it was not one.
    pub vector: Option<SideScore>,
    /// Sum of the sides' parts.
    pub fused: f32,
    /// What moved it besides.
    pub boosts: Vec<Boost>,
}

/// One sentence for people.
pub(super) fn why(fused: &Fused, boosts: &[Boost]) -> String {
    let mut text = String::new();
    match (&fused.lexical, &fused.vector) {
        (Some(l), Some(v)) => {
            let _ = write!(
                text,
                "words rank {}{}, meaning rank {} (cosine {:.2})",
                l.rank,
                words(&l.matched),
                v.rank,
                v.raw
            );
        }
        (Some(l), None) => {
            let _ = write!(text, "words rank {}{}", l.rank, words(&l.matched));
        }
        (None, Some(v)) => {
            let _ =
                write!(text, "meaning rank {} (cosine {:.2}), not among the best by words", v.rank, v.raw);
        }
        (None, None) => text.push_str("reached by its citation"),
    }
    for boost in boosts {
        let _ = write!(text, "; {} ({:+.2})", boost.reason, boost.added);
    }
    text
}

fn words(matched: &[String]) -> String {
    if matched.is_empty() { String::new() } else { format!(" ({})", matched.join(", ")) }
}
