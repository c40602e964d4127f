//! DOCX: paragraphs, tables, lists and headings of Office Open XML, read as a stream.

mod body;
mod numbering;
mod package;
mod reader;
mod styles;
mod xml;

pub use reader::read;
