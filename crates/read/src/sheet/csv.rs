//! Comma-separated values and their like (RFC 4180), read without ever failing.

use crate::encoding::decode;
use crate::error::ReadError;

use super::grid::{Cell, Grid, Room, Workbook};

/// Signs that may part fields, the most likely first.
const SEPARATORS: [char; 4] = [',', '\t', ';', '|'];
/// Characters from the start that show which sign parts fields.
const LOOKED_AT: usize = 16 << 10;

/// Reads a table of text. Rows count as a spreadsheet program counts them: a field of several lines is in one row.
pub(super) fn read(bytes: &[u8]) -> Result<Workbook, ReadError> {
    let decoded = decode(bytes, None);
    let separator = separator(&decoded.text);
    let mut grid = Grid { has_head: true, ..Grid::new("") };
    let mut room = Room::default();
    let mut fields = Fields { rest: decoded.text.trim_start_matches('\u{feff}'), separator };
    let (mut row, mut column) = (0_u32, 0_u32);
    while let Some((field, ends_row)) = fields.next() {
        grid.put(row, column, Cell::of_text(&field, false), &mut room)?;
        if ends_row {
            (row, column) = (row.saturating_add(1), 0);
        } else {
            column = column.saturating_add(1);
        }
    }
    Ok(Workbook { sheets: vec![grid], notes: decoded.notes().into_iter().collect() })
}

/// Returns the sign that parts the most fields of the first lines, outside quotes.
fn separator(text: &str) -> char {
    let mut counts = [0_usize; SEPARATORS.len()];
    let mut quoted = false;
    for c in text.chars().take(LOOKED_AT) {
        quoted ^= c == '"';
        if !quoted {
            for (count, _) in counts.iter_mut().zip(SEPARATORS).filter(|(_, sign)| *sign == c) {
                *count += 1;
            }
        }
    }
    let most = counts.iter().max().copied().unwrap_or(0);
    counts.iter().zip(SEPARATORS).find(|(count, _)| **count == most).map_or(',', |(_, sign)| sign)
}

/// The fields of a text.
struct Fields<'t> {
    rest: &'t str,
    separator: char,
}

impl Fields<'_> {
    /// Returns the next field, and true if its row ends with it.
    fn next(&mut self) -> Option<(String, bool)> {
        if self.rest.is_empty() {
            return None;
        }
        let mut field = String::new();
        let mut quoted = false;
        let mut chars = self.rest.char_indices().peekable();
        let end = loop {
            let Some((at, c)) = chars.next() else { break (self.rest.len(), true) };
            match c {
                '"' if quoted && chars.next_if(|(_, next)| *next == '"').is_some() => field.push('"'),
                '"' if quoted => quoted = false,
                '"' if field.trim().is_empty() => {
                    field.clear();
                    quoted = true;
                }
                c if quoted => field.push(c),
                '\n' => break (at + 1, true),
                '\r' => {
                    let feed = chars.next_if(|(_, next)| *next == '\n').is_some();
                    break (at + 1 + usize::from(feed), true);
                }
                c if c == self.separator => break (at + c.len_utf8(), false),
                c => field.push(c),
            }
        };
        self.rest = self.rest.get(end.0..).unwrap_or("");
        Some((field, end.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_rows_and_fields() {
        let book = read(b"Item;\"Fee; one year\"\r\n\"Dog\n\"\"license\"\"\";$5\r\n\r\nCat;$4").unwrap();
        let rows: Vec<(u32, Vec<&str>)> = book.sheets[0]
            .rows
            .iter()
            .map(|(row, cells)| (*row, cells.values().map(|cell| cell.text.as_str()).collect()))
            .collect();
        assert_eq!(
            rows,
            [(0, vec!["Item", "Fee; one year"]), (1, vec!["Dog \"license\"", "$5"]), (3, vec!["Cat", "$4"])]
        );
    }
}
