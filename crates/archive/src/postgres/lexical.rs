//! BM25 in one statement, over the terms that our own analyzer makes.
//!
//! The server sums scores in double precision and gives the best chunks with what their scores are made of; the
//! scores themselves are computed here, as a folder's index computes them, so that they are equal.
//!
//! What a term weighs is known from counts, which are kept for as long as a generation is looked at. To leave frequent
//! terms for later, as MaxScore does, took longer: with a hundred hits wanted, the rarer ones seldom decide.

use std::collections::HashMap;
use std::sync::PoisonError;

use postgres::Row;

use super::archive::{At, PostgresArchive};
use super::connect::Value;
use super::counted::Counted;
use super::rows::{id, number, runs, set_parts};
use crate::chunk_set::ChunkSet;
use crate::error::ArchiveError;
use crate::lexical::{LexicalHit, LexicalOptions, QueryTerm, Saturation, idf, query_terms};
use crate::record::ChunkId;

/// Chunks fetched beyond those wanted: where scores differ by less than a rounding, the server may see another
/// order.
const MARGIN: usize = 16;
/// Rows that one look into the index takes the time of.
const LOOK: u64 = 8;
/// Counts of terms that are kept.
const COUNTED: usize = 50_000;

/// All four fields count.
const EVERY: [bool; 4] = [true; 4];

const COUNT: &str = "SELECT q.n, count(*), count(*) FILTER (WHERE (p.text > 0 AND $3) OR (p.header > 0 AND $4) OR (p.citations > 0 AND $5) OR (p.title > 0 AND $6)),
  count(*) FILTER (WHERE p.text > 0), count(*) FILTER (WHERE p.header > 0), count(*) FILTER (WHERE p.citations > 0), count(*) FILTER (WHERE p.title > 0)
FROM unnest($2::text[]) WITH ORDINALITY AS q (term, n) JOIN posting p ON p.term = q.term WHERE p.source NOT IN (SELECT hidden_at($1)) GROUP BY q.n";

/// Chunks of a set, given by bits, that have each term.
const COUNT_WITHIN: &str = "SELECT q.n, count(*) FROM unnest($2::text[]) WITH ORDINALITY AS q (term, n) JOIN posting p ON p.term = q.term
WHERE p.source NOT IN (SELECT hidden_at($1)) AND ($3::bytea IS NULL OR (p.chunk >= $4::bigint AND p.chunk < $4 + 8 * length($3) AND get_bit($3, p.chunk - $4) = 1)) GROUP BY q.n";

/// Condition for a chunk to have a term in a field that counts.
macro_rules! has {
    () => {
        "((p.text > 0 AND $4 > 0) OR (p.header > 0 AND $5 > 0) OR (p.citations > 0 AND $6 > 0) OR (p.title > 0 AND $7 > 0))"
    };
}

/// The search, among chunks that are given by bits or by runs of their numbers.
macro_rules! search {
    ($found:literal) => {
        concat!(
            "WITH asked AS (SELECT term, weight, n FROM unnest($2::text[], $3::float8[]) WITH ORDINALITY AS q (term, weight, n)),
best AS (
  SELECT p.chunk, sum(q.weight / (1 + ($8::float8 + $9::float8 * (p.text_length * $4::float8 + p.header_length * $5::float8 + p.citations_length * $6::float8 + p.title_length * $7::float8))
    / (p.text * $4 + p.header * $5 + p.citations * $6 + p.title * $7))) AS score
  FROM ", $found, " AND ", has!(), " AND p.source NOT IN (SELECT hidden_at($1))
  GROUP BY p.chunk ORDER BY score DESC, p.chunk LIMIT $12)
SELECT b.chunk, q.n, p.text, p.header, p.citations, p.title, p.text_length, p.header_length, p.citations_length, p.title_length
FROM best b CROSS JOIN asked q, LATERAL (SELECT * FROM posting WHERE term = q.term AND chunk = b.chunk OFFSET 0) p
WHERE ", has!(), " ORDER BY b.chunk, q.n"
        )
    };
}
const BY_BITS: &str = search!(
    "asked q JOIN posting p ON p.term = q.term WHERE ($10::bytea IS NULL OR (p.chunk >= $11::bigint AND p.chunk < $11 + 8 * length($10) AND get_bit($10, p.chunk - $11) = 1))"
);
const BY_RUNS: &str = search!(
    "asked q CROSS JOIN unnest($10::bigint[], $11::bigint[]) AS r (first, after), LATERAL (SELECT * FROM posting WHERE term = q.term AND chunk >= r.first AND chunk < r.after OFFSET 0) p WHERE true"
);

impl PostgresArchive {
    /// Chunks of this generation, and terms of their fields.
    pub(super) fn totals(&self, at: &At) -> Result<(u64, [u64; 4]), ArchiveError> {
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
        // One generation throughout: its own counts weigh what is found in it.
        let at = self.at();
        let terms = query_terms(query);
        let (documents, totals) = self.totals(&at)?;
        if terms.is_empty() || within.is_empty() || k == 0 || documents == 0 {
            return Ok(Vec::new());
        }
        let weights = options.weights();
        let total: f32 = totals.iter().zip(weights).map(|(n, w)| *n as f32 * w).sum();
        let saturation = Saturation::new(options.k1, options.b, total / documents as f32);
        let counts = self.counted(&at, terms.iter().map(|t| t.text.as_str()), weights.map(|w| w > 0.0))?;
        let n = documents as f64;
        let weigh = |(term, counted): (&QueryTerm, &Counted)| {
            let df = counted.any as f64;
            f64::from(term.count) * (1.0 + (n - df + 0.5).max(0.0) / (df + 0.5)).ln()
        };
        let each: Vec<f64> = terms.iter().zip(&counts).map(weigh).collect();
        let texts: Vec<&str> = terms.iter().map(|t| t.text.as_str()).collect();
        let [w1, w2, w3, w4] = weights.map(f64::from);
        let (base, slope) = saturation.parts();
        let (base, slope) = (f64::from(base), f64::from(slope));
        let (bits, first) = set_parts(within);
        let rows_of_all: u64 = counts.iter().map(|c| c.any).sum();
        let runs = runs(within, rows_of_all / LOOK / (terms.len() as u64).max(1));
        let limit = id(k.saturating_add(MARGIN) as u64);
        let rows = self.ask(|conn| {
            let (sql, [set, of]): (&'static str, [Value<'_>; 2]) = match &runs {
                Some((from, after)) => (BY_RUNS, [from, after]),
                None => (BY_BITS, [&bits, &first]),
            };
            conn.rows(
                sql,
                &[&at.generation, &texts, &each, &w1, &w2, &w3, &w4, &base, &slope, set, of, &limit],
            )
        })?;
        let read = || -> Result<Vec<LexicalHit>, postgres::Error> {
            let mut hits: Vec<LexicalHit> = Vec::new();
            for row in &rows {
                let chunk = ChunkId(number(row.try_get(0)?));
                let place = usize::try_from(row.try_get::<_, i64>(1)?).unwrap_or(0).saturating_sub(1);
                let Some((QueryTerm { count, word, .. }, counted)) = terms.get(place).zip(counts.get(place))
                else {
                    continue;
                };
                let mut sums = [0.0f32; 2];
                for (field, weight) in weights.iter().enumerate().filter(|(_, w)| **w > 0.0) {
                    for (sum, column) in sums.iter_mut().zip([2 + field, 6 + field]) {
                        *sum += row.try_get::<_, i32>(column)? as f32 * weight;
                    }
                }
                let [frequency, length] = sums;
                let weight = idf(documents, counted.any) * f32::from(*count);
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

    /// Returns the number of chunks with each of these terms in the fields that count.
    fn counted<'t>(
        &self,
        at: &At,
        terms: impl Iterator<Item = &'t str>,
        fields: [bool; 4],
    ) -> Result<Vec<Counted>, ArchiveError> {
        let terms: Vec<&str> = terms.collect();
        let key = |fields: [bool; 4], term: &str| (fields, term.to_owned());
        let mut counts: HashMap<&str, Counted> = {
            let known = at.counts.lock().unwrap_or_else(PoisonError::into_inner);
            terms.iter().filter_map(|term| Some((*term, *known.get(&key(fields, term))?))).collect()
        };
        let mut new: Vec<&str> = terms.iter().copied().filter(|term| !counts.contains_key(term)).collect();
        new.sort_unstable();
        new.dedup();
        if !new.is_empty() {
            // Who asks for all fields first asks for those of a search next.
            let some = match fields {
                EVERY => LexicalOptions::default().weights().map(|w| w > 0.0),
                some => some,
            };
            let [a, b, c, d] = some;
            let mut found = vec![[Counted::default(); 2]; new.len()];
            let rows = self.ask(|conn| {
                let rows = conn.rows(COUNT, &[&at.generation, &new, &a, &b, &c, &d])?;
                let n = |row: &Row, i: usize| row.try_get::<_, i64>(i).map(number);
                let read = |row: &Row| {
                    let fields = [n(row, 3)?, n(row, 4)?, n(row, 5)?, n(row, 6)?];
                    Ok((n(row, 0)?, [n(row, 1)?, n(row, 2)?].map(|any| Counted { any, fields })))
                };
                rows.iter().map(read).collect::<Result<Vec<_>, postgres::Error>>()
            })?;
            for (place, counted) in rows {
                let place = usize::try_from(place).unwrap_or(0).saturating_sub(1);
                if let Some(slot) = found.get_mut(place) {
                    *slot = counted;
                }
            }
            let mut known = at.counts.lock().unwrap_or_else(PoisonError::into_inner);
            if known.len() > COUNTED {
                known.clear();
            }
            for (term, [of_every, of_some]) in new.into_iter().zip(found) {
                counts.insert(term, if fields == EVERY { of_every } else { of_some });
                known.insert(key(EVERY, term), of_every);
                known.insert(key(some, term), of_some);
            }
        }
        Ok(terms.iter().map(|term| counts.get(term).copied().unwrap_or_default()).collect())
    }

    pub(super) fn ceiling(&self, query: &str, options: &LexicalOptions) -> Result<Option<f32>, ArchiveError> {
        let at = self.at();
        let terms = query_terms(query);
        let weights = options.weights();
        let (documents, _) = self.totals(&at)?;
        let counts = self.counted(&at, terms.iter().map(|t| t.text.as_str()), weights.map(|w| w > 0.0))?;
        let mut ceiling = 0.0f32;
        for (term, counted) in terms.iter().zip(counts) {
            let of_field = counted.fields.into_iter().zip(weights).filter(|(_, w)| *w > 0.0).map(|(n, _)| n);
            let containing = of_field.max().unwrap_or(0);
            if containing > 0 {
                ceiling += f32::from(term.count) * idf(documents, containing);
            }
        }
        Ok((ceiling > 0.0).then_some(ceiling))
    }

    pub(super) fn frequencies(&self, terms: &[String]) -> Result<(Vec<u64>, u64), ArchiveError> {
        let at = self.at();
        let (documents, _) = self.totals(&at)?;
        let counts = self.counted(&at, terms.iter().map(String::as_str), EVERY)?;
        Ok((counts.into_iter().map(|c| c.any).collect(), documents))
    }

    /// Returns the number of chunks of a set with each of these terms.
    pub(super) fn counted_within(
        &self,
        terms: &[String],
        within: &ChunkSet,
    ) -> Result<Vec<u64>, ArchiveError> {
        let at = self.at();
        let texts: Vec<&str> = terms.iter().map(String::as_str).collect();
        let (bits, first) = set_parts(within);
        let found = self.ask(|conn| {
            let rows = conn.rows(COUNT_WITHIN, &[&at.generation, &texts, &bits, &first])?;
            let read = |row: &Row| Ok((number(row.try_get(0)?), number(row.try_get(1)?)));
            rows.iter().map(read).collect::<Result<HashMap<u64, u64>, postgres::Error>>()
        })?;
        Ok((1..).take(terms.len()).map(|n: u64| found.get(&n).copied().unwrap_or(0)).collect())
    }
}
