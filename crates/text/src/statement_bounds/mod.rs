//! Which text a line belongs to as a whole: sentences that run on over page, column, paragraph and list
//! borders, items of lists with the words that lead into them and those that follow the list.

mod bindings;
mod borders;
mod lists;
mod marks;
mod pieces;
mod runs;
mod statements;
#[cfg(test)]
mod tests;
mod words;

pub use pieces::pieces;
pub use statements::{Statement, Statements};
pub use words::turns;
