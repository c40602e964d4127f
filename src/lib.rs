//! twolane: questions to town papers and state law, answered in verbatim quotes with source,
//! page and line.

pub mod archive;
pub mod ask;
pub mod cli;
pub mod eval;
pub mod inference;
pub mod ingest;
pub mod law;
pub mod retrieve;
pub mod text;
pub mod vector;
