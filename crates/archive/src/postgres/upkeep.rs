//! Counts, checks, and what lacks an embedding.

use std::collections::HashSet;

use super::archive::PostgresArchive;
use super::rows::{LINES, id, lines, number};
use super::schema;
use crate::catalogue::{Content, StoredChunk};
use crate::error::ArchiveError;
use crate::problem::Problem;
use crate::record::ChunkRecord;
use crate::stats::{CacheStats, PartBytes, Stats};
use crate::store::{LawStore, Store};
use twolane_text::{ContentHash, ModelId};

/// Chunks that are looked at in one step.
const STEP: i64 = 1000;

impl PostgresArchive {
    pub(super) fn missing(
        &self,
        model: &ModelId,
        token_vectors: bool,
        from: u64,
        visit: &mut dyn FnMut(u64, ContentHash, String) -> bool,
    ) -> Result<(), ArchiveError> {
        let sql = "SELECT c.id, c.header, c.text FROM chunk c WHERE c.id >= $2 AND c.source NOT IN (SELECT hidden_at($1)) AND (NOT EXISTS (SELECT 1 FROM embedding e WHERE e.model = $3 AND e.hash = c.hash) OR ($4 AND NOT EXISTS (SELECT 1 FROM token_signs t WHERE t.model = $3 AND t.hash = c.hash))) ORDER BY c.id LIMIT $5";
        let generation = self.at().generation;
        let mut from = id(from);
        let mut seen = HashSet::new();
        loop {
            let rows =
                self.ask(|conn| conn.rows(sql, &[&generation, &from, &model.0, &token_vectors, &STEP]))?;
            for row in &rows {
                let read = || Ok((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?));
                let (chunk, header, text): (i64, String, String) =
                    read().map_err(|e| self.pool.address.error(&e))?;
                from = chunk.saturating_add(1);
                let record = ChunkRecord {
                    first_line: 0,
                    end_line: 0,
                    header,
                    text,
                    citations: Vec::new(),
                    section: None,
                    table: false,
                };
                let hash = record.embedded_hash();
                if seen.insert(hash.0.clone()) && !visit(number(chunk), hash, record.embedded_text()) {
                    return Ok(());
                }
            }
            if rows.is_empty() {
                return Ok(());
            }
        }
    }

    pub(super) fn sizes(&self) -> Result<Stats, ArchiveError> {
        let at = self.at();
        let (counts, vectors, cache, bytes) = self.ask(|conn| {
            let sql = "SELECT count(*), coalesce(sum(pages), 0)::bigint, coalesce(sum(lines), 0)::bigint, coalesce(sum(chunks), 0)::bigint FROM source_at($1)";
            let row = conn.one(sql, &[&at.generation])?;
            let n = |i: usize| row.as_ref().map_or(Ok(0), |row| row.try_get(i).map(number));
            let counts = [n(0)?, n(1)?, n(2)?, n(3)?];
            let sql = "SELECT count(*) FROM vector WHERE model = $2 AND source NOT IN (SELECT hidden_at($1))";
            let model = at.model.as_ref().map(|m| m.0.as_str());
            let vectors = conn.one(sql, &[&at.generation, &model])?.map_or(Ok(0), |row| row.try_get(0).map(number))?;
            let sql = "SELECT model, count(*), sum(length(vector))::bigint FROM embedding GROUP BY model ORDER BY model";
            let cache = conn.rows(sql, &[])?.iter().map(|row| Ok(CacheStats { model: ModelId(row.try_get(0)?), entries: number(row.try_get(1)?), bytes: number(row.try_get(2)?) })).collect::<Result<Vec<_>, postgres::Error>>()?;
            let sql = "SELECT c.relname::text, pg_total_relation_size(c.oid) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'twolane' AND c.relkind = 'r' ORDER BY 1";
            let bytes = conn.rows(sql, &[])?.iter().map(|row| Ok(PartBytes { part: row.try_get(0)?, bytes: number(row.try_get(1)?) })).collect::<Result<Vec<_>, postgres::Error>>()?;
            Ok((counts, vectors, cache, bytes))
        })?;
        let [sources, pages, lines, chunks] = counts;
        Ok(Stats {
            format: schema::newest().unsigned_abs(),
            generation: number(at.generation),
            model: at.model.clone(),
            dimensions: at.dims,
            sources,
            pages,
            lines,
            chunks,
            vectors: usize::try_from(vectors).unwrap_or(usize::MAX),
            segments: 1,
            cache,
            total_bytes: bytes.iter().map(|part| part.bytes).sum(),
            bytes,
        })
    }

    /// Checks that every source is as it was committed, and that every chunk can be found.
    pub(super) fn problems(&self) -> Result<Vec<Problem>, ArchiveError> {
        let view = self.clone();
        view.move_on()?;
        let generation = view.at().generation;
        let mut problems = Vec::new();
        let again = "run `twolane source remove ID`, then `twolane ingest` its file again";
        for source in view.sources()? {
            let part = format!("source {}", source.id);
            let read = || -> Result<bool, ArchiveError> {
                let sql = "SELECT key, content FROM source_at($1) WHERE id = $2";
                let found = view.ask(|conn| {
                    let Some(row) = conn.one(sql, &[&generation, &source.id.0])? else { return Ok(None) };
                    let rows = conn.rows(LINES, &[&row.try_get::<_, i64>(0)?])?;
                    Ok(Some((row.try_get::<_, Vec<u8>>(1)?, rows)))
                })?;
                let Some((digest, rows)) = found else { return Ok(false) };
                let chunks = view.chunks_of(&source.id)?;
                let content = Content {
                    pages: view.pages(&source.id)?,
                    lines: lines(&rows)?,
                    aliases: view.aliases(&source.id)?,
                    chunks: chunks
                        .into_iter()
                        .map(|c| StoredChunk { id: c.id.0, page: c.page, record: c.record })
                        .collect(),
                    edges: view.edges_of(&source.id)?,
                };
                Ok(content.digest().as_slice() == digest.as_slice())
            };
            match read() {
                Ok(true) => {}
                Ok(false) => problems.push(Problem::new(
                    part,
                    "its pages, lines, locators or chunks were altered",
                    again,
                )),
                Err(error) => problems.push(Problem::new(part, error.to_string(), again)),
            }
        }
        let rebuild = "run `twolane index rebuild`, which rebuilds it";
        let sql = "SELECT count(*) FILTER (WHERE terms[1] + terms[2] + terms[3] + terms[4] > 0 AND NOT EXISTS (SELECT 1 FROM chunk c JOIN posting p ON p.chunk = c.id AND p.source = c.source WHERE c.source = s.key)) FROM source_at($1) s";
        let unfound: i64 =
            view.ask(|conn| conn.one(sql, &[&generation])?.map_or(Ok(0), |row| row.try_get(0)))?;
        if unfound > 0 {
            problems.push(Problem::new(
                "the lexical index",
                format!("{unfound} sources are not in it"),
                rebuild,
            ));
        }
        let sql = "SELECT count(*) FROM vector v WHERE v.source NOT IN (SELECT hidden_at($1)) AND NOT EXISTS (SELECT 1 FROM chunk c WHERE c.id = v.chunk AND c.source = v.source)";
        let strays: i64 =
            view.ask(|conn| conn.one(sql, &[&generation])?.map_or(Ok(0), |row| row.try_get(0)))?;
        if strays > 0 {
            problems.push(Problem::new("vectors", format!("{strays} belong to no chunk"), rebuild));
        }
        Ok(problems)
    }
}
