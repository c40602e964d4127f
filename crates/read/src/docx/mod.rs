//! DOCX: paragraphs, tables, lists and headings of Office Open XML, read as a stream.

mod body;
mod number_words;
mod numbering;
mod package;
mod reader;
mod styles;
mod symbols;
mod xml;

pub use reader::read;
