//! DOCX: paragraphs, tables, lists and headings of Office Open XML, read as a stream.

mod alternate;
mod body;
mod format;
mod forms;
mod math;
mod notes;
mod number_words;
mod numbering;
mod output;
mod paragraph;
mod reader;
mod seen;
mod styles;
mod survey;
mod symbols;
mod tables;
#[cfg(test)]
mod tests;

pub(crate) use reader::read;
