//! Making a graph of vectors, or extending one by vectors that came later.

use std::path::Path;

use super::build::insert;
use super::file::{Graph, write};
use super::layers::Layers;
use super::options::GraphOptions;
use super::quantizer::Quantizer;
use crate::error::VectorError;
use crate::index::VectorIndex;
use crate::kernels::CodeLevel;

/// Rows that the scale of codes is measured on.
const MEASURED: usize = 20_000;

/// Result of [`make_graph`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Made {
    /// A file with a graph.
    Written {
        /// Nodes that were put in; the others were there.
        fresh: usize,
    },
    /// No file: the caller cancelled the work.
    Stopped,
}

/// Writes a graph over all rows of an index as a new file. `old`, where it is of the same model and
/// shape and its ids all come before the new ones, is extended; else all is built. The bytes follow
/// from the rows, `old` and the options alone: not from the number of threads, nor the processor.
/// `progress` hears (done, of) nodes and stops it by `false`; no file is then left, nor after an
/// error.
///
/// # Errors
/// Those of reading rows and writing the file; [`VectorError::Damaged`] for segments that have an id
/// twice or out of order; [`VectorError::Mismatch`] for rows that no graph can hold.
pub fn make_graph(
    path: &Path,
    index: &VectorIndex,
    old: Option<&Graph>,
    options: &GraphOptions,
    progress: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Made, VectorError> {
    let (model, dims) = index.segments().next().map_or(("", 0), |s| (s.model(), s.dims()));
    let m = options.links();
    let old = old.filter(|old| old.model() == model && old.dims() == dims && old.m() == m);
    let old = old.map(Graph::load).transpose()?;
    let mut all: Vec<u64> = index.ids().collect();
    all.sort_unstable();
    let same = |two: &[u64]| matches!(two, [a, b] if a == b);
    if let Some([twice, ..]) = all.windows(2).find(|two| same(two)) {
        return Err(damaged(index, *twice, "is there twice"));
    }
    let is_fresh = |id: &u64| old.is_none_or(|old| old.ids.binary_search(id).is_err());
    let mut fresh: Vec<u64> = all.iter().copied().filter(is_fresh).collect();
    let after = |old: &&Layers| fresh.first().is_none_or(|first| old.ids.last().is_none_or(|l| l < first));
    let extended = old.filter(after);
    if old.is_some() && extended.is_none() {
        fresh = all;
    }
    // Measuring and encoding take seconds too, where there are many.
    if !progress(0, fresh.len()) {
        return Ok(Made::Stopped);
    }
    let first = extended.map_or(0, |old| old.ids.len());
    let quantizer = match extended {
        Some(old) => old.quantizer,
        None => measure(index, &fresh, dims)?,
    };
    let ids: Vec<u64> = extended.map_or(&[][..], |old| &old.ids).iter().chain(&fresh).copied().collect();
    let mut layers = Layers::unlinked(ids, dims, m, quantizer).ok_or_else(|| VectorError::Mismatch {
        what: "size of a graph",
        expected: "fewer or shorter vectors".to_owned(),
        found: format!("{} of {dims}", fresh.len()),
    })?;
    if let Some(old) = extended {
        // New ids are the highest: the old nodes keep their places in every layer.
        copy(layers.nodes.words_mut(), old.nodes.words());
        for (to, from) in layers.upper.iter_mut().zip(&old.upper) {
            copy(&mut to.links, &from.links);
        }
        layers.entry = old.entry;
    }
    let nodes: Vec<u32> = (0..).take(layers.ids.len()).skip(first).collect();
    let mut row = vec![0_f32; dims];
    for (node, id) in nodes.iter().zip(&fresh) {
        read_row(index, *id, &mut row)?;
        quantizer.encode(&row, layers.nodes.code_mut(*node));
    }
    let count = nodes.len();
    if !insert(CodeLevel::best(), &mut layers, nodes, options.built_by(), progress) {
        return Ok(Made::Stopped);
    }
    write(path, model, dims, options.built_by(), &layers)?;
    Ok(Made::Written { fresh: count })
}

fn measure(index: &VectorIndex, ids: &[u64], dims: usize) -> Result<Quantizer, VectorError> {
    let step = ids.len().div_ceil(MEASURED).max(1);
    let measured: Vec<u64> = ids.iter().copied().step_by(step).collect();
    let mut rows = vec![0_f32; measured.len() * dims];
    for (row, id) in rows.chunks_mut(dims.max(1)).zip(measured) {
        read_row(index, id, row)?;
    }
    Ok(Quantizer::fit(rows.chunks(dims.max(1))))
}

/// The row of an id that the index says it has.
fn read_row(index: &VectorIndex, id: u64, row: &mut [f32]) -> Result<(), VectorError> {
    match index.read_row(id, row)? {
        true => Ok(()),
        false => Err(damaged(index, id, "is out of order")),
    }
}

fn damaged(index: &VectorIndex, id: u64, what: &str) -> VectorError {
    let last = index.segments().filter(|segment| segment.ids().contains(&id)).last();
    let path = last.map_or_else(Default::default, |segment| segment.path().to_owned());
    VectorError::Damaged { path, what: format!("id {id} {what}") }
}

fn copy(to: &mut [u32], from: &[u32]) {
    if let Some(to) = to.get_mut(..from.len()) {
        to.copy_from_slice(from);
    }
}
