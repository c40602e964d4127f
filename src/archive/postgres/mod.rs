//! An archive in a PostgreSQL database.
