//! From the cells of a sheet to lines: heads, labels of groups, rows of values, and prose around the table.

use std::collections::BTreeMap;

use crate::blocks::RowKinds;
use crate::error::ReadError;
use crate::lines::PageBuilder;
use twolane_text::LineFlags;

use super::grid::{Cell, Grid};

/// Most rows at the top of a table that are its heads.
const MOST_HEADS: usize = 3;
/// Rows below a head that show what its columns hold.
const ROWS_LOOKED_AT: usize = 12;
/// Longest text of a head's cell, in characters.
const LONGEST_HEAD: usize = 80;

/// Words in place of a figure.
const VALUE_WORDS: [&str; 9] =
    ["free", "none", "n/a", "na", "varies", "waived", "included", "no charge", "no fee"];

type Row<'a> = (u32, &'a BTreeMap<u32, Cell>);

/// Adds the rows of a sheet, each as one line under its number. A blank row ends a table.
pub(super) fn push_rows(grid: &Grid, page: &mut PageBuilder) -> Result<(), ReadError> {
    let columns = || grid.rows.values().flat_map(BTreeMap::keys).copied();
    let (Some(first), Some(last)) = (columns().min(), columns().max()) else { return Ok(()) };
    let rows: Vec<Row<'_>> = grid.rows.iter().map(|(number, cells)| (*number, cells)).collect();
    let shown: Vec<Row<'_>> =
        rows.iter().copied().filter(|(number, _)| !grid.hidden_rows.contains(number)).collect();
    // Hidden rows keep their place, and belong to no table.
    let mut hidden = rows.iter().copied().filter(|(number, _)| grid.hidden_rows.contains(number)).peekable();
    let mut is_first = true;
    for table in shown.chunk_by(|(above, _), (below, _)| {
        (above.saturating_add(1)..*below).all(|between| grid.hidden_rows.contains(&between))
    }) {
        let body = prose_around(table);
        let values = table.get(body.clone()).unwrap_or_default();
        let heads = heads(values, grid.has_head && is_first);
        is_first = false;
        let mut kinds = RowKinds::of_width(usize::try_from(last - first).unwrap_or(0).saturating_add(1));
        for (at, (number, cells)) in table.iter().enumerate() {
            while let Some((number, cells)) = hidden.next_if(|(place, _)| place < number) {
                push(page, number, plain(cells), LineFlags::TABLE_ROW | LineFlags::HIDDEN)?;
            }
            if !body.contains(&at) {
                push(page, *number, plain(cells), LineFlags::PARAGRAPH_START)?;
                continue;
            }
            let texts: Vec<String> = (first..=last)
                .map(|column| cells.get(&column).map_or_else(String::new, |cell| cell.text.clone()))
                .collect();
            let is_head = heads.contains(&at.saturating_sub(body.start));
            if let Some((text, flags)) = kinds.next(&texts, is_head) {
                push(page, *number, text, flags)?;
            }
        }
    }
    for (number, cells) in hidden {
        push(page, number, plain(cells), LineFlags::TABLE_ROW | LineFlags::HIDDEN)?;
    }
    Ok(())
}

fn push(page: &mut PageBuilder, row: u32, text: String, flags: LineFlags) -> Result<(), ReadError> {
    page.push_numbered(row.saturating_add(1), text, flags, None)
}

fn plain(cells: &BTreeMap<u32, Cell>) -> String {
    cells.values().map(|cell| cell.text.as_str()).collect::<Vec<_>>().join("  ")
}

/// Returns the rows between sentences at the top and at the bottom, which are prose and no table.
fn prose_around(table: &[Row<'_>]) -> std::ops::Range<usize> {
    let is_row = |(_, cells): &Row<'_>| {
        let mut filled = cells.values();
        match (filled.next(), filled.next()) {
            (Some(cell), None) => !is_sentence(&cell.text),
            _ => true,
        }
    };
    let start = table.iter().position(is_row).unwrap_or(table.len());
    let end = table.iter().rposition(is_row).map_or(start, |at| at.saturating_add(1));
    start..end.max(start)
}

fn is_sentence(text: &str) -> bool {
    text.ends_with(['.', '!', '?', ';', ':']) && text.split_whitespace().count() > 4
}

/// Returns the places of the rows that name the columns.
fn heads(rows: &[Row<'_>], by_convention: bool) -> Vec<usize> {
    let Some(start) = rows.iter().position(|(_, cells)| cells.len() >= 2) else { return Vec::new() };
    let run: Vec<usize> = (start..rows.len())
        .take(MOST_HEADS)
        .take_while(|at| rows.get(*at).is_some_and(|(_, cells)| cells.len() >= 2 && are_names(cells)))
        .collect();
    let bold: Vec<usize> = run
        .iter()
        .copied()
        .take_while(|at| rows.get(*at).is_some_and(|(_, cells)| cells.values().all(|cell| cell.is_bold)))
        .collect();
    // A table with nothing but names in it may be bold throughout.
    if !bold.is_empty() && bold.len() < rows.len() - start {
        return bold;
    }
    let Some((first, (_, cells))) = run.first().and_then(|at| Some((*at, rows.get(*at)?))) else {
        return Vec::new();
    };
    let below = || rows.iter().skip(run.len().saturating_add(start)).take(ROWS_LOOKED_AT);
    let holds_figures = |column: &u32| {
        let filled = || below().filter_map(|(_, cells)| cells.get(column));
        filled().filter(|cell| !cell.is_words).count() * 2 > filled().count()
    };
    // A head over several columns stands above a row with a name for each of them.
    let under = run.get(1).and_then(|at| rows.get(*at)).filter(|(_, next)| next.len() > cells.len());
    let columns: Vec<u32> = under.map_or(*cells, |(_, next)| *next).keys().copied().collect();
    if columns.iter().any(holds_figures) {
        let count = if under.is_some() { 2 } else { 1 };
        return run.into_iter().take(count).collect();
    }
    let texts: std::collections::BTreeSet<&str> = cells.values().map(|cell| cell.text.as_str()).collect();
    if by_convention && first == 0 && texts.len() == cells.len() && rows.len() > 1 {
        return vec![first];
    }
    Vec::new()
}

/// True for cells that can name columns: short words other than values, or years.
fn are_names(cells: &BTreeMap<u32, Cell>) -> bool {
    let is_year = |text: &str| text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit());
    cells.values().all(|cell| {
        (cell.is_words
            && cell.text.chars().count() <= LONGEST_HEAD
            && !cell.text.contains('$')
            && !VALUE_WORDS.iter().any(|word| cell.text.eq_ignore_ascii_case(word)))
            || is_year(&cell.text)
    }) && cells.values().any(|cell| cell.is_words)
}
