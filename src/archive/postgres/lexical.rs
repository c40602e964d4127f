//! BM25 in one statement, over the terms that our own analyzer makes.
//!
//! The server sums scores in double precision and gives the best chunks with what their scores are made of; the
//! scores themselves are computed here, as a folder's index computes them, so that they are equal.

use super::archive::PostgresArchive;
use super::read::{id, number, set_parts};
use crate::archive::chunk_set::ChunkSet;
use crate::archive::error::ArchiveError;
use crate::archive::lexical::{LexicalHit, LexicalOptions, QueryTerm, Saturation, idf, query_terms};
use crate::archive::record::ChunkId;

/// Chunks fetched beyond those wanted: where scores differ by less than a rounding, the server may see another
/// order.
const MARGIN: usize = 16;

const SEARCH: &str = "WITH asked AS (SELECT term, count, n FROM unnest($2::text[], $3::int[]) WITH ORDINALITY AS q (term, count, n)),
found AS MATERIALIZED (
  SELECT q.n, q.count, p.chunk,
    p.text * $4::float8 + p.header * $5::float8 + p.citations * $6::float8 + p.title * $7::float8 AS f,
    p.text_length * $4::float8 + p.header_length * $5::float8 + p.citations_length * $6::float8 + p.title_length * $7::float8 AS length,
    p.text, p.header, p.citations, p.title, p.text_length, p.header_length, p.citations_length, p.title_length
  FROM asked q JOIN posting p ON p.term = q.term WHERE p.source NOT IN (SELECT hidden_at($1))),
weighed AS MATERIALIZED (
  SELECT n, count(*) AS df, count * ln(1 + greatest($8::float8 - count(*) + 0.5, 0) / (count(*) + 0.5)) AS weight
  FROM found WHERE f > 0 GROUP BY n, count),
best AS (
  SELECT f.chunk, sum(w.weight * f.f / (f.f + $9::float8 + $10::float8 * f.length)) AS score
  FROM found f JOIN weighed w USING (n)
  WHERE f.f > 0 AND ($11::bytea IS NULL OR (f.chunk >= $12 AND f.chunk < $12 + 8 * length($11) AND get_bit($11, f.chunk - $12) = 1))
  GROUP BY f.chunk ORDER BY score DESC, f.chunk LIMIT $13)
SELECT b.chunk, f.n, w.df, f.text, f.header, f.citations, f.title, f.text_length, f.header_length, f.citations_length, f.title_length
FROM best b JOIN found f ON f.chunk = b.chunk JOIN weighed w ON w.n = f.n WHERE f.f > 0 ORDER BY b.chunk, f.n";

impl PostgresArchive {
    /// Chunks of this generation, and terms of their fields.
    pub(super) fn totals(&self) -> Result<(u64, [u64; 4]), ArchiveError> {
        let at = self.at();
        if let Some(totals) = at.totals.get() {
            return Ok(*totals);
        }
        let sql = "SELECT coalesce(sum(chunks), 0)::bigint, coalesce(sum(terms[1]), 0)::bigint, coalesce(sum(terms[2]), 0)::bigint, coalesce(sum(terms[3]), 0)::bigint, coalesce(sum(terms[4]), 0)::bigint FROM source_at($1)";
        let totals = self.ask(|conn| {
            let Some(row) = conn.one(sql, &[&at.generation])? else { return Ok((0, [0; 4])) };
            let n = |i: usize| row.try_get::<_, i64>(i).map(number);
            Ok((n(0)?, [n(1)?, n(2)?, n(3)?, n(4)?]))
        })?;
        Ok(*at.totals.get_or_init(|| totals))
    }

    pub(super) fn by_words(
        &self,
        query: &str,
        within: &ChunkSet,
        k: usize,
        options: &LexicalOptions,
    ) -> Result<Vec<LexicalHit>, ArchiveError> {
        let terms = query_terms(query);
        let (documents, totals) = self.totals()?;
        if terms.is_empty() || within.is_empty() || k == 0 || documents == 0 {
            return Ok(Vec::new());
        }
        let weights = options.weights();
        let total: f32 = totals.iter().zip(weights).map(|(n, w)| *n as f32 * w).sum();
        let saturation = Saturation::new(options.k1, options.b, total / documents as f32);
        let texts: Vec<&str> = terms.iter().map(|t| t.text.as_str()).collect();
        let counts: Vec<i32> = terms.iter().map(|t| i32::from(t.count)).collect();
        let [w1, w2, w3, w4] = weights.map(f64::from);
        let (base, slope) = saturation.parts();
        let (base, slope) = (f64::from(base), f64::from(slope));
        let (bits, first) = set_parts(within);
        let generation = self.at().generation;
        let limit = id(k.saturating_add(MARGIN) as u64);
        let rows = self.ask(|conn| {
            let n = documents as f64;
            conn.rows(
                SEARCH,
                &[&generation, &texts, &counts, &w1, &w2, &w3, &w4, &n, &base, &slope, &bits, &first, &limit],
            )
        })?;
        let read = || -> Result<Vec<LexicalHit>, postgres::Error> {
            let mut hits: Vec<LexicalHit> = Vec::new();
            for row in &rows {
                let chunk = ChunkId(number(row.try_get(0)?));
                let place = usize::try_from(row.try_get::<_, i64>(1)?).unwrap_or(0).saturating_sub(1);
                let Some(QueryTerm { count, word, .. }) = terms.get(place) else { continue };
                let df = number(row.try_get(2)?);
                let mut sums = [0.0f32; 2];
                for (field, weight) in weights.iter().enumerate().filter(|(_, w)| **w > 0.0) {
                    for (sum, column) in sums.iter_mut().zip([3 + field, 7 + field]) {
                        *sum += row.try_get::<_, i32>(column)? as f32 * weight;
                    }
                }
                let [frequency, length] = sums;
                let weight = idf(documents, df) * f32::from(*count);
                let score = weight * (frequency / (frequency + saturation.norm(length)));
                if hits.last().is_none_or(|hit| hit.chunk != chunk) {
                    hits.push(LexicalHit { chunk, score: 0.0, matched: Vec::new() });
                }
                if let Some(hit) = hits.last_mut() {
                    hit.score += score;
                    if !hit.matched.contains(word) {
                        hit.matched.push(word.clone());
                    }
                }
            }
            Ok(hits)
        };
        let mut hits = read().map_err(|e| self.pool.address.error(&e))?;
        hits.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.chunk.cmp(&b.chunk)));
        hits.truncate(k);
        Ok(hits)
    }

    pub(super) fn ceiling(&self, query: &str, options: &LexicalOptions) -> Result<Option<f32>, ArchiveError> {
        let sql = "SELECT q.n, count(*) FILTER (WHERE p.text > 0), count(*) FILTER (WHERE p.header > 0), count(*) FILTER (WHERE p.citations > 0), count(*) FILTER (WHERE p.title > 0) FROM unnest($2::text[]) WITH ORDINALITY AS q (term, n) JOIN posting p ON p.term = q.term WHERE p.source NOT IN (SELECT hidden_at($1)) GROUP BY q.n ORDER BY q.n";
        let terms = query_terms(query);
        let weights = options.weights();
        let (documents, _) = self.totals()?;
        let texts: Vec<&str> = terms.iter().map(|t| t.text.as_str()).collect();
        let generation = self.at().generation;
        let ceiling = self.ask(|conn| {
            let mut ceiling = 0.0f32;
            for row in conn.rows(sql, &[&generation, &texts])? {
                let place = usize::try_from(row.try_get::<_, i64>(0)?).unwrap_or(0).saturating_sub(1);
                let mut containing = 0;
                for (field, _) in weights.iter().enumerate().filter(|(_, w)| **w > 0.0) {
                    containing = containing.max(number(row.try_get(1 + field)?));
                }
                if let Some(term) = terms.get(place).filter(|_| containing > 0) {
                    ceiling += f32::from(term.count) * idf(documents, containing);
                }
            }
            Ok(ceiling)
        })?;
        Ok((ceiling > 0.0).then_some(ceiling))
    }

    pub(super) fn frequencies(&self, terms: &[String]) -> Result<(Vec<u64>, u64), ArchiveError> {
        let sql = "SELECT q.n, (SELECT count(*) FROM posting p WHERE p.term = q.term AND p.source NOT IN (SELECT hidden_at($1))) FROM unnest($2::text[]) WITH ORDINALITY AS q (term, n) ORDER BY q.n";
        let (documents, _) = self.totals()?;
        let generation = self.at().generation;
        let counts = self.ask(|conn| {
            let rows = conn.rows(sql, &[&generation, &terms])?;
            rows.iter().map(|row| row.try_get::<_, i64>(1).map(number)).collect()
        })?;
        Ok((counts, documents))
    }
}
