//! An archive in a PostgreSQL database, with tables in place of a folder's files.

mod archive;
mod bulk;
mod connect;
mod law;
mod lexical;
mod read;
mod schema;
mod sessions;
mod tidy;
mod upkeep;
mod vectors;
mod write;
mod write_law;

pub use archive::PostgresArchive;
pub use connect::Address;
