//! Relevance of the best statements, by the built-in cross-encoder.

use crate::error::AskError;
use crate::language::question::Question;
use twolane_encoder::Embedder;

use super::ranked::Ranked;

/// Logits of the cross-encoder from the negative of this to this become relevances from 0 to 1.
const LOGITS: f32 = 12.0;
/// Maximum characters of a header beside a statement.
const HEADER: usize = 120;

/// Scores the first `most` candidates, which are ranked without it. The others get the least relevance of these, so that
/// none passes them for being unread.
pub(super) fn add_relevance(
    ranked: &mut [Ranked],
    embedder: &dyn Embedder,
    question: &Question,
    most: usize,
) -> Result<(), AskError> {
    let Some(model) = embedder.cross_encoder()? else { return Ok(()) };
    let read = ranked.len().min(most);
    let (first, rest) = ranked.split_at_mut(read);
    let texts: Vec<String> = first.iter().map(with_header).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let scores = model.scores(question.text(), &texts, &|| true)?;
    let mut least: f32 = 1.0;
    for (r, score) in first.iter_mut().zip(scores) {
        let relevance = score.map_or(0.0, |logit| f32::midpoint(logit / LOGITS, 1.0).clamp(0.0, 1.0));
        r.features.relevance = Some(relevance);
        least = least.min(relevance);
    }
    rest.iter_mut().for_each(|r| r.features.relevance = Some(least));
    Ok(())
}

fn with_header(r: &Ranked) -> String {
    let header: String = r.header.chars().take(HEADER).collect();
    format!("{header}: {}", r.described)
}
