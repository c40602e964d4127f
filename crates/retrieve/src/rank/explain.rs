//! Explanations of a chunk's rank.

use std::fmt::Write;

use serde::Serialize;

use super::fused::{Fused, SideScore};

/// A boost in addition to the keyword and vector scores.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Boost {
    /// Reason for the boost.
    pub reason: String,
    /// Amount added to the fused score.
    pub added: f32,
}

/// The complete explanation of one hit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Explanation {
    /// Name of the fusion policy.
    pub policy: String,
    /// Rank in keyword search; `None` if it was not a candidate there.
    pub bm25: Option<SideScore>,
    /// Rank in vector search; `None` if it was not a candidate there.
    pub vector: Option<SideScore>,
    /// Sum of the two contributions.
    pub fused: f32,
    /// Boosts in addition to the two contributions.
    pub boosts: Vec<Boost>,
}

/// Returns the explanation as one sentence for people.
pub(crate) fn why(fused: &Fused, boosts: &[Boost]) -> String {
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
