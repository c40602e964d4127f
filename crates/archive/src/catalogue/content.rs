//! Pages, lines, aliases and chunks of a source.

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::digest::{Digest, plain};
use super::law::{read_edges, write_edges};
use crate::law::EdgeRecord;
use crate::record::{Chunk, ChunkId, ChunkRecord, PageRecord, SourceRecord};
use twolane_text::{Bounds, Line, LineFlags, Locator, SourceId};

/// Everything of a source that is not in its own row.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Content {
    /// Pages in order.
    pub pages: Vec<PageRecord>,
    /// Lines in order.
    pub lines: Vec<Line>,
    /// Named locators in order.
    pub aliases: Vec<(String, Locator)>,
    /// Chunks in order.
    pub chunks: Vec<StoredChunk>,
    /// Citations in order.
    pub edges: Vec<EdgeRecord>,
}

/// A chunk with what the archive added to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredChunk {
    /// Number of the chunk.
    pub id: u64,
    /// Page of its first line.
    pub page: u32,
    /// Content of the chunk.
    pub record: ChunkRecord,
}

impl Content {
    /// Hash over all of it.
    pub fn digest(&self) -> [u8; 32] {
        let chunks = self.chunks.iter().map(|c| (c.id, c.page, &c.record));
        digest(&self.pages, &self.lines, &self.aliases, chunks, &self.edges)
    }
}

fn digest<'a>(
    pages: &[PageRecord],
    lines: &[Line],
    aliases: &[(String, Locator)],
    chunks: impl ExactSizeIterator<Item = (u64, u32, &'a ChunkRecord)>,
    edges: &[EdgeRecord],
) -> [u8; 32] {
    let mut d = Digest::new("content");
    d.number(pages.len() as u64);
    for page in pages {
        d.number(u64::from(page.number));
        d.option(page.label.as_deref(), |d, label| {
            d.text(label);
        });
        d.option(page_size(page), |d, (w, h)| {
            d.float(w).float(h);
        });
        d.text(&page.status).text(&page.reason).text(&page.engine);
    }
    d.number(lines.len() as u64);
    for line in lines {
        d.number(u64::from(line.page)).number(u64::from(line.number)).text(&line.text);
        d.option(line.bounds, |d, bounds| {
            d.bytes(&encode_bounds(bounds));
        });
        d.float(line.size).number(u64::from(line.flags.bits()));
        d.option(line.heading, |d, n| {
            d.number(u64::from(n));
        });
        d.option(line.confidence, |d, n| {
            d.number(u64::from(n));
        });
    }
    d.number(aliases.len() as u64);
    for (name, locator) in aliases {
        d.text(name).text(&locator.to_string());
    }
    d.number(chunks.len() as u64);
    for (id, page, chunk) in chunks {
        d.number(id).number(u64::from(page));
        d.number(u64::from(chunk.first_line)).number(u64::from(chunk.end_line));
        d.text(&chunk.header).text(&chunk.text).number(chunk.citations.len() as u64);
        for citation in &chunk.citations {
            d.text(citation);
        }
        d.option(chunk.section.as_deref(), |d, section| {
            d.text(section);
        });
        d.number(u64::from(chunk.table));
    }
    // Format 1 had no edges: sources without any have the digest that they had there.
    if !edges.is_empty() {
        d.number(edges.len() as u64);
        for edge in edges {
            d.number(u64::from(edge.line)).text(&edge.target).text(&edge.whole);
        }
    }
    d.finish()
}

fn page_size(page: &PageRecord) -> Option<(f32, f32)> {
    page.size.filter(|(w, h)| w.is_finite() && h.is_finite())
}

fn encode_bounds(bounds: Bounds) -> Vec<u8> {
    bounds.iter().flat_map(|x| x.to_le_bytes()).collect()
}

fn decode_bounds(bytes: &[u8]) -> Option<Bounds> {
    let bytes: &[u8; 16] = bytes.try_into().ok()?;
    let mut bounds = Bounds::default();
    for (x, b) in bounds.iter_mut().zip(bytes.chunks_exact(4)) {
        *x = f32::from_le_bytes(b.try_into().ok()?);
    }
    Some(bounds)
}

/// Writes a source's content under this key, its chunks numbered from `first_chunk`; gives the
/// content's digest.
pub fn write_content(
    conn: &Connection,
    key: u64,
    first_chunk: u64,
    record: &SourceRecord,
) -> rusqlite::Result<[u8; 32]> {
    let mut insert = conn.prepare_cached("INSERT INTO page VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")?;
    for (position, page) in (0i64..).zip(&record.pages) {
        let (w, h) = page_size(page).unzip();
        insert.execute(params![
            key,
            position,
            page.number,
            page.label,
            w,
            h,
            page.status,
            page.reason,
            page.engine
        ])?;
    }
    let mut insert =
        conn.prepare_cached("INSERT INTO line VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")?;
    for (position, line) in (0i64..).zip(&record.lines) {
        insert.execute(params![
            key,
            position,
            line.page,
            line.number,
            line.text,
            line.bounds.map(encode_bounds),
            plain(line.size),
            line.flags.bits(),
            line.heading,
            line.confidence
        ])?;
    }
    let mut insert = conn.prepare_cached("INSERT INTO alias VALUES (?1, ?2, ?3, ?4)")?;
    for (position, (name, locator)) in (0i64..).zip(&record.aliases) {
        insert.execute(params![key, position, name, locator.to_string()])?;
    }
    let mut insert = conn.prepare_cached("INSERT INTO chunk VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")?;
    let mut cite = conn.prepare_cached("INSERT INTO citation VALUES (?1, ?2, ?3)")?;
    let page_of = |chunk: &ChunkRecord| {
        let first = usize::try_from(chunk.first_line).ok().and_then(|i| record.lines.get(i));
        first.map_or(0, |line| line.page)
    };
    for (id, chunk) in (first_chunk..).zip(&record.chunks) {
        insert.execute(params![
            id,
            key,
            page_of(chunk),
            chunk.first_line,
            chunk.end_line,
            chunk.header,
            chunk.text,
            chunk.section,
            chunk.table
        ])?;
        for (position, citation) in (0i64..).zip(&chunk.citations) {
            cite.execute(params![id, position, citation])?;
        }
    }
    let chunks = record.chunks.iter().enumerate();
    let chunks = chunks.map(|(i, chunk)| (first_chunk.saturating_add(i as u64), page_of(chunk), chunk));
    write_edges(conn, key, &record.edges)?;
    Ok(digest(&record.pages, &record.lines, &record.aliases, chunks, &record.edges))
}

/// Reads a source's content.
pub fn read_content(conn: &Connection, key: u64, format: u32) -> rusqlite::Result<Content> {
    Ok(Content {
        pages: read_pages(conn, key)?,
        lines: read_lines(conn, key)?,
        aliases: read_aliases(conn, key)?,
        chunks: chunks_of(conn, key)?,
        edges: if format > 1 { read_edges(conn, key)? } else { Vec::new() },
    })
}

/// Reads a source's pages.
pub fn read_pages(conn: &Connection, key: u64) -> rusqlite::Result<Vec<PageRecord>> {
    let sql = "SELECT number, label, width, height, status, reason, engine FROM page WHERE source = ?1 ORDER BY position";
    let mut statement = conn.prepare_cached(sql)?;
    let rows = statement.query_map([key], |row| {
        let size: (Option<f32>, Option<f32>) = (row.get(2)?, row.get(3)?);
        Ok(PageRecord {
            number: row.get(0)?,
            label: row.get(1)?,
            size: size.0.zip(size.1),
            status: row.get(4)?,
            reason: row.get(5)?,
            engine: row.get(6)?,
        })
    })?;
    rows.collect()
}

/// Reads a source's lines.
pub fn read_lines(conn: &Connection, key: u64) -> rusqlite::Result<Vec<Line>> {
    let sql = "SELECT page, number, text, box, size, flags, heading, confidence FROM line WHERE source = ?1 ORDER BY position";
    let mut statement = conn.prepare_cached(sql)?;
    let rows = statement.query_map([key], |row| {
        let bounds = match row.get_ref(3)?.as_blob_or_null()? {
            Some(bytes) => {
                Some(decode_bounds(bytes).ok_or_else(|| wrong(3, Type::Blob, "a box is not 16 bytes"))?)
            }
            None => None,
        };
        Ok(Line {
            page: row.get(0)?,
            number: row.get(1)?,
            text: row.get(2)?,
            bounds,
            size: row.get(4)?,
            flags: LineFlags::from_bits_retain(row.get(5)?),
            heading: row.get(6)?,
            confidence: row.get(7)?,
        })
    })?;
    rows.collect()
}

/// Reads a source's named locators.
pub fn read_aliases(conn: &Connection, key: u64) -> rusqlite::Result<Vec<(String, Locator)>> {
    let sql = "SELECT name, locator FROM alias WHERE source = ?1 ORDER BY position";
    let mut statement = conn.prepare_cached(sql)?;
    let rows = statement.query_map([key], |row| {
        let locator: String = row.get(1)?;
        Ok((row.get(0)?, locator.parse().map_err(|_| wrong(1, Type::Text, "not a locator"))?))
    })?;
    rows.collect()
}

const CHUNK: &str =
    "SELECT id, page, first_line, end_line, header, text, section, is_table, source FROM chunk";

/// Reads a source's chunks.
pub fn chunks_of(conn: &Connection, key: u64) -> rusqlite::Result<Vec<StoredChunk>> {
    let Some((first, count)) = range_of(conn, key)? else { return Ok(Vec::new()) };
    let end = first.saturating_add(count);
    let mut statement = conn.prepare_cached(&format!("{CHUNK} WHERE id >= ?1 AND id < ?2 ORDER BY id"))?;
    let mut chunks = statement
        .query_map([first, end], chunk_row)?
        .map(|r| r.map(|(chunk, _)| chunk))
        .collect::<Result<Vec<_>, _>>()?;
    let sql = "SELECT chunk, normal FROM citation WHERE chunk >= ?1 AND chunk < ?2 ORDER BY chunk, position";
    let mut statement = conn.prepare_cached(sql)?;
    let mut rows = statement.query([first, end])?;
    while let Some(row) = rows.next()? {
        let id: u64 = row.get(0)?;
        if let Ok(i) = chunks.binary_search_by_key(&id, |c| c.id)
            && let Some(chunk) = chunks.get_mut(i)
        {
            chunk.record.citations.push(row.get(1)?);
        }
    }
    Ok(chunks)
}

fn range_of(conn: &Connection, key: u64) -> rusqlite::Result<Option<(u64, u64)>> {
    let sql = "SELECT first_chunk, chunks FROM source WHERE key = ?1";
    conn.prepare_cached(sql)?.query_row([key], |row| Ok((row.get(0)?, row.get(1)?))).optional()
}

fn chunk_row(row: &Row<'_>) -> rusqlite::Result<(StoredChunk, u64)> {
    let record = ChunkRecord {
        first_line: row.get(2)?,
        end_line: row.get(3)?,
        header: row.get(4)?,
        text: row.get(5)?,
        citations: Vec::new(),
        section: row.get(6)?,
        table: row.get(7)?,
    };
    Ok((StoredChunk { id: row.get(0)?, page: row.get(1)?, record }, row.get(8)?))
}

/// Chunks in the order asked; `Err(id)` inside for one that is not there.
pub fn chunks_by_id(conn: &Connection, ids: &[ChunkId]) -> rusqlite::Result<Result<Vec<Chunk>, ChunkId>> {
    let sql = format!("SELECT c.*, s.id FROM ({CHUNK} WHERE id = ?1) c JOIN source s ON s.key = c.source");
    let mut statement = conn.prepare_cached(&sql)?;
    let mut cite = conn.prepare_cached("SELECT normal FROM citation WHERE chunk = ?1 ORDER BY position")?;
    let mut chunks = Vec::with_capacity(ids.len());
    for id in ids {
        // No chunk has a number that the catalogue can't hold.
        let Ok(number) = i64::try_from(id.0) else { return Ok(Err(*id)) };
        let found =
            statement.query_row([number], |row| Ok((chunk_row(row)?.0, SourceId(row.get(9)?)))).optional()?;
        let Some((mut stored, source_id)) = found else { return Ok(Err(*id)) };
        let citations = cite.query_map([number], |row| row.get(0))?;
        stored.record.citations = citations.collect::<Result<_, _>>()?;
        chunks.push(Chunk { id: *id, source_id, page: stored.page, record: stored.record });
    }
    Ok(Ok(chunks))
}

/// Chunks that have this citation, in order.
pub fn chunks_citing(conn: &Connection, normal: &str) -> rusqlite::Result<Vec<ChunkId>> {
    let sql = "SELECT DISTINCT chunk FROM citation WHERE normal = ?1 ORDER BY chunk";
    let mut statement = conn.prepare_cached(sql)?;
    let rows = statement.query_map([normal], |row| row.get(0).map(ChunkId))?;
    rows.collect()
}

fn wrong(column: usize, kind: Type, what: &str) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, kind, what.to_owned().into())
}
