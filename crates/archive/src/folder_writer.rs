//! Changing an archive in a folder.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::catalogue::{self, Database, ManifestFile, SourceRow, State};
use super::descriptor;
use super::error::{ArchiveError, unknown};
use super::graph::{self, Changed, is_graph_file};
use super::law::NewSection;
use super::lexical::LexicalWriter;
use super::lock::WriterLock;
use super::paths::{GRAPH, LEXICAL, join};
use super::record::{ChunkRecord, SourceRecord, SourceSummary};
use super::removed::RemovedPaper;
use super::same_model::same_model;
use super::seal;
use super::snapshot::vacancy_error;
use super::store::StoreWriter;
use super::vectors::{self, PendingVectors, files_on_disk, is_vector_file};
use twolane_law::pack::Manifest;
use twolane_text::{ContentHash, Embedding, ModelId, SourceId, TokenSigns};
use twolane_vector::GraphOptions;

/// Changes a folder. There is one at a time; readers go on meanwhile.
#[derive(Debug)]
pub struct FolderWriter {
    dir: PathBuf,
    database: Database,
    /// As of the last commit, with what this writer has changed since.
    state: State,
    manifest: Vec<ManifestFile>,
    lexical: Option<LexicalWriter>,
    vectors: PendingVectors,
    phase: Phase,
    graph: GraphOptions,
    without_graph: Option<ArchiveError>,
    // Last: the lock goes after everything that it protects.
    _lock: WriterLock,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Nothing changed since the last commit.
    Clean,
    /// Inside a transaction.
    Changed,
    /// The writer was stopped.
    Stopped,
}

impl FolderWriter {
    pub(super) fn open(dir: &Path, graph: GraphOptions) -> Result<Self, ArchiveError> {
        let lock = WriterLock::acquire(dir)?;
        let database = open_for_writing(dir)?;
        let state = State::read(&database.conn).map_err(database.error())?;
        let manifest = catalogue::read_manifest(&database.conn).map_err(database.error())?;
        let writer = FolderWriter {
            dir: dir.to_owned(),
            database,
            state,
            manifest,
            lexical: None,
            vectors: PendingVectors::default(),
            phase: Phase::Clean,
            graph,
            without_graph: None,
            _lock: lock,
        };
        writer.drop_strays();
        Ok(writer)
    }

    /// Deletes derived files that no committed generation names: those of a writer that died, and
    /// those that the last commit replaced, and temporary files. One that can't be deleted does no harm.
    fn drop_strays(&self) {
        let current: HashSet<PathBuf> = self.manifest.iter().map(|f| join(&self.dir, &f.path)).collect();
        let inside = |folder: &str| {
            let entries = std::fs::read_dir(self.dir.join(folder)).into_iter().flatten();
            entries.filter_map(|e| e.ok().map(|e| e.path()))
        };
        let derived = inside(LEXICAL).chain(inside(GRAPH));
        // Temporary files of the description and of tests whether the folder can be written: those
        // of this process are renamed or gone by now, and nobody else holds the lock.
        let temporary = |name: &std::ffi::OsStr| {
            let name = name.to_string_lossy();
            [descriptor::TEMPORARY, ".probe-"].iter().any(|start| name.starts_with(start))
        };
        let top = std::fs::read_dir(&self.dir).into_iter().flatten().filter_map(Result::ok);
        let top = top.filter(|e| temporary(&e.file_name())).map(|e| e.path());
        for path in derived.chain(files_on_disk(&self.dir)).chain(top).filter(|p| !current.contains(p)) {
            let _ = std::fs::remove_file(path);
        }
    }

    fn begin(&mut self) -> Result<(), ArchiveError> {
        match self.phase {
            Phase::Changed => Ok(()),
            Phase::Stopped => Err(ArchiveError::WriterStopped),
            Phase::Clean => {
                let sql = self.sql();
                self.database.conn.execute_batch("BEGIN IMMEDIATE").map_err(&sql)?;
                self.phase = Phase::Changed;
                self.database.upgrade().map_err(&sql).inspect_err(|_| self.stop())
            }
        }
    }

    /// Runs a change; when it fails half-way the writer is of no more use.
    pub(super) fn change<T>(
        &mut self,
        run: impl FnOnce(&mut Self) -> Result<T, ArchiveError>,
    ) -> Result<T, ArchiveError> {
        self.begin()?;
        run(self).inspect_err(|_| self.stop())
    }

    fn stop(&mut self) {
        self.lexical = None;
        self.vectors = PendingVectors::default();
        let _ = self.database.conn.execute_batch("ROLLBACK");
        self.phase = Phase::Stopped;
    }

    pub(super) fn law_parts(&mut self) -> (&rusqlite::Connection, &mut catalogue::DigestSum) {
        (&self.database.conn, &mut self.state.sum)
    }

    pub(super) fn sql(&self) -> impl Fn(rusqlite::Error) -> ArchiveError + use<> {
        self.database.error()
    }

    fn lexical(&mut self) -> Result<&mut LexicalWriter, ArchiveError> {
        if self.lexical.is_none() {
            let next = self.state.generation + 1;
            self.lexical = Some(LexicalWriter::open(&self.dir, self.state.lexical, next)?);
        }
        self.lexical.as_mut().ok_or(ArchiveError::WriterStopped)
    }

    /// Takes out the vectors of a source that are not this machine's own, if the source is there.
    pub(super) fn withdraw_carried(&mut self, id: &SourceId) -> Result<(), ArchiveError> {
        let sql = self.sql();
        let Some(model) = self.state.model.clone() else { return Ok(()) };
        let Some(key) = catalogue::key_of(&self.database.conn, id).map_err(&sql)? else { return Ok(()) };
        for chunk in catalogue::chunks_of(&self.database.conn, key).map_err(&sql)? {
            let hash = [chunk.record.embedded_hash()];
            let own = catalogue::cached(&self.database.conn, &model, &hash).map_err(&sql)?;
            if own.iter().all(Option::is_none) {
                self.vectors.delete((chunk.id, chunk.id.saturating_add(1)));
            }
        }
        Ok(())
    }

    fn put_inner(
        &mut self,
        record: &SourceRecord,
        embeddings: Option<&[Embedding]>,
        carried: &HashSet<ContentHash>,
    ) -> Result<(), ArchiveError> {
        let sql = self.sql();
        self.remove_inner(&record.id)?;
        let mut paths = record.paths.clone();
        paths.sort_unstable();
        paths.dedup();
        self.take_paths(&paths)?;

        catalogue::delete_removed(&self.database.conn, &record.hash, &mut self.state.sum).map_err(&sql)?;
        let key = self.state.next_source;
        let first_chunk = self.state.next_chunk;
        let conn = &self.database.conn;
        let content = catalogue::write_content(conn, key, first_chunk, record).map_err(&sql)?;
        let row = SourceRow { key, summary: summary(record, paths), first_chunk, content };
        catalogue::insert_source(conn, &row, &mut self.state.sum).map_err(&sql)?;
        self.state.next_source += 1;
        self.state.next_chunk += record.chunks.len() as u64;

        for (id, chunk) in (first_chunk..).zip(&record.chunks) {
            self.lexical()?.add(id, key, &record.title, chunk)?;
        }
        for ((id, chunk), embedding) in (first_chunk..).zip(&record.chunks).zip(embeddings.unwrap_or(&[])) {
            self.adopt(embedding);
            let hash = chunk.embedded_hash();
            if !carried.contains(&hash) {
                let conn = &self.database.conn;
                catalogue::store(conn, &embedding.model, &hash, &embedding.values).map_err(&sql)?;
            }
            self.vectors.push(id, &embedding.values);
        }
        Ok(())
    }

    /// The first embedding decides what the archive's vectors are.
    fn adopt(&mut self, embedding: &Embedding) {
        if self.state.model.is_none() {
            self.state.model = Some(embedding.model.clone());
            self.state.dims = u32::try_from(embedding.values.len()).ok();
        }
    }

    fn take_paths(&mut self, paths: &[String]) -> Result<(), ArchiveError> {
        let sql = self.sql();
        let conn = &self.database.conn;
        for loser in catalogue::take_paths(conn, paths).map_err(&sql)? {
            catalogue::reseal_source(conn, loser, &mut self.state.sum).map_err(&sql)?;
        }
        Ok(())
    }

    pub(super) fn key_of(&self, id: &SourceId) -> Result<Option<u64>, ArchiveError> {
        if self.phase == Phase::Stopped {
            return Err(ArchiveError::WriterStopped);
        }
        catalogue::key_of(&self.database.conn, id).map_err(self.sql())
    }

    pub(super) fn remove_inner(&mut self, id: &SourceId) -> Result<bool, ArchiveError> {
        let sql = self.sql();
        let conn = &self.database.conn;
        let Some((key, chunks)) = catalogue::place_of(conn, id).map_err(&sql)? else { return Ok(false) };
        catalogue::delete_source(conn, key, chunks, &mut self.state.sum).map_err(&sql)?;
        self.lexical()?.delete(key);
        self.vectors.delete(chunks);
        Ok(true)
    }

    /// Replaces all vectors by the cache's entries of a model; returns the number of chunks without
    /// an entry.
    pub(super) fn fill_vectors(
        &mut self,
        model: Option<&ModelId>,
        progress: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<usize, ArchiveError> {
        let sql = self.sql();
        self.vectors.replace_all();
        let Some(model) = model else { return Ok(0) };
        let rows = catalogue::rows(&self.database.conn).map_err(&sql)?;
        let mut rows: Vec<SourceRow> = rows;
        rows.sort_by_key(|r| r.first_chunk);
        let total = rows.len();
        let mut missing = 0;
        for (done, row) in rows.iter().enumerate() {
            let chunks = catalogue::chunks_of(&self.database.conn, row.key).map_err(&sql)?;
            let hashes: Vec<ContentHash> = chunks.iter().map(|c| c.record.embedded_hash()).collect();
            let found = catalogue::cached(&self.database.conn, model, &hashes).map_err(&sql)?;
            for (chunk, values) in chunks.iter().zip(found) {
                let Some(values) = values else {
                    missing += 1;
                    continue;
                };
                let embedding = Embedding { model: model.clone(), values };
                same_model(self.state.model.as_ref(), self.state.dims, &embedding)?;
                self.adopt(&embedding);
                self.vectors.push(chunk.id, &embedding.values);
            }
            if !progress(done + 1, total) {
                return Err(ArchiveError::Cancelled);
            }
        }
        Ok(missing)
    }

    /// Discards the changes since the last commit, and reads from the catalogue which commit that
    /// is: an error of a commit does not say whether the catalogue made it.
    fn return_to_committed(&mut self) -> Result<(), ArchiveError> {
        let sql = self.sql();
        let conn = &self.database.conn;
        // Some errors have ended the transaction already.
        if !conn.is_autocommit() {
            conn.execute_batch("ROLLBACK").map_err(&sql)?;
        }
        self.state = State::read(conn).map_err(&sql)?;
        self.manifest = catalogue::read_manifest(conn).map_err(&sql)?;
        self.phase = Phase::Clean;
        Ok(())
    }

    fn commit_inner(&mut self) -> Result<(), ArchiveError> {
        let next = self.state.generation + 1;
        let mut files: Vec<String> = Vec::new();
        match self.lexical.as_mut().filter(|l| l.is_changed()) {
            Some(lexical) => {
                let written = lexical.commit(next)?;
                files.extend(written.into_iter().map(|name| format!("{LEXICAL}/{name}")));
                self.state.lexical = Some(next);
            }
            None => files.extend(self.manifest_paths(|path| !is_vector_file(path) && !is_graph_file(path))),
        }
        if !self.vectors.replaces_all() {
            files.extend(self.manifest_paths(is_graph_file));
        }
        if self.vectors.is_empty() {
            files.extend(self.manifest_paths(is_vector_file));
        } else {
            let model = self.state.model.as_ref().map_or("", |m| m.0.as_str());
            let dims = usize::try_from(self.state.dims.unwrap_or(0)).unwrap_or(0);
            files.extend(self.vectors.commit(&self.dir, next, model, dims, &self.manifest)?);
        }
        self.make_current(files)?;
        self.vectors = PendingVectors::default();
        Ok(())
    }

    /// Brings the graph in line with the vectors of the last commit, by a commit of its own.
    fn commit_graph(&mut self, progress: &mut dyn FnMut(usize, usize) -> bool) -> Result<(), ArchiveError> {
        let (index, _) = vectors::open(&self.dir, &self.manifest)?;
        let next = self.state.generation + 1;
        let changed = graph::update(&self.dir, next, &self.manifest, &index, &self.graph, progress)?;
        let Changed::To(file) = changed else { return Ok(()) };
        self.begin()?;
        let mut files = self.manifest_paths(|path| !is_graph_file(path));
        files.extend(file);
        self.make_current(files)?;
        self.phase = Phase::Clean;
        self.database.checkpoint();
        Ok(())
    }

    /// Makes these derived files, and all else that the transaction holds, the next generation.
    fn make_current(&mut self, mut files: Vec<String>) -> Result<(), ArchiveError> {
        let sql = self.sql();
        let next = self.state.generation + 1;
        files.sort_unstable();
        let manifest = files
            .iter()
            .map(|path| match self.manifest.iter().find(|old| old.path == *path) {
                Some(old) => Ok(old.clone()),
                None => ManifestFile::of(&self.dir, path),
            })
            .collect::<Result<Vec<_>, _>>()?;
        self.state.generation = next;
        let conn = &self.database.conn;
        catalogue::write_manifest(conn, &manifest).map_err(&sql)?;
        self.state.write(conn, &manifest).map_err(&sql)?;
        conn.execute_batch("COMMIT").map_err(&sql)?;
        self.manifest = manifest;
        Ok(())
    }

    fn manifest_paths(&self, keep: impl Fn(&str) -> bool) -> Vec<String> {
        self.manifest.iter().map(|f| f.path.clone()).filter(|path| keep(path)).collect()
    }

    /// Rebuilds both derived indexes from the catalogue; returns (chunks, chunks without vector).
    /// `progress` receives (done, total) sources and may return `false` to stop the work.
    fn make_anew(
        &mut self,
        progress: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<(usize, usize), ArchiveError> {
        self.change(|writer| {
            let sql = writer.sql();
            let conn = &writer.database.conn;
            catalogue::reindex(conn).map_err(&sql)?;
            catalogue::drop_strays(conn).map_err(&sql)?;
            catalogue::drop_damaged_embeddings(conn).map_err(&sql)?;
            catalogue::drop_damaged_token_signs(conn).map_err(&sql)?;
            catalogue::drop_damaged_removed(conn).map_err(&sql)?;
            writer.state.sum = catalogue::digest_sum(conn, writer.database.format).map_err(&sql)?;
            writer.lexical = None;
            let next = writer.state.generation + 1;
            let mut lexical = LexicalWriter::open(&writer.dir, None, next)?;
            let mut rows = catalogue::rows(&writer.database.conn).map_err(&sql)?;
            rows.sort_by_key(|r| r.first_chunk);
            let mut chunks = 0;
            let total = rows.len();
            for (done, row) in rows.iter().enumerate() {
                for chunk in catalogue::chunks_of(&writer.database.conn, row.key).map_err(&sql)? {
                    lexical.add(chunk.id, row.key, &row.summary.title, &chunk.record)?;
                    chunks += 1;
                }
                if !progress(done + 1, 2 * total) {
                    return Err(ArchiveError::Cancelled);
                }
            }
            writer.lexical = Some(lexical);
            let model = writer.state.model.clone();
            let missing =
                writer.fill_vectors(model.as_ref(), &mut |done, _| progress(total + done, 2 * total))?;
            Ok((chunks, missing))
        })
    }
}

impl StoreWriter for FolderWriter {
    fn put(
        &mut self,
        record: SourceRecord,
        embeddings: Option<&[Embedding]>,
        carried: &HashSet<ContentHash>,
    ) -> Result<(), ArchiveError> {
        if self.phase == Phase::Stopped {
            return Err(ArchiveError::WriterStopped);
        }
        check_record(&record, embeddings)?;
        for embedding in embeddings.unwrap_or(&[]) {
            same_model(self.state.model.as_ref(), self.state.dims, embedding)?;
        }
        self.change(|writer| writer.put_inner(&record, embeddings, carried))
    }

    fn add_path(&mut self, id: &SourceId, path: &str) -> Result<(), ArchiveError> {
        let Some(key) = self.key_of(id)? else { return Err(unknown(id)) };
        self.change(|writer| {
            let sql = writer.sql();
            writer.take_paths(&[path.to_owned()])?;
            let conn = &writer.database.conn;
            catalogue::add_path(conn, key, path).map_err(&sql)?;
            catalogue::reseal_source(conn, key, &mut writer.state.sum).map_err(&sql)
        })
    }

    fn remove_path(&mut self, path: &str) -> Result<(), ArchiveError> {
        self.change(|writer| writer.take_paths(&[path.to_owned()]))
    }

    fn remove(&mut self, id: &SourceId) -> Result<bool, ArchiveError> {
        if self.key_of(id)?.is_none() {
            return Ok(false);
        }
        if self.database.format > 1 && catalogue::is_of_pack(&self.database.conn, id).map_err(self.sql())? {
            return Err(ArchiveError::OfPack { id: id.0.clone() });
        }
        self.change(|writer| writer.remove_inner(id))
    }

    fn keep_out(&mut self, paper: &RemovedPaper) -> Result<(), ArchiveError> {
        self.change(|writer| {
            let sql = writer.sql();
            catalogue::insert_removed(&writer.database.conn, paper, &mut writer.state.sum).map_err(&sql)
        })
    }

    fn summary(&self, id: &SourceId) -> Result<Option<SourceSummary>, ArchiveError> {
        catalogue::row(&self.database.conn, id).map(|r| r.map(|r| r.summary)).map_err(self.sql())
    }

    fn source_at(&self, path: &str) -> Result<Option<SourceSummary>, ArchiveError> {
        catalogue::row_by_path(&self.database.conn, path).map(|r| r.map(|r| r.summary)).map_err(self.sql())
    }

    fn source_with_hash(&self, hash: &ContentHash) -> Result<Option<SourceSummary>, ArchiveError> {
        catalogue::row_by_hash(&self.database.conn, hash).map(|r| r.map(|r| r.summary)).map_err(self.sql())
    }

    fn cached(
        &self,
        model: &ModelId,
        hashes: &[ContentHash],
    ) -> Result<Vec<Option<Embedding>>, ArchiveError> {
        let found = catalogue::cached(&self.database.conn, model, hashes).map_err(self.sql())?;
        let embedding = |values| Embedding { model: model.clone(), values };
        Ok(found.into_iter().map(|v| v.map(embedding)).collect())
    }

    fn cache(&mut self, entries: &[(ContentHash, Embedding)]) -> Result<(), ArchiveError> {
        self.change(|writer| {
            let sql = writer.sql();
            for (hash, embedding) in entries {
                catalogue::store(&writer.database.conn, &embedding.model, hash, &embedding.values)
                    .map_err(&sql)?;
            }
            Ok(())
        })
    }

    fn keep_token_signs(
        &mut self,
        model: &ModelId,
        entries: &[(ContentHash, TokenSigns)],
    ) -> Result<(), ArchiveError> {
        self.change(|writer| {
            let sql = writer.sql();
            for (hash, signs) in entries {
                catalogue::store_token_signs(&writer.database.conn, model, hash, signs).map_err(&sql)?;
            }
            Ok(())
        })
    }

    fn use_model(&mut self, model: &ModelId) -> Result<(), ArchiveError> {
        if self.phase == Phase::Stopped {
            return Err(ArchiveError::WriterStopped);
        }
        let mut missing = 0usize;
        let sql = self.sql();
        catalogue::missing_embeddings(
            &self.database.conn,
            model,
            0,
            catalogue::SignsWanted::No,
            &mut |_, _, _| {
                missing += 1;
                true
            },
        )
        .map_err(&sql)?;
        if missing > 0 {
            return Err(ArchiveError::MissingEmbeddings { model: model.clone(), missing });
        }
        self.change(|writer| {
            writer.state.model = None;
            writer.state.dims = None;
            writer.fill_vectors(Some(model), &mut |_, _| true).map(drop)
        })
    }

    fn drop_cache_except(&mut self, model: &ModelId) -> Result<usize, ArchiveError> {
        self.change(|writer| {
            let (conn, sql) = (&writer.database.conn, writer.sql());
            catalogue::drop_token_signs_of_other_models(conn, model).map_err(&sql)?;
            catalogue::drop_other_models(conn, model).map_err(&sql)
        })
    }

    fn commit_with(&mut self, progress: &mut dyn FnMut(usize, usize) -> bool) -> Result<u64, ArchiveError> {
        match self.phase {
            Phase::Stopped => Err(ArchiveError::WriterStopped),
            Phase::Clean => Ok(self.state.generation),
            Phase::Changed => {
                self.commit_inner().inspect_err(|_| self.stop())?;
                self.phase = Phase::Clean;
                self.database.checkpoint();
                // What is committed stays so: without a graph, searches look at every vector.
                self.without_graph = match self.commit_graph(progress) {
                    Ok(()) => None,
                    Err(error) => {
                        self.return_to_committed().inspect_err(|_| self.stop())?;
                        Some(error)
                    }
                };
                // From here on nothing can fail any more: what follows is housekeeping.
                let _ = seal::describe_commit(&self.dir, &self.state);
                self.drop_strays();
                Ok(self.state.generation)
            }
        }
    }

    fn without_graph(&mut self) -> Option<ArchiveError> {
        self.without_graph.take()
    }

    fn put_pack(
        &mut self,
        manifest: &Manifest,
        signed_by: Option<&str>,
        sections: &[NewSection],
    ) -> Result<(), ArchiveError> {
        self.install_pack(manifest, signed_by, sections)
    }

    fn remove_pack(&mut self, name: &str, edition: Option<&str>) -> Result<usize, ArchiveError> {
        self.uninstall_pack(name, edition)
    }

    fn rebuild(
        &mut self,
        progress: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<(usize, usize), ArchiveError> {
        self.make_anew(progress)
    }
}

impl Drop for FolderWriter {
    fn drop(&mut self) {
        if self.phase == Phase::Changed {
            self.stop();
        }
        self.drop_strays();
        self.database.checkpoint();
        // What this writer changed since its last commit is not in the file.
        if let Ok(state) = State::read(&self.database.conn) {
            let _ = seal::describe_closed(&self.dir, &state);
        }
    }
}

pub(super) fn summary(record: &SourceRecord, paths: Vec<String>) -> SourceSummary {
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let with = |status: &str| count(record.pages.iter().filter(|p| p.status == status).count());
    SourceSummary {
        id: record.id.clone(),
        paths,
        title: record.title.clone(),
        hash: record.hash.clone(),
        kind: record.kind.clone(),
        bytes: record.bytes,
        meta: record.meta.clone(),
        pages: count(record.pages.iter().filter(|p| p.number > 0).count()),
        pages_ocr: with("ocr"),
        pages_unread: with("unread"),
        lines: count(record.lines.len()),
        chunks: count(record.chunks.len()),
        ingested_at: jiff::Timestamp::now().to_string(),
        notes: record.notes.clone(),
        recipe: record.recipe.clone(),
    }
}

pub(super) fn check_record(
    record: &SourceRecord,
    embeddings: Option<&[Embedding]>,
) -> Result<(), ArchiveError> {
    let invalid = |what: String| Err(ArchiveError::InvalidRecord { source_id: record.id.clone(), what });
    if record.id.0.is_empty() {
        return invalid("its id is empty".to_owned());
    }
    if !record.lines.is_sorted_by(|a, b| (a.page, a.number) < (b.page, b.number)) {
        return invalid("its lines don't ascend by page and number".to_owned());
    }
    let lines = record.lines.len();
    let inside = |c: &ChunkRecord| {
        c.first_line < c.end_line && usize::try_from(c.end_line).is_ok_and(|end| end <= lines)
    };
    if let Some(i) = record.chunks.iter().position(|c| !inside(c)) {
        return invalid(format!("chunk {i} names lines that it does not have"));
    }
    // PostgreSQL can't keep one, and what a folder takes is to fit there too. Reading never gives one.
    let texts = record.lines.iter().map(|l| &l.text);
    let texts = texts.chain(record.chunks.iter().flat_map(|c| [&c.text, &c.header])).chain([&record.title]);
    if texts.into_iter().any(|text| text.contains('\0')) {
        return invalid("it holds a NUL character".to_owned());
    }
    let Some(embeddings) = embeddings else { return Ok(()) };
    if embeddings.len() != record.chunks.len() {
        return invalid(format!("{} embeddings for {} chunks", embeddings.len(), record.chunks.len()));
    }
    if embeddings.iter().any(|e| e.values.is_empty() || e.values.iter().any(|x| !x.is_finite())) {
        return invalid("an embedding is empty or holds something that is not a number".to_owned());
    }
    if let Some((first, rest)) = embeddings.split_first()
        && rest.iter().any(|e| e.model != first.model || e.values.len() != first.values.len())
    {
        return invalid("its embeddings are of different models".to_owned());
    }
    Ok(())
}

/// Opens the catalogue for a writer that holds the lock.
fn open_for_writing(dir: &Path) -> Result<Database, ArchiveError> {
    Database::open_writer(dir)?.map_err(|vacancy| vacancy_error(dir, vacancy))
}
