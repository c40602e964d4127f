//! The catalogue: everything that is true of an archive, in SQLite. The only room that writes SQL.

mod content;
mod database;
mod digest;
mod embeddings;
mod files;
mod schema;
mod select;
mod sources;
mod state;

pub use content::{
    Content, StoredChunk, chunks_by_id, chunks_citing, chunks_of, read_aliases, read_content, read_lines,
    read_pages, write_content,
};
pub use database::{Database, Vacancy};
pub use embeddings::{
    cache_size, cached, damaged_embeddings, decode, drop_damaged_embeddings, missing_embeddings, store,
};
pub use files::{ManifestFile, read_manifest, write_manifest};
pub use schema::schema_problems;
pub use select::select;
pub use sources::{
    SourceRow, add_path, delete_source, digest_sum, insert_source, key_of, lookup, paths_of, reseal_source,
    row, row_by_hash, row_by_path, rows, take_paths,
};
pub use state::{DigestSum, State};
