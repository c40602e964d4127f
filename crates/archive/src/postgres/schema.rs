//! Tables of the database: versioned, forward only, checked whenever an archive is opened.

use postgres::Client;

use super::connect::{Address, Conn};
use crate::error::ArchiveError;

/// In this order; none is ever changed once it was released.
const MIGRATIONS: [&str; 4] = [
    include_str!("migrations/001.sql"),
    include_str!("migrations/002.sql"),
    include_str!("migrations/003.sql"),
    include_str!("migrations/004.sql"),
];

/// The version that this program knows, which is the archive's format there.
pub fn newest() -> i32 {
    i32::try_from(MIGRATIONS.len()).unwrap_or(i32::MAX)
}

/// Returns the version of the existing tables; `None` where there are no tables.
pub fn version(conn: &mut Conn) -> Result<Option<i32>, postgres::Error> {
    let there = conn.one("SELECT to_regclass('twolane.version') IS NOT NULL", &[])?;
    let there = there.map(|row| row.try_get(0)).transpose()?.unwrap_or(false);
    match there {
        true => {
            conn.one("SELECT max(number) FROM twolane.version", &[])?.map_or(Ok(None), |row| row.try_get(0))
        }
        false => Ok(None),
    }
}

/// An error for tables that this program can't read.
pub fn fits(address: &Address, found: Option<i32>) -> Result<(), ArchiveError> {
    match found {
        None => Err(ArchiveError::NotAnArchive { dir: address.place().into() }),
        Some(found) if found > newest() => Err(ArchiveError::NewerVersion {
            dir: address.place().into(),
            found: found.unsigned_abs(),
            known: newest().unsigned_abs(),
        }),
        Some(found) if found < newest() => Err(address.refused(
            "its tables are of an older version",
            "run `twolane ingest` once as a user that owns them, which brings them up to date",
        )),
        Some(_) => Ok(()),
    }
}

/// Brings the tables to this version, one program at a time, wholly or not at all.
pub fn migrate(client: &mut Client, from: i32) -> Result<(), postgres::Error> {
    let mut transaction = client.transaction()?;
    transaction.batch_execute(
        "CREATE SCHEMA IF NOT EXISTS twolane; SET LOCAL search_path = twolane, public; CREATE TABLE IF NOT EXISTS version (number integer PRIMARY KEY)",
    )?;
    for (number, sql) in (1i32..).zip(MIGRATIONS).skip_while(|(number, _)| *number <= from) {
        transaction.batch_execute(sql)?;
        transaction.execute("INSERT INTO version VALUES ($1)", &[&number])?;
    }
    transaction.commit()
}
