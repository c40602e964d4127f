//! An archive in a PostgreSQL database: tables for what a folder has in files.

mod archive;
mod connect;
mod law;
mod lexical;
mod read;
mod schema;
mod sessions;
mod upkeep;
mod vectors;
mod write;
mod write_law;

pub use archive::PostgresArchive;
