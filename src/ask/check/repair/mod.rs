//! Repair of a draft that failed the verifier (SPEC EVD-7): a bounded number of rounds with
//! deterministic tools, at most one of them with a writer; then what is supported is kept.

mod calc;
mod run;
mod tools;

pub use calc::{CalcError, Calculated, calc};
pub use run::{Repaired, repair};
pub use tools::{QuoteAt, ToolError, Tools};
