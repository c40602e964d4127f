//! Sessions, traces and remembered answers, each role's own. Every statement names the role, since
//! row security does not bind the owner of the tables.

use std::sync::Arc;

use postgres::Row;

use super::connect::{Conn, Pool};
use crate::error::ArchiveError;
use crate::sessions::{Forgotten, KeepsSessions, StoredAnswer, StoredMemory, StoredSession, StoredTrace};
use twolane_text::{Embedding, ModelId};

/// Tables beside the archive's; no part of its commits.
#[derive(Debug)]
pub struct PostgresSessions {
    pool: Arc<Pool>,
}

fn session(row: &Row) -> Result<StoredSession, postgres::Error> {
    Ok(StoredSession {
        id: row.try_get(0)?,
        updated: row.try_get(1)?,
        expires: row.try_get(2)?,
        body: row.try_get(3)?,
    })
}

fn trace(row: &Row) -> Result<StoredTrace, postgres::Error> {
    Ok(StoredTrace {
        id: row.try_get(0)?,
        session: row.try_get(1)?,
        at: row.try_get(2)?,
        body: row.try_get(3)?,
    })
}

fn answer(row: &Row) -> Result<StoredAnswer, postgres::Error> {
    Ok(StoredAnswer {
        id: row.try_get(0)?,
        session: row.try_get(1)?,
        at: row.try_get(2)?,
        body: row.try_get(3)?,
    })
}

fn memory(row: &Row) -> Result<StoredMemory, postgres::Error> {
    let (model, vector): (Option<String>, Option<Vec<u8>>) = (row.try_get(6)?, row.try_get(7)?);
    let values = |bytes: Vec<u8>| {
        bytes.chunks_exact(4).filter_map(|b| b.try_into().ok().map(f32::from_le_bytes)).collect()
    };
    Ok(StoredMemory {
        id: row.try_get(0)?,
        owner: row.try_get(1)?,
        session: row.try_get(2)?,
        context: row.try_get(3)?,
        state: row.try_get(4)?,
        at: row.try_get(5)?,
        embedding: model
            .zip(vector)
            .map(|(model, bytes)| Embedding { model: ModelId(model), values: values(bytes) }),
        body: row.try_get(8)?,
    })
}

/// Takes out what has expired.
fn forget(conn: &mut Conn, now: i64) -> Result<(), postgres::Error> {
    let sql = "WITH gone AS (DELETE FROM session WHERE expires <= $1 RETURNING role, id), t AS (DELETE FROM trace WHERE (role, session) IN (SELECT role, id FROM gone)), a AS (DELETE FROM answer WHERE (role, session) IN (SELECT role, id FROM gone)) DELETE FROM memory WHERE (role, session) IN (SELECT role, id FROM gone)";
    conn.run(sql, &[&now]).map(drop)
}

impl PostgresSessions {
    /// By these connections.
    pub fn new(pool: &Arc<Pool>) -> Self {
        PostgresSessions { pool: Arc::clone(pool) }
    }
}

impl KeepsSessions for PostgresSessions {
    fn place(&self) -> &str {
        self.pool.address.place()
    }

    fn sessions(&self, now: i64) -> Result<Vec<StoredSession>, ArchiveError> {
        self.pool.ask(|conn| {
            forget(conn, now)?;
            let sql =
                "SELECT id, updated, expires, body FROM session WHERE role = session_user AND expires > $1 ORDER BY updated DESC, id";
            conn.rows(sql, &[&now])?.iter().map(session).collect()
        })
    }

    fn session(&self, id: &str, now: i64) -> Result<Option<StoredSession>, ArchiveError> {
        self.pool.ask(|conn| {
            forget(conn, now)?;
            let sql = "SELECT id, updated, expires, body FROM session WHERE role = session_user AND id = $1 AND expires > $2";
            conn.one(sql, &[&id, &now])?.as_ref().map(session).transpose()
        })
    }

    fn update_session(
        &self,
        id: &str,
        now: i64,
        change: &mut dyn FnMut(Option<StoredSession>) -> Option<StoredSession>,
    ) -> Result<(), ArchiveError> {
        self.pool.ask(|conn| forget(conn, now))?;
        let failed = |e: postgres::Error| self.pool.address.error(&e);
        let mut conn = self.pool.lend()?.keep()?;
        let mut update = || -> Result<(), postgres::Error> {
            // The lock covers a session that is not there yet.
            conn.client.batch_execute("BEGIN")?;
            conn.rows("SELECT pg_advisory_xact_lock(hashtextextended($1, 8401))", &[&id])?;
            let sql = "SELECT id, updated, expires, body FROM session WHERE role = session_user AND id = $1 AND expires > $2";
            let held = conn.one(sql, &[&id, &now])?.as_ref().map(session).transpose()?;
            if let Some(new) = change(held) {
                let sql = "INSERT INTO session (id, updated, expires, body) VALUES ($1, $2, $3, $4) ON CONFLICT (role, id) DO UPDATE SET updated = excluded.updated, expires = excluded.expires, body = excluded.body";
                conn.run(sql, &[&new.id, &new.updated, &new.expires, &new.body])?;
            }
            conn.client.batch_execute("COMMIT")
        };
        update().map_err(failed)?;
        self.pool.give(conn);
        Ok(())
    }

    fn remove_session(&self, id: &str) -> Result<Forgotten, ArchiveError> {
        let gone = self.pool.ask(|conn| {
            let sql = "WITH t AS (DELETE FROM trace WHERE role = session_user AND session = $1), m AS (DELETE FROM memory WHERE role = session_user AND session = $1), a AS (DELETE FROM answer WHERE role = session_user AND session = $1) DELETE FROM session WHERE role = session_user AND id = $1";
            conn.run(sql, &[&id])
        })?;
        // The server overwrites when it vacuums; its log and its backups are its administrator's.
        Ok(if gone > 0 { Forgotten::Wholly } else { Forgotten::NotThere })
    }

    fn put_trace(&self, trace: &StoredTrace, keep: u32) -> Result<(), ArchiveError> {
        self.pool.ask(|conn| {
            forget(conn, trace.at)?;
            conn.run("DELETE FROM trace WHERE role = session_user AND id = $1", &[&trace.id])?;
            let sql = "INSERT INTO trace (id, session, at, body) VALUES ($1, $2, $3, $4)";
            conn.run(sql, &[&trace.id, &trace.session, &trace.at, &trace.body])?;
            let sql = "DELETE FROM trace WHERE role = session_user AND number <= (SELECT number FROM trace WHERE role = session_user ORDER BY number DESC LIMIT 1 OFFSET $1)";
            conn.run(sql, &[&i64::from(keep)]).map(drop)
        })
    }

    fn traces(&self, most: u32) -> Result<Vec<StoredTrace>, ArchiveError> {
        let sql =
            "SELECT id, session, at, body FROM trace WHERE role = session_user ORDER BY number DESC LIMIT $1";
        self.pool.ask(|conn| conn.rows(sql, &[&i64::from(most)])?.iter().map(trace).collect())
    }

    fn trace(&self, id: &str) -> Result<Option<StoredTrace>, ArchiveError> {
        let sql = "SELECT id, session, at, body FROM trace WHERE role = session_user AND id = $1";
        self.pool.ask(|conn| conn.one(sql, &[&id])?.as_ref().map(trace).transpose())
    }

    fn put_answer(&self, answer: &StoredAnswer, keep: u32) -> Result<bool, ArchiveError> {
        self.pool.ask(|conn| {
            forget(conn, answer.at)?;
            let sql = "INSERT INTO answer (id, session, at, body) SELECT $1, $2, $3, $4 WHERE EXISTS (SELECT 1 FROM session WHERE role = session_user AND id = $2)";
            let kept = conn.run(sql, &[&answer.id, &answer.session, &answer.at, &answer.body])?;
            let sql = "DELETE FROM answer WHERE role = session_user AND number <= (SELECT number FROM answer WHERE role = session_user ORDER BY number DESC LIMIT 1 OFFSET $1)";
            conn.run(sql, &[&i64::from(keep)])?;
            Ok(kept > 0)
        })
    }

    fn answer(&self, id: &str, now: i64) -> Result<Option<StoredAnswer>, ArchiveError> {
        self.pool.ask(|conn| {
            forget(conn, now)?;
            let sql = "SELECT id, session, at, body FROM answer WHERE role = session_user AND id = $1";
            conn.one(sql, &[&id])?.as_ref().map(answer).transpose()
        })
    }

    fn put_memory(&self, m: &StoredMemory, keep: u32) -> Result<(), ArchiveError> {
        let vector =
            m.embedding.as_ref().map(|e| e.values.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>());
        let model = m.embedding.as_ref().map(|e| &e.model.0);
        self.pool.ask(|conn| {
            forget(conn, m.at)?;
            conn.run("DELETE FROM memory WHERE role = session_user AND ((context = $1 AND state <> $2) OR id = $3)", &[&m.context, &m.state, &m.id])?;
            let sql = "INSERT INTO memory (id, owner, session, context, state, at, model, vector, body) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
            conn.run(sql, &[&m.id, &m.owner, &m.session, &m.context, &m.state, &m.at, &model, &vector, &m.body])?;
            let sql = "DELETE FROM memory WHERE role = session_user AND number <= (SELECT number FROM memory WHERE role = session_user ORDER BY number DESC LIMIT 1 OFFSET $1)";
            conn.run(sql, &[&i64::from(keep)]).map(drop)
        })
    }

    fn memories_of(
        &self,
        context: &str,
        state: &str,
        now: i64,
        most: u32,
    ) -> Result<Vec<StoredMemory>, ArchiveError> {
        self.pool.ask(|conn| {
            forget(conn, now)?;
            let sql = "SELECT id, owner, session, context, state, at, model, vector, body FROM memory WHERE role = session_user AND context = $1 AND state = $2 ORDER BY number DESC LIMIT $3";
            conn.rows(sql, &[&context, &state, &i64::from(most)])?.iter().map(memory).collect()
        })
    }

    fn memories(&self, owner: Option<&str>, now: i64) -> Result<Vec<StoredMemory>, ArchiveError> {
        self.pool.ask(|conn| {
            forget(conn, now)?;
            let sql = "SELECT id, owner, session, context, state, at, model, vector, body FROM memory WHERE role = session_user AND ($1::text IS NULL OR owner = $1) ORDER BY number DESC";
            conn.rows(sql, &[&owner])?.iter().map(memory).collect()
        })
    }

    fn remove_memories(
        &self,
        id: Option<&str>,
        owner: Option<&str>,
    ) -> Result<(usize, Forgotten), ArchiveError> {
        let sql = "DELETE FROM memory WHERE role = session_user AND ($1::text IS NULL OR id = $1) AND ($2::text IS NULL OR owner = $2)";
        let gone = self.pool.ask(|conn| conn.run(sql, &[&id, &owner]))?;
        let how = if gone > 0 { Forgotten::Wholly } else { Forgotten::NotThere };
        Ok((usize::try_from(gone).unwrap_or(usize::MAX), how))
    }
}
