//! Changing the archive: one transaction from the first change to the commit.
//!
//! What a writer adds is born, and what it takes away dies, in the generation `STAGED` until the commit gives it its
//! number; nobody else sees it before. Writers of different sources work side by side: a lock is held on each
//! source and path that one changes, and commits follow one another.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use postgres::types::Type;

use super::archive::newest;
use super::bulk::{Postings, copy, copy_postings};
use super::connect::{Conn, Pool};
use super::rows::{count, id, int, number, sources, summary};
use super::vectors::Vector;
use crate::catalogue::{Content, StoredChunk};
use crate::error::{ArchiveError, unknown};
use crate::folder_writer::{check_record, summary as summarise};
use crate::law::NewSection;
use crate::record::{ChunkRecord, SourceRecord, SourceSummary};
use crate::removed::RemovedPaper;
use crate::same_model::same_model;
use crate::store::StoreWriter;
use twolane_law::pack::Manifest;
use twolane_text::{ContentHash, Embedding, ModelId, SourceId, TokenSigns};
use twolane_vector::GraphOptions;

/// Generation of what was not committed yet.
pub const STAGED: i64 = i64::MAX;
/// Locks on single sources that a transaction holds at most; the server has room for some thousands in all.
const LOCKS: usize = 1000;

/// A writer to an archive in a database.
#[derive(Debug)]
pub struct PostgresWriter {
    pub(super) pool: Arc<Pool>,
    pub(super) graph: GraphOptions,
    pub(super) without_graph: Option<ArchiveError>,
    conn: Mutex<Conn>,
    phase: Phase,
    generation: i64,
    pub(super) model: Option<ModelId>,
    pub(super) dims: Option<u32>,
    vector: Type,
    /// True if the model was decided since the last commit, with all other writers locked out. For
    /// an archive without vectors the decision is that it has no model.
    chose_model: bool,
    locks: usize,
    /// Texts' embeddings, written at the commit: two writers may have the same texts.
    cache: BTreeMap<(String, String), Vec<f32>>,
    signs: BTreeMap<(String, String), TokenSigns>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Clean,
    Changed,
    Stopped,
}

/// The cache's entries of these texts, by hash.
pub fn cached(
    conn: &mut Conn,
    model: &ModelId,
    hashes: &[ContentHash],
) -> Result<HashMap<String, Vec<f32>>, postgres::Error> {
    let sql = "SELECT hash, vector FROM embedding WHERE model = $1 AND hash = ANY ($2)";
    let wanted: Vec<&str> = hashes.iter().map(|h| h.0.as_str()).collect();
    let rows = conn.rows(sql, &[&model.0, &wanted])?;
    rows.iter().map(|row| Ok((row.try_get(0)?, floats(row.try_get(1)?)))).collect()
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).filter_map(|b| b.try_into().ok().map(f32::from_le_bytes)).collect()
}

impl PostgresWriter {
    /// On a connection of its own.
    pub fn open(pool: &Arc<Pool>, graph: GraphOptions) -> Result<Self, ArchiveError> {
        let mut conn = Conn::new(pool.address.connect().map_err(|e| pool.address.error(&e))?);
        let mut begin = || -> Result<_, postgres::Error> {
            // A commit takes as long as it takes; waiting for another writer does not.
            conn.client.batch_execute("SET statement_timeout = 0; SET lock_timeout = '5min'")?;
            let vector = conn.client.prepare("SELECT $1::public.vector")?;
            Ok((newest(&mut conn)?, vector.params().first().cloned()))
        };
        let (state, vector) = begin().map_err(|e| pool.address.error(&e))?;
        let (generation, model, dims, _) = state.unwrap_or_default();
        Ok(PostgresWriter {
            pool: Arc::clone(pool),
            graph,
            without_graph: None,
            conn: Mutex::new(conn),
            phase: Phase::Clean,
            generation,
            model: model.map(ModelId),
            dims: dims.and_then(|d| u32::try_from(d).ok()),
            vector: vector.unwrap_or(Type::UNKNOWN),
            chose_model: false,
            locks: 0,
            cache: BTreeMap::new(),
            signs: BTreeMap::new(),
        })
    }

    pub(super) fn conn(&self) -> MutexGuard<'_, Conn> {
        self.conn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs statements on the writer's connection.
    pub(super) fn ask<T>(
        &self,
        run: impl FnOnce(&mut Conn) -> Result<T, postgres::Error>,
    ) -> Result<T, ArchiveError> {
        if self.phase == Phase::Stopped {
            return Err(ArchiveError::WriterStopped);
        }
        run(&mut self.conn()).map_err(|e| self.pool.address.error(&e))
    }

    /// Runs a change inside the transaction; when it fails the writer is of no more use.
    pub(super) fn change<T>(
        &mut self,
        run: impl FnOnce(&mut Self) -> Result<T, ArchiveError>,
    ) -> Result<T, ArchiveError> {
        if self.phase == Phase::Clean {
            self.ask(|conn| {
                conn.client.batch_execute("BEGIN; SELECT pg_advisory_xact_lock_shared(8400, 3)")
            })?;
            self.phase = Phase::Changed;
        }
        run(self).inspect_err(|_| self.stop())
    }

    fn stop(&mut self) {
        let _ = self.conn().client.batch_execute("ROLLBACK");
        self.cache.clear();
        self.signs.clear();
        self.phase = Phase::Stopped;
    }

    /// Keeps other writers from these sources or paths until the commit.
    fn lock(&mut self, names: &[&str]) -> Result<(), ArchiveError> {
        let before = self.locks;
        self.locks += names.len();
        if self.locks <= LOCKS {
            let sql = "SELECT pg_advisory_xact_lock(hashtextextended(n, 8400)) FROM (SELECT n FROM unnest($1::text[]) n ORDER BY n) x";
            return self.ask(|conn| conn.rows(sql, &[&names]).map(drop));
        }
        // More than the server may have room for: from here on, nobody else writes.
        match before <= LOCKS {
            true => self.ask(|conn| conn.rows("SELECT pg_advisory_xact_lock(8400, 3)", &[]).map(drop)),
            false => Ok(()),
        }
    }

    /// Takes out a source as this writer sees it.
    pub(super) fn remove_inner(&mut self, source: &SourceId) -> Result<bool, ArchiveError> {
        self.lock(&[&source.0])?;
        self.ask(|conn| {
            let sql = "UPDATE source SET died = $2 WHERE id = $1 AND died IS NULL RETURNING key";
            let Some(row) = conn.one(sql, &[&source.0, &STAGED])? else { return Ok(false) };
            let key: i64 = row.try_get(0)?;
            conn.run("UPDATE path SET died = $2 WHERE source = $1 AND died IS NULL", &[&key, &STAGED])?;
            Ok(true)
        })
    }

    fn put_inner(
        &mut self,
        record: &SourceRecord,
        embeddings: Option<&[Embedding]>,
        carried: &HashSet<ContentHash>,
    ) -> Result<(), ArchiveError> {
        self.remove_inner(&record.id)?;
        let mut paths = record.paths.clone();
        paths.sort_unstable();
        paths.dedup();
        self.lock(&paths.iter().map(String::as_str).collect::<Vec<_>>())?;
        let s = summarise(record, paths);
        let m = &s.meta;
        let lower = |text: &Option<String>| text.as_ref().map(|t| t.to_lowercase());
        let lane = m.lane.to_lowercase();
        let [town, board, doc_type, date] = [&m.town, &m.board, &m.doc_type, &m.date].map(lower);
        let [authority, status, edition, jurisdiction] =
            [&m.authority, &m.status, &m.edition, &m.jurisdiction].map(lower);
        let as_written =
            [Some(m.lane.clone()), m.town.clone(), m.jurisdiction.clone(), m.board.clone()].to_vec();
        let [meta, notes] =
            [serde_json::to_string(m), serde_json::to_string(&s.notes)].map(Result::unwrap_or_default);
        let (mut postings, mut terms) = (Vec::with_capacity(record.chunks.len()), vec![0i64; 4]);
        for chunk in &record.chunks {
            let of = Postings::of(chunk, &record.title);
            for (sum, length) in terms.iter_mut().zip(of.lengths) {
                *sum += i64::from(length);
            }
            postings.push(of);
        }
        let page_of = |c: &ChunkRecord| {
            let first = usize::try_from(c.first_line).ok().and_then(|i| record.lines.get(i));
            first.map_or(0, |line| line.page)
        };
        let model = embeddings.and_then(|e| e.first()).map(|e| e.model.0.clone());
        let vector = self.vector.clone();
        self.ask(|conn| {
            conn.run("UPDATE path SET died = $2 WHERE path = ANY ($1) AND died IS NULL", &[&s.paths, &STAGED])?;
            conn.run("DELETE FROM removed WHERE hash = $1", &[&s.hash.0])?;
            let sql = "SELECT nextval('source_key'), take_chunks($1), realm_of($2, $3, $4)";
            let row = conn.client.query_one(sql, &[&id(record.chunks.len().max(1) as u64), &lane, &town, &jurisdiction])?;
            let (key, first, realm): (i64, i64, i32) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
            let content = Content {
                pages: record.pages.clone(),
                lines: record.lines.clone(),
                aliases: record.aliases.clone(),
                chunks: (number(first)..)
                    .zip(&record.chunks)
                    .map(|(id, c)| StoredChunk { id, page: page_of(c), record: c.clone() })
                    .collect(),
                edges: record.edges.clone(),
            };
            let digest = content.digest().to_vec();
            conn.run(
                "INSERT INTO source VALUES ($1, $2, NULL, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30)",
                &[
                    &key, &STAGED, &realm, &s.id.0, &s.title, &s.hash.0, &s.kind, &id(s.bytes), &meta, &notes,
                    &s.recipe, &s.ingested_at, &count(s.pages), &count(s.pages_ocr), &count(s.pages_unread),
                    &count(s.lines), &count(s.chunks), &first, &digest, &terms, &lane, &town, &board, &doc_type,
                    &date, &authority, &status, &edition, &jurisdiction, &as_written,
                ],
            )?;
            conn.run("INSERT INTO path SELECT p, $2, $3, $4, NULL FROM unnest($1::text[]) p", &[&s.paths, &key, &realm, &STAGED])?;
            use Type as T;
            let finite = |x: f32| if x.is_finite() { x } else { 0.0 };
            let pages = record.pages.iter().enumerate().map(|(i, p)| {
                let (w, h) = p.size.filter(|(w, h)| w.is_finite() && h.is_finite()).unzip();
                (int(i), count(p.number), &p.label, w, h, &p.status, &p.reason, &p.engine)
            });
            copy(conn, "COPY page FROM STDIN BINARY", &[T::INT8, T::INT4, T::INT4, T::INT4, T::TEXT, T::FLOAT4, T::FLOAT4, T::TEXT, T::TEXT, T::TEXT], pages, |row, (i, n, label, w, h, status, reason, engine)| {
                row(&[&key, i, &realm, n, label, w, h, status, reason, engine])
            })?;
            let lines = record.lines.iter().enumerate().map(|(i, l)| {
                let bounds = l.bounds.map(|b| b.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>());
                (int(i), count(l.page), count(l.number), &l.text, bounds, finite(l.size), count(l.flags.bits()), l.heading.map(i32::from), l.confidence.map(i32::from))
            });
            copy(conn, "COPY line FROM STDIN BINARY", &[T::INT8, T::INT4, T::INT4, T::INT4, T::INT4, T::TEXT, T::BYTEA, T::FLOAT4, T::INT4, T::INT4, T::INT4], lines, |row, (i, page, n, text, bounds, size, flags, heading, confidence)| {
                row(&[&key, i, &realm, page, n, text, bounds, size, flags, heading, confidence])
            })?;
            let aliases = record.aliases.iter().enumerate().map(|(i, (name, l))| (int(i), name, l.to_string()));
            copy(conn, "COPY alias FROM STDIN BINARY", &[T::INT8, T::INT4, T::INT4, T::TEXT, T::TEXT], aliases, |row, (i, name, l)| row(&[&key, i, &realm, name, l]))?;
            let chunks = (first..).zip(&record.chunks).map(|(n, c)| (n, count(page_of(c)), count(c.first_line), count(c.end_line), c, c.embedded_hash().0));
            copy(conn, "COPY chunk FROM STDIN BINARY", &[T::INT8, T::INT8, T::INT4, T::INT4, T::INT4, T::INT4, T::TEXT, T::TEXT, T::TEXT, T::BOOL, T::TEXT_ARRAY, T::TEXT], chunks, |row, (n, page, from, end, c, hash)| {
                row(&[n, &key, &realm, page, from, end, &c.header, &c.text, &c.section, &c.table, &c.citations, hash])
            })?;
            let cited = (first..).zip(&record.chunks).flat_map(|(n, c)| c.citations.iter().collect::<std::collections::BTreeSet<_>>().into_iter().map(move |normal| (normal, n)));
            copy(conn, "COPY citation FROM STDIN BINARY", &[T::TEXT, T::INT8, T::INT8, T::INT4], cited, |row, (normal, n)| row(&[normal, n, &key, &realm]))?;
            let edges = record.edges.iter().enumerate().map(|(i, e)| (int(i), count(e.line), e));
            copy(conn, "COPY edge FROM STDIN BINARY", &[T::INT8, T::INT4, T::INT4, T::INT4, T::TEXT, T::TEXT], edges, |row, (i, line, e)| row(&[&key, i, &realm, line, &e.target, &e.whole]))?;
            copy_postings(conn, (first..).zip(&postings), key, realm)?;
            if let (Some(model), Some(embeddings)) = (&model, embeddings) {
                let vectors = (first..).zip(embeddings).map(|(n, e)| (n, Vector(e.values.clone())));
                copy(conn, "COPY vector FROM STDIN BINARY", &[T::INT8, T::TEXT, T::INT8, T::INT4, vector], vectors, |row, (n, v)| row(&[n, model, &key, &realm, v]))?;
            }
            Ok(())
        })?;
        for (chunk, embedding) in record.chunks.iter().zip(embeddings.unwrap_or(&[])) {
            self.adopt(embedding);
            let hash = chunk.embedded_hash();
            if !carried.contains(&hash) {
                self.cache.insert((embedding.model.0.clone(), hash.0), embedding.values.clone());
            }
        }
        Ok(())
    }

    fn adopt(&mut self, embedding: &Embedding) {
        if self.model.is_none() {
            self.model = Some(embedding.model.clone());
            self.dims = u32::try_from(embedding.values.len()).ok();
        }
    }

    /// Writes what waits for the cache.
    fn write_cache(&mut self) -> Result<(), ArchiveError> {
        let (cache, signs) = (std::mem::take(&mut self.cache), std::mem::take(&mut self.signs));
        self.ask(|conn| {
            for ((model, hash), values) in &cache {
                let bytes: Vec<u8> = values.iter().flat_map(|x| x.to_le_bytes()).collect();
                conn.run("INSERT INTO embedding VALUES ($1, $2, $3) ON CONFLICT (model, hash) DO UPDATE SET vector = excluded.vector WHERE embedding.vector <> excluded.vector", &[model, hash, &bytes])?;
            }
            for ((model, hash), signs) in &signs {
                conn.run("INSERT INTO token_signs VALUES ($1, $2, $3, $4) ON CONFLICT (model, hash) DO UPDATE SET dims = excluded.dims, signs = excluded.signs", &[model, hash, &int(signs.dimensions()), &signs.bytes()])?;
            }
            Ok(())
        })
    }

    /// Gives every chunk the cache's vector of the model; returns the number of chunks without one.
    fn fill_vectors(
        &mut self,
        progress: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<usize, ArchiveError> {
        let Some(model) = self.model.clone() else { return Ok(0) };
        let rows: Vec<(i64, i32)> = self.ask(|conn| {
            let rows =
                conn.rows("SELECT key, realm FROM source WHERE died IS NULL ORDER BY first_chunk", &[])?;
            rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
        })?;
        let mut missing = 0;
        for (done, (key, realm)) in rows.iter().copied().enumerate() {
            let chunks: Vec<(i64, Option<Vec<f32>>)> = self.ask(|conn| {
                let rows = conn.rows("SELECT c.id, e.vector FROM chunk c LEFT JOIN embedding e ON e.model = $2 AND e.hash = c.hash WHERE c.source = $1 ORDER BY c.id", &[&key, &model.0])?;
                let chunk = |row: &postgres::Row| {
                    Ok((row.try_get(0)?, row.try_get::<_, Option<&[u8]>>(1)?.map(floats)))
                };
                rows.iter().map(chunk).collect()
            })?;
            let mut vectors: Vec<(i64, Vector)> = Vec::new();
            for (chunk, values) in chunks {
                match values {
                    Some(values) => {
                        let embedding = Embedding { model: model.clone(), values };
                        same_model(self.model.as_ref(), self.dims, &embedding)?;
                        self.dims = u32::try_from(embedding.values.len()).ok();
                        vectors.push((chunk, Vector(embedding.values)));
                    }
                    None => missing += 1,
                }
            }
            let vector = self.vector.clone();
            self.ask(|conn| {
                conn.run("DELETE FROM vector WHERE source = $1 AND model = $2", &[&key, &model.0])?;
                copy(
                    conn,
                    "COPY vector FROM STDIN BINARY",
                    &[Type::INT8, Type::TEXT, Type::INT8, Type::INT4, vector],
                    vectors.into_iter(),
                    |row, (n, v)| row(&[n, &model.0, &key, &realm, v]),
                )
            })?;
            if !progress(done + 1, rows.len()) {
                return Err(ArchiveError::Cancelled);
            }
        }
        Ok(missing)
    }

    fn commit_inner(&mut self) -> Result<i64, ArchiveError> {
        let now = self.ask(|conn| {
            conn.rows("SELECT pg_advisory_xact_lock(8400, 0)", &[])?;
            newest(conn)
        })?;
        let (generation, model, dims, _) = now.unwrap_or_default();
        if self.model.is_none() && !self.chose_model {
            // Another writer may have decided it meanwhile.
            self.model = model.clone().map(ModelId);
            self.dims = dims.and_then(|d| u32::try_from(d).ok());
        }
        let begun_with = generation == self.generation;
        if let (Some(now), Some(own), false) = (model, &self.model, begun_with)
            && now != own.0
        {
            return Err(ArchiveError::OtherModel { archive: ModelId(now), given: own.clone() });
        }
        self.write_cache()?;
        let next = generation + 1;
        let (model, dims) = (self.model.as_ref().map(|m| m.0.clone()), self.dims.map(count));
        self.ask(|conn| {
            for sql in [
                "UPDATE source SET born = $1 WHERE born = $2",
                "UPDATE source SET died = $1 WHERE died = $2",
                "UPDATE path SET born = $1 WHERE born = $2",
                "UPDATE path SET died = $1 WHERE died = $2",
                "UPDATE pack SET born = $1 WHERE born = $2",
                "UPDATE pack SET died = $1 WHERE died = $2",
                "UPDATE statute SET born = $1 WHERE born = $2",
                "UPDATE statute SET died = $1 WHERE died = $2",
            ] {
                conn.run(sql, &[&next, &STAGED])?;
            }
            conn.run(
                "INSERT INTO commit (generation, model, dims) VALUES ($1, $2, $3)",
                &[&next, &model, &dims],
            )?;
            conn.rows("SELECT pg_notify('twolane_generation', $1::bigint::text)", &[&next])?;
            conn.client.batch_execute("COMMIT")
        })?;
        Ok(next)
    }
}

impl StoreWriter for PostgresWriter {
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
            same_model(self.model.as_ref(), self.dims, embedding)?;
        }
        self.change(|writer| writer.put_inner(&record, embeddings, carried))
    }

    fn add_path(&mut self, source: &SourceId, path: &str) -> Result<(), ArchiveError> {
        if self.summary(source)?.is_none() {
            return Err(unknown(source));
        }
        self.remove_path(path)?;
        self.change(|writer| {
            writer.ask(|conn| {
                conn.run("INSERT INTO path SELECT $2, key, realm, $3, NULL FROM source WHERE id = $1 AND died IS NULL", &[&source.0, &path, &STAGED]).map(drop)
            })
        })
    }

    fn remove_path(&mut self, path: &str) -> Result<(), ArchiveError> {
        self.change(|writer| {
            writer.lock(&[path])?;
            writer.ask(|conn| {
                conn.run("UPDATE path SET died = $2 WHERE path = $1 AND died IS NULL", &[&path, &STAGED])
                    .map(drop)
            })
        })
    }

    fn remove(&mut self, source: &SourceId) -> Result<bool, ArchiveError> {
        if self.summary(source)?.is_none() {
            return Ok(false);
        }
        let of_pack = self.ask(|conn| conn.one("SELECT 1 FROM statute t JOIN source s ON s.key = t.source WHERE s.id = $1 AND s.died IS NULL AND t.died IS NULL", &[&source.0]))?;
        if of_pack.is_some() {
            return Err(ArchiveError::OfPack { id: source.0.clone() });
        }
        self.change(|writer| writer.remove_inner(source))
    }

    fn keep_out(&mut self, paper: &RemovedPaper) -> Result<(), ArchiveError> {
        let sql = "INSERT INTO removed VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (hash, realm) DO UPDATE SET id = excluded.id, title = excluded.title, paths = excluded.paths, meta = excluded.meta, at = excluded.at";
        let meta = &paper.meta;
        let [town, jurisdiction] =
            [&meta.town, &meta.jurisdiction].map(|text| text.as_ref().map(|t| t.to_lowercase()));
        let lane = meta.lane.to_lowercase();
        let paths = serde_json::to_string(&paper.paths).unwrap_or_default();
        let meta = serde_json::to_string(meta).unwrap_or_default();
        self.change(|writer| {
            writer.lock(&[&paper.hash.0])?;
            writer.ask(|conn| {
                // In a statement of its own: the policy of the insertion does not see a realm that it makes itself.
                let row =
                    conn.client.query_one("SELECT realm_of($1, $2, $3)", &[&lane, &town, &jurisdiction])?;
                let realm: i32 = row.try_get(0)?;
                let (hash, id, title) = (&paper.hash.0, &paper.id.0, &paper.title);
                conn.run(sql, &[hash, &realm, id, title, &paths, &meta, &paper.removed_at]).map(drop)
            })
        })
    }

    fn summary(&self, source: &SourceId) -> Result<Option<SourceSummary>, ArchiveError> {
        let sql = sources!(
            "path p WHERE p.source = s.key AND p.died IS NULL",
            "source s WHERE died IS NULL AND id = $1"
        );
        self.ask(|conn| conn.one(sql, &[&source.0]))?.as_ref().map(summary).transpose()
    }

    fn source_at(&self, path: &str) -> Result<Option<SourceSummary>, ArchiveError> {
        let sql = sources!(
            "path p WHERE p.source = s.key AND p.died IS NULL",
            "source s WHERE died IS NULL AND key = (SELECT source FROM path WHERE path = $1 AND died IS NULL)"
        );
        self.ask(|conn| conn.one(sql, &[&path]))?.as_ref().map(summary).transpose()
    }

    fn source_with_hash(&self, hash: &ContentHash) -> Result<Option<SourceSummary>, ArchiveError> {
        let sql = sources!(
            "path p WHERE p.source = s.key AND p.died IS NULL",
            "source s WHERE died IS NULL AND hash = $1 ORDER BY key LIMIT 1"
        );
        self.ask(|conn| conn.one(sql, &[&hash.0]))?.as_ref().map(summary).transpose()
    }

    fn cached(
        &self,
        model: &ModelId,
        hashes: &[ContentHash],
    ) -> Result<Vec<Option<Embedding>>, ArchiveError> {
        let found = self.ask(|conn| cached(conn, model, hashes))?;
        let values = |h: &ContentHash| {
            let waiting = self.cache.get(&(model.0.clone(), h.0.clone()));
            waiting.or_else(|| found.get(&h.0)).cloned()
        };
        Ok(hashes
            .iter()
            .map(|h| values(h).map(|values| Embedding { model: model.clone(), values }))
            .collect())
    }

    fn cache(&mut self, entries: &[(ContentHash, Embedding)]) -> Result<(), ArchiveError> {
        self.change(|writer| {
            let entries = entries.iter().map(|(h, e)| ((e.model.0.clone(), h.0.clone()), e.values.clone()));
            writer.cache.extend(entries);
            Ok(())
        })
    }

    fn keep_token_signs(
        &mut self,
        model: &ModelId,
        entries: &[(ContentHash, TokenSigns)],
    ) -> Result<(), ArchiveError> {
        self.change(|writer| {
            let entries = entries.iter().map(|(h, s)| ((model.0.clone(), h.0.clone()), s.clone()));
            writer.signs.extend(entries);
            Ok(())
        })
    }

    fn use_model(&mut self, model: &ModelId) -> Result<(), ArchiveError> {
        let hashes: Vec<String> = self.ask(|conn| {
            let sql = "SELECT c.hash FROM chunk c JOIN source s ON s.key = c.source WHERE s.died IS NULL AND NOT EXISTS (SELECT 1 FROM embedding e WHERE e.model = $1 AND e.hash = c.hash)";
            conn.rows(sql, &[&model.0])?.iter().map(|row| row.try_get(0)).collect()
        })?;
        let waiting = |hash: &str| self.cache.contains_key(&(model.0.clone(), hash.to_owned()));
        let mut missing: Vec<&String> = hashes.iter().filter(|h| !waiting(h)).collect();
        missing.sort_unstable();
        missing.dedup();
        if !missing.is_empty() {
            return Err(ArchiveError::MissingEmbeddings { model: model.clone(), missing: missing.len() });
        }
        self.change(|writer| {
            // From here on nobody else writes: all vectors are to be of this model.
            writer.ask(|conn| {
                conn.rows("SELECT pg_advisory_xact_lock(8400, 3), pg_advisory_xact_lock(8400, 0)", &[])
                    .map(drop)
            })?;
            writer.write_cache()?;
            writer.model = Some(model.clone());
            writer.dims = None;
            writer.chose_model = true;
            writer.generation = writer.ask(newest)?.map_or(0, |now| now.0);
            writer.fill_vectors(&mut |_, _| true)?;
            // As in a folder, the first vector decides what the archive's are.
            if writer.dims.is_none() {
                writer.model = None;
            }
            Ok(())
        })
    }

    fn drop_cache_except(&mut self, model: &ModelId) -> Result<usize, ArchiveError> {
        self.change(|writer| {
            writer.write_cache()?;
            let gone = writer.ask(|conn| {
                conn.run("DELETE FROM token_signs WHERE model <> $1", &[&model.0])?;
                conn.run("DELETE FROM embedding WHERE model <> $1", &[&model.0])
            })?;
            Ok(usize::try_from(gone).unwrap_or(usize::MAX))
        })
    }

    fn commit_with(&mut self, _: &mut dyn FnMut(usize, usize) -> bool) -> Result<u64, ArchiveError> {
        match self.phase {
            Phase::Stopped => Err(ArchiveError::WriterStopped),
            Phase::Clean => Ok(number(self.generation)),
            Phase::Changed => {
                self.generation = self.commit_inner().inspect_err(|_| self.stop())?;
                self.phase = Phase::Clean;
                self.locks = 0;
                self.chose_model = false;
                self.prune();
                self.keep_graph();
                Ok(number(self.generation))
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
        // Before anything is changed: a refused argument stops no writer.
        let there = self.named_sources(sections)?;
        let mut named = sections.iter().filter_map(|new| new.source.as_ref());
        if let Some(source) = named.find(|source| !there.contains_key(&source.0)) {
            return Err(unknown(source));
        }
        self.change(|writer| writer.install(manifest, signed_by, sections))
    }

    fn remove_pack(&mut self, name: &str, edition: Option<&str>) -> Result<usize, ArchiveError> {
        self.change(|writer| writer.uninstall(name, edition))
    }

    fn rebuild(
        &mut self,
        progress: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<(usize, usize), ArchiveError> {
        self.change(|writer| {
            writer.write_cache()?;
            let rows: Vec<(i64, i32, String)> = writer.ask(|conn| {
                let sql = "SELECT key, realm, title FROM source WHERE died IS NULL ORDER BY first_chunk";
                let rows = conn.rows(sql, &[])?;
                rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?))).collect()
            })?;
            let mut chunks = 0;
            for (done, (key, realm, title)) in rows.iter().enumerate() {
                let (key, realm) = (*key, *realm);
                chunks += writer.ask(|conn| {
                    let found = conn.rows(
                        "SELECT id, header, text, citations FROM chunk WHERE source = $1 ORDER BY id",
                        &[&key],
                    )?;
                    let mut postings = Vec::new();
                    for row in &found {
                        let record = ChunkRecord {
                            first_line: 0,
                            end_line: 0,
                            header: row.try_get(1)?,
                            text: row.try_get(2)?,
                            citations: row.try_get(3)?,
                            section: None,
                            table: false,
                        };
                        postings.push((row.try_get::<_, i64>(0)?, Postings::of(&record, title)));
                    }
                    conn.run("DELETE FROM posting WHERE source = $1", &[&key])?;
                    copy_postings(conn, postings.iter().map(|(n, p)| (*n, p)), key, realm)?;
                    Ok(found.len())
                })?;
                if !progress(done + 1, 2 * rows.len()) {
                    return Err(ArchiveError::Cancelled);
                }
            }
            let total = rows.len();
            let missing = writer.fill_vectors(&mut |done, _| progress(total + done, 2 * total))?;
            Ok((chunks, missing))
        })
    }
}

impl Drop for PostgresWriter {
    fn drop(&mut self) {
        if self.phase == Phase::Changed {
            self.stop();
        }
    }
}
