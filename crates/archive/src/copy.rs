//! An archive moved to another place: a folder into a database, a database into a folder.

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;

use super::archive::Archive;
use super::error::ArchiveError;
use super::error::unknown;
use super::law::{InstalledPack, NewSection};
use super::record::{ChunkId, Metadata, SourceRecord, SourceSummary};
use super::writer::Writer;
use twolane_text::{ContentHash, Embedding, SourceId};

/// Chunks between two commits: what an interruption costs at most, but for a source that has more.
const CHUNKS_PER_COMMIT: usize = 2000;

/// Result of a copy. Everything counted was read back from the new place and found equal.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct CopyReport {
    /// Sources that were copied.
    pub copied: usize,
    /// Sources that the new place had already, the same in everything.
    pub there: usize,
    /// Lines of both.
    pub lines: usize,
    /// Chunks of both.
    pub chunks: usize,
    /// Vectors of both.
    pub vectors: usize,
    /// Chunks without a vector of the archive's model.
    pub without_vector: usize,
    /// Editions of packs, copied or there.
    pub packs: usize,
}

/// A source with all that belongs to it.
#[derive(Debug)]
struct Whole {
    record: SourceRecord,
    /// One a chunk.
    vectors: Vec<Option<Embedding>>,
    /// Texts whose vectors are in the cache.
    cached: HashSet<ContentHash>,
}

/// Copies all sources, their vectors and the packs, in the order in which they came into the
/// archive. The target is an empty place, or one with a part of the same copy, which it then
/// continues. Each source is read back after its commit and compared, line by line, locator by
/// locator, vector by vector (bit by bit). Sessions, traces and remembered answers are not copied,
/// nor are cached embeddings of other models and of texts that no source has any more. The days of
/// ingest are those of the copy.
///
/// `progress` receives (done, total) sources; `false` stops the copy, and committed sources stay.
///
/// # Errors
/// [`ArchiveError::NotACopy`] when the new place holds other content, or returns other content than
/// was put; [`ArchiveError::Cancelled`]; those of reading and writing.
pub fn copy(
    from: &Archive,
    to: &Archive,
    progress: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<CopyReport, ArchiveError> {
    let other = |what: String| ArchiveError::NotACopy { place: to.place().to_owned(), what };
    let mut writer = to.writer()?;
    to.refresh()?;
    let ordered = in_order(from)?;
    let named: HashSet<&SourceId> = ordered.iter().map(|s| &s.id).collect();
    let present: BTreeMap<SourceId, SourceSummary> =
        to.sources()?.into_iter().map(|s| (s.id.clone(), s)).collect();
    let strange: Vec<&str> =
        present.values().filter(|s| !named.contains(&s.id)).map(|s| s.title.as_str()).collect();
    if let Some(first) = strange.first() {
        return Err(other(format!(
            "it holds {} sources that are not in {}, such as {first:?}",
            strange.len(),
            from.place()
        )));
    }
    let mut report = CopyReport::default();
    let (mut waiting, mut chunks) = (Vec::new(), 0);
    for (done, summary) in ordered.iter().enumerate() {
        let whole = read(from, summary)?;
        report.lines += whole.record.lines.len();
        report.chunks += whole.record.chunks.len();
        if let Some(there) = present.get(&summary.id)
            && same(&read(to, there)?, &whole)
        {
            report.there += 1;
            report.count_vectors(&whole);
        } else {
            chunks += whole.record.chunks.len();
            put(&mut writer, from, &whole)?;
            waiting.push(whole);
        }
        if chunks >= CHUNKS_PER_COMMIT || done + 1 == ordered.len() {
            chunks = 0;
            commit(&mut writer, to, &mut waiting, &mut report)?;
        }
        if !progress(done + 1, ordered.len()) {
            commit(&mut writer, to, &mut waiting, &mut report)?;
            return Err(ArchiveError::Cancelled);
        }
    }
    copy_packs(from, to, &mut writer, &mut report)?;
    copy_removed(from, to, &mut writer)?;
    Ok(report)
}

impl CopyReport {
    fn count_vectors(&mut self, whole: &Whole) {
        let with = whole.vectors.iter().flatten().count();
        self.vectors += with;
        self.without_vector += whole.vectors.len() - with;
    }
}

/// By their first chunks: of chunks that score the same the older comes first, there as here.
fn in_order(archive: &Archive) -> Result<Vec<SourceSummary>, ArchiveError> {
    let mut sources = Vec::new();
    for summary in archive.sources()? {
        let first = archive.chunks_of(&summary.id)?.first().map_or(u64::MAX, |chunk| chunk.id.0);
        sources.push((first, summary));
    }
    sources.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.id.0.cmp(&b.1.id.0)));
    Ok(sources.into_iter().map(|(_, summary)| summary).collect())
}

fn read(archive: &Archive, summary: &SourceSummary) -> Result<Whole, ArchiveError> {
    let s = summary.clone();
    let (ids, chunks): (Vec<ChunkId>, Vec<_>) =
        archive.chunks_of(&s.id)?.into_iter().map(|chunk| (chunk.id, chunk.record)).unzip();
    let vectors = archive.store().embeddings_of(&ids)?;
    let hashes: Vec<ContentHash> = chunks.iter().map(|c| c.embedded_hash()).collect();
    let cached = match archive.model() {
        None => HashSet::new(),
        Some(model) => {
            let cached = archive.cached(&model, &hashes)?;
            hashes
                .into_iter()
                .zip(cached)
                .filter(|(_, cached)| cached.is_some())
                .map(|(hash, _)| hash)
                .collect()
        }
    };
    let record = SourceRecord {
        pages: archive.pages(&s.id)?,
        lines: archive.source(&s.id)?.lines().to_vec(),
        aliases: archive.aliases(&s.id)?,
        edges: archive.edges_of(&s.id)?,
        chunks,
        id: s.id,
        paths: s.paths,
        title: s.title,
        hash: s.hash,
        kind: s.kind,
        bytes: s.bytes,
        meta: s.meta,
        notes: s.notes,
        recipe: s.recipe,
    };
    Ok(Whole { record, vectors, cached })
}

/// Replaces the metadata of a committed source by putting the source again, with its vectors. It takes effect at the
/// commit. Every store gives the chunks new numbers in the same order, so that ties stay alike. A new title or
/// date is also part of the chunks' headers: start from [`whole_record`] for these.
///
/// # Errors
/// [`ArchiveError::UnknownSource`], or an error of the archive.
pub fn set_meta(
    archive: &Archive,
    writer: &mut Writer,
    id: &SourceId,
    meta: &Metadata,
) -> Result<(), ArchiveError> {
    let summary = archive.summary(id)?.ok_or_else(|| unknown(id))?;
    let mut whole = read(archive, &summary)?;
    whole.record.meta = meta.clone();
    put(writer, archive, &whole)
}

/// Returns the whole record of a committed source, to be changed and put again.
///
/// # Errors
/// [`ArchiveError::UnknownSource`], or an error of the archive.
pub fn whole_record(archive: &Archive, id: &SourceId) -> Result<SourceRecord, ArchiveError> {
    let summary = archive.summary(id)?.ok_or_else(|| unknown(id))?;
    Ok(read(archive, &summary)?.record)
}

/// The same but for the numbers of the chunks and for what else is in the cache.
fn same(there: &Whole, here: &Whole) -> bool {
    let bits = |vector: &Option<Embedding>| {
        vector.as_ref().map(|e| (e.model.clone(), e.values.iter().map(|x| x.to_bits()).collect::<Vec<_>>()))
    };
    let vectors = there.vectors.iter().map(bits).eq(here.vectors.iter().map(bits));
    vectors && there.record == here.record && here.cached.is_subset(&there.cached)
}

fn put(writer: &mut Writer, from: &Archive, whole: &Whole) -> Result<(), ArchiveError> {
    let hashes: Vec<ContentHash> = whole.record.chunks.iter().map(|c| c.embedded_hash()).collect();
    let vectors: Option<Vec<Embedding>> = whole.vectors.iter().cloned().collect();
    match vectors.filter(|vectors| !vectors.is_empty()) {
        Some(vectors) => {
            let carried = hashes.iter().filter(|hash| !whole.cached.contains(*hash)).cloned().collect();
            writer.put_carried(whole.record.clone(), &vectors, &carried)?;
        }
        // A source has a vector for each chunk or for none; what there is of them waits in the cache.
        None => {
            writer.put(whole.record.clone(), None)?;
            let kept = hashes.iter().cloned().zip(whole.vectors.iter().cloned());
            let kept = kept.filter(|(hash, _)| whole.cached.contains(hash));
            writer.cache(&kept.filter_map(|(hash, vector)| Some((hash, vector?))).collect::<Vec<_>>())?;
        }
    }
    if let Some(model) = from.model() {
        let signs = from.token_signs(&model, &hashes)?;
        let signs: Vec<_> = hashes.into_iter().zip(signs).filter_map(|(hash, s)| Some((hash, s?))).collect();
        if !signs.is_empty() {
            writer.keep_token_signs(&model, &signs)?;
        }
    }
    Ok(())
}

/// Commits what waits, and compares what is there then.
fn commit(
    writer: &mut Writer,
    to: &Archive,
    waiting: &mut Vec<Whole>,
    report: &mut CopyReport,
) -> Result<(), ArchiveError> {
    if waiting.is_empty() {
        return Ok(());
    }
    writer.commit()?;
    to.refresh()?;
    for mut whole in waiting.drain(..) {
        let id = &whole.record.id;
        let differs = |what: &str| ArchiveError::NotACopy {
            place: to.place().to_owned(),
            what: format!("{what} {:?} is not as it was put there", whole.record.title),
        };
        let summary = to.summary(id)?.ok_or_else(|| differs("source"))?;
        let there = read(to, &summary)?;
        if whole.vectors.iter().any(Option::is_none) && there.vectors.iter().all(Option::is_none) {
            whole.vectors.fill(None);
        }
        if !same(&there, &whole) {
            return Err(differs("source"));
        }
        report.copied += 1;
        report.count_vectors(&whole);
    }
    Ok(())
}

/// An edition with its sections.
fn edition(archive: &Archive, pack: &InstalledPack) -> Result<Vec<NewSection>, ArchiveError> {
    let mut sections = Vec::new();
    for entry in archive.sections_of(pack)? {
        if let Some(section) = archive.statute(&entry)? {
            sections.push(NewSection { section, source: entry.source_id });
        }
    }
    Ok(sections)
}

/// Copies the records of removed papers, so that an ingest leaves them out there too.
fn copy_removed(from: &Archive, to: &Archive, writer: &mut Writer) -> Result<(), ArchiveError> {
    let there = to.removed_papers()?;
    for paper in from.removed_papers()?.iter().filter(|paper| !there.contains(paper)) {
        // The target may hold the paper, and it would go on quoting it.
        if to.source_with_hash(&paper.hash)?.is_none() {
            writer.keep_out(paper)?;
        }
    }
    writer.commit()?;
    to.refresh()
}

fn copy_packs(
    from: &Archive,
    to: &Archive,
    writer: &mut Writer,
    report: &mut CopyReport,
) -> Result<(), ArchiveError> {
    let mut packs = from.packs()?;
    packs.sort_by_key(|pack| pack.key);
    for pack in packs {
        let (name, sections) = ((&pack.manifest.name, &pack.manifest.edition), edition(from, &pack)?);
        let there = |to: &Archive| -> Result<bool, ArchiveError> {
            let found = to.packs()?.into_iter().find(|p| (&p.manifest.name, &p.manifest.edition) == name);
            let Some(found) = found else { return Ok(false) };
            let same = found.manifest == pack.manifest && found.signed_by == pack.signed_by;
            Ok(same && edition(to, &found)? == sections)
        };
        if !there(to)? {
            writer.put_pack(&pack.manifest, pack.signed_by.as_deref(), &sections)?;
            writer.commit()?;
            to.refresh()?;
            if !there(to)? {
                let what = format!("pack {} {} is not as it was put there", name.0, name.1);
                return Err(ArchiveError::NotACopy { place: to.place().to_owned(), what });
            }
        }
        report.packs += 1;
    }
    Ok(())
}
