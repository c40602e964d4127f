//! The end of the pipeline: embeds, puts into the archive, commits. It is one thread and works in the order
//! of the jobs, so that the same files give the same archive.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::time::Instant;

use crate::by_hand::{LeftOut, Level, RemovedPapers, keep, raise};
use crate::report::{IngestReport, SourceOutcome, Status};
use twolane_archive::{Archive, ArchiveError, SourceRecord, SourceSummary, Writer, set_meta, without_graph};
use twolane_encoder::{Embedder, InferenceError};
use twolane_text::{ContentHash, Embedding, SourceId};

use super::cutter::Cutter;
use super::draft::Draft;
use super::error::IngestError;
use super::known::Known;
use super::observer::{Event, Observer};
use super::options::IngestOptions;
use super::passages::embed_passages;
use super::path_text::{document_text, is_in_file};
use super::plan::Job;
use super::rechunk::rechunk;
use super::slug::new_id;

/// The sink, which takes drafts and puts them into the archive in groups.
pub(super) struct Sink<'a> {
    options: &'a IngestOptions,
    observer: &'a dyn Observer,
    embedder: Option<&'a dyn Embedder>,
    archive: &'a Archive,
    writer: Writer,
    known: &'a Known,
    removed: &'a RemovedPapers,
    ids: HashSet<SourceId>,
    /// The source that holds each path now.
    holders: HashMap<String, SourceId>,
    /// The paths that each source holds now.
    held: HashMap<SourceId, BTreeSet<String>>,
    /// The documents of this run by content, for files that hold several.
    fresh: HashMap<ContentHash, SourceId>,
    /// The levels that this run gave to sources.
    levels: HashMap<SourceId, Level>,
    /// The sources that lost a path: one without any path at a commit is removed.
    emptied: BTreeSet<SourceId>,
    pending: Vec<Pending>,
    pending_texts: usize,
    /// The outcomes to report once they are committed.
    outcomes: Vec<SourceOutcome>,
    removals: Vec<(SourceId, Vec<String>)>,
    dirty: bool,
    put_since_commit: usize,
    last_commit: Instant,
    /// The last remark about the graph.
    without_graph: Option<String>,
    report: IngestReport,
}

struct Pending {
    record: SourceRecord,
    outcomes: Vec<SourceOutcome>,
}

impl<'a> Sink<'a> {
    pub(super) fn new(
        options: &'a IngestOptions,
        observer: &'a dyn Observer,
        embedder: Option<&'a dyn Embedder>,
        archive: &'a Archive,
        writer: Writer,
        known: &'a Known,
        removed: &'a RemovedPapers,
    ) -> Self {
        let mut held = HashMap::new();
        let mut holders = HashMap::new();
        for source in known.sources() {
            held.insert(source.id.clone(), source.paths.iter().cloned().collect());
            holders.extend(source.paths.iter().map(|p| (p.clone(), source.id.clone())));
        }
        Sink {
            options,
            observer,
            embedder,
            archive,
            writer,
            known,
            removed,
            ids: known.ids(),
            holders,
            held,
            fresh: HashMap::new(),
            levels: HashMap::new(),
            emptied: BTreeSet::new(),
            pending: Vec::new(),
            pending_texts: 0,
            outcomes: Vec::new(),
            removals: Vec::new(),
            dirty: false,
            put_since_commit: 0,
            last_commit: Instant::now(),
            without_graph: None,
            report: IngestReport::default(),
        }
    }

    pub(super) fn report(&mut self) -> &mut IngestReport {
        &mut self.report
    }

    /// Reserves ids that the plan has assigned.
    pub(super) fn reserve_ids<'j>(&mut self, jobs: impl Iterator<Item = &'j Job>) {
        self.ids.extend(jobs.filter_map(|j| j.id.clone()));
    }

    /// Raises a source that is not read again to the highest of these levels.
    pub(super) fn raise(&mut self, id: &SourceId, levels: Vec<Level>) -> Result<(), IngestError> {
        let Some(source) = self.known.of_id(id) else { return Ok(()) };
        let (mut title, mut meta) = (source.title.clone(), source.meta.clone());
        raise(levels, &mut title, &mut meta);
        if meta == source.meta {
            return Ok(());
        }
        set_meta(self.archive, &mut self.writer, id, &meta)?;
        self.dirty = true;
        self.levels.insert(id.clone(), Level::of(&meta));
        let path = source.paths.first().map_or(id.0.as_str(), String::as_str);
        let what = format!("its visibility is now {}", meta.visibility);
        self.observer.event(&Event::Remark { path, what: &what });
        Ok(())
    }

    /// Records a path whose source stays unchanged.
    pub(super) fn keep(
        &mut self,
        path: String,
        id: &SourceId,
        counted: &mut HashSet<SourceId>,
    ) -> Result<(), IngestError> {
        if let Some(source) = self.known.of_id(id) {
            let mut outcome = unchanged(path, source, !counted.insert(id.clone()));
            if source.pages_unread > 0 && !outcome.copy {
                for page in self.archive.pages(id)?.into_iter().filter(|p| p.status == "unread") {
                    outcome.unread.entry(page.reason).or_default().push(page.number);
                }
            }
            self.tell(outcome);
        }
        Ok(())
    }

    /// Records a known content at a new path.
    pub(super) fn adopt(
        &mut self,
        path: String,
        id: &SourceId,
        counted: &mut HashSet<SourceId>,
    ) -> Result<(), IngestError> {
        self.writer.add_path(id, &path)?;
        self.dirty = true;
        self.move_path(&path, id);
        if let Some(source) = self.known.of_id(id) {
            let mut outcome = unchanged(path, source, !counted.insert(id.clone()));
            outcome.reason = match source.paths.first() {
                Some(first) if *first != outcome.path => format!("the same content as {first}"),
                _ => String::new(),
            };
            self.outcomes.push(outcome);
        }
        Ok(())
    }

    /// Records a file that was not read.
    pub(super) fn fail(&mut self, job: &Job, reason: &str) {
        let kept = if job.replaces { "; the archive keeps its older version" } else { "" };
        for path in &job.seen {
            self.tell(SourceOutcome::failed(path.clone(), format!("{reason}{kept}")));
        }
    }

    /// Reports an outcome that needs no commit.
    pub(super) fn tell(&mut self, outcome: SourceOutcome) {
        self.report.count(&outcome);
        self.observer.event(&Event::Source(&outcome));
    }

    /// Takes in the drafts of a file.
    pub(super) fn take(&mut self, job: &Job, drafts: Vec<Draft>) -> Result<(), IngestError> {
        match (&job.id, drafts.len()) {
            (Some(id), 1) => {
                let status = if job.replaces { Status::Changed } else { Status::Added };
                // If the archive has the content, its source has a level already.
                let is_known = self.known.of_id(id).is_some_and(|source| source.hash == job.hash);
                let older = if is_known { Vec::new() } else { self.levels_at(&job.seen, &job.hash) };
                for mut draft in drafts {
                    draft.record.hash = job.hash.clone();
                    raise(older.clone(), &mut draft.record.title, &mut draft.record.meta);
                    self.queue(draft, id.clone(), job.paths.iter().cloned().collect(), &job.seen, status);
                }
            }
            (_, 0) => self.fail(job, "no document is in it"),
            _ => self.take_several(job, drafts)?,
        }
        Ok(())
    }

    /// Takes in documents that share a file: recognised by content first, then by number.
    fn take_several(&mut self, job: &Job, drafts: Vec<Draft>) -> Result<(), IngestError> {
        let numbered = drafts.len() > 1 || drafts.iter().any(|d| d.record.kind == "jsonl");
        let older: Vec<&SourceSummary> = job.seen.iter().flat_map(|f| self.known.of_file(f)).collect();
        let hashes: HashSet<ContentHash> = drafts.iter().map(|d| d.record.hash.clone()).collect();
        let mut used: HashSet<SourceId> = HashSet::new();
        for mut draft in drafts {
            let number = draft.number;
            if !numbered {
                draft.record.hash = job.hash.clone();
            }
            let name = |file: &String| if numbered { document_text(file, number) } else { file.clone() };
            let seen: Vec<String> = job.seen.iter().map(name).collect();
            let mut paths: BTreeSet<String> = seen.iter().cloned().collect();
            let hash = &draft.record.hash;
            if let Some(paper) = self.removed.left_out(hash, &job.seen) {
                self.report.left_out.extend(seen.into_iter().map(|path| LeftOut::of(path, paper)));
                continue;
            }
            let same =
                self.known.of_part_hash(hash).map(|s| s.id.clone()).or_else(|| self.fresh.get(hash).cloned());
            // A changed document may have been any that is no longer in the file; a new one is as closed as the file was.
            let mut levels = Vec::new();
            let at_number = || {
                let at = older.iter().find(|s| s.paths.iter().any(|p| paths.contains(p)))?;
                (!used.contains(&at.id) && !hashes.contains(&at.hash)).then(|| at.id.clone())
            };
            let (id, status) = match same {
                Some(id) => {
                    let stored = self.known.of_part_hash(hash);
                    let fits = stored.is_none_or(|s| job.recipe.fits(s));
                    (id, if fits { Status::Unchanged } else { Status::Changed })
                }
                None => {
                    let own = at_number();
                    let may_be = |s: &&&SourceSummary| own.is_none() || !hashes.contains(&s.hash);
                    levels.extend(older.iter().filter(may_be).map(|s| Level::of(&s.meta)));
                    levels.extend(self.levels_at(&seen, hash));
                    levels.extend(self.levels_at(&job.seen, hash));
                    match own {
                        Some(id) => (id, Status::Changed),
                        None => (new_id(&job.file, hash, &self.ids), Status::Added),
                    }
                }
            };
            raise(levels, &mut draft.record.title, &mut draft.record.meta);
            if used.contains(&id) || self.fresh.contains_key(hash) {
                // The same content a second time in this run.
                self.add_copy(&id, seen, draft)?;
                continue;
            }
            used.insert(id.clone());
            self.ids.insert(id.clone());
            self.fresh.insert(hash.clone(), id.clone());
            let inside = |p: &String| job.seen.iter().any(|f| is_in_file(p, f));
            let elsewhere = self.held.get(&id).into_iter().flatten().filter(|p| !inside(p)).cloned();
            paths.extend(elsewhere);
            self.queue(draft, id, paths, &seen, status);
        }
        for source in older {
            if !used.contains(&source.id)
                && source.paths.iter().all(|p| job.seen.iter().any(|f| is_in_file(p, f)))
            {
                self.remove(&source.id)?;
            }
        }
        Ok(())
    }

    fn add_copy(&mut self, id: &SourceId, seen: Vec<String>, draft: Draft) -> Result<(), IngestError> {
        let pending = self.pending.iter_mut().find(|p| p.record.id == *id);
        let Some(pending) = pending else {
            let level = Level::of(&draft.record.meta).visibility;
            if self.levels.get(id).is_some_and(|put| put.visibility < level) {
                let mut paths = self.held.get(id).cloned().unwrap_or_default();
                paths.extend(seen.iter().cloned());
                self.queue(draft, id.clone(), paths, &seen, Status::Unchanged);
                return Ok(());
            }
            for path in seen {
                self.writer.add_path(id, &path)?;
                self.dirty = true;
                self.move_path(&path, id);
                let mut outcome = SourceOutcome::failed(path, "the same content as another document");
                outcome.status = Status::Unchanged;
                outcome.id = Some(id.clone());
                outcome.copy = true;
                self.outcomes.push(outcome);
            }
            return Ok(());
        };
        let record = &mut pending.record;
        raise([Level::of(&draft.record.meta)], &mut record.title, &mut record.meta);
        self.levels.insert(id.clone(), Level::of(&record.meta));
        for path in seen {
            if let Some(first) = pending.outcomes.first() {
                pending.outcomes.push(copy_of(first, path.clone()));
            }
            pending.record.paths.push(path);
        }
        pending.record.paths.sort();
        pending.record.paths.dedup();
        Ok(())
    }

    fn queue(
        &mut self,
        draft: Draft,
        id: SourceId,
        paths: BTreeSet<String>,
        seen: &[String],
        status: Status,
    ) {
        let mut record = draft.record;
        record.paths = paths.into_iter().collect();
        self.keep_by_hand(&id, &mut record);
        raise(self.levels.get(&id).cloned(), &mut record.title, &mut record.meta);
        self.levels.insert(id.clone(), Level::of(&record.meta));
        self.remark_on_removal(&record, seen, status);
        record.id = id;
        let chunks = u32::try_from(record.chunks.len()).unwrap_or(u32::MAX);
        let outcome = SourceOutcome { chunks, ..draft.outcome };
        let mut outcomes: Vec<SourceOutcome> = Vec::new();
        for path in seen {
            let outcome = match outcomes.first() {
                Some(first) => copy_of(first, path.clone()),
                None => SourceOutcome {
                    path: path.clone(),
                    id: Some(record.id.clone()),
                    status,
                    ..outcome.clone()
                },
            };
            outcomes.push(outcome);
        }
        self.pending_texts = self.pending_texts.saturating_add(record.chunks.len());
        self.pending.push(Pending { record, outcomes });
    }

    /// Carries what a person set from the paper's older version, or from before its removal.
    fn keep_by_hand(&self, id: &SourceId, record: &mut SourceRecord) {
        let older = self.known.of_id(id).map(|old| (&old.title, &old.meta));
        let older = older.or_else(|| self.removed.of(&record.hash).map(|old| (&old.title, &old.meta)));
        let Some((old_title, old)) = older else { return };
        let (title, date) = (record.title.clone(), record.meta.date.clone());
        keep(old_title, old, &mut record.title, &mut record.meta);
        if record.title != title || record.meta.date != date {
            rechunk(record, &title, &Cutter::new(self.options, self.embedder));
        }
    }

    /// Returns the levels of the papers that these paths had with other content, in the archive or before a removal.
    fn levels_at(&self, paths: &[String], hash: &ContentHash) -> Vec<Level> {
        let older = paths.iter().flat_map(|path| {
            let known = self.known.at_path(path).map(|source| Level::of(&source.meta));
            let removed = self.removed.older_at(path, hash).map(|paper| Level::of(&paper.meta));
            known.into_iter().chain(removed)
        });
        older.collect()
    }

    /// Says why a removed paper is in the archive again.
    fn remark_on_removal(&self, record: &SourceRecord, seen: &[String], status: Status) {
        if status != Status::Added {
            return;
        }
        for path in seen {
            let day = |at: &str| at.split('T').next().unwrap_or_default().to_owned();
            let what = match (self.removed.of(&record.hash), self.removed.older_at(path, &record.hash)) {
                (Some(paper), _) => {
                    format!("removed on {}; it is in again, since it was named", day(&paper.removed_at))
                }
                (None, Some(paper)) => format!(
                    "an older version was removed on {}; the file has changed since, so it is read",
                    day(&paper.removed_at)
                ),
                (None, None) => continue,
            };
            self.observer.event(&Event::Remark { path, what: &what });
        }
    }

    /// Returns true when enough is pending to make embedding worthwhile.
    pub(super) fn is_full(&self) -> bool {
        self.pending_texts >= self.options.embed_group || self.pending.len() >= self.options.commit_sources
    }

    /// Returns true when a commit is due.
    pub(super) fn is_due(&self) -> bool {
        let something = self.dirty || !self.pending.is_empty();
        something
            && (self.put_since_commit >= self.options.commit_sources
                || self.last_commit.elapsed() >= self.options.commit_after)
    }

    /// Embeds the pending records and puts them into the archive. Returns false when the run was cancelled
    /// meanwhile; then none of them was put.
    pub(super) fn flush(&mut self) -> Result<bool, IngestError> {
        let pending = std::mem::take(&mut self.pending);
        self.pending_texts = 0;
        let embeddings = match self.embeddings_of(&pending) {
            Err(IngestError::Inference(InferenceError::Cancelled)) => return Ok(false),
            other => other?,
        };
        let start = Instant::now();
        self.put(pending, embeddings)?;
        self.report.stages.spent(start, |stages| &mut stages.write);
        Ok(true)
    }

    fn put(
        &mut self,
        pending: Vec<Pending>,
        embeddings: Vec<Option<Vec<Embedding>>>,
    ) -> Result<(), IngestError> {
        let mut embeddings = embeddings.into_iter();
        for Pending { record, outcomes } in pending {
            let id = record.id.clone();
            let paths = record.paths.clone();
            match self.writer.put(record, embeddings.next().flatten().as_deref()) {
                Ok(()) => {}
                // The record itself is at fault, and nothing was changed.
                Err(error @ ArchiveError::InvalidRecord { .. }) => {
                    for outcome in outcomes {
                        self.tell(SourceOutcome::failed(outcome.path, error.to_string()));
                    }
                    continue;
                }
                Err(error) => return Err(error.into()),
            }
            self.dirty = true;
            self.put_since_commit = self.put_since_commit.saturating_add(1);
            self.settle(&id, paths);
            self.outcomes.extend(outcomes);
        }
        Ok(())
    }

    /// Returns the embeddings of each pending record's chunks, from the cache or computed.
    fn embeddings_of(&mut self, pending: &[Pending]) -> Result<Vec<Option<Vec<Embedding>>>, IngestError> {
        let Some(embedder) = self.embedder else {
            return Ok(pending.iter().map(|_| None).collect());
        };
        let chunks = || pending.iter().flat_map(|p| &p.record.chunks);
        let hashes: Vec<ContentHash> = chunks().map(|c| c.embedded_hash()).collect();
        let cached = self.writer.cached(embedder.model(), &hashes)?;
        let mut ready: HashMap<ContentHash, Embedding> = HashMap::new();
        let mut missing: BTreeMap<&ContentHash, String> = BTreeMap::new();
        for ((chunk, hash), cached) in chunks().zip(&hashes).zip(cached) {
            match cached {
                Some(embedding) => drop(ready.insert(hash.clone(), embedding)),
                None => drop(missing.entry(hash).or_insert_with(|| chunk.embedded_text())),
            }
        }
        let mut missing: Vec<(&ContentHash, String)> = missing.into_iter().collect();
        missing.sort_by_key(|(_, text)| std::cmp::Reverse(text.len()));
        let mut left = missing.len();
        for group in missing.chunks(self.options.embed_group.max(1)) {
            let texts: Vec<(&ContentHash, &str)> =
                group.iter().map(|(hash, text)| (*hash, text.as_str())).collect();
            let observer = self.observer;
            let so_far = usize::try_from(self.report.embedded).unwrap_or(usize::MAX);
            let progress = |done: usize, _: usize| {
                let texts = so_far.saturating_add(done);
                observer.event(&Event::Embedded { texts, waiting: left.saturating_sub(done) });
                !observer.cancelled()
            };
            let token_vectors = self.options.token_vectors;
            let start = Instant::now();
            let embedded =
                embed_passages::<IngestError>(&mut self.writer, embedder, &texts, token_vectors, &progress);
            self.report.stages.spent(start, |stages| &mut stages.embed);
            let embedded = embedded?;
            self.dirty = true;
            let keyed = group.iter().map(|(hash, _)| (*hash).clone()).zip(embedded);
            if left > group.len() {
                // A long document's embeddings survive a run that ends before the document is complete.
                let entries: Vec<(ContentHash, Embedding)> = keyed.collect();
                self.writer.cache(&entries)?;
                self.dirty = true;
                if self.last_commit.elapsed() >= self.options.commit_after {
                    self.commit()?;
                }
                ready.extend(entries);
            } else {
                ready.extend(keyed);
            }
            left = left.saturating_sub(group.len());
            self.report.embedded =
                self.report.embedded.saturating_add(u64::try_from(group.len()).unwrap_or(u64::MAX));
        }
        let mut hashes = hashes.iter();
        let of_record = |p: &Pending| -> Option<Vec<Embedding>> {
            hashes.by_ref().take(p.record.chunks.len()).map(|h| ready.get(h).cloned()).collect()
        };
        Ok(pending.iter().map(of_record).collect())
    }

    /// Commits everything so far, and reports it.
    pub(super) fn commit(&mut self) -> Result<(), IngestError> {
        for id in std::mem::take(&mut self.emptied) {
            if self.held.get(&id).is_some_and(BTreeSet::is_empty) {
                self.remove(&id)?;
            }
        }
        self.last_commit = Instant::now();
        self.put_since_commit = 0;
        if self.dirty {
            let observer = self.observer;
            let start = Instant::now();
            let generation = self.writer.commit_with(&mut |_, _| !observer.cancelled());
            self.report.stages.spent(start, |stages| &mut stages.write);
            let generation = generation?;
            self.dirty = false;
            self.observer.event(&Event::Committed { generation });
            self.tell_of_graph();
        }
        for outcome in std::mem::take(&mut self.outcomes) {
            self.tell(outcome);
        }
        for (id, paths) in std::mem::take(&mut self.removals) {
            self.report.removed = self.report.removed.saturating_add(1);
            self.observer.event(&Event::Removed { id: &id, paths: &paths });
        }
        Ok(())
    }

    /// Reports why there is no graph over the vectors, once for each reason: each commit tries again.
    fn tell_of_graph(&mut self) {
        let Some(error) = self.writer.without_graph() else { return };
        let what = without_graph(&error);
        if self.without_graph.as_ref() != Some(&what) {
            self.observer.event(&Event::Remark { path: self.archive.place(), what: &what });
            self.without_graph = Some(what);
        }
    }

    /// Removes a source from the archive.
    pub(super) fn remove(&mut self, id: &SourceId) -> Result<(), IngestError> {
        self.writer.remove(id)?;
        self.dirty = true;
        let paths: Vec<String> = self.held.remove(id).into_iter().flatten().collect();
        for path in &paths {
            self.holders.remove(path);
        }
        self.removals.push((id.clone(), paths));
        Ok(())
    }

    /// Returns the paths that sources hold now.
    pub(super) fn held(&self) -> impl Iterator<Item = (&SourceId, &BTreeSet<String>)> {
        self.held.iter()
    }

    /// Removes a path that is gone.
    pub(super) fn forget(&mut self, path: &str) -> Result<(), IngestError> {
        self.writer.remove_path(path)?;
        self.dirty = true;
        if let Some(holder) = self.holders.remove(path) {
            if let Some(paths) = self.held.get_mut(&holder) {
                paths.remove(path);
            }
            self.emptied.insert(holder);
        }
        Ok(())
    }

    /// Assigns these paths, and no others, to a record that was put; their earlier holders lose them.
    fn settle(&mut self, id: &SourceId, paths: Vec<String>) {
        for path in self.held.insert(id.clone(), BTreeSet::new()).unwrap_or_default() {
            self.holders.remove(&path);
        }
        for path in paths {
            self.move_path(&path, id);
        }
    }

    fn move_path(&mut self, path: &str, to: &SourceId) {
        let from = self.holders.insert(path.to_owned(), to.clone());
        self.held.entry(to.clone()).or_default().insert(path.to_owned());
        if let Some(from) = from.filter(|f| f != to) {
            if let Some(paths) = self.held.get_mut(&from) {
                paths.remove(path);
            }
            self.emptied.insert(from);
        }
    }
}

fn unchanged(path: String, source: &SourceSummary, copy: bool) -> SourceOutcome {
    SourceOutcome {
        path,
        id: Some(source.id.clone()),
        pages: source.pages,
        pages_ocr: source.pages_ocr,
        pages_unread: source.pages_unread,
        lines: source.lines,
        chunks: source.chunks,
        status: Status::Unchanged,
        reason: String::new(),
        unread: BTreeMap::new(),
        copy,
    }
}

fn copy_of(first: &SourceOutcome, path: String) -> SourceOutcome {
    SourceOutcome { reason: format!("the same content as {}", first.path), path, copy: true, ..first.clone() }
}
