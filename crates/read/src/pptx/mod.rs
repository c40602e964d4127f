//! Presentations (PPTX): each slide is a page, in the order of the show, with its notes.

mod reader;
mod slide;
#[cfg(test)]
mod tests;

pub(crate) use reader::read;
