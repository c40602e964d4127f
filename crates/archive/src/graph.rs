//! The archive's graph over its vectors: one file beside them, which knows ids alone.

use std::path::Path;
use std::sync::Arc;

use super::catalogue::ManifestFile;
use super::error::ArchiveError;
use super::paths::{GRAPH, join, sync_folder};
use twolane_vector::{Graph, GraphOptions, Made, VectorIndex, make_graph};

/// A graph is extended once the rows beside it, which every search scans, are more than this part
/// of its nodes (one in so many): each extension writes the whole file.
const BESIDE_PART: usize = 32;
/// Fewer rows beside a graph cost less than extending it.
const BESIDE: usize = 2048;
/// Largest share of nodes without a row, as one part in this many: a graph with more is rebuilt.
const DEAD_PART: usize = 4;

/// True for files that this module writes.
pub fn is_graph_file(path: &str) -> bool {
    path.starts_with("graph/")
}

/// The file of the graph that a manifest names.
pub fn file_of(manifest: &[ManifestFile]) -> Option<&ManifestFile> {
    manifest.iter().find(|file| is_graph_file(&file.path))
}

/// Opens the graph that a manifest names, unless it was built over other vectors than these: a
/// program that knows no graphs keeps it when it changes the model. If `held` was opened from the
/// same file, it is reused with everything that it has read.
pub fn open(
    dir: &Path,
    manifest: &[ManifestFile],
    index: &VectorIndex,
    held: Option<&Arc<Graph>>,
) -> Result<Option<Arc<Graph>>, ArchiveError> {
    let Some(file) = file_of(manifest) else { return Ok(None) };
    let graph = match held {
        Some(held) => Arc::clone(held),
        None => Arc::new(Graph::open(&join(dir, &file.path)).map_err(ArchiveError::vectors)?),
    };
    let of = |segment: &Arc<twolane_vector::Segment>| {
        segment.model() == graph.model() && segment.dims() == graph.dims()
    };
    Ok(index.segments().all(of).then_some(graph))
}

/// For a person: what it means that a commit could not build the graph, by [`super::Writer::without_graph`].
pub fn without_graph(error: &ArchiveError) -> String {
    format!(
        "everything is in the archive, but the graph over its vectors could not be made ({error}); until a later command makes it, searches compare all vectors, which takes longer"
    )
}

/// Change that a graph needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Due {
    Nothing,
    Extend,
    Anew,
    Drop,
}

fn due(index: &VectorIndex, graph: Option<&Graph>, options: &GraphOptions) -> Due {
    let enough = index.len() >= options.from_vectors;
    let Some(graph) = graph else { return if enough { Due::Anew } else { Due::Nothing } };
    let beside = index.ids().filter(|id| *id > graph.last_id()).count();
    let dead = graph.len().saturating_sub(index.len() - beside);
    if dead > graph.len() / DEAD_PART {
        return if enough { Due::Anew } else { Due::Drop };
    }
    if enough && graph.m() != options.links() {
        return Due::Anew;
    }
    if beside > (graph.len() / BESIDE_PART).max(BESIDE) { Due::Extend } else { Due::Nothing }
}

/// Result of a change of the graph.
#[derive(Debug, PartialEq, Eq)]
pub enum Changed {
    /// The manifest is right as it is.
    Nothing,
    /// The graph is now this file (relative to the archive); `None` when there is no graph.
    To(Option<String>),
}

/// Builds, extends or drops the graph, if the vectors have changed enough. `progress` hears (done,
/// of) nodes and may stop it by `false`; the next commit then tries again.
pub fn update(
    dir: &Path,
    generation: u64,
    manifest: &[ManifestFile],
    index: &VectorIndex,
    options: &GraphOptions,
    progress: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Changed, ArchiveError> {
    let named = file_of(manifest).is_some();
    // One that can't be read is replaced.
    let old = open(dir, manifest, index, None).ok().flatten();
    let old = match due(index, old.as_deref(), options) {
        Due::Nothing if named && old.is_none() => return Ok(Changed::To(None)),
        Due::Nothing => return Ok(Changed::Nothing),
        Due::Drop => return Ok(Changed::To(None)),
        Due::Anew => None,
        Due::Extend => old.filter(|old| old.verify().is_ok()),
    };
    let folder = dir.join(GRAPH);
    std::fs::create_dir_all(&folder).map_err(ArchiveError::write(&folder))?;
    let name = format!("{GRAPH}/{generation}.hnsw");
    let made = make_graph(&join(dir, &name), index, old.as_deref(), options, progress);
    match made.map_err(ArchiveError::vectors)? {
        Made::Stopped => Ok(Changed::Nothing),
        Made::Written { .. } => {
            sync_folder(&folder).map_err(ArchiveError::write(&folder))?;
            Ok(Changed::To(Some(name)))
        }
    }
}
