//! Rich Text Format (RTF 1.9): text, tables, lists, notes and headings. Its parser is our own: the one on crates.io knows
//! no code pages and drops tables.

mod code_page;
mod lexer;
mod output;
mod reader;
mod state;
#[cfg(test)]
mod tests;

pub(crate) use reader::read;
