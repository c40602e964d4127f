//! Repair of a draft that failed the verifier (SPEC EVD-7): a limited number of rounds with deterministic tools. At
//! most one round uses a writer. The supported facts are then kept.

mod calc;
mod run;
mod tools;

pub use calc::{CalcError, Calculated, calc};
pub use run::{Repaired, repair};
pub use tools::{QuoteAt, ToolError, Tools};
