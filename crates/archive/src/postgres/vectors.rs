//! Vectors: pgvector finds candidates, our own product scores them, as in a folder.

use std::collections::HashMap;
use std::error::Error;

use postgres::types::private::BytesMut;
use postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

use super::archive::{At, PostgresArchive};
use super::connect::Value;
use super::rows::{id, number, set_parts};
use crate::chunk_set::ChunkSet;
use crate::error::ArchiveError;
use crate::record::ChunkId;
use twolane_text::Embedding;
use twolane_vector::dot;

/// Vectors fetched beyond those wanted, whose order a rounding may change.
const MARGIN: usize = 16;

/// A `vector` of pgvector in its binary form: number of components, a spare number, components.
#[derive(Debug, Clone, PartialEq)]
pub struct Vector(pub Vec<f32>);

impl ToSql for Vector {
    fn to_sql(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        out.extend_from_slice(&u16::try_from(self.0.len())?.to_be_bytes());
        out.extend_from_slice(&[0, 0]);
        for value in &self.0 {
            out.extend_from_slice(&value.to_be_bytes());
        }
        Ok(IsNull::No)
    }

    fn accepts(kind: &Type) -> bool {
        kind.name() == "vector"
    }

    to_sql_checked!();
}

impl<'a> FromSql<'a> for Vector {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        let values = raw.get(4..).ok_or("a vector is cut short")?.chunks_exact(4);
        let values = values.map(|b| b.try_into().map(f32::from_be_bytes)).collect::<Result<_, _>>()?;
        Ok(Vector(values))
    }

    fn accepts(kind: &Type) -> bool {
        kind.name() == "vector"
    }
}

const EXACT: &str = "SELECT chunk, embedding FROM vector WHERE model = $6 AND source NOT IN (SELECT hidden_at($1)) AND ($2::bytea IS NULL OR (chunk >= $3 AND chunk < $3 + 8 * length($2) AND get_bit($2, chunk - $3) = 1)) ORDER BY embedding OPERATOR(public.<#>) $4, chunk LIMIT $5";
/// The same over few chunks, which are looked up by their numbers.
const EXACT_AMONG: &str = "SELECT chunk, embedding FROM vector WHERE chunk = ANY ($2) AND model = $5 AND source NOT IN (SELECT hidden_at($1)) ORDER BY embedding OPERATOR(public.<#>) $3, chunk LIMIT $4";

/// Searches by the graph over half precision. The number of components is part of the statement,
/// since the index is over an expression that contains it.
macro_rules! by_graph {
    ($($dims:literal),*) => {
        [$(($dims, concat!("SELECT chunk, embedding FROM vector WHERE public.vector_dims(embedding) = ", $dims, " AND model = $6 AND source NOT IN (SELECT hidden_at($1)) AND ($2::bytea IS NULL OR (chunk >= $3 AND chunk < $3 + 8 * length($2) AND get_bit($2, chunk - $3) = 1)) ORDER BY embedding::public.halfvec(", $dims, ") OPERATOR(public.<#>) $4::public.vector::public.halfvec(", $dims, ") LIMIT $5"))),*]
    };
}
/// For the numbers of components that encoders have; vectors of others are compared all.
const BY_GRAPH: [(u32, &str); 7] = by_graph!(256, 312, 384, 512, 768, 1024, 1536);

/// Returns true if vectors of this many components can have a graph.
pub fn can_have_graph(dims: u32) -> bool {
    BY_GRAPH.iter().any(|(known, _)| *known == dims)
}

impl PostgresArchive {
    /// The statement that searches by the graph, where there is one and the set is not so small that
    /// looking at all of it takes less.
    fn by_graph(&self, at: &At, within: &ChunkSet) -> Result<Option<&'static str>, ArchiveError> {
        let dims = at.dims.unwrap_or(0);
        let Some((_, sql)) = BY_GRAPH.iter().find(|(known, _)| *known == dims) else { return Ok(None) };
        if self.kept(at, within)? < self.graph.from_vectors {
            return Ok(None);
        }
        // That there is none is not kept: the server makes it after the commit that it belongs to.
        if at.has_graph.get().is_none() {
            let sql = "SELECT to_regclass('twolane.vector_graph_' || $1::bigint) IS NOT NULL";
            let found =
                self.ask(|conn| conn.one(sql, &[&i64::from(dims)])?.map_or(Ok(false), |row| row.try_get(0)))?;
            if !found {
                return Ok(None);
            }
            let _ = at.has_graph.set(());
        }
        Ok(Some(*sql))
    }

    /// Chunks that a search may return.
    fn kept(&self, at: &At, within: &ChunkSet) -> Result<usize, ArchiveError> {
        match within.len() {
            Some(kept) => Ok(kept),
            None => Ok(usize::try_from(self.totals(at)?.0).unwrap_or(usize::MAX)),
        }
    }

    pub(super) fn by_vector(
        &self,
        query: &Embedding,
        within: &ChunkSet,
        k: usize,
    ) -> Result<Vec<(ChunkId, f32)>, ArchiveError> {
        let at = self.at();
        let by_graph = self.by_graph(&at, within)?;
        self.by_vector_with(&at, by_graph, query, within, k)
    }

    fn by_vector_with(
        &self,
        at: &At,
        by_graph: Option<&'static str>,
        query: &Embedding,
        within: &ChunkSet,
        k: usize,
    ) -> Result<Vec<(ChunkId, f32)>, ArchiveError> {
        let Some(model) = at.model.as_ref().filter(|_| !within.is_empty() && k > 0) else {
            return Ok(Vec::new());
        };
        let wanted = Vector(query.values.clone());
        let limit = id(k.saturating_add(MARGIN) as u64);
        let few = within.len().is_some_and(|kept| kept < self.graph.from_vectors);
        let rows = if few {
            let chunks: Vec<i64> = within.iter().into_iter().flatten().map(|chunk| id(chunk.0)).collect();
            self.ask(|conn| conn.rows(EXACT_AMONG, &[&at.generation, &chunks, &wanted, &limit, &model.0]))?
        } else {
            let (bits, first) = set_parts(within);
            let vectors = usize::try_from(self.totals(at)?.0).unwrap_or(usize::MAX);
            // pgvector's graph finds fewer with as many (`benches/runs/2026-11-26-stores-million.json`).
            let candidates = self.graph.searched_by(vectors).max(k).saturating_mul(2);
            let values: [Value<'_>; 6] = [&at.generation, &bits, &first, &wanted, &limit, &model.0];
            let by_graph = match by_graph {
                Some(sql) => self.ask(|conn| {
                    conn.set_ef_search(candidates)?;
                    conn.rows(sql, &values)
                })?,
                None => Vec::new(),
            };
            // A walk ends after so many vectors, and may have met too few that pass.
            let enough = k.min(self.kept(at, within)?);
            if by_graph.len() < enough { self.ask(|conn| conn.rows(EXACT, &values))? } else { by_graph }
        };
        let read = || -> Result<Vec<(ChunkId, f32)>, postgres::Error> {
            rows.iter()
                .map(|row| {
                    let vector: Vector = row.try_get(1)?;
                    Ok((ChunkId(number(row.try_get(0)?)), dot(&query.values, &vector.0)))
                })
                .collect()
        };
        let mut found = read().map_err(|e| self.pool.address.error(&e))?;
        found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        found.truncate(k);
        Ok(found)
    }

    /// See [`Archive::recall`](crate::Archive::recall): 1 as long as searches look at all vectors.
    pub(super) fn measured_recall(&self, k: usize, samples: usize) -> Result<Option<f64>, ArchiveError> {
        /// Largest error of a dot product of unit vectors in f32.
        const RESOLUTION: f32 = 1e-6;
        let sql = "SELECT chunk FROM (SELECT chunk, row_number() OVER (ORDER BY chunk) - 1 AS n, count(*) OVER () AS all_of_them FROM vector WHERE model = $2 AND source NOT IN (SELECT hidden_at($1))) v WHERE all_of_them > 1 AND n % ((all_of_them + $3 - 1) / $3) = 0 ORDER BY chunk";
        let at = self.at();
        let Some(model) = at.model.as_ref().filter(|_| k > 0 && samples > 0) else { return Ok(None) };
        let samples = id(samples as u64);
        let asking: Vec<ChunkId> = self.ask(|conn| {
            let rows = conn.rows(sql, &[&at.generation, &model.0, &samples])?;
            rows.iter().map(|row| Ok(ChunkId(number(row.try_get(0)?)))).collect()
        })?;
        let (all, by_graph) = (ChunkSet::all(), self.by_graph(&at, &ChunkSet::all())?);
        let (mut found, mut wanted) = (0usize, 0usize);
        for (chunk, query) in asking.iter().zip(self.vectors_of(&asking)?) {
            let Some(query) = query else { continue };
            let others = |by_graph| -> Result<Vec<f32>, ArchiveError> {
                let near = self.by_vector_with(&at, by_graph, &query, &all, k.saturating_add(1))?;
                let near = near.into_iter().filter(|(id, _)| id != chunk).map(|(_, score)| score);
                Ok(near.take(k).collect())
            };
            let exact = others(None)?;
            let last = exact.last().copied().unwrap_or(f32::MIN);
            found += others(by_graph)?.iter().filter(|score| **score >= last - RESOLUTION).count();
            wanted += exact.len();
        }
        Ok((wanted > 0).then(|| found as f64 / wanted as f64))
    }

    pub(super) fn vectors_of(&self, chunks: &[ChunkId]) -> Result<Vec<Option<Embedding>>, ArchiveError> {
        let at = self.at();
        let Some(model) = at.model.clone() else { return Ok(vec![None; chunks.len()]) };
        let sql = "SELECT chunk, embedding FROM vector WHERE chunk = ANY ($2) AND model = $3 AND source NOT IN (SELECT hidden_at($1))";
        let wanted: Vec<i64> = chunks.iter().map(|chunk| id(chunk.0)).collect();
        let found: HashMap<i64, Vector> = self.ask(|conn| {
            let rows = conn.rows(sql, &[&at.generation, &wanted, &model.0])?;
            rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
        })?;
        let embedding = |Vector(values): &Vector| Embedding { model: model.clone(), values: values.clone() };
        Ok(wanted.iter().map(|chunk| found.get(chunk).map(embedding)).collect())
    }
}
