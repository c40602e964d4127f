//! Installing and removing packs, as a part of a commit.

use std::collections::HashMap;

use super::law::packs;
use super::rows::id;
use super::write::{PostgresWriter, STAGED};
use crate::catalogue;
use crate::error::{ArchiveError, unknown};
use crate::law::{Membership, NewSection};
use twolane_law::StatuteSection;
use twolane_law::pack::Manifest;
use twolane_text::{ContentHash, SourceId};

impl PostgresWriter {
    /// One writer changes the law at a time.
    fn lock_law(&mut self) -> Result<(), ArchiveError> {
        self.ask(|conn| conn.rows("SELECT pg_advisory_xact_lock(8400, 5)", &[]).map(drop))
    }

    fn put_statute(
        &mut self,
        section: &StatuteSection,
        of: &Membership,
        source: Option<i64>,
        realm: i32,
    ) -> Result<i64, ArchiveError> {
        let text = catalogue::statute_text(section, of);
        let hash = ContentHash::of(text.as_bytes()).0;
        self.ask(|conn| {
            let held = conn.one("SELECT key FROM statute WHERE hash = $1 AND died IS NULL", &[&hash])?;
            let sql = "INSERT INTO statute (born, realm, hash, source, body) VALUES ($1, $2, $3, $4, $5) RETURNING key";
            let row = match held {
                Some(row) => row,
                None => conn.client.query_one(sql, &[&STAGED, &realm, &hash, &source, &text])?,
            };
            row.try_get(0)
        })
    }

    pub(super) fn install(
        &mut self,
        manifest: &Manifest,
        signed_by: Option<&str>,
        sections: &[NewSection],
    ) -> Result<(), ArchiveError> {
        self.lock_law()?;
        let jurisdiction = Some(manifest.jurisdiction.to_lowercase()).filter(|j| !j.is_empty());
        // A pack is of the state's lane; its sections are where their sources are.
        let own: i32 = self.ask(|conn| {
            conn.client.query_one("SELECT realm_of('state', NULL, $1)", &[&jurisdiction])?.try_get(0)
        })?;
        let mut rows: Vec<(&StatuteSection, i64, i32)> = Vec::with_capacity(sections.len());
        let named = self.named_sources(sections)?;
        for new in sections {
            let found = match &new.source {
                None => None,
                Some(source) => Some(named.get(&source.0).cloned().ok_or_else(|| unknown(source))?),
            };
            let of = Membership::new(manifest, found.as_ref().map(|(_, lane, _)| lane.as_str()));
            let realm = found.as_ref().map_or(own, |(_, _, realm)| *realm);
            let statute = self.put_statute(&new.section, &of, found.map(|(key, _, _)| key), realm)?;
            rows.push((&new.section, statute, realm));
        }
        let json = serde_json::to_string(manifest).unwrap_or_default();
        let installed_at = jiff::Timestamp::now().to_string();
        let replaced = self.ask(|conn| {
            let sql = "UPDATE pack SET died = $3 WHERE name = $1 AND edition = $2 AND died IS NULL";
            let replaced = conn.run(sql, &[&manifest.name, &manifest.edition, &STAGED])?;
            let sql = "INSERT INTO pack (born, realm, name, edition, as_of, manifest, signed_by, installed_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING key";
            let row = conn.client.query_one(sql, &[&STAGED, &own, &manifest.name, &manifest.edition, &manifest.as_of, &json, &signed_by, &installed_at])?;
            let pack: i64 = row.try_get(0)?;
            for (position, (section, statute, realm)) in (0i32..).zip(&rows) {
                conn.run("INSERT INTO section VALUES ($1, $2, $3, $4, $5, $6, $7)", &[&pack, &position, realm, &section.citation, &section.heading, &section.status.words(), statute])?;
            }
            Ok(replaced)
        })?;
        if replaced > 0 { self.drop_unused() } else { Ok(()) }
    }

    /// Key, lane and realm of each source that a section names and that is there, by its id.
    pub(super) fn named_sources(
        &self,
        sections: &[NewSection],
    ) -> Result<HashMap<String, (i64, String, i32)>, ArchiveError> {
        let wanted: Vec<&str> =
            sections.iter().filter_map(|new| Some(new.source.as_ref()?.0.as_str())).collect();
        self.ask(|conn| {
            let sql = "SELECT id, key, lane, realm FROM source WHERE id = ANY ($1) AND died IS NULL";
            let rows = conn.rows(sql, &[&wanted])?;
            rows.iter()
                .map(|row| Ok((row.try_get(0)?, (row.try_get(1)?, row.try_get(2)?, row.try_get(3)?))))
                .collect()
        })
    }

    /// Takes out the texts that no edition has, and the sources that held their lines.
    fn drop_unused(&mut self) -> Result<(), ArchiveError> {
        let sql = "WITH gone AS (UPDATE statute SET died = $1 WHERE died IS NULL AND key NOT IN (SELECT s.statute FROM section s JOIN pack p ON p.key = s.pack WHERE p.died IS NULL) RETURNING source) SELECT s.id FROM gone JOIN source s ON s.key = gone.source WHERE s.died IS NULL ORDER BY s.id";
        let freed: Vec<String> =
            self.ask(|conn| conn.rows(sql, &[&STAGED])?.iter().map(|row| row.try_get(0)).collect())?;
        for source in freed {
            self.remove_inner(&SourceId(source))?;
        }
        Ok(())
    }

    pub(super) fn uninstall(&mut self, name: &str, edition: Option<&str>) -> Result<usize, ArchiveError> {
        self.lock_law()?;
        let mut removed = 0;
        let mut carried: Vec<i64> = Vec::new();
        // As this writer sees it: what was committed, and what it has changed.
        let keys: Vec<(i64, bool)> = self.ask(|conn| {
            let live = conn.rows("SELECT key FROM pack WHERE died IS NULL", &[])?;
            let live: Vec<i64> = live.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
            let all = packs(conn, STAGED - 1)?.into_iter().chain(packs(conn, STAGED)?);
            let mut keys: Vec<(i64, bool)> = all
                .filter(|p| live.contains(&id(p.key)) && p.manifest.name == name)
                .filter(|p| edition.is_none_or(|e| e == p.manifest.edition))
                .map(|p| (id(p.key), p.manifest.embeddings.is_some()))
                .collect();
            keys.sort_unstable();
            keys.dedup();
            Ok(keys)
        })?;
        for (key, has_vectors) in keys {
            if has_vectors {
                let sql = "SELECT DISTINCT t.source FROM section s JOIN statute t ON t.key = s.statute WHERE s.pack = $1 AND t.source IS NOT NULL";
                let found: Vec<i64> =
                    self.ask(|conn| conn.rows(sql, &[&key])?.iter().map(|row| row.try_get(0)).collect())?;
                carried.extend(found);
            }
            self.ask(|conn| conn.run("UPDATE pack SET died = $2 WHERE key = $1", &[&key, &STAGED]))?;
            removed += 1;
        }
        self.drop_unused()?;
        if let Some(model) = self.model.clone() {
            // What a pack brought and this machine never computed.
            let sql = "DELETE FROM vector v USING chunk c, source s WHERE v.source = ANY ($1) AND c.id = v.chunk AND s.key = v.source AND s.died IS NULL AND v.model = $2 AND NOT EXISTS (SELECT 1 FROM embedding e WHERE e.model = $2 AND e.hash = c.hash)";
            self.ask(|conn| conn.run(sql, &[&carried, &model.0]))?;
        }
        Ok(removed)
    }
}
