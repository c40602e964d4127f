//! The archive's vectors: which files belong to a generation, and how a commit changes them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::catalogue::ManifestFile;
use super::error::ArchiveError;
use super::paths::{VECTORS, join, sync_folder};
use twolane_vector::{DeleteSet, Segment, VectorIndex, write_segment};

/// A segment is merged with its elder when that one is at most this many times larger: every row
/// is then copied some log2(n) times in an archive's life, and there are some log2(n) segments.
const MERGE_RATIO: usize = 2;
/// Segments below this many rows are always merged: copying them costs less than keeping them.
const SMALL: usize = 4096;
/// A segment with a larger share of deleted rows is rewritten (one part in this many).
const DELETED_PART: usize = 4;

/// Opens the vectors that a manifest names.
pub fn open(dir: &Path, manifest: &[ManifestFile]) -> Result<(VectorIndex, DeleteSet), ArchiveError> {
    let mut segments = Vec::new();
    let mut deleted = DeleteSet::default();
    for file in manifest.iter().filter(|f| is_vector_file(&f.path)) {
        let path = join(dir, &file.path);
        if file.path.ends_with(".vec") {
            segments.push(Arc::new(Segment::open(&path).map_err(ArchiveError::vectors)?));
        } else {
            deleted = DeleteSet::read(&path).map_err(ArchiveError::vectors)?;
        }
    }
    // Ids ascend over an archive's life, so the first id tells a segment's age.
    segments.sort_by_key(|s| s.ids().first().copied());
    let index = VectorIndex::new(segments, &deleted).map_err(ArchiveError::vectors)?;
    Ok((index, deleted))
}

/// True for files that this module writes.
pub fn is_vector_file(path: &str) -> bool {
    path.starts_with("vectors/")
}

/// Rows and deletions that wait for a commit.
#[derive(Debug, Default)]
pub struct PendingVectors {
    ids: Vec<u64>,
    values: Vec<f32>,
    deleted: Vec<(u64, u64)>,
    replace_all: bool,
}

impl PendingVectors {
    /// Adds a row; ids must ascend.
    pub fn push(&mut self, id: u64, row: &[f32]) {
        self.ids.push(id);
        self.values.extend_from_slice(row);
    }

    /// Deletes a range of ids (start, end exclusive), added before or in this commit.
    pub fn delete(&mut self, range: (u64, u64)) {
        if range.0 < range.1 {
            self.deleted.push(range);
        }
    }

    /// Forgets every earlier row: what follows is all there is.
    pub fn replace_all(&mut self) {
        *self = PendingVectors { replace_all: true, ..PendingVectors::default() };
    }

    /// True when earlier rows are forgotten: ids may then stand for other vectors.
    pub fn replaces_all(&self) -> bool {
        self.replace_all
    }

    /// True when a commit would change nothing.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty() && self.deleted.is_empty() && !self.replace_all
    }

    fn is_deleted(&self, id: u64) -> bool {
        self.deleted.iter().any(|(start, end)| (*start..*end).contains(&id))
    }

    /// Writes files of this generation and gives all files (relative to the archive) that make up
    /// the vectors from then on. Files of other generations stay.
    pub fn commit(
        &self,
        dir: &Path,
        generation: u64,
        model: &str,
        dims: usize,
        manifest: &[ManifestFile],
    ) -> Result<Vec<String>, ArchiveError> {
        let folder = dir.join(VECTORS);
        std::fs::create_dir_all(&folder).map_err(ArchiveError::write(&folder))?;
        let (index, mut deleted) = if self.replace_all { Default::default() } else { open(dir, manifest)? };
        for id in index.segments().flat_map(|s| s.ids()) {
            if self.is_deleted(*id) {
                deleted.insert(*id);
            }
        }
        let new = self.ids.iter().copied().zip(self.values.chunks_exact(dims.max(1)));
        let new: Vec<(u64, &[f32])> = new.filter(|(id, _)| !self.is_deleted(*id)).collect();

        let mut runs: Vec<Run<'_>> = index.segments().map(|s| Run::kept(s, &deleted)).collect();
        if !new.is_empty() {
            runs.push(Run { live: new.len(), parts: vec![Part::New(&new)], rewrite: true });
        }
        let runs = merge(runs);

        let mut files = Vec::new();
        for (number, run) in runs.iter().filter(|run| run.live > 0).enumerate() {
            if let ([Part::Old(segment)], false) = (run.parts.as_slice(), run.rewrite) {
                files.extend(relative(segment.path()));
                continue;
            }
            let name = format!("{generation}-{number}.vec");
            run.load()?;
            let rows = run.rows(&deleted);
            let path = folder.join(&name);
            write_segment(&path, model, dims, run.live, rows).map_err(ArchiveError::vectors)?;
            files.push(format!("{VECTORS}/{name}"));
        }
        let gone: Vec<u64> = runs
            .iter()
            .filter(|run| run.rewrite || run.live == 0)
            .flat_map(|run| run.parts.iter())
            .filter_map(Part::segment)
            .flat_map(|segment| segment.ids().iter().copied().filter(|id| deleted.contains(*id)))
            .collect();
        gone.into_iter().for_each(|id| deleted.remove(id));
        if !deleted.is_empty() {
            let name = format!("{generation}.del");
            deleted.write(&folder.join(&name)).map_err(ArchiveError::vectors)?;
            files.push(format!("{VECTORS}/{name}"));
        }
        sync_folder(&folder).map_err(ArchiveError::write(&folder))?;
        Ok(files)
    }
}

fn relative(path: &Path) -> Option<String> {
    path.file_name().and_then(|n| n.to_str()).map(|name| format!("{VECTORS}/{name}"))
}

/// Rows that are to form one segment.
struct Run<'a> {
    live: usize,
    parts: Vec<Part<'a>>,
    rewrite: bool,
}

enum Part<'a> {
    Old(&'a Segment),
    New(&'a [(u64, &'a [f32])]),
}

impl Part<'_> {
    fn segment(&self) -> Option<&Segment> {
        match self {
            Part::Old(segment) => Some(segment),
            Part::New(_) => None,
        }
    }
}

impl<'a> Run<'a> {
    fn kept(segment: &'a Segment, deleted: &DeleteSet) -> Self {
        let gone = segment.ids().iter().filter(|id| deleted.contains(**id)).count();
        let rewrite = gone > segment.len() / DELETED_PART;
        Run { live: segment.len() - gone, parts: vec![Part::Old(segment)], rewrite }
    }

    fn load(&self) -> Result<(), ArchiveError> {
        let mut old = self.parts.iter().filter_map(Part::segment);
        old.try_for_each(|segment| segment.load().map_err(ArchiveError::vectors))
    }

    fn rows<'b>(&'b self, deleted: &'b DeleteSet) -> impl Iterator<Item = (u64, &'b [f32])> + Clone {
        self.parts.iter().flat_map(|part| {
            let old = part
                .segment()
                .into_iter()
                .flat_map(|s| s.ids().iter().enumerate().map(|(i, id)| (*id, s.row(i))));
            let new = match part {
                Part::New(rows) => *rows,
                Part::Old(_) => &[],
            };
            old.filter(|(id, _)| !deleted.contains(*id)).chain(new.iter().copied())
        })
    }
}

/// Joins the youngest runs with their elders as long as those are not much larger.
fn merge(runs: Vec<Run<'_>>) -> Vec<Run<'_>> {
    let mut out: Vec<Run<'_>> = Vec::new();
    for mut run in runs {
        while let Some(elder) = out.pop_if(|e| e.live <= (run.live * MERGE_RATIO).max(SMALL)) {
            let mut parts = elder.parts;
            parts.append(&mut run.parts);
            run = Run { live: elder.live + run.live, parts, rewrite: true };
        }
        out.push(run);
    }
    out
}

/// Files in the vectors' folder, relative to the archive.
pub fn files_on_disk(dir: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir.join(VECTORS)).into_iter().flatten();
    entries.filter_map(|e| e.ok().map(|e| e.path())).collect()
}
