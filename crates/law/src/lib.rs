//! Recognition and normalisation of citations in plain text, and of the labels at the head of sections.

mod citation;
mod edition_diff;
mod error;
mod fold;
mod form;
mod forms;
mod grammar;
mod label;
mod notes;
mod number_list;
mod order;
pub mod pack;
mod reference;
mod resolve;
mod scan;
mod section;
mod spelled;
mod states;
mod statute;
pub mod structure;

pub use citation::{Citation, CitationRange, Found};
pub use edition_diff::{Amended, Change, EditionDiff, amended, edition_diff};
pub use error::GrammarError;
pub use grammar::Grammar;
pub use notes::{is_annotation, is_note, notes_start};
pub use number_list::{section_numbers, section_run};
pub use order::OrderKey;
pub use reference::{Context, Numbering, Reference, Resolution};
pub use resolve::resolve;
pub use section::{SectionHead, SectionKind, section_head};
pub use states::{FEDERAL, STATES};
pub use statute::{SectionStatus, StatuteSection, Unit};
