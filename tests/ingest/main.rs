//! From files to lines and chunks: formats, PDF, statutes, workers.

mod by_hand;
mod incremental;
mod locator_sweep;
mod pdf_fidelity;
mod pdf_mutations;
mod pdf_nasty;
mod pdf_reader;
mod pdf_reading_order;
mod readers_shared;
mod robustness;
mod statutes;
#[path = "../support/mod.rs"]
mod support;
mod sync;
mod worker_sandbox;
mod workers;
