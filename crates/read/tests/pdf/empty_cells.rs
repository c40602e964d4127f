//! Empty cells of tables: a value keeps its column where the cell before it is empty.

use proptest::prelude::*;
use twolane_read::Document;
use twolane_text::cells;

use crate::sheet::{Sheet, document};

/// A sheet of rows at one pitch; empty cells are not drawn.
fn sheet(edges: &[f32], right: bool, top: f32, pitch: f32, size: f32, rows: &[Vec<String>]) -> Sheet {
    let mut sheet = Sheet::default();
    for (index, row) in rows.iter().enumerate() {
        for (at, (x, cell)) in edges.iter().zip(row).enumerate().filter(|(_, (_, cell))| !cell.is_empty()) {
            // Figures end at one edge; half a letter's size is about a figure's width.
            let shift = if right && at > 0 { 60.0 - 0.5 * size * cell.len() as f32 } else { 0.0 };
            sheet = sheet.text(x + shift, top + pitch * index as f32, size, cell);
        }
    }
    sheet
}

fn rows(document: &Document) -> Vec<Vec<String>> {
    let lines = document.pages.iter().flat_map(|page| &page.lines);
    lines.map(|line| cells(&line.text).into_iter().map(str::to_owned).collect()).collect()
}

fn owned(rows: &[&[&str]]) -> Vec<Vec<String>> {
    rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect()
}

const EDGES: [f32; 4] = [72.0, 230.0, 340.0, 450.0];

#[test]
fn a_value_keeps_its_column() {
    let table = owned(&[
        &["Permit", "Resident", "Visitor", "Note"],
        &["Beach parking", "$20.00", "$60.00", "a season"],
        &["Mooring", "", "$150.00", "a year"],
        &["Dump sticker", "$5.00", "", "a car"],
        &["", "$7.00", "", "a truck"],
        &["Bonfire", "$1.00", "$2.00", "a night"],
    ]);
    for right in [false, true] {
        assert_eq!(rows(&document(&[sheet(&EDGES, right, 100.0, 14.0, 10.0, &table)])), table);
    }
}

#[test]
fn what_fits_no_column_stays_as_it_is() {
    let table = owned(&[
        &["Permit", "Resident", "Visitor", "Note"],
        &["Beach parking", "$20.00", "$60.00", "a season"],
        &["Mooring", "$90.00", "$150.00", "a year"],
    ]);
    // A cell over two columns.
    let wide = sheet(&EDGES, false, 100.0, 14.0, 10.0, &table).text(72.0, 142.0, 10.0, "Bonfire");
    let wide = wide.text(230.0, 142.0, 10.0, "free of charge for anybody at all");
    let found = rows(&document(&[wide]));
    assert_eq!(found[3], ["Bonfire", "free of charge for anybody at all"]);
}

#[test]
fn text_in_columns_has_no_empty_cells() {
    let rows = owned(&[
        &["Ann Poole, chair", "Absent: none"],
        &["Lee Marsh, member", "Clerk: Jo Reed"],
        &["Kim Dale, member", "Counsel: Pat Hill"],
    ]);
    let list = document(&[sheet(&[72.0, 300.0], false, 100.0, 14.0, 10.0, &rows)]);
    assert_eq!(self::rows(&list), rows);
}

fn cell() -> impl Strategy<Value = Option<u32>> {
    prop_oneof![2 => (1u32..99_000).prop_map(Some), 1 => Just(None)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Every value is read in the column that it was drawn in, the last columns' empty cells left out.
    #[test]
    fn values_are_read_in_their_columns(
        values in proptest::collection::vec(proptest::collection::vec(cell(), 3), 3..14),
        right in any::<bool>(),
        size in 8.0f32..11.0,
        spacing in 1.2f32..2.2,
        left in 40.0f32..80.0,
        width in 95.0f32..125.0,
    ) {
        let mut table = owned(&[&["Department", "Actual", "Budget", "Change"], &["Town office", "41,250", "39,874", "11,376"]]);
        for (at, row) in values.iter().enumerate() {
            // A row of one cell is no row of a table; of two, its first cell tells the rows apart.
            if row.iter().flatten().count() == 0 {
                continue;
            }
            let shown = |value: &Option<u32>| value.map(|v| format!("{},{:03}", v / 1000 + 1, v % 1000)).unwrap_or_default();
            let mut cells = vec![format!("Line item {}", ["A", "B", "C", "D", "E", "F", "G"][at % 7])];
            cells.extend(row.iter().map(shown));
            table.push(cells);
        }
        let edges = [left, left + 120.0, left + 120.0 + width, left + 120.0 + 2.0 * width];
        let document = document(&[sheet(&edges, right, 90.0, spacing * size, size, &table)]);
        for row in &mut table {
            while row.last().is_some_and(String::is_empty) {
                row.pop();
            }
        }
        prop_assert_eq!(rows(&document), table);
    }
}
