//! An archive in PostgreSQL is what the same archive in a folder is.
//!
//! The tests start PostgreSQL themselves (`server.py`). `TWOLANE_TEST_SECOND=folder` puts a second folder in its
//! place, which shows that the tests ask nothing of a store that a folder does not do.

mod access;
mod answers;
#[cfg(feature = "serve")]
mod clients;
mod conformance;
#[cfg(feature = "serve")]
mod doors;
mod graph;
mod hostile;
mod kills;
mod pair;
mod program_kills;
mod random;
mod replica;
mod server;
mod statements;
#[path = "../support/mod.rs"]
mod support;
mod tls;
