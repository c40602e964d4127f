//! The cells of a sheet before they become lines.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use crate::error::ReadError;
use crate::lines::{clean, squeeze};

/// Most cells of one file that are read. The largest sheets of towns, tax rolls, have below a million.
const MOST_CELLS: usize = 2_000_000;
/// Most bytes of text in the cells of one file.
const MOST_BYTES: usize = 256 << 20;
/// Most columns of a sheet that are read.
pub(super) const MOST_COLUMNS: u32 = 200;
/// Largest number of rows that one merged cell is repeated in.
const MOST_MERGED_ROWS: u32 = 1_000;

/// A cell with content.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Cell {
    /// Text as the sheet shows it, on one line.
    pub text: String,
    /// True for words; false for numbers, amounts and dates.
    pub is_words: bool,
    pub is_bold: bool,
}

impl Cell {
    /// Creates a cell of text, which may still be a figure.
    pub(super) fn of_text(text: &str, is_bold: bool) -> Self {
        let text = one_line(text);
        let has = |test: fn(&char) -> bool| text.chars().any(|c| test(&c));
        let is_words = has(|c| c.is_alphabetic()) || !has(|c| c.is_ascii_digit());
        Cell { text, is_words, is_bold }
    }

    /// Creates a cell of a number, amount or date.
    pub(super) fn of_figure(text: &str, is_bold: bool) -> Self {
        Cell { text: one_line(text), is_words: false, is_bold }
    }
}

/// Two spaces part the cells of a row, so a cell has single ones.
fn one_line(text: &str) -> String {
    squeeze(&clean(text))
}

/// A rectangle of cells, from 0, both ends inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Area {
    pub first: (u32, u32),
    pub last: (u32, u32),
}

/// The cells of one sheet by row and column, from 0.
#[derive(Debug, Default)]
pub(super) struct Grid {
    pub name: String,
    pub rows: BTreeMap<u32, BTreeMap<u32, Cell>>,
    pub hidden_rows: BTreeSet<u32>,
    pub hidden_columns: BTreeSet<u32>,
    /// The first row is a head even where all columns hold words (CSV).
    pub has_head: bool,
    /// A cell right of the last column was left out.
    pub is_cut: bool,
}

impl Grid {
    pub(super) fn new(name: &str) -> Self {
        Grid { name: one_line(name), ..Grid::default() }
    }

    /// Puts a cell into its place. `room` counts the cells that the file may still have.
    pub(super) fn put(
        &mut self,
        row: u32,
        column: u32,
        cell: Cell,
        room: &mut Room,
    ) -> Result<(), ReadError> {
        if cell.text.is_empty() {
            return Ok(());
        }
        if column >= MOST_COLUMNS {
            self.is_cut = true;
            return Ok(());
        }
        room.take(cell.text.len())?;
        self.rows.entry(row).or_default().insert(column, cell);
        Ok(())
    }

    /// Repeats a cell over several rows in each of them, as a person reads it there.
    pub(super) fn merge(&mut self, area: Area, room: &mut Room) -> Result<(), ReadError> {
        let (row, column) = area.first;
        let Some(cell) = self.rows.get(&row).and_then(|cells| cells.get(&column)).cloned() else {
            return Ok(());
        };
        let last = area.last.0.min(row.saturating_add(MOST_MERGED_ROWS));
        let below = row.saturating_add(1)..=last.max(row);
        if below.is_empty() {
            return Ok(());
        }
        for (_, cells) in self.rows.range_mut(below) {
            if let Entry::Vacant(place) = cells.entry(column) {
                room.take(cell.text.len())?;
                place.insert(cell.clone());
            }
        }
        Ok(())
    }

    /// Takes hidden columns out; returns true if one of them held something.
    pub(super) fn drop_hidden_columns(&mut self) -> bool {
        let mut held = false;
        for cells in self.rows.values_mut() {
            let before = cells.len();
            cells.retain(|column, _| !self.hidden_columns.contains(column));
            held |= cells.len() < before;
        }
        self.rows.retain(|_, cells| !cells.is_empty());
        held
    }
}

/// Numbers of cells and of bytes in them that a file may still have.
#[derive(Debug)]
pub(super) struct Room {
    cells: usize,
    bytes: usize,
}

impl Default for Room {
    fn default() -> Self {
        Room { cells: MOST_CELLS, bytes: MOST_BYTES }
    }
}

impl Room {
    fn take(&mut self, bytes: usize) -> Result<(), ReadError> {
        let passed =
            |what: &str, limit: String| ReadError::TooLarge { what: what.to_owned(), limit, key: None };
        let Some(cells) = self.cells.checked_sub(1) else {
            return Err(passed("the number of cells", format!("{MOST_CELLS} cells")));
        };
        let Some(bytes) = self.bytes.checked_sub(bytes) else {
            return Err(passed("the text of the cells", format!("{} MB", MOST_BYTES >> 20)));
        };
        (self.cells, self.bytes) = (cells, bytes);
        Ok(())
    }
}

/// The sheets of a file, and notes for a person.
#[derive(Debug, Default)]
pub(super) struct Workbook {
    pub sheets: Vec<Grid>,
    pub notes: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_text_takes_room() {
        let mut room = Room { cells: 10, bytes: 8 };
        let mut grid = Grid::new("");
        grid.put(0, 0, Cell::of_text("abc", false), &mut room).unwrap();
        grid.put(1, 1, Cell::of_text("d", false), &mut room).unwrap();
        grid.merge(Area { first: (0, 0), last: (1, 0) }, &mut room).unwrap();
        assert_eq!(room.bytes, 1);
        let error = grid.put(2, 0, Cell::of_text("ef", false), &mut room).unwrap_err();
        assert!(error.to_string().contains("text of the cells"), "{error}");
    }
}
