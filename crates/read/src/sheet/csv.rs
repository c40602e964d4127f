//! Comma-separated values and their like (RFC 4180), read without ever failing.

use crate::encoding::decode;
use crate::error::ReadError;

use super::grid::{Cell, Grid, Room, Workbook};

/// Signs that may part fields. Of two that do it equally well, the later counts: amounts have commas.
const SEPARATORS: [char; 4] = ['|', ',', ';', '\t'];
/// Characters from the start that show which sign parts fields.
const LOOKED_AT: usize = 16 << 10;
/// Lines from the start that show it.
const LINES_LOOKED_AT: usize = 50;

/// Reads a table of text. Rows count as a spreadsheet program counts them: a field of several lines is in one row.
pub(super) fn read(bytes: &[u8], name: &str) -> Result<Workbook, ReadError> {
    let decoded = decode(bytes, None);
    let separator = separator(&decoded.text, name);
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

/// Returns the sign that parts most of the first lines into equally many fields.
fn separator(text: &str, name: &str) -> char {
    let ending = name.rsplit('.').next().unwrap_or_default();
    if ["tsv", "tab"].iter().any(|known| ending.eq_ignore_ascii_case(known)) && text.contains('\t') {
        return '\t';
    }
    let lines = counts(text);
    let score = |at: usize| {
        let filled =
            || lines.iter().filter_map(move |counts| counts.get(at)).copied().filter(|count| *count > 0);
        let alike = filled().map(|count| filled().filter(|other| *other == count).count()).max();
        let is_in_first = lines.first().and_then(|counts| counts.get(at)).is_some_and(|count| *count > 0);
        (alike.unwrap_or(0), is_in_first)
    };
    let scored = SEPARATORS.iter().enumerate().map(|(at, sign)| (score(at), *sign));
    scored.filter(|((alike, _), _)| *alike > 0).max_by_key(|(score, _)| *score).map_or(',', |(_, sign)| sign)
}

/// Returns how often each sign occurs in each of the first lines, outside quotes. Blank lines are left out.
fn counts(text: &str) -> Vec<[usize; SEPARATORS.len()]> {
    let mut lines = Vec::new();
    let mut counts = [0_usize; SEPARATORS.len()];
    let (mut is_blank, mut quoted, mut last) = (true, false, '\n');
    for c in text.chars().take(LOOKED_AT).chain(['\n']) {
        // A quote behind a word or a number is a sign for inches.
        quoted = if quoted { c != '"' } else { c == '"' && !last.is_alphanumeric() };
        last = c;
        if quoted {
            is_blank = false;
        } else if matches!(c, '\n' | '\r') {
            let line = std::mem::take(&mut counts);
            if !std::mem::replace(&mut is_blank, true) {
                lines.push(line);
            }
            if lines.len() >= LINES_LOOKED_AT {
                break;
            }
        } else {
            is_blank &= c.is_whitespace();
            for (count, _) in counts.iter_mut().zip(SEPARATORS).filter(|(_, sign)| *sign == c) {
                *count += 1;
            }
        }
    }
    lines
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
        let book =
            read(b"Item;\"Fee; one year\"\r\n\"Dog\n\"\"license\"\"\";$5\r\n\r\nCat;$4", "fees.csv").unwrap();
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

    #[test]
    fn the_sign_that_parts_lines_alike_is_taken() {
        for (text, name, sign) in [
            ("Item\tBudget\nSalaries\t$1,234,567\n", "budget.txt", '\t'),
            ("Item\nDog, cat, raft\tx\n", "budget.TSV", '\t'),
            ("All fees\n\nItem,Fee\nDog; cat,$5\n", "fees.csv", ','),
            ("1,5;2,5\n1,5;2,5\n", "fees.csv", ';'),
            ("Pipe,5\" wide\nHose,2\" wide; red\n", "fees.csv", ','),
            ("One column\n", "fees.csv", ','),
        ] {
            assert_eq!(separator(text, name), sign, "{text}");
        }
        let book = read(b"Item\tBudget\nSalaries\t$1,234,567\n", "budget.csv").unwrap();
        let cells: Vec<&str> = book.sheets[0].rows[&1].values().map(|cell| cell.text.as_str()).collect();
        assert_eq!(cells, ["Salaries", "$1,234,567"]);
    }
}
