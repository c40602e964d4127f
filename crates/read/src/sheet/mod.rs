//! Spreadsheets: XLSX, XLS, ODS, CSV and TSV. Each sheet is a document, each row a line under the row's own number.

mod csv;
mod grid;
mod hidden;
mod lines;
mod ods;
mod reader;
mod show;
#[cfg(test)]
mod tests;
mod xls;
mod xlsx;

pub(crate) use reader::read;
