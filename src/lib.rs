//! twolane: answers questions about town papers and state law in verbatim quotes, each with its source,
//! page and line.
//!
//! ```
//! use twolane::archive::Archive;
//! use twolane::ask::{Ask, AskOptions, levels};
//! use twolane::ingest::{Ingest, IngestOptions, NoObserver, Reading};
//! use twolane::retrieve::{Query, Request};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let dir = tempfile::tempdir()?;
//! let paper = dir.path().join("minutes.txt");
//! std::fs::write(&paper, "The board met on March 3, 2025.\nThe burn permit fee is $20 a year.\n")?;
//! let archive = Archive::create(&dir.path().join("archive"))?;
//! Ingest::new(&archive, None, IngestOptions::new(Reading::InProcess)).run(&[paper], &NoObserver)?;
//! archive.refresh()?;
//! let asked = Ask::new(&archive, None, AskOptions::default())?.run(&Request::new(Query::new("What is the burn permit fee?")))?;
//! assert!(levels(&asked.answer).level1.contains("$20 a year"));
//! # Ok(())
//! # }
//! ```

pub mod api;
pub mod archive;
pub mod ask;
#[cfg(feature = "cli")]
pub mod cli;
pub mod eval;
pub mod inference;
pub mod ingest;
pub use twolane_law as law;
pub mod retrieve;
#[cfg(feature = "serve")]
pub mod serve;
pub use twolane_text as text;
pub(crate) mod tuning;
pub mod vector;

/// The README's Rust code, which the doc tests compile.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
