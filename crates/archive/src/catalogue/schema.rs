//! Tables of the catalogue.

use rusqlite::Connection;

use crate::paths::FORMAT;

/// "2LNE": tells a catalogue from any other SQLite file.
pub const APPLICATION_ID: i32 = 0x324C_4E45;

/// Statements of format 1, one for each table or index, in the exact words that SQLite keeps.
///
/// Integers that name things (`source.key`, `chunk.id`) are never used twice. Columns after
/// `digest` of `source` are lower-case copies of metadata for filters, derived from `meta`.
const FORMAT_1: [&str; 14] = [
    "CREATE TABLE state (id INTEGER PRIMARY KEY CHECK (id = 1), generation INTEGER NOT NULL, next_source INTEGER NOT NULL, next_chunk INTEGER NOT NULL, lexical INTEGER, model TEXT, dims INTEGER, created TEXT NOT NULL, sum BLOB NOT NULL, digest BLOB NOT NULL)",
    "CREATE TABLE file (path TEXT PRIMARY KEY, bytes INTEGER NOT NULL, hash BLOB NOT NULL) WITHOUT ROWID",
    "CREATE TABLE source (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, title TEXT NOT NULL, hash TEXT NOT NULL, kind TEXT NOT NULL, bytes INTEGER NOT NULL, meta TEXT NOT NULL, notes TEXT NOT NULL, recipe TEXT NOT NULL, ingested_at TEXT NOT NULL, pages INTEGER NOT NULL, pages_ocr INTEGER NOT NULL, pages_unread INTEGER NOT NULL, lines INTEGER NOT NULL, first_chunk INTEGER NOT NULL, chunks INTEGER NOT NULL, content BLOB NOT NULL, digest BLOB NOT NULL, lane TEXT NOT NULL, town TEXT, board TEXT, doc_type TEXT, date TEXT, authority TEXT, status TEXT, edition TEXT)",
    "CREATE INDEX source_hash ON source (hash)",
    "CREATE TABLE path (path TEXT PRIMARY KEY, source INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE INDEX path_source ON path (source)",
    "CREATE TABLE page (source INTEGER, position INTEGER, number INTEGER NOT NULL, label TEXT, width REAL, height REAL, status TEXT NOT NULL, reason TEXT NOT NULL, engine TEXT NOT NULL, PRIMARY KEY (source, position)) WITHOUT ROWID",
    "CREATE TABLE line (source INTEGER, position INTEGER, page INTEGER NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL, box BLOB, size REAL NOT NULL, flags INTEGER NOT NULL, heading INTEGER, confidence INTEGER, PRIMARY KEY (source, position)) WITHOUT ROWID",
    "CREATE TABLE alias (source INTEGER, position INTEGER, name TEXT NOT NULL, locator TEXT NOT NULL, PRIMARY KEY (source, position)) WITHOUT ROWID",
    "CREATE TABLE chunk (id INTEGER PRIMARY KEY, source INTEGER NOT NULL, page INTEGER NOT NULL, first_line INTEGER NOT NULL, end_line INTEGER NOT NULL, header TEXT NOT NULL, text TEXT NOT NULL, section TEXT, is_table INTEGER NOT NULL)",
    "CREATE TABLE citation (chunk INTEGER, position INTEGER, normal TEXT NOT NULL, PRIMARY KEY (chunk, position)) WITHOUT ROWID",
    "CREATE INDEX citation_normal ON citation (normal)",
    "CREATE TABLE embedding (id INTEGER PRIMARY KEY, model TEXT NOT NULL, hash BLOB NOT NULL, vector BLOB NOT NULL, digest BLOB NOT NULL)",
    "CREATE UNIQUE INDEX embedding_key ON embedding (model, hash)",
];

/// Statements that format 2 added: law (SPEC LAW-2, ING-11).
///
/// A `statute` is the text of a section, shared by all editions in which it is the same; `body` is
/// its JSON, deflated. A `section` is its place in an edition. An `edge` is a citation in a line of
/// a source: `target` as cited, `whole` the section that contains the target.
const FORMAT_2: [&str; 9] = [
    "CREATE TABLE pack (key INTEGER PRIMARY KEY, name TEXT NOT NULL, edition TEXT NOT NULL, as_of TEXT NOT NULL, manifest TEXT NOT NULL, signed_by TEXT, installed_at TEXT NOT NULL, digest BLOB NOT NULL)",
    "CREATE UNIQUE INDEX pack_edition ON pack (name, edition)",
    "CREATE TABLE statute (key INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, source INTEGER, body BLOB NOT NULL)",
    "CREATE TABLE section (pack INTEGER, position INTEGER, citation TEXT NOT NULL, heading TEXT NOT NULL, status TEXT NOT NULL, statute INTEGER NOT NULL, PRIMARY KEY (pack, position)) WITHOUT ROWID",
    "CREATE INDEX section_citation ON section (citation)",
    "CREATE INDEX section_statute ON section (statute)",
    "CREATE TABLE edge (source INTEGER, position INTEGER, line INTEGER NOT NULL, target TEXT NOT NULL, whole TEXT NOT NULL, PRIMARY KEY (source, position)) WITHOUT ROWID",
    "CREATE INDEX edge_whole ON edge (whole)",
    "CREATE INDEX alias_name ON alias (name)",
];

/// Statements that format 3 added: the signs of token vectors (late interaction), kept beside the
/// cached embeddings.
const FORMAT_3: [&str; 2] = [
    "CREATE TABLE token_signs (id INTEGER PRIMARY KEY, model TEXT NOT NULL, hash BLOB NOT NULL, dims INTEGER NOT NULL, signs BLOB NOT NULL, digest BLOB NOT NULL)",
    "CREATE UNIQUE INDEX token_signs_key ON token_signs (model, hash)",
];

/// Statement that format 4 added: papers that a person removed.
const FORMAT_4: [&str; 1] = [
    "CREATE TABLE removed (hash TEXT PRIMARY KEY, id TEXT NOT NULL, title TEXT NOT NULL, paths TEXT NOT NULL, meta TEXT NOT NULL, at TEXT NOT NULL, digest BLOB NOT NULL) WITHOUT ROWID",
];

/// Makes the tables in an empty database, inside the caller's transaction.
pub fn create(conn: &Connection) -> rusqlite::Result<()> {
    for sql in FORMAT_1 {
        conn.execute(sql, [])?;
    }
    conn.pragma_update(None, "application_id", APPLICATION_ID)?;
    upgrade(conn, 1)
}

/// Adds what a catalogue of an older format lacks, inside the caller's transaction.
pub fn upgrade(conn: &Connection, format: u32) -> rusqlite::Result<()> {
    for sql in added_since(format) {
        conn.execute(sql, [])?;
    }
    conn.pragma_update(None, "user_version", FORMAT)
}

/// Statements of the formats after this one.
fn added_since(format: u32) -> impl Iterator<Item = &'static str> {
    let second = FORMAT_2.into_iter().filter(move |_| format < 2);
    let third = FORMAT_3.into_iter().filter(move |_| format < 3);
    second.chain(third).chain(FORMAT_4.into_iter().filter(move |_| format < 4))
}

/// Differences between the tables that are there and those that should be.
pub fn schema_problems(conn: &Connection, format: u32) -> rusqlite::Result<Vec<String>> {
    let mut statement = conn.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY sql")?;
    let found = statement.query_map([], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?;
    let mut expected: Vec<&str> = FORMAT_1.to_vec();
    if format > 1 {
        expected.extend(FORMAT_2);
    }
    if format > 2 {
        expected.extend(FORMAT_3);
    }
    if format > 3 {
        expected.extend(FORMAT_4);
    }
    expected.sort_unstable();
    let missing = expected.iter().filter(|sql| !found.iter().any(|f| f == *sql));
    let odd = found.iter().filter(|sql| !expected.contains(&sql.as_str()));
    Ok(missing
        .map(|sql| format!("the definition is missing or altered: {sql}"))
        .chain(odd.map(|sql| format!("there is an unknown definition: {sql}")))
        .collect())
}
