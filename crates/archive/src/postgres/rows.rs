//! Numbers and rows as the database and as the program have them.

use std::borrow::Cow;

use postgres::Row;

use crate::chunk_set::ChunkSet;
use crate::error::ArchiveError;
use crate::record::{Chunk, ChunkId, ChunkRecord, SourceSummary};
use twolane_text::{ContentHash, Line, LineFlags, SourceId};

/// A number as the database has it.
pub fn id(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// A number as the program has it.
pub fn number(n: i64) -> u64 {
    u64::try_from(n).unwrap_or(0)
}

/// A small number as the database has it.
pub fn count(n: u32) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// A length or position as the database has it.
pub fn int(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// A small number as the program has it.
pub fn small(n: i32) -> u32 {
    u32::try_from(n).unwrap_or(0)
}

/// A set of chunks as parameters: bits, and the id of the first.
pub fn set_parts(set: &ChunkSet) -> (Option<Vec<u8>>, i64) {
    match set.bits() {
        None => (None, 0),
        Some((base, bits)) => (Some(bits), id(base)),
    }
}

/// First and behind the last number of each run of a set, where there are no more runs than this.
pub fn runs(set: &ChunkSet, most: u64) -> Option<(Vec<i64>, Vec<i64>)> {
    let (mut from, mut after): (Vec<i64>, Vec<i64>) = (Vec::new(), Vec::new());
    for ChunkId(number) in set.iter()? {
        let number = id(number);
        match after.last_mut().filter(|after| **after == number) {
            Some(after) => *after = number.saturating_add(1),
            None if from.len() as u64 >= most => return None,
            None => {
                from.push(number);
                after.push(number.saturating_add(1));
            }
        }
    }
    Some((from, after))
}

/// Returns the error for a row that can't be read.
pub fn wrong(what: &str) -> ArchiveError {
    ArchiveError::Damaged {
        part: "the database".to_owned(),
        what: what.to_owned(),
        next: "restore it from a backup, or ingest the papers again".to_owned(),
    }
}

/// A statement for sources: where their paths are, and where they are themselves, with what follows.
macro_rules! sources {
    ($paths:literal, $from:literal) => {
        concat!(
            "SELECT id, title, hash, kind, bytes, meta, notes, recipe, ingested_at, pages, pages_ocr, pages_unread, lines, chunks, ARRAY(SELECT p.path FROM ",
            $paths,
            " ORDER BY p.path) FROM ",
            $from
        )
    };
}
pub(super) use sources;

/// A source's row of [`sources`], its paths the last.
pub fn summary(row: &Row) -> Result<SourceSummary, ArchiveError> {
    let read = || -> Result<(SourceSummary, String, String), postgres::Error> {
        let [meta, notes]: [String; 2] = [row.try_get(5)?, row.try_get(6)?];
        let n = |i: usize| row.try_get(i).map(small);
        let summary = SourceSummary {
            id: SourceId(row.try_get(0)?),
            title: row.try_get(1)?,
            hash: ContentHash(row.try_get(2)?),
            kind: row.try_get(3)?,
            bytes: number(row.try_get(4)?),
            recipe: row.try_get(7)?,
            ingested_at: row.try_get(8)?,
            pages: n(9)?,
            pages_ocr: n(10)?,
            pages_unread: n(11)?,
            lines: n(12)?,
            chunks: n(13)?,
            paths: row.try_get(14)?,
            meta: crate::Metadata::default(),
            notes: Vec::new(),
        };
        Ok((summary, meta, notes))
    };
    let (mut summary, meta, notes) = read().map_err(|e| wrong(&e.to_string()))?;
    summary.meta = serde_json::from_str(&meta).map_err(|e| wrong(&e.to_string()))?;
    summary.notes = serde_json::from_str(&notes).map_err(|e| wrong(&e.to_string()))?;
    Ok(summary)
}

/// Reads a chunk's row.
pub fn chunk(row: &Row) -> Result<Chunk, postgres::Error> {
    Ok(Chunk {
        id: ChunkId(number(row.try_get(0)?)),
        source_id: SourceId(row.try_get(1)?),
        page: small(row.try_get(2)?),
        record: ChunkRecord {
            first_line: small(row.try_get(3)?),
            end_line: small(row.try_get(4)?),
            header: row.try_get(5)?,
            text: row.try_get(6)?,
            section: row.try_get(7)?,
            table: row.try_get(8)?,
            citations: row.try_get(9)?,
        },
    })
}

/// A source's lines, in order.
pub fn lines(rows: &[Row]) -> Result<Vec<Line>, ArchiveError> {
    rows.iter()
        .map(|row| {
            let read = || -> Result<Line, postgres::Error> {
                let bounds: Option<Vec<u8>> = row.try_get(3)?;
                Ok(Line {
                    page: small(row.try_get(0)?),
                    number: small(row.try_get(1)?),
                    text: row.try_get(2)?,
                    bounds: bounds.and_then(|bytes| {
                        let values: Vec<f32> = bytes
                            .chunks_exact(4)
                            .filter_map(|b| b.try_into().ok().map(f32::from_le_bytes))
                            .collect();
                        values.try_into().ok()
                    }),
                    size: row.try_get(4)?,
                    flags: LineFlags::from_bits_retain(small(row.try_get(5)?)),
                    heading: row.try_get::<_, Option<i32>>(6)?.and_then(|n| n.try_into().ok()),
                    confidence: row.try_get::<_, Option<i32>>(7)?.and_then(|n| n.try_into().ok()),
                })
            };
            read().map_err(|e| wrong(&e.to_string()))
        })
        .collect()
}

/// Statement for the lines of a source.
pub const LINES: &str = "SELECT page, number, text, box, size, flags, heading, confidence FROM line WHERE source = $1 ORDER BY position";

/// A name as a parameter: PostgreSQL takes no NUL, and nothing that it keeps has one, or this character in its place.
pub fn name(text: &str) -> Cow<'_, str> {
    if text.contains('\0') { text.replace('\0', "\u{10ffff}").into() } else { text.into() }
}
