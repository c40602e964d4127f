//! Columns of a table, by which its rows show where a cell is empty.

use super::rows::{Cell, Row};

/// Share of a letter's size by which two edges may differ and be one edge.
const NEAR: f32 = 0.6;

/// From left to right: where the text of a column begins and ends.
type Column = (f32, f32);

/// Counts, for each row of one block, the empty cells before each of its cells. Adjacent rows of a
/// table share their columns; a row whose cells don't fit them has no empty cells.
pub(super) fn empty_cells(rows: &[(&Row, Vec<Cell<'_>>)], in_table: &[bool]) -> Vec<Vec<usize>> {
    let mut out: Vec<Vec<usize>> = rows.iter().map(|(_, cells)| vec![0; cells.len()]).collect();
    let mut start = 0;
    for run in in_table.chunk_by(|a, b| a == b) {
        let end = start + run.len();
        if let (Some(true), Some(rows), Some(out)) =
            (run.first(), rows.get(start..end), out.get_mut(start..end))
            && let Some(columns) = columns(rows)
        {
            for ((row, cells), out) in rows.iter().zip(out) {
                if let Some(empty) = empty_before(cells, &columns, NEAR * row.size) {
                    *out = empty;
                }
            }
        }
        start = end;
    }
    out
}

/// Returns the columns that the rows with the most cells show; `None` where fewer than two rows
/// have that many, or where their cells are not aligned.
fn columns(rows: &[(&Row, Vec<Cell<'_>>)]) -> Option<Vec<Column>> {
    let most = rows.iter().map(|(_, cells)| cells.len()).max()?;
    let mut full = rows.iter().map(|(_, cells)| cells).filter(|cells| cells.len() == most);
    let mut columns: Vec<Column> = full.next()?.iter().map(|cell| extent(cell)).collect();
    let mut others = 0;
    for cells in full {
        others += 1;
        for (column, cell) in columns.iter_mut().zip(cells) {
            let (left, right) = extent(cell);
            *column = (column.0.min(left), column.1.max(right));
        }
    }
    let apart = columns.windows(2).all(|pair| matches!(pair, [a, b] if a.1 < b.0));
    (others > 0 && apart).then_some(columns)
}

/// Counts the columns left out before each cell; `None` where a cell is in no column, or in two.
fn empty_before(cells: &[Cell<'_>], columns: &[Column], near: f32) -> Option<Vec<usize>> {
    let mut next = 0;
    cells
        .iter()
        .map(|cell| {
            let column = column_of(extent(cell), columns, near).filter(|column| *column >= next)?;
            let empty = column - next;
            next = column + 1;
            Some(empty)
        })
        .collect()
}

fn column_of((left, right): Column, columns: &[Column], near: f32) -> Option<usize> {
    let within = |column: &Column| left < column.1 && column.0 < right;
    let shares_edge = |column: &Column| (left - column.0).abs() <= near || (right - column.1).abs() <= near;
    let one = |fits: &dyn Fn(&Column) -> bool| {
        let mut found = columns.iter().enumerate().filter(|(_, column)| fits(column)).map(|(at, _)| at);
        found.next().filter(|_| found.next().is_none())
    };
    let meets_two = columns.iter().filter(|column| within(column)).count() > 1;
    if meets_two { None } else { one(&within).or_else(|| one(&shares_edge)) }
}

fn extent(cell: Cell<'_>) -> Column {
    let left = cell.iter().map(|word| word.x0).fold(f32::MAX, f32::min);
    (left, cell.iter().map(|word| word.x1).fold(f32::MIN, f32::max))
}
