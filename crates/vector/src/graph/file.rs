//! A graph's file: reading and writing.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use super::layers::{Layers, upper_slots};
use super::layout::{FIXED, GraphHead, GraphLayout};
use super::scratch::Scratch;
use crate::error::VectorError;
use crate::layout::{HASH, MODEL_MAX};
use crate::positioned::PositionedFile;
use crate::segment::{Bytes, fill, verify_parts};
use crate::write::BodyWriter;

/// An immutable file with a graph. The header is read when it is opened, the rest at the first
/// search that walks over it; what is read is checked.
#[derive(Debug)]
pub struct Graph {
    file: PositionedFile,
    layout: GraphLayout,
    layers: OnceLock<Layers>,
    /// Description of the damage in its bytes, once it was found: they are not read again.
    fault: OnceLock<String>,
    loading: Mutex<()>,
    /// Working memory of walks that are done.
    scratch: Mutex<Vec<Scratch>>,
}

impl Graph {
    /// Opens a graph and checks its header.
    pub fn open(path: &Path) -> Result<Self, VectorError> {
        let io = |source| VectorError::Io { path: path.to_owned(), source };
        let file = PositionedFile::open(path).map_err(io)?;
        let mut head = vec![0; file.len().min(FIXED + MODEL_MAX + HASH)];
        fill(&file, &mut head, 0, path)?;
        let layout = GraphLayout::parse_head(&head, file.len(), path)?;
        Ok(Graph {
            file,
            layout,
            layers: OnceLock::new(),
            fault: OnceLock::new(),
            loading: Mutex::default(),
            scratch: Mutex::default(),
        })
    }

    /// Reads it into memory, unless that is done, where it stays.
    ///
    /// # Errors
    /// [`VectorError`] with the file's name when it can't be read or is damaged; a later call tries
    /// again.
    pub(crate) fn load(&self) -> Result<&Layers, VectorError> {
        if let Some(layers) = self.layers.get() {
            return Ok(layers);
        }
        let _one = self.loading.lock().unwrap_or_else(PoisonError::into_inner);
        match self.layers.get() {
            Some(layers) => Ok(layers),
            None => {
                let layers = read(&self.file, &self.layout, self.path())?;
                Ok(self.layers.get_or_init(|| layers))
            }
        }
    }

    /// [`Graph::load`] for a search, which can do without: `None` when it can't be read.
    pub(crate) fn usable(&self) -> Option<&Layers> {
        if self.fault.get().is_some() {
            return None;
        }
        let loaded = self.load();
        if let Err(error) = &loaded {
            let _ = self.fault.set(error.to_string());
        }
        loaded.ok()
    }

    /// Returns a description of the damage, once a search has found that the graph can't be read.
    pub fn fault(&self) -> Option<&str> {
        self.fault.get().map(String::as_str)
    }

    /// Reads every byte and compares it with its checksum; also checks that ids ascend and links lead
    /// to nodes. Keeps nothing in memory.
    pub fn verify(&self) -> Result<(), VectorError> {
        read(&self.file, &self.layout, self.path()).map(drop)
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Model id of its vectors.
    pub fn model(&self) -> &str {
        &self.layout.head.model
    }

    /// Components of its vectors.
    pub fn dims(&self) -> usize {
        self.layout.head.dims
    }

    /// Number of nodes, those included whose vectors are no longer there.
    pub fn len(&self) -> usize {
        self.layout.head.count
    }

    /// True when it has no nodes.
    pub fn is_empty(&self) -> bool {
        self.layout.head.count == 0
    }

    /// Links of a node above the lowest layer at most.
    pub fn m(&self) -> usize {
        self.layout.head.m
    }

    /// The highest id of its nodes; 0 without nodes.
    pub fn last_id(&self) -> u64 {
        self.layout.head.last_id
    }

    /// Runs a walk with working memory.
    pub(crate) fn with_scratch<T>(&self, run: impl FnOnce(&mut Scratch) -> T) -> T {
        let lock = || self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
        let mut scratch = lock().pop().unwrap_or_default();
        let out = run(&mut scratch);
        lock().push(scratch);
        out
    }
}

/// Reads and checks all that follows the header.
pub(super) fn read(
    bytes: &(impl Bytes + Sync),
    layout: &GraphLayout,
    path: &Path,
) -> Result<Layers, VectorError> {
    let damaged = |what: &str| VectorError::Damaged { path: path.to_owned(), what: what.to_owned() };
    let head = &layout.head;
    let mut ids = vec![0_u64; head.count];
    fill(bytes, bytemuck::cast_slice_mut(&mut ids), layout.ids.start, path)?;
    if !ids.is_sorted_by(|a, b| a < b) || ids.last().copied().unwrap_or(0) != head.last_id {
        return Err(damaged("its ids do not ascend to the last"));
    }
    // Before anything is allocated by it: ids can be chosen so that each reaches the highest layer.
    if upper_slots(&ids, head.m) != Some(head.upper) {
        return Err(damaged("its layers are not those of its ids"));
    }
    let mut layers = Layers::unlinked(ids, head.dims, head.m, head.quantizer)
        .ok_or_else(|| damaged("states an impossible size"))?;
    fill(bytes, bytemuck::cast_slice_mut(layers.nodes.words_mut()), layout.blocks.start, path)?;
    let mut start = layout.upper.start;
    for layer in &mut layers.upper {
        let links: &mut [u8] = bytemuck::cast_slice_mut(&mut layer.links);
        let length = links.len();
        fill(bytes, links, start, path)?;
        start += length;
    }
    let between = |start: usize, end: usize| -> Result<Vec<u8>, VectorError> {
        let mut padding = vec![0; end.saturating_sub(start)];
        fill(bytes, &mut padding, start, path)?;
        Ok(padding)
    };
    let before_ids = between(layout.body.start, layout.ids.start)?;
    let before_blocks = between(layout.ids.end, layout.blocks.start)?;
    let mut parts: Vec<&[u8]> = vec![
        &before_ids,
        bytemuck::cast_slice(&layers.ids),
        &before_blocks,
        bytemuck::cast_slice(layers.nodes.words()),
    ];
    parts.extend(layers.upper.iter().map(|layer| bytemuck::cast_slice::<u32, u8>(&layer.links)));
    verify_parts(bytes, &parts, &layout.body, &layout.checksums, path)?;
    layers.entry = head.entry;
    match layers.fault() {
        Some(what) => Err(damaged(&what)),
        None => Ok(layers),
    }
}

/// Writes a graph as a new file and flushes it to the medium. An existing file is not overwritten; what
/// was begun is deleted when it can't be finished: for want of space, most often.
pub(super) fn write(
    path: &Path,
    model: &str,
    dims: usize,
    ef_construction: usize,
    layers: &Layers,
) -> Result<(), VectorError> {
    let layout = plan(model, dims, ef_construction, layers)?;
    let io = |source| VectorError::Io { path: path.to_owned(), source };
    let file = File::create_new(path).map_err(io)?;
    let written = || {
        let mut out = BodyWriter::new(BufWriter::with_capacity(1 << 18, file));
        put(&mut out, &layout, layers)?;
        out.finish()?.sync_all()
    };
    written().map_err(|source| {
        let _ = std::fs::remove_file(path);
        io(source)
    })
}

fn plan(
    model: &str,
    dims: usize,
    ef_construction: usize,
    layers: &Layers,
) -> Result<GraphLayout, VectorError> {
    let head = GraphHead {
        model: model.to_owned(),
        dims,
        count: layers.ids.len(),
        m: layers.m,
        ef_construction,
        quantizer: layers.quantizer,
        entry: layers.entry,
        last_id: layers.ids.last().copied().unwrap_or(0),
        upper: layers.upper.iter().map(|layer| layer.links.len()).sum(),
    };
    GraphLayout::plan(head).ok_or_else(|| VectorError::Mismatch {
        what: "size of a graph",
        expected: "at most what fits into memory".to_owned(),
        found: format!("{} nodes of {dims}", layers.ids.len()),
    })
}

fn put<W: std::io::Write>(
    out: &mut BodyWriter<W>,
    layout: &GraphLayout,
    layers: &Layers,
) -> std::io::Result<()> {
    out.raw(&layout.header())?;
    out.pad(layout.ids.start - layout.body.start)?;
    out.body(bytemuck::cast_slice(&layers.ids))?;
    out.pad(layout.blocks.start - layout.ids.end)?;
    out.body(bytemuck::cast_slice(layers.nodes.words()))?;
    layers.upper.iter().try_for_each(|layer| out.body(bytemuck::cast_slice(&layer.links)))
}

/// The bytes of a graph's file.
#[cfg(test)]
pub(super) fn encode(model: &str, dims: usize, layers: &Layers) -> Vec<u8> {
    let mut out = BodyWriter::new(Vec::new());
    put(&mut out, &plan(model, dims, 7, layers).unwrap(), layers).unwrap();
    out.finish_bytes().unwrap()
}
