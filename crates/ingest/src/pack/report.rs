//! Progress and results of an installation.

use std::collections::BTreeMap;

use serde::Serialize;

use twolane_law::EditionDiff;
use twolane_law::pack::Manifest;

/// The progress of an installation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InstallStep {
    /// Texts embedded, and their total.
    Embedded(usize, usize),
    /// Sections written, and their total.
    Written(usize, usize),
    /// Vectors added to the graph, and their total. Everything else is in the archive by then; cancelling
    /// leaves the graph for a later commit.
    Linked(usize, usize),
}

/// The result of an installation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct InstallReport {
    /// The manifest of the pack.
    #[serde(flatten)]
    pub manifest: Manifest,
    /// The number of sections with text.
    pub with_text: usize,
    /// The number of sections with only a heading.
    pub headings_only: usize,
    /// The number of sections whose text the archive already had, from another edition.
    pub shared: usize,
    /// The number of citations found in the new sections.
    pub edges: usize,
    /// The number of texts embedded by the model on this machine.
    pub embedded: usize,
    /// The number of texts whose embeddings came with the pack.
    pub embeddings_from_pack: usize,
    /// The number of sections that each other installed pack also has, by pack name.
    pub also_in: BTreeMap<String, usize>,
    /// The key of the earlier editions, where it did not sign this one and that was accepted.
    pub signer_before: Option<String>,
    /// The differences from the newest installed edition, for an update.
    #[serde(flatten)]
    pub diff: Option<EditionDiff>,
    /// The edition that the differences refer to.
    pub from_edition: Option<String>,
    /// The reason why a due graph over the vectors could not be built; search finds the installed sections
    /// without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without_graph: Option<String>,
    /// The duration in seconds.
    pub seconds: f64,
}
