//! OpenDocument text (ODT): headings, paragraphs, lists, tables and notes.

mod reader;
#[cfg(test)]
mod tests;
mod walker;

pub(crate) use reader::read;
