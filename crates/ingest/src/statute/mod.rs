//! Statutes: builds sections with addressed paragraphs from the documents that readers produce.
//!
//! Some formats mark a section's parts (JSONL, D.C.-style XML); in others only its lines show them (saved
//! pages, PDF, text). The result is the same: [`located`] sections with the lines of every unit for ordinary
//! ingest, [`sections_of`] for a whole code.

mod bill;
mod chapter;
mod chapter_section;
mod code;
mod collect;
mod effective;
mod find;
mod heading;
mod located;
mod marked;
mod natural;
mod options;
mod status;

pub use bill::{Bill, bill_of};
pub use code::code_by_prefix;
pub use collect::{Statutes, sections_of};
pub use find::located;
pub use located::{LocatedSection, aliases};
pub use natural::natural_order;
pub use options::StatuteOptions;
