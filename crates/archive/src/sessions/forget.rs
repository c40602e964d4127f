//! Deletion of sessions: after it, none of the store's files holds the deleted content any more.

use rusqlite::OptionalExtension;

use super::file::SessionFile;
use super::stored::Forgotten;
use crate::error::ArchiveError;

/// Takes out a session with its traces and answers, and overwrites them.
pub(super) fn forget_session(file: &SessionFile, id: &str) -> Result<Forgotten, ArchiveError> {
    let found = file.write(|transaction| {
        transaction.execute("DELETE FROM trace WHERE session = ?1", [id])?;
        transaction.execute("DELETE FROM memory WHERE session = ?1", [id])?;
        transaction.execute("DELETE FROM answer WHERE session = ?1", [id])?;
        Ok(transaction.execute("DELETE FROM session WHERE id = ?1", [id])? > 0)
    })?;
    if !found {
        return Ok(Forgotten::NotThere);
    }
    Ok(if scrub(file)? { Forgotten::Wholly } else { Forgotten::UntilOthersEnd })
}

/// Takes out the sessions that have expired at `now`, with their traces and answers, and overwrites
/// them.
pub(super) fn forget_expired(file: &SessionFile, now: i64) -> Result<(), ArchiveError> {
    let any = file.read(|conn| {
        conn.prepare_cached("SELECT 1 FROM session WHERE expires <= ?1 LIMIT 1")?
            .query_row([now], |_| Ok(()))
            .optional()
    })?;
    if any.is_none() {
        return Ok(());
    }
    file.write(|transaction| {
        transaction.execute(
            "DELETE FROM trace WHERE session IN (SELECT id FROM session WHERE expires <= ?1)",
            [now],
        )?;
        transaction.execute(
            "DELETE FROM memory WHERE session IN (SELECT id FROM session WHERE expires <= ?1)",
            [now],
        )?;
        transaction.execute(
            "DELETE FROM answer WHERE session IN (SELECT id FROM session WHERE expires <= ?1)",
            [now],
        )?;
        transaction.execute("DELETE FROM session WHERE expires <= ?1", [now])
    })?;
    scrub(file).map(drop)
}

/// Rewrites the file without deleted content, including content deleted by versions of this
/// program that did not overwrite it, and empties the log. Waits for readers elsewhere as any
/// statement does; returns false when one prevented either step.
pub(super) fn scrub(file: &SessionFile) -> Result<bool, ArchiveError> {
    let written = file.read(|conn| match conn.execute_batch("VACUUM") {
        Ok(()) => Ok(true),
        Err(error) if is_busy(&error) => Ok(false),
        Err(error) => Err(error),
    })?;
    Ok(empty_log(file) && written)
}

/// Brings the log into the file and cuts it to nothing. False when it could not.
pub(super) fn empty_log(file: &SessionFile) -> bool {
    let sql = "PRAGMA wal_checkpoint(TRUNCATE)";
    file.conn().query_row(sql, [], |row| row.get::<_, i64>(0)).is_ok_and(|busy| busy == 0)
}

fn is_busy(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked};
    matches!(error.sqlite_error_code(), Some(DatabaseBusy | DatabaseLocked))
}
