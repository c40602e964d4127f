//! Computes the embeddings that go into a pack.

use std::collections::BTreeMap;

use crate::IngestOptions;
use twolane_encoder::{Embedder, InferenceError, Role};
use twolane_law::pack::{Manifest, PackEmbeddings};
use twolane_law::{SectionStatus, StatuteSection};
use twolane_text::{ContentHash, SourceId};

use super::record::section_record;

/// Embeds the chunks of these sections, as cut on this machine. Calls `progress` with (done, total).
///
/// # Errors
/// Returns those of the model, and [`InferenceError::Cancelled`].
pub fn embed_sections(
    sections: &[StatuteSection],
    manifest: &Manifest,
    embedder: &dyn Embedder,
    options: &IngestOptions,
    progress: &(dyn Fn(usize, usize) -> bool + Sync),
) -> Result<PackEmbeddings, InferenceError> {
    let chunk = options.chunk.for_model(embedder.max_tokens());
    let count = |text: &str| embedder.count_tokens(text);
    let mut texts: BTreeMap<ContentHash, String> = BTreeMap::new();
    for section in sections.iter().filter(|s| s.status != SectionStatus::HeadingOnly) {
        let hash = ContentHash::of(section.citation.as_bytes());
        let id = SourceId(hash.0.clone());
        let record =
            section_record(section, manifest, "state", (id, &hash), options.read.wrap, &chunk, &count);
        for chunk in &record.chunks {
            texts.entry(chunk.embedded_hash()).or_insert_with(|| chunk.embedded_text());
        }
    }
    let mut ordered: Vec<(&ContentHash, &String)> = texts.iter().collect();
    // Texts of similar length together waste no padding.
    ordered.sort_by_key(|(hash, text)| (std::cmp::Reverse(text.len()), (*hash).clone()));
    let mut out = PackEmbeddings {
        dims: u32::try_from(embedder.dimensions()).unwrap_or(0),
        ..PackEmbeddings::default()
    };
    for group in ordered.chunks(options.embed_group.max(1)) {
        let batch: Vec<&str> = group.iter().map(|(_, text)| text.as_str()).collect();
        let done = out.vectors.len();
        let embedded =
            embedder.embed(&batch, Role::Passage, &|n, _| progress(done.saturating_add(n), ordered.len()))?;
        let keyed = group.iter().zip(embedded).map(|((hash, _), e)| ((*hash).clone(), e.values));
        out.vectors.extend(keyed);
    }
    Ok(out)
}
