//! Counts and sizes of a folder.

use std::path::Path;

use super::catalogue;
use super::error::ArchiveError;
use super::graph::is_graph_file;
use super::paths::{CATALOGUE, DESCRIPTOR};
use super::snapshot::Snapshot;
use super::stats::{CacheStats, PartBytes, Stats};
use super::vectors::is_vector_file;

/// Returns the counts and sizes of a generation in this folder.
pub(super) fn sizes(dir: &Path, snapshot: &Snapshot) -> Result<Stats, ArchiveError> {
    let size = |name: &str| dir.join(name).metadata().map_or(0, |m| m.len());
    let catalogue_bytes = size(CATALOGUE) + size(&format!("{CATALOGUE}-wal"));
    let sum = |is: &dyn Fn(&str) -> bool| -> u64 {
        snapshot.manifest.iter().filter(|f| is(&f.path)).map(|f| f.bytes).sum()
    };
    let other = |path: &str| !is_vector_file(path) && !is_graph_file(path);
    let files = [
        (DESCRIPTOR, size(DESCRIPTOR)),
        ("catalogue", catalogue_bytes),
        ("lexical index", sum(&other)),
        ("vectors", sum(&is_vector_file)),
        ("graph", sum(&is_graph_file)),
    ];
    let (format, totals, cache, tables) = snapshot.query(dir, |db| {
        Ok((
            db.format,
            catalogue::totals(&db.conn)?,
            catalogue::cache_size(&db.conn)?,
            catalogue::table_sizes(&db.conn)?,
        ))
    })?;
    let part = |part: &str, bytes: u64| PartBytes { part: part.to_owned(), bytes };
    let bytes = files.iter().map(|(name, bytes)| part(name, *bytes));
    let tables = tables.iter().map(|(name, bytes)| part(&format!("catalogue/{name}"), *bytes));
    // A damaged part has no number of rows; `check` is there to say so.
    let vectors = snapshot.vectors().ok();
    Ok(Stats {
        format,
        generation: snapshot.state.generation,
        model: snapshot.state.model.clone(),
        dimensions: snapshot.state.dims,
        sources: totals.sources,
        pages: totals.pages,
        lines: totals.lines,
        chunks: totals.chunks,
        vectors: vectors.map_or(0, twolane_vector::VectorIndex::len),
        segments: vectors.map_or(0, |v| v.segments().count()),
        cache: cache
            .into_iter()
            .map(|(model, entries, bytes)| CacheStats { model, entries, bytes })
            .collect(),
        total_bytes: files.iter().map(|(_, bytes)| bytes).sum(),
        bytes: bytes.chain(tables).collect(),
    })
}
