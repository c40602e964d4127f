//! Reads PDF files into lines with boxes.
//!
//! The stages of a page: `device` collects glyphs with their places (`unicode` finds text for those
//! that state none), `words` joins them in the order they were drawn, `rows` puts words on common
//! baselines, `columns` finds the reading order, `lines` writes lines and marks table rows,
//! `quality` decides whether the result is text at all. With all pages read, `furniture` marks
//! running heads and page numbers, `table_kinds` marks heads and groups of tables, and `headings`
//! sets levels.
//!
//! Content is interpreted on a thread of its own with a large stack, page by page under
//! `catch_unwind`; a time limit ends the reading and keeps the pages that were read by then.

mod area;
mod attachments;
mod bomb;
mod canvas;
mod columns;
mod device;
mod fonts;
mod footnotes;
mod forms;
mod furniture;
mod geometry;
mod glyph;
mod grid;
mod headings;
mod inflate;
mod job;
mod labels;
mod lines;
#[cfg(test)]
pub(crate) mod made;
mod margin;
mod normalise;
mod open;
mod options;
mod page;
mod paragraphs;
mod picture;
mod placed;
mod printed_number;
mod quality;
mod raised;
mod reader;
mod rows;
mod script;
mod strikes;
mod strings;
mod table_kinds;
mod tables;
mod unicode;
mod visibility;
mod words;
mod xfa;

pub(crate) use attachments::Embedded;
pub use options::{LayoutOptions, PdfLimits, PdfOptions, QualityOptions};
pub use picture::{Picture, PictureFormat, page_picture, page_picture_with};
pub(crate) use reader::read_with_embedded;
pub use reader::{read, read_watched};
pub(crate) use xfa::{ENGINE as XFA_ENGINE, is_placeholder};
