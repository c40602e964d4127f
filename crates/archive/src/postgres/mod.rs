//! An archive in a PostgreSQL database, with tables in place of a folder's files.

mod archive;
mod bulk;
mod connect;
mod counted;
mod law;
mod lexical;
mod read;
mod rows;
mod schema;
mod sessions;
mod tidy;
mod upkeep;
mod vectors;
mod write;
mod write_law;

pub use archive::PostgresArchive;
pub use connect::Address;
