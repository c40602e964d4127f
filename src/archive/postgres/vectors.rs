//! Vectors: pgvector finds candidates, our own product scores them, as in a folder.

use std::collections::HashMap;
use std::error::Error;

use postgres::types::private::BytesMut;
use postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

use super::archive::PostgresArchive;
use super::read::{id, number, set_parts};
use crate::archive::chunk_set::ChunkSet;
use crate::archive::error::ArchiveError;
use crate::archive::record::ChunkId;
use crate::text::Embedding;
use crate::vector::dot;

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

impl PostgresArchive {
    pub(super) fn by_vector(
        &self,
        query: &Embedding,
        within: &ChunkSet,
        k: usize,
    ) -> Result<Vec<(ChunkId, f32)>, ArchiveError> {
        let at = self.at();
        let Some(model) = at.model.as_ref().filter(|_| !within.is_empty() && k > 0) else {
            return Ok(Vec::new());
        };
        let (bits, first) = set_parts(within);
        let wanted = Vector(query.values.clone());
        let limit = id(k.saturating_add(MARGIN) as u64);
        let rows = self
            .pool
            .ask(|conn| conn.rows(EXACT, &[&at.generation, &bits, &first, &wanted, &limit, &model.0]))?;
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

    pub(super) fn vectors_of(&self, chunks: &[ChunkId]) -> Result<Vec<Option<Embedding>>, ArchiveError> {
        let at = self.at();
        let Some(model) = at.model.clone() else { return Ok(vec![None; chunks.len()]) };
        let sql = "SELECT chunk, embedding FROM vector WHERE chunk = ANY ($2) AND model = $3 AND source NOT IN (SELECT hidden_at($1))";
        let wanted: Vec<i64> = chunks.iter().map(|chunk| id(chunk.0)).collect();
        let found: HashMap<i64, Vector> = self.pool.ask(|conn| {
            let rows = conn.rows(sql, &[&at.generation, &wanted, &model.0])?;
            rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
        })?;
        let embedding = |Vector(values): &Vector| Embedding { model: model.clone(), values: values.clone() };
        Ok(wanted.iter().map(|chunk| found.get(chunk).map(embedding)).collect())
    }
}
