//! Complete text around a line: sentences that continue across page, column, paragraph and list borders, and
//! list items with their lead-ins and continuations.

mod bindings;
mod borders;
mod lists;
mod marks;
mod pieces;
mod references;
mod runs;
mod statement;
mod statements;
mod surroundings;
#[cfg(test)]
mod tests;
mod words;

pub use bindings::decides;
pub use pieces::pieces;
pub use statement::Statement;
pub use statements::Statements;
pub use surroundings::{Place, Surrounding, states_decision};
pub use words::turns;
