//! Reading sources and chunks of a generation.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use postgres::Row;

use super::archive::PostgresArchive;
use super::connect::Value;
use super::rows::{LINES, chunk, id, lines, name, number, small, sources, summary, wrong};
use super::sessions::PostgresSessions;
use super::write::PostgresWriter;
use crate::chunk_set::ChunkSet;
use crate::error::{ArchiveError, unknown};
use crate::facet::Facet;
use crate::filter::{Filter, FilterField};
use crate::find::{self, SourceNames};
use crate::law::Editions;
use crate::lexical::{LexicalHit, LexicalOptions};
use crate::problem::Problem;
use crate::record::{Chunk, ChunkId, Metadata, PageRecord, SourceSummary};
use crate::removed::RemovedPaper;
use crate::same_model::same_model;
use crate::sessions::SessionStore;
use crate::stats::Stats;
use crate::store::{Store, StoreWriter};
use crate::visibility::Visibility;
use twolane_text::{ContentHash, Embedding, Locator, ModelId, Source, SourceId, TokenSigns};
use twolane_vector::GraphOptions;

const LOWER: fn(&Vec<String>) -> Option<Vec<String>> = |wanted| {
    (!wanted.is_empty()).then(|| wanted.iter().map(|w| name(&w.to_lowercase()).into_owned()).collect())
};

const PASSING: &str = "SELECT first_chunk, first_chunk + chunks, id FROM source_at($1) s
WHERE ($2::text[] IS NULL OR lane = ANY ($2))
  AND ($3::text IS NULL OR town = $3 OR ($12 AND town IS NULL))
  AND ($4::text[] IS NULL OR board = ANY ($4) OR ($12 AND board IS NULL))
  AND ($5::text[] IS NULL OR jurisdiction = ANY ($5) OR ($12 AND jurisdiction IS NULL))
  AND ($6::text[] IS NULL OR doc_type = ANY ($6))
  AND ($7::text[] IS NULL OR authority = ANY ($7))
  AND ($8::text IS NULL OR status = $8)
  AND ($9::text IS NULL OR edition = $9 OR key IN (SELECT t.source FROM section e JOIN statute t ON t.key = e.statute WHERE e.pack = ANY ($14)))
  AND ($10::text IS NULL OR left(date, least(length(date), length($10))) >= left($10, least(length(date), length($10))))
  AND ($11::text IS NULL OR left(date, least(length(date), length($11))) <= left($11, least(length(date), length($11))))
  AND (NOT $13::boolean OR key NOT IN (SELECT source FROM statute_at($1) WHERE source IS NOT NULL)
       OR key IN (SELECT t.source FROM section e JOIN statute t ON t.key = e.statute WHERE e.pack = ANY ($14)))
  AND ($15::text IS NULL OR date IS NULL OR left(date, least(length(date), length($15))) <= left($15, least(length(date), length($15)))
       OR key IN (SELECT source FROM statute_at($1) WHERE source IS NOT NULL))
  AND ($16::text[] IS NULL OR id = ANY ($16))";

/// A source that passes a filter: its first chunk, the one after its last, its id.
type Passing = (u64, u64, String);

impl PostgresArchive {
    /// Runs a question about sources of this generation.
    fn summaries(
        &self,
        sql: &'static str,
        value: Option<Value<'_>>,
    ) -> Result<Vec<SourceSummary>, ArchiveError> {
        let generation = self.at().generation;
        let values: Vec<Value<'_>> = std::iter::once(&generation as Value<'_>).chain(value).collect();
        self.ask(|conn| conn.rows(sql, &values))?.iter().map(summary).collect()
    }

    /// Rows of one source of this generation, which must be there.
    fn of_source(&self, source: &SourceId, sql: &'static str) -> Result<Vec<Row>, ArchiveError> {
        let generation = self.at().generation;
        let key = "SELECT key FROM source_at($1) WHERE id = $2";
        let rows = self.ask(|conn| match conn.one(key, &[&generation, &name(&source.0)])? {
            Some(row) => conn.rows(sql, &[&row.try_get::<_, i64>(0)?]).map(Some),
            None => Ok(None),
        })?;
        rows.ok_or_else(|| unknown(source))
    }

    fn read<T>(
        &self,
        rows: &[Row],
        read: impl Fn(&Row) -> Result<T, postgres::Error>,
    ) -> Result<Vec<T>, ArchiveError> {
        rows.iter().map(read).collect::<Result<_, _>>().map_err(|e| self.pool.address.error(&e))
    }

    /// The sources that pass, as ranges of chunks with their ids; `None` when all do.
    fn passing(&self, filter: &Filter) -> Result<Option<Vec<Passing>>, ArchiveError> {
        let editions = Editions { as_of: filter.as_of.clone(), edition: filter.edition.clone() };
        let (packs, installed) = self.in_force(&editions)?;
        let hidden = installed > packs.len();
        if filter.is_empty() && !hidden {
            return Ok(None);
        }
        let lower = |text: &Option<String>| text.as_ref().map(|t| name(&t.to_lowercase()).into_owned());
        let sources: Vec<String> = filter.sources.iter().map(|s| name(&s.0).into_owned()).collect();
        let sources = (!sources.is_empty()).then_some(sources);
        let lists =
            [&filter.lanes, &filter.boards, &filter.jurisdictions, &filter.doc_types, &filter.authorities];
        let [lanes, boards, jurisdictions, doc_types, authorities] = lists.map(LOWER);
        let singles =
            [&filter.town, &filter.status, &filter.edition, &filter.from, &filter.to, &filter.as_of];
        let [town, status, edition, from, to, as_of] = singles.map(lower);
        let generation = self.at().generation;
        let rows = self.ask(|conn| {
            conn.rows(
                PASSING,
                &[
                    &generation,
                    &lanes,
                    &town,
                    &boards,
                    &jurisdictions,
                    &doc_types,
                    &authorities,
                    &status,
                    &edition,
                    &from,
                    &to,
                    &filter.unknown_passes,
                    &hidden,
                    &packs,
                    &as_of,
                    &sources,
                ],
            )
        })?;
        self.read(&rows, |row| Ok((number(row.try_get(0)?), number(row.try_get(1)?), row.try_get(2)?)))
            .map(Some)
    }
}

impl Store for PostgresArchive {
    fn fork(&self) -> Box<dyn Store> {
        Box::new(self.clone())
    }

    fn place(&self) -> &str {
        self.pool.address.place()
    }

    fn folder(&self) -> Option<&Path> {
        None
    }

    fn set_graph_options(&mut self, options: GraphOptions) {
        self.graph = options;
    }

    fn writer(&self) -> Result<Box<dyn StoreWriter>, ArchiveError> {
        let writer = PostgresWriter::open(&self.pool, self.graph)?;
        self.move_on()?;
        Ok(Box::new(writer))
    }

    fn session_store(&self) -> Result<Option<SessionStore>, ArchiveError> {
        Ok(Some(SessionStore::kept_by(Box::new(PostgresSessions::new(&self.pool)))))
    }

    fn generation(&self) -> u64 {
        number(self.at().generation)
    }

    fn state_hash(&self) -> String {
        self.at().hash.clone()
    }

    fn model(&self) -> Option<ModelId> {
        self.at().model.clone()
    }

    fn dimensions(&self) -> Option<usize> {
        self.at().dims.and_then(|d| usize::try_from(d).ok())
    }

    fn refresh(&self) -> Result<(), ArchiveError> {
        self.move_on()
    }

    fn sources(&self) -> Result<Vec<SourceSummary>, ArchiveError> {
        let sql = sources!("path_at($1) p WHERE p.source = s.key", "source_at($1) s ORDER BY id");
        self.summaries(sql, None)
    }

    fn sources_within(&self, filter: &Filter) -> Result<Vec<SourceSummary>, ArchiveError> {
        let passing: Option<HashSet<String>> =
            self.passing(filter)?.map(|rows| rows.into_iter().map(|(_, _, id)| id).collect());
        let passes = |s: &SourceSummary| passing.as_ref().is_none_or(|ids| ids.contains(&s.id.0));
        Ok(self.sources()?.into_iter().filter(passes).collect())
    }

    fn summary(&self, source: &SourceId) -> Result<Option<SourceSummary>, ArchiveError> {
        let sql = sources!("path_at($1) p WHERE p.source = s.key", "source_at($1) s WHERE id = $2");
        Ok(self.summaries(sql, Some(&name(&source.0)))?.pop())
    }

    fn source_at(&self, path: &str) -> Result<Option<SourceSummary>, ArchiveError> {
        let sql = sources!(
            "path_at($1) p WHERE p.source = s.key",
            "source_at($1) s WHERE key = (SELECT source FROM path_at($1) WHERE path = $2)"
        );
        Ok(self.summaries(sql, Some(&name(path)))?.pop())
    }

    fn source_with_hash(&self, hash: &ContentHash) -> Result<Option<SourceSummary>, ArchiveError> {
        let sql = sources!(
            "path_at($1) p WHERE p.source = s.key",
            "source_at($1) s WHERE hash = $2 ORDER BY key LIMIT 1"
        );
        Ok(self.summaries(sql, Some(&name(&hash.0)))?.pop())
    }

    fn find_source(&self, wanted: &str) -> Result<SourceSummary, ArchiveError> {
        let sql = "SELECT s.id, s.title, coalesce(p.path, '') FROM source_at($1) s LEFT JOIN path_at($1) p ON p.source = s.key ORDER BY s.id, p.path";
        let generation = self.at().generation;
        let rows = self.ask(|conn| conn.rows(sql, &[&generation]))?;
        let names = self.read(&rows, |row| {
            Ok(SourceNames { id: row.try_get(0)?, title: row.try_get(1)?, path: row.try_get(2)? })
        })?;
        let id = find::find(wanted, &names)?;
        self.summary(&id)?.ok_or_else(|| unknown(&id))
    }

    fn source(&self, source: &SourceId) -> Result<Arc<Source>, ArchiveError> {
        let at = self.at();
        if let Some(held) = at.held(source) {
            return Ok(held);
        }
        let sql = "SELECT key, title, hash FROM source_at($1) WHERE id = $2";
        let found = self.ask(|conn| {
            let Some(row) = conn.one(sql, &[&at.generation, &name(&source.0)])? else { return Ok(None) };
            let rows = conn.rows(LINES, &[&row.try_get::<_, i64>(0)?])?;
            Ok(Some((row.try_get::<_, String>(1)?, row.try_get::<_, String>(2)?, rows)))
        })?;
        let (title, hash, rows) = found.ok_or_else(|| unknown(source))?;
        let made = Arc::new(Source::new(source.clone(), title, ContentHash(hash), lines(&rows)?));
        at.hold(&made);
        Ok(made)
    }

    fn pages(&self, source: &SourceId) -> Result<Vec<PageRecord>, ArchiveError> {
        let rows = self.of_source(source, "SELECT number, label, width, height, status, reason, engine FROM page WHERE source = $1 ORDER BY position")?;
        self.read(&rows, |row| {
            let size: (Option<f32>, Option<f32>) = (row.try_get(2)?, row.try_get(3)?);
            Ok(PageRecord {
                number: small(row.try_get(0)?),
                label: row.try_get(1)?,
                size: size.0.zip(size.1),
                status: row.try_get(4)?,
                reason: row.try_get(5)?,
                engine: row.try_get(6)?,
            })
        })
    }

    fn removed_papers(&self) -> Result<Vec<RemovedPaper>, ArchiveError> {
        let sql = "SELECT hash, id, title, paths, meta, at FROM removed ORDER BY at DESC, id";
        let rows = self.ask(|conn| conn.rows(sql, &[]))?;
        self.read(&rows, |row| {
            Ok(RemovedPaper {
                hash: ContentHash(row.try_get(0)?),
                id: SourceId(row.try_get(1)?),
                title: row.try_get(2)?,
                paths: serde_json::from_str(row.try_get(3)?).unwrap_or_default(),
                // What can't be read is hidden: it may have been a sealed paper.
                meta: serde_json::from_str(row.try_get(4)?)
                    .unwrap_or_else(|_| Metadata { visibility: Visibility::Sealed, ..Metadata::default() }),
                removed_at: row.try_get(5)?,
            })
        })
    }

    fn aliases(&self, source: &SourceId) -> Result<Vec<(String, Locator)>, ArchiveError> {
        let rows =
            self.of_source(source, "SELECT name, locator FROM alias WHERE source = $1 ORDER BY position")?;
        let pairs = self.read(&rows, |row| Ok((row.try_get(0)?, row.try_get::<_, String>(1)?)))?;
        let pair = |(name, locator): (String, String)| {
            Ok((name, locator.parse().map_err(|_| wrong("not a locator"))?))
        };
        pairs.into_iter().map(pair).collect()
    }

    fn chunks_of(&self, source: &SourceId) -> Result<Vec<Chunk>, ArchiveError> {
        let rows = self.of_source(source, "SELECT c.id, s.id, c.page, c.first_line, c.end_line, c.header, c.text, c.section, c.is_table, c.citations FROM chunk c JOIN source s ON s.key = c.source WHERE c.source = $1 ORDER BY c.id")?;
        self.read(&rows, chunk)
    }

    fn chunks(&self, ids: &[ChunkId]) -> Result<Vec<Chunk>, ArchiveError> {
        let sql = "SELECT c.id, s.id, c.page, c.first_line, c.end_line, c.header, c.text, c.section, c.is_table, c.citations FROM chunk c JOIN source_at($1) s ON s.key = c.source WHERE c.id = ANY ($2)";
        let generation = self.at().generation;
        let wanted: Vec<i64> = ids.iter().map(|c| id(c.0)).collect();
        let rows = self.ask(|conn| conn.rows(sql, &[&generation, &wanted]))?;
        let found = self.read(&rows, chunk)?;
        let found: std::collections::HashMap<ChunkId, Chunk> = found.into_iter().map(|c| (c.id, c)).collect();
        ids.iter().map(|id| found.get(id).cloned().ok_or(ArchiveError::UnknownChunk { id: id.0 })).collect()
    }

    fn chunks_citing(&self, citation: &str) -> Result<Vec<ChunkId>, ArchiveError> {
        let sql = "SELECT chunk FROM citation WHERE normal = $2 AND source NOT IN (SELECT hidden_at($1)) ORDER BY chunk";
        let generation = self.at().generation;
        let rows = self.ask(|conn| conn.rows(sql, &[&generation, &name(citation)]))?;
        self.read(&rows, |row| Ok(ChunkId(number(row.try_get(0)?))))
    }

    fn select(&self, filter: &Filter) -> Result<ChunkSet, ArchiveError> {
        Ok(match self.passing(filter)? {
            None => ChunkSet::all(),
            Some(rows) => ChunkSet::of_ranges(rows.into_iter().map(|(start, end, _)| (start, end))),
        })
    }

    fn values(&self, field: FilterField) -> Result<Vec<String>, ArchiveError> {
        let sql = match field {
            FilterField::Lane => "SELECT DISTINCT lane FROM source_at($1) ORDER BY 1",
            FilterField::Board => {
                "SELECT DISTINCT board FROM source_at($1) WHERE board IS NOT NULL ORDER BY 1"
            }
            FilterField::DocType => {
                "SELECT DISTINCT doc_type FROM source_at($1) WHERE doc_type IS NOT NULL ORDER BY 1"
            }
            FilterField::Authority => {
                "SELECT DISTINCT authority FROM source_at($1) WHERE authority IS NOT NULL ORDER BY 1"
            }
            FilterField::Status => {
                "SELECT DISTINCT status FROM source_at($1) WHERE status IS NOT NULL ORDER BY 1"
            }
            FilterField::Edition => {
                "SELECT DISTINCT edition FROM source_at($1) WHERE edition IS NOT NULL ORDER BY 1"
            }
            FilterField::Jurisdiction => {
                "SELECT DISTINCT as_written[3] FROM source_at($1) WHERE as_written[3] IS NOT NULL ORDER BY 1"
            }
        };
        let generation = self.at().generation;
        let rows = self.ask(|conn| conn.rows(sql, &[&generation]))?;
        self.read(&rows, |row| row.try_get(0))
    }

    fn facets(&self) -> Result<Vec<Facet>, ArchiveError> {
        let at = self.at();
        if let Some(facets) = at.facets.get() {
            return Ok(facets.clone());
        }
        let sql = "SELECT as_written[1], as_written[2], as_written[3], as_written[4], sum(chunks)::bigint FROM source_at($1) GROUP BY 1, 2, 3, 4 ORDER BY 1 NULLS FIRST, 2 NULLS FIRST, 3 NULLS FIRST, 4 NULLS FIRST";
        let rows = self.ask(|conn| conn.rows(sql, &[&at.generation]))?;
        let facets = self.read(&rows, |row| {
            Ok(Facet {
                lane: row.try_get::<_, Option<String>>(0)?.unwrap_or_default(),
                town: row.try_get(1)?,
                jurisdiction: row.try_get(2)?,
                board: row.try_get(3)?,
                chunks: number(row.try_get(4)?),
            })
        })?;
        Ok(at.facets.get_or_init(|| facets).clone())
    }

    fn lexical(
        &self,
        query: &str,
        within: &ChunkSet,
        k: usize,
        options: &LexicalOptions,
    ) -> Result<Vec<LexicalHit>, ArchiveError> {
        self.by_words(query, within, k, options)
    }

    fn lexical_ceiling(&self, query: &str, options: &LexicalOptions) -> Result<Option<f32>, ArchiveError> {
        self.ceiling(query, options)
    }

    fn document_frequencies(&self, terms: &[String]) -> Result<(Vec<u64>, u64), ArchiveError> {
        self.frequencies(terms)
    }

    fn frequencies_within(&self, terms: &[String], within: &ChunkSet) -> Result<Vec<u64>, ArchiveError> {
        self.counted_within(terms, within)
    }

    fn chunk_ranges(&self) -> Result<Vec<(SourceId, u64, u64)>, ArchiveError> {
        let sql = "SELECT id, first_chunk, first_chunk + chunks FROM source_at($1)";
        let generation = self.at().generation;
        let rows = self.ask(|conn| conn.rows(sql, &[&generation]))?;
        self.read(&rows, |row| {
            Ok((SourceId(row.try_get(0)?), number(row.try_get(1)?), number(row.try_get(2)?)))
        })
    }

    fn nearest(
        &self,
        query: &Embedding,
        within: &ChunkSet,
        k: usize,
    ) -> Result<Vec<(ChunkId, f32)>, ArchiveError> {
        let at = self.at();
        same_model(at.model.as_ref(), at.dims, query)?;
        self.by_vector(query, within, k)
    }

    fn without_graph(&self) -> Option<ArchiveError> {
        None
    }

    fn embedding_of(&self, chunk: ChunkId) -> Result<Option<Embedding>, ArchiveError> {
        Ok(self.vectors_of(&[chunk])?.pop().flatten())
    }

    fn embeddings_of(&self, chunks: &[ChunkId]) -> Result<Vec<Option<Embedding>>, ArchiveError> {
        self.vectors_of(chunks)
    }

    fn cached(
        &self,
        model: &ModelId,
        hashes: &[ContentHash],
    ) -> Result<Vec<Option<Embedding>>, ArchiveError> {
        let found = self.ask(|conn| super::write::cached(conn, model, hashes))?;
        let embedding = |values| Embedding { model: model.clone(), values };
        Ok(hashes.iter().map(|h| found.get(&h.0).cloned().map(embedding)).collect())
    }

    fn token_signs(
        &self,
        model: &ModelId,
        hashes: &[ContentHash],
    ) -> Result<Vec<Option<TokenSigns>>, ArchiveError> {
        let sql = "SELECT hash, dims, signs FROM token_signs WHERE model = $1 AND hash = ANY ($2)";
        let wanted: Vec<&str> = hashes.iter().map(|h| h.0.as_str()).collect();
        let rows = self.ask(|conn| conn.rows(sql, &[&model.0, &wanted]))?;
        let found = self.read(&rows, |row| {
            let dims = usize::try_from(row.try_get::<_, i32>(1)?).unwrap_or(0);
            Ok((row.try_get::<_, String>(0)?, TokenSigns::from_bytes(dims, row.try_get(2)?)))
        })?;
        let found: std::collections::HashMap<String, Option<TokenSigns>> = found.into_iter().collect();
        Ok(hashes.iter().map(|h| found.get(&h.0).cloned().flatten()).collect())
    }

    fn missing_embeddings(
        &self,
        model: &ModelId,
        token_vectors: bool,
        from: u64,
        visit: &mut dyn FnMut(u64, ContentHash, String) -> bool,
    ) -> Result<(), ArchiveError> {
        self.missing(model, token_vectors, from, visit)
    }

    fn stats(&self) -> Result<Stats, ArchiveError> {
        self.sizes()
    }

    fn check(&self) -> Result<Vec<Problem>, ArchiveError> {
        self.problems()
    }

    fn recall(&self, k: usize, samples: usize) -> Result<Option<f64>, ArchiveError> {
        self.measured_recall(k, samples)
    }
}
