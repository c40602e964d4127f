//! PDF files of classes that were misread once: each with its neighbours and controls, and a
//! generator of documents.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::cast_precision_loss)]

mod covered;
mod drawn;
mod empty_cells;
mod line_numbers;
mod raised;
mod running_heads;
mod sheet;
mod struck;
mod tables;
