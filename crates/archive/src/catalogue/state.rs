//! The one row that says what is current.

use rusqlite::{Connection, OptionalExtension, params};

use super::digest::Digest;
use super::files::ManifestFile;
use twolane_text::ModelId;

/// Current state of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// Number of the last commit; 0 for an empty archive.
    pub generation: u64,
    /// Next free key of a source.
    pub next_source: u64,
    /// Next free chunk id.
    pub next_chunk: u64,
    /// Generation that the lexical index was last written in; `None` before the first.
    pub lexical: Option<u64>,
    /// Model of the vectors.
    pub model: Option<ModelId>,
    /// Components of a vector.
    pub dims: Option<u32>,
    /// When the archive was made.
    pub created: String,
    /// Sum of the digests of all rows of sources, packs and removed papers.
    pub sum: DigestSum,
}

/// An order-free digest of a set: the sum of its members' digests as four 64-bit numbers. Adding
/// and removing a member costs the same however large the set is. It finds accidents; it is not
/// meant to withstand somebody who chooses members.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DigestSum([u64; 4]);

impl DigestSum {
    /// Adds a member.
    pub fn add(&mut self, digest: &[u8; 32]) {
        for (sum, n) in self.0.iter_mut().zip(numbers(digest)) {
            *sum = sum.wrapping_add(n);
        }
    }

    /// Takes a member out.
    pub fn remove(&mut self, digest: &[u8; 32]) {
        for (sum, n) in self.0.iter_mut().zip(numbers(digest)) {
            *sum = sum.wrapping_sub(n);
        }
    }

    fn bytes(self) -> Vec<u8> {
        self.0.iter().flat_map(|n| n.to_le_bytes()).collect()
    }

    fn of_bytes(bytes: &[u8]) -> Self {
        let mut sum = DigestSum::default();
        for (n, b) in sum.0.iter_mut().zip(bytes.chunks_exact(8)) {
            *n = b.try_into().map(u64::from_le_bytes).unwrap_or(0);
        }
        sum
    }
}

fn numbers(digest: &[u8; 32]) -> impl Iterator<Item = u64> + '_ {
    digest.chunks_exact(8).map(|b| b.try_into().map(u64::from_le_bytes).unwrap_or(0))
}

impl State {
    /// State of a new archive.
    pub fn empty(created: &str) -> Self {
        State {
            generation: 0,
            next_source: 1,
            next_chunk: 1,
            lexical: None,
            model: None,
            dims: None,
            created: created.to_owned(),
            sum: DigestSum::default(),
        }
    }

    fn digest(&self, files: &[ManifestFile]) -> [u8; 32] {
        let mut digest = Digest::new("state");
        digest.number(self.generation).number(self.next_source).number(self.next_chunk);
        digest.option(self.lexical, |d, n| {
            d.number(n);
        });
        digest.option(self.model.as_ref(), |d, m| {
            d.text(&m.0);
        });
        digest.option(self.dims, |d, n| {
            d.number(u64::from(n));
        });
        digest.text(&self.created).bytes(&self.sum.bytes()).number(files.len() as u64);
        for file in files {
            digest.text(&file.path).number(file.bytes).bytes(&file.hash);
        }
        digest.finish()
    }

    /// Of all that a commit changes but the names of its files, as hexadecimal digits.
    pub fn hash(&self) -> String {
        blake3::Hash::from_bytes(self.digest(&[])).to_hex().to_string()
    }

    /// Reads the state from the catalogue.
    pub fn read(conn: &Connection) -> rusqlite::Result<Self> {
        let state = conn
            .query_row(
                "SELECT generation, next_source, next_chunk, lexical, model, dims, created, sum FROM state",
                [],
                |row| {
                    Ok(State {
                        generation: row.get(0)?,
                        next_source: row.get(1)?,
                        next_chunk: row.get(2)?,
                        lexical: row.get(3)?,
                        model: row.get::<_, Option<String>>(4)?.map(ModelId),
                        dims: row.get(5)?,
                        created: row.get(6)?,
                        sum: DigestSum::of_bytes(&row.get::<_, Vec<u8>>(7)?),
                    })
                },
            )
            .optional()?;
        state.ok_or(rusqlite::Error::QueryReturnedNoRows)
    }

    /// Replaces it, with the manifest that belongs to it (sorted by path).
    pub fn write(&self, conn: &Connection, files: &[ManifestFile]) -> rusqlite::Result<()> {
        let sql = "INSERT OR REPLACE INTO state VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
        conn.prepare_cached(sql)?.execute(params![
            self.generation,
            self.next_source,
            self.next_chunk,
            self.lexical,
            self.model.as_ref().map(|m| &m.0),
            self.dims,
            self.created,
            self.sum.bytes(),
            self.digest(files).as_slice(),
        ])?;
        Ok(())
    }

    /// True when state and manifest are what was written together.
    pub fn is_sound(&self, conn: &Connection, files: &[ManifestFile]) -> rusqlite::Result<bool> {
        let stored: Vec<u8> = conn.query_row("SELECT digest FROM state", [], |row| row.get(0))?;
        Ok(stored == self.digest(files))
    }
}
