//! What an installation did.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::law::EditionDiff;
use crate::law::pack::Manifest;

/// Progress of an installation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InstallStep {
    /// Texts embedded, of how many.
    Embedded(usize, usize),
    /// Sections written, of how many.
    Written(usize, usize),
    /// Vectors put into the graph over all of them, of how many. All else is in the archive by then, and
    /// who cancels leaves the graph for a later commit.
    Linked(usize, usize),
}

/// What an installation did.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct InstallReport {
    /// The pack.
    #[serde(flatten)]
    pub manifest: Manifest,
    /// Sections with text.
    pub with_text: usize,
    /// Sections of which only the heading is known.
    pub headings_only: usize,
    /// Sections whose text the archive had already, from another edition.
    pub shared: usize,
    /// Citations found in the new sections.
    pub edges: usize,
    /// Texts embedded by the model here.
    pub embedded: usize,
    /// Texts whose embeddings came with the pack.
    pub embeddings_from_pack: usize,
    /// Sections that another installed pack has too, by its name.
    pub also_in: BTreeMap<String, usize>,
    /// Key of the editions before, where this one is not signed by it and was accepted all the same.
    pub signer_before: Option<String>,
    /// Differences from the edition that was the newest, for an update.
    #[serde(flatten)]
    pub diff: Option<EditionDiff>,
    /// Edition that the differences are against.
    pub from_edition: Option<String>,
    /// Why the graph over the vectors could not be made, where it was due; what was installed is found
    /// without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without_graph: Option<String>,
    /// Seconds it took.
    pub seconds: f64,
}
