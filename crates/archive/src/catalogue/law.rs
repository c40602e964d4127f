//! Packs, sections and edges. Every function but the writing ones is called on format 2 alone.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use rusqlite::types::{Type, Value};
use rusqlite::{Connection, OptionalExtension, Row, params, params_from_iter};

use super::digest::Digest;
use super::state::DigestSum;
use crate::law::{Edge, EdgeRecord, Editions, InstalledPack, Membership, SectionEntry};
use twolane_law::pack::Manifest;
use twolane_law::{SectionStatus, StatuteSection};
use twolane_text::{ContentHash, SourceId};

/// Longest JSON of a section; a body that unfolds to more is damaged.
const SECTION_BYTES: u64 = 64 << 20;

/// A section as it is kept. Reading takes the section and leaves the rest.
#[derive(serde::Serialize)]
struct Kept<'s> {
    #[serde(flatten)]
    section: &'s StatuteSection,
    of: &'s Membership,
}

/// Hash by which the text of a section is shared between editions of a pack.
pub fn statute_hash(section: &StatuteSection, of: &Membership) -> ContentHash {
    ContentHash::of(statute_text(section, of).as_bytes())
}

/// Returns the JSON in which a section's text is kept.
pub fn statute_text(section: &StatuteSection, of: &Membership) -> String {
    json(&Kept { section, of })
}

/// Lane of a source, in lower case.
pub fn lane_of(conn: &Connection, key: u64) -> rusqlite::Result<Option<String>> {
    let sql = "SELECT lower(lane) FROM source WHERE key = ?1";
    conn.prepare_cached(sql)?.query_row([key], |row| row.get(0)).optional()
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn deflate(text: &str) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    // Writing to memory can't fail.
    let _ = encoder.write_all(text.as_bytes());
    encoder.finish().unwrap_or_default()
}

fn inflate(bytes: &[u8]) -> Option<String> {
    let mut text = String::new();
    DeflateDecoder::new(bytes).take(SECTION_BYTES).read_to_string(&mut text).ok()?;
    Some(text)
}

/// Writes the text of a section, or finds it; gives its number.
pub fn put_statute(
    conn: &Connection,
    section: &StatuteSection,
    of: &Membership,
    source: Option<u64>,
) -> rusqlite::Result<u64> {
    let text = json(&Kept { section, of });
    let hash = ContentHash::of(text.as_bytes()).0;
    let found: Option<u64> = conn
        .prepare_cached("SELECT key FROM statute WHERE hash = ?1")?
        .query_row([&hash], |row| row.get(0))
        .optional()?;
    if let Some(key) = found {
        return Ok(key);
    }
    conn.prepare_cached("INSERT INTO statute (hash, source, body) VALUES (?1, ?2, ?3)")?.execute(params![
        hash,
        source,
        deflate(&text)
    ])?;
    u64::try_from(conn.last_insert_rowid()).map_err(|_| rusqlite::Error::IntegralValueOutOfRange(0, -1))
}

/// The source that holds the lines of this very text, if the archive has it.
pub fn source_of_statute(
    conn: &Connection,
    hash: &ContentHash,
) -> rusqlite::Result<Option<Option<SourceId>>> {
    let sql = "SELECT s.id FROM statute t LEFT JOIN source s ON s.key = t.source WHERE t.hash = ?1";
    conn.prepare_cached(sql)?
        .query_row([&hash.0], |row| Ok(row.get::<_, Option<String>>(0)?.map(SourceId)))
        .optional()
}

/// Writes a pack's row with its sections: citation, heading, status and number of the text, in
/// their order.
pub fn insert_pack(
    conn: &Connection,
    manifest: &Manifest,
    signed_by: Option<&str>,
    installed_at: &str,
    sections: &[(&StatuteSection, u64)],
    sum: &mut DigestSum,
) -> rusqlite::Result<()> {
    let sql = "INSERT INTO pack (name, edition, as_of, manifest, signed_by, installed_at, digest) VALUES (?1, ?2, ?3, ?4, ?5, ?6, x'')";
    conn.prepare_cached(sql)?.execute(params![
        manifest.name,
        manifest.edition,
        manifest.as_of,
        json(manifest),
        signed_by,
        installed_at
    ])?;
    let key = conn.last_insert_rowid();
    let mut insert = conn.prepare_cached("INSERT INTO section VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    for (position, (section, statute)) in (0_i64..).zip(sections) {
        insert.execute(params![
            key,
            position,
            section.citation,
            section.heading,
            section.status.words(),
            statute
        ])?;
    }
    let key = u64::try_from(key).map_err(|_| rusqlite::Error::IntegralValueOutOfRange(0, key))?;
    let digest = pack_digest(conn, key)?;
    conn.prepare_cached("UPDATE pack SET digest = ?2 WHERE key = ?1")?
        .execute(params![key, digest.as_slice()])?;
    sum.add(&digest);
    Ok(())
}

/// Hash over a pack's row, its sections and the hashes of their texts.
pub fn pack_digest(conn: &Connection, key: u64) -> rusqlite::Result<[u8; 32]> {
    let mut d = Digest::new("pack");
    conn.prepare_cached(
        "SELECT name, edition, as_of, manifest, signed_by, installed_at FROM pack WHERE key = ?1",
    )?
    .query_row([key], |row| {
        for column in 0..4 {
            d.text(&row.get::<_, String>(column)?);
        }
        d.option(row.get::<_, Option<String>>(4)?, |d, text| {
            d.text(&text);
        });
        d.text(&row.get::<_, String>(5)?);
        Ok(())
    })?;
    let sql = "SELECT s.citation, s.heading, s.status, coalesce(t.hash, ''), t.source FROM section s LEFT JOIN statute t ON t.key = s.statute WHERE s.pack = ?1 ORDER BY s.position";
    let mut statement = conn.prepare_cached(sql)?;
    let mut rows = statement.query([key])?;
    while let Some(row) = rows.next()? {
        for column in 0..4 {
            d.text(&row.get::<_, String>(column)?);
        }
        d.option(row.get::<_, Option<u64>>(4)?, |d, source| {
            d.number(source);
        });
    }
    Ok(d.finish())
}

/// Sources that hold sections of an edition.
pub fn sources_of_pack(conn: &Connection, pack: u64) -> rusqlite::Result<Vec<SourceId>> {
    let sql = "SELECT DISTINCT o.id FROM section s JOIN statute t ON t.key = s.statute JOIN source o ON o.key = t.source WHERE s.pack = ?1 ORDER BY o.id";
    let mut statement = conn.prepare_cached(sql)?;
    let rows = statement.query_map([pack], |row| row.get(0).map(SourceId))?;
    rows.collect()
}

/// Deletes a pack with its sections. Their texts stay until [`drop_unused_statutes`].
pub fn delete_pack_row(conn: &Connection, key: u64, sum: &mut DigestSum) -> rusqlite::Result<()> {
    if let Ok(digest) =
        conn.query_row("SELECT digest FROM pack WHERE key = ?1", [key], |row| row.get::<_, [u8; 32]>(0))
    {
        sum.remove(&digest);
    }
    conn.execute("DELETE FROM section WHERE pack = ?1", [key])?;
    conn.execute("DELETE FROM pack WHERE key = ?1", [key]).map(drop)
}

/// Deletes the texts that no edition has; gives the ids of the sources that held their lines.
pub fn drop_unused_statutes(conn: &Connection) -> rusqlite::Result<Vec<SourceId>> {
    let unused = "key NOT IN (SELECT statute FROM section)";
    let sql = format!(
        "SELECT s.id FROM statute t JOIN source s ON s.key = t.source WHERE t.{unused} ORDER BY s.id"
    );
    let mut statement = conn.prepare(&sql)?;
    let sources = statement.query_map([], |row| row.get(0).map(SourceId))?.collect::<Result<Vec<_>, _>>()?;
    conn.execute(&format!("DELETE FROM statute WHERE {unused}"), [])?;
    Ok(sources)
}

/// By name, the newest edition first. A day in another form than `2026-02-01`, which versions that
/// took it let in, can't be compared and comes last.
const NEWEST_FIRST: &str =
    "name, as_of GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' DESC, as_of DESC, edition DESC";

/// All installed editions, by name, the newest first.
pub fn packs(conn: &Connection) -> rusqlite::Result<Vec<InstalledPack>> {
    let sql = format!("SELECT key, manifest, signed_by, installed_at FROM pack ORDER BY {NEWEST_FIRST}");
    let mut statement = conn.prepare_cached(&sql)?;
    let rows = statement.query_map([], |row| {
        let manifest: String = row.get(1)?;
        Ok(InstalledPack {
            key: row.get(0)?,
            manifest: serde_json::from_str(&manifest).map_err(|e| wrong(1, e))?,
            signed_by: row.get(2)?,
            installed_at: row.get(3)?,
        })
    })?;
    rows.collect()
}

fn wrong(column: usize, error: serde_json::Error) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
}

/// Numbers of the editions that count: of each pack the one asked for, or the newest that is not
/// after the day.
pub fn editions_in_force(conn: &Connection, editions: &Editions) -> rusqlite::Result<Vec<u64>> {
    let mut statement =
        conn.prepare_cached(&format!("SELECT key, name, edition, as_of FROM pack ORDER BY {NEWEST_FIRST}"))?;
    let mut rows = statement.query([])?;
    let mut chosen: Vec<u64> = Vec::new();
    let mut settled = String::new();
    while let Some(row) = rows.next()? {
        let (key, name, edition, as_of): (u64, String, String, String) =
            (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
        let fits = match &editions.edition {
            Some(wanted) => edition.eq_ignore_ascii_case(wanted),
            // A day is after the beginning of a shorter date.
            None => editions.as_of.as_deref().is_none_or(|day| {
                let length = day.len().min(as_of.len());
                as_of.get(..length) <= day.get(..length)
            }),
        };
        if fits && settled != name {
            chosen.push(key);
            settled = name;
        }
    }
    Ok(chosen)
}

const ENTRY: &str = "SELECT s.citation, s.heading, s.status, p.name, p.edition, o.id, s.statute FROM section s JOIN pack p ON p.key = s.pack JOIN statute t ON t.key = s.statute LEFT JOIN source o ON o.key = t.source";

fn entry(row: &Row<'_>) -> rusqlite::Result<SectionEntry> {
    let status: String = row.get(2)?;
    Ok(SectionEntry {
        citation: row.get(0)?,
        heading: row.get(1)?,
        status: SectionStatus::of_words(&status).unwrap_or_default(),
        pack: row.get(3)?,
        edition: row.get(4)?,
        source_id: row.get::<_, Option<String>>(5)?.map(SourceId),
        statute: row.get(6)?,
    })
}

fn list(keys: &[u64]) -> String {
    keys.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
}

/// Sections of this citation in these editions. Where two packs claim it, one whose signature was
/// checked comes first.
pub fn sections_cited(
    conn: &Connection,
    citation: &str,
    packs: &[u64],
) -> rusqlite::Result<Vec<SectionEntry>> {
    let sql = format!(
        "{ENTRY} WHERE s.citation = ?1 AND s.pack IN ({}) ORDER BY p.signed_by IS NULL, p.as_of DESC",
        list(packs)
    );
    let mut statement = conn.prepare(&sql)?;
    let rows = statement.query_map([citation], entry)?;
    rows.collect()
}

/// Returns the paragraphs of a section that are sections of their own in these editions: of some
/// laws only paragraphs are available.
pub fn section_parts(conn: &Connection, whole: &str, packs: &[u64]) -> rusqlite::Result<Vec<SectionEntry>> {
    let sql = format!(
        "{ENTRY} WHERE s.citation > ?1 AND s.citation < ?1 || char(1114111) AND s.pack IN ({}) ORDER BY p.as_of DESC, s.position",
        list(packs)
    );
    let mut statement = conn.prepare(&sql)?;
    let rows = statement.query_map([whole], entry)?;
    let of_it = |e: &SectionEntry| {
        let rest = e.citation.strip_prefix(whole).unwrap_or("");
        rest.starts_with(", ") || rest.starts_with('(')
    };
    rows.filter(|e| e.as_ref().map_or(true, of_it)).collect()
}

/// All sections of an edition in their order.
pub fn sections_of(conn: &Connection, pack: u64) -> rusqlite::Result<Vec<SectionEntry>> {
    let mut statement = conn.prepare_cached(&format!("{ENTRY} WHERE s.pack = ?1 ORDER BY s.position"))?;
    let rows = statement.query_map([pack], entry)?;
    rows.collect()
}

/// Returns the entries, in these editions, of the section that a source holds.
pub fn sections_at(
    conn: &Connection,
    source: &SourceId,
    packs: &[u64],
) -> rusqlite::Result<Vec<SectionEntry>> {
    let sql = format!("{ENTRY} WHERE o.id = ?1 AND s.pack IN ({}) ORDER BY p.as_of DESC", list(packs));
    let mut statement = conn.prepare(&sql)?;
    let rows = statement.query_map([&source.0], entry)?;
    rows.collect()
}

/// The text of a section.
pub fn statute(conn: &Connection, key: u64) -> rusqlite::Result<Option<StatuteSection>> {
    let body: Option<Vec<u8>> = conn
        .prepare_cached("SELECT body FROM statute WHERE key = ?1")?
        .query_row([key], |row| row.get(0))
        .optional()?;
    let Some(body) = body else { return Ok(None) };
    let text = inflate(&body).unwrap_or_default();
    serde_json::from_str(&text).map(Some).map_err(|e| wrong(0, e))
}

/// Texts whose bytes are not what their hash was taken of.
pub fn damaged_statutes(conn: &Connection) -> rusqlite::Result<u64> {
    let mut statement = conn.prepare("SELECT hash, body FROM statute")?;
    let mut rows = statement.query([])?;
    let mut damaged = 0;
    while let Some(row) = rows.next()? {
        let (hash, body): (String, Vec<u8>) = (row.get(0)?, row.get(1)?);
        if inflate(&body).map(|text| ContentHash::of(text.as_bytes()).0) != Some(hash) {
            damaged += 1;
        }
    }
    Ok(damaged)
}

/// Packs whose digest is not that of their rows.
pub fn damaged_packs(conn: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut statement = conn.prepare("SELECT key, name, edition, digest FROM pack ORDER BY key")?;
    let mut rows = statement.query([])?;
    let mut damaged = Vec::new();
    while let Some(row) = rows.next()? {
        let (key, name, edition): (u64, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let stored: Vec<u8> = row.get(3)?;
        if pack_digest(conn, key)?.as_slice() != stored.as_slice() {
            damaged.push(format!("{name} {edition}"));
        }
    }
    Ok(damaged)
}

/// Keys of the sources that hold a section of one of these editions, as an SQL condition on
/// `source.key`.
pub fn of_editions(packs: &[u64]) -> String {
    format!(
        "key IN (SELECT t.source FROM section s JOIN statute t ON t.key = s.statute WHERE s.pack IN ({}))",
        list(packs)
    )
}

/// True when a source holds a section of a pack.
pub fn is_of_pack(conn: &Connection, id: &SourceId) -> rusqlite::Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM statute t JOIN source o ON o.key = t.source WHERE o.id = ?1)";
    conn.prepare_cached(sql)?.query_row([&id.0], |row| row.get(0))
}

/// Writes a source's citations.
pub fn write_edges(conn: &Connection, key: u64, edges: &[EdgeRecord]) -> rusqlite::Result<()> {
    let mut insert = conn.prepare_cached("INSERT INTO edge VALUES (?1, ?2, ?3, ?4, ?5)")?;
    for (position, edge) in (0_i64..).zip(edges) {
        insert.execute(params![key, position, edge.line, edge.target, edge.whole])?;
    }
    Ok(())
}

/// A source's citations in the order of its lines.
pub fn read_edges(conn: &Connection, key: u64) -> rusqlite::Result<Vec<EdgeRecord>> {
    let sql = "SELECT line, target, whole FROM edge WHERE source = ?1 ORDER BY position";
    let mut statement = conn.prepare_cached(sql)?;
    let rows = statement.query_map([key], |row| {
        Ok(EdgeRecord { line: row.get(0)?, target: row.get(1)?, whole: row.get(2)? })
    })?;
    rows.collect()
}

/// Edges to any of these sections, by source and line.
pub fn edges_to(conn: &Connection, wholes: &[String]) -> rusqlite::Result<Vec<Edge>> {
    let places: Vec<String> = (1..=wholes.len()).map(|n| format!("?{n}")).collect();
    let sql = format!(
        "SELECT o.id, e.line, e.target, e.whole FROM edge e JOIN source o ON o.key = e.source WHERE e.whole IN ({}) ORDER BY o.id, e.line, e.position",
        places.join(", ")
    );
    let mut statement = conn.prepare(&sql)?;
    let values = wholes.iter().map(|w| Value::Text(w.clone()));
    let rows = statement.query_map(params_from_iter(values), |row| {
        Ok(Edge {
            source_id: SourceId(row.get(0)?),
            record: EdgeRecord { line: row.get(1)?, target: row.get(2)?, whole: row.get(3)? },
        })
    })?;
    rows.collect()
}

/// Numbers of edges and of sections with such an edge.
pub fn count_edges(conn: &Connection) -> rusqlite::Result<u64> {
    conn.query_row("SELECT count(*) FROM edge", [], |row| row.get(0))
}

/// Sources in which a name is a named locator, with the locator.
pub fn named(conn: &Connection, name: &str) -> rusqlite::Result<Vec<(SourceId, String)>> {
    let sql = "SELECT o.id, a.locator FROM alias a JOIN source o ON o.key = a.source WHERE a.name = ?1 ORDER BY o.id, a.position";
    let mut statement = conn.prepare_cached(sql)?;
    let rows = statement.query_map([name], |row| Ok((SourceId(row.get(0)?), row.get(1)?)))?;
    rows.collect()
}
