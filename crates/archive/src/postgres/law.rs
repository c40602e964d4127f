//! Questions about the law.

use postgres::Row;

use super::archive::PostgresArchive;
use super::connect::Conn;
use super::rows::{id, name, number, small};
use crate::catalogue;
use crate::error::ArchiveError;
use crate::law::{Edge, EdgeRecord, Editions, InstalledPack, Membership, SectionEntry};
use crate::store::LawStore;
use twolane_law::{SectionStatus, StatuteSection};
use twolane_text::{Locator, SourceId};

/// Packs of a generation, by name, the newest edition first. A day in another form than `2026-02-01` comes last.
const PACKS: &str = "SELECT key, manifest, signed_by, installed_at FROM pack_at($1) ORDER BY name, (as_of ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$') DESC, as_of DESC, edition DESC";

/// The packs of a generation.
pub fn packs(conn: &mut Conn, generation: i64) -> Result<Vec<InstalledPack>, postgres::Error> {
    let mut packs = Vec::new();
    for row in conn.rows(PACKS, &[&generation])? {
        // What can't be read was not written by this program; `index check` tells.
        let Ok(manifest) = serde_json::from_str(&row.try_get::<_, String>(1)?) else { continue };
        packs.push(InstalledPack {
            key: number(row.try_get(0)?),
            manifest,
            signed_by: row.try_get(2)?,
            installed_at: row.try_get(3)?,
        });
    }
    Ok(packs)
}

fn entry(row: &Row) -> Result<SectionEntry, postgres::Error> {
    Ok(SectionEntry {
        citation: row.try_get(0)?,
        heading: row.try_get(1)?,
        status: SectionStatus::of_words(&row.try_get::<_, String>(2)?).unwrap_or_default(),
        pack: row.try_get(3)?,
        edition: row.try_get(4)?,
        source_id: row.try_get::<_, Option<String>>(5)?.map(SourceId),
        statute: number(row.try_get(6)?),
    })
}

fn edge(row: &Row) -> Result<EdgeRecord, postgres::Error> {
    Ok(EdgeRecord { line: small(row.try_get(0)?), target: row.try_get(1)?, whole: row.try_get(2)? })
}

impl PostgresArchive {
    /// Keys of the editions that count, and how many are installed.
    pub(super) fn in_force(&self, editions: &Editions) -> Result<(Vec<i64>, usize), ArchiveError> {
        let packs = self.packs()?;
        let mut chosen: Vec<i64> = Vec::new();
        let mut settled = "";
        for pack in &packs {
            let m = &pack.manifest;
            let fits = match &editions.edition {
                Some(wanted) => m.edition.eq_ignore_ascii_case(wanted),
                None => editions.as_of.as_deref().is_none_or(|day| {
                    let length = day.len().min(m.as_of.len());
                    m.as_of.get(..length) <= day.get(..length)
                }),
            };
            if fits && settled != m.name {
                chosen.push(id(pack.key));
                settled = &m.name;
            }
        }
        Ok((chosen, packs.len()))
    }

    fn entries(
        &self,
        sql: &'static str,
        what: &str,
        editions: &Editions,
    ) -> Result<Vec<SectionEntry>, ArchiveError> {
        let (packs, _) = self.in_force(editions)?;
        let generation = self.at().generation;
        self.ask(|conn| conn.rows(sql, &[&generation, &name(what), &packs])?.iter().map(entry).collect())
    }
}

impl LawStore for PostgresArchive {
    fn packs(&self) -> Result<Vec<InstalledPack>, ArchiveError> {
        let generation = self.at().generation;
        self.ask(|conn| packs(conn, generation))
    }

    fn packs_in_force(&self, editions: &Editions) -> Result<Vec<InstalledPack>, ArchiveError> {
        let (keys, _) = self.in_force(editions)?;
        Ok(self.packs()?.into_iter().filter(|p| keys.contains(&id(p.key))).collect())
    }

    fn sections(&self, citation: &str, editions: &Editions) -> Result<Vec<SectionEntry>, ArchiveError> {
        let sql = "SELECT s.citation, s.heading, s.status, p.name, p.edition, o.id, s.statute FROM section s JOIN pack p ON p.key = s.pack JOIN statute t ON t.key = s.statute LEFT JOIN source_at($1) o ON o.key = t.source WHERE s.citation = $2 AND s.pack = ANY ($3) ORDER BY p.signed_by IS NULL, p.as_of DESC, s.pack, s.position";
        self.entries(sql, citation, editions)
    }

    fn section_parts(&self, whole: &str, editions: &Editions) -> Result<Vec<SectionEntry>, ArchiveError> {
        let sql = "SELECT s.citation, s.heading, s.status, p.name, p.edition, o.id, s.statute FROM section s JOIN pack p ON p.key = s.pack JOIN statute t ON t.key = s.statute LEFT JOIN source_at($1) o ON o.key = t.source WHERE s.citation > $2 AND s.citation < $2 || chr(1114111) AND s.pack = ANY ($3) ORDER BY p.as_of DESC, s.position";
        let of_it = |e: &SectionEntry| {
            let rest = e.citation.strip_prefix(whole).unwrap_or("");
            rest.starts_with(", ") || rest.starts_with('(')
        };
        Ok(self.entries(sql, whole, editions)?.into_iter().filter(of_it).collect())
    }

    fn sections_at(&self, source: &SourceId, editions: &Editions) -> Result<Vec<SectionEntry>, ArchiveError> {
        let sql = "SELECT s.citation, s.heading, s.status, p.name, p.edition, o.id, s.statute FROM source_at($1) o JOIN statute t ON t.source = o.key JOIN section s ON s.statute = t.key JOIN pack p ON p.key = s.pack WHERE o.id = $2 AND s.pack = ANY ($3) ORDER BY p.as_of DESC, s.pack, s.position";
        self.entries(sql, &source.0, editions)
    }

    fn sections_of(&self, pack: &InstalledPack) -> Result<Vec<SectionEntry>, ArchiveError> {
        let sql = "SELECT s.citation, s.heading, s.status, p.name, p.edition, o.id, s.statute FROM section s JOIN pack p ON p.key = s.pack JOIN statute t ON t.key = s.statute LEFT JOIN source_at($1) o ON o.key = t.source WHERE s.pack = $2 ORDER BY s.position";
        let generation = self.at().generation;
        self.ask(|conn| conn.rows(sql, &[&generation, &id(pack.key)])?.iter().map(entry).collect())
    }

    fn statute(&self, entry: &SectionEntry) -> Result<Option<StatuteSection>, ArchiveError> {
        let sql = "SELECT body FROM statute_at($1) WHERE key = $2";
        let generation = self.at().generation;
        let body: Option<String> = self.ask(|conn| {
            let row = conn.one(sql, &[&generation, &id(entry.statute)])?;
            row.map(|row| row.try_get(0)).transpose()
        })?;
        let read = |text: String| {
            serde_json::from_str(&text).map_err(|e| ArchiveError::Damaged {
                part: format!("section {}", entry.citation),
                what: e.to_string(),
                next: "run `twolane pack remove NAME` and install the pack again".to_owned(),
            })
        };
        body.map(read).transpose()
    }

    fn statute_source(
        &self,
        section: &StatuteSection,
        of: &Membership,
    ) -> Result<Option<Option<SourceId>>, ArchiveError> {
        let sql = "SELECT s.id FROM statute_at($1) t LEFT JOIN source_at($1) s ON s.key = t.source WHERE t.hash = $2";
        let hash = catalogue::statute_hash(section, of).0;
        let generation = self.at().generation;
        self.ask(|conn| {
            let row = conn.one(sql, &[&generation, &hash])?;
            row.map(|row| Ok(row.try_get::<_, Option<String>>(0)?.map(SourceId))).transpose()
        })
    }

    fn edges_of(&self, source: &SourceId) -> Result<Vec<EdgeRecord>, ArchiveError> {
        let sql = "SELECT e.line, e.target, e.whole FROM source_at($1) s JOIN edge e ON e.source = s.key WHERE s.id = $2 ORDER BY e.position";
        let generation = self.at().generation;
        self.ask(|conn| conn.rows(sql, &[&generation, &name(&source.0)])?.iter().map(edge).collect())
    }

    fn edges_to(&self, wholes: &[String]) -> Result<Vec<Edge>, ArchiveError> {
        let sql = "SELECT e.line, e.target, e.whole, s.id FROM edge e JOIN source_at($1) s ON s.key = e.source WHERE e.whole = ANY ($2) ORDER BY s.id, e.line, e.position";
        let generation = self.at().generation;
        self.ask(|conn| {
            let rows = conn.rows(sql, &[&generation, &wholes])?;
            rows.iter()
                .map(|row| Ok(Edge { source_id: SourceId(row.try_get(3)?), record: edge(row)? }))
                .collect()
        })
    }

    fn count_edges(&self) -> Result<u64, ArchiveError> {
        let sql = "SELECT count(*) FROM edge WHERE source NOT IN (SELECT hidden_at($1))";
        let generation = self.at().generation;
        self.ask(|conn| {
            let row = conn.one(sql, &[&generation])?;
            row.map_or(Ok(0), |row| row.try_get(0).map(number))
        })
    }

    fn named(&self, name: &str) -> Result<Vec<(SourceId, Locator)>, ArchiveError> {
        let sql = "SELECT s.id, a.locator FROM alias a JOIN source_at($1) s ON s.key = a.source WHERE a.name = $2 ORDER BY s.id, a.position";
        let generation = self.at().generation;
        let found = self.ask(|conn| {
            let rows = conn.rows(sql, &[&generation, &name])?;
            rows.iter()
                .map(|row| Ok((SourceId(row.try_get(0)?), row.try_get::<_, String>(1)?)))
                .collect::<Result<Vec<_>, _>>()
        })?;
        Ok(found.into_iter().filter_map(|(id, locator)| Some((id, locator.parse().ok()?))).collect())
    }
}
