//! Cells of a row, and which rows are rows of a table.

use super::glyph::Rule;
use super::options::LayoutOptions;
use super::paragraphs::is_list_mark;
use super::rows::{Cell, Row};

/// Parts a row into cells at wide gaps, at the gutters of its table and at upright lines.
pub(super) fn cells<'r>(
    row: &'r Row,
    gutters: &[(f32, f32)],
    rules: &[Rule],
    options: &LayoutOptions,
) -> Vec<Cell<'r>> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut end = f32::NEG_INFINITY;
    for (index, word) in row.words.iter().enumerate() {
        if index > 0 {
            let gap = word.x0 - end;
            let size = row.size.max(1.0);
            let at_gutter = gap >= options.gutter * size
                && gutters.iter().any(|&(x0, x1)| x0 >= end - 0.1 && x1 <= word.x0 + 0.1);
            // A line within a letter's height of the gap; overhanging letters may touch it.
            let middle = row.y - 0.3 * size;
            let at_rule = gap > 0.1 * size
                && rules.iter().any(|rule| {
                    rule.x > end - 0.15 * size
                        && rule.x < word.x0 + 0.15 * size
                        && rule.y0 <= middle
                        && rule.y1 >= middle
                });
            if at_gutter || at_rule || gap >= options.cell_gap * size {
                out.extend(row.words.get(start..index));
                start = index;
            }
        }
        end = end.max(word.x1);
    }
    out.extend(row.words.get(start..).filter(|rest| !rest.is_empty()));
    out
}

/// Rows whose cells begin at one place for it to be a column's edge.
const EDGE_ROWS: usize = 3;

/// Parts cells further where a word begins at the edge of a column that other rows of the table
/// show: a narrow gap before a column's edge is no space.
pub(super) fn split_at_edges<'r>(rows: &mut [(&'r Row, Vec<Cell<'r>>)]) {
    let mut starts: Vec<f32> =
        rows.iter().flat_map(|(_, cells)| cells.iter().skip(1)).map(|cell| left(cell)).collect();
    if starts.len() < EDGE_ROWS {
        return;
    }
    starts.sort_by(f32::total_cmp);
    let is_edge = |x: f32, near: f32| {
        let from = starts.partition_point(|s| *s < x - near);
        starts.get(from..).unwrap_or(&[]).iter().take_while(|s| **s <= x + near).count() >= EDGE_ROWS
    };
    for (row, cells) in rows.iter_mut().filter(|(_, cells)| cells.len() > 1) {
        let gaps = cells.iter().flat_map(|cell| cell.windows(2)).filter_map(|pair| match pair {
            [a, b] => Some(b.x0 - a.x1).filter(|gap| *gap > 0.1 * row.size),
            _ => None,
        });
        // Wider than a space, and than this row's own.
        let wide = (1.4 * gaps.fold(f32::MAX, f32::min)).min(0.6 * row.size).max(0.35 * row.size);
        let mut parted = Vec::with_capacity(cells.len());
        for cell in cells.iter() {
            let mut start = 0;
            for (index, pair) in cell.windows(2).enumerate() {
                if let [a, b] = pair
                    && b.x0 - a.x1 >= wide
                    && [a, b].iter().all(|word| word.text.contains(char::is_alphanumeric))
                    && is_edge(b.x0, 0.1 * row.size)
                {
                    parted.extend(cell.get(start..=index));
                    start = index + 1;
                }
            }
            parted.extend(cell.get(start..).filter(|rest| !rest.is_empty()));
        }
        *cells = parted;
    }
}

fn left(cell: Cell<'_>) -> f32 {
    cell.first().map_or(0.0, |word| word.x0)
}

fn right(cell: Cell<'_>) -> f32 {
    cell.iter().map(|word| word.x1).fold(f32::MIN, f32::max)
}

/// Returns true if two rows have aligned cells: two of them share a left edge, a right edge or a
/// middle, the first cells not counted twice.
fn aligned(above: &[Cell<'_>], below: &[Cell<'_>], size: f32) -> bool {
    let near = |a: f32, b: f32| (a - b).abs() <= 0.6 * size;
    let shared = below
        .iter()
        .filter(|b| {
            above.iter().any(|a| {
                near(left(a), left(b))
                    || near(right(a), right(b))
                    || near(f32::midpoint(left(a), right(a)), f32::midpoint(left(b), right(b)))
            })
        })
        .count();
    shared >= 2
}

/// True for an item of a list whose text hangs behind its mark: two cells, of which the second is words.
fn hangs(cells: &[Cell<'_>]) -> bool {
    let [mark, text] = cells else { return false };
    let words =
        text.iter().filter(|word| word.text.chars().filter(|c| c.is_alphabetic()).count() > 1).count();
    matches!(mark, [mark] if is_list_mark(&mark.text)) && words >= 2
}

/// For each of consecutive rows, given as cells, whether it is a row of a table.
pub(super) fn table_rows(rows: &[(&Row, Vec<Cell<'_>>)], in_table: bool) -> Vec<bool> {
    let mut found = vec![false; rows.len()];
    for (index, (row, cells)) in rows.iter().enumerate() {
        if cells.len() < 2 || hangs(cells) {
            continue;
        }
        let fits = |other: Option<&(&Row, Vec<Cell<'_>>)>| {
            other.is_some_and(|(near, others)| {
                (near.y - row.y).abs() <= 4.0 * row.size.max(near.size)
                    && others.len() >= 2
                    && !hangs(others)
                    && aligned(others, cells, row.size)
            })
        };
        let before = index.checked_sub(1).and_then(|i| rows.get(i));
        let two_before = index.checked_sub(2).and_then(|i| rows.get(i));
        let is_row = in_table
            || fits(before)
            || fits(rows.get(index + 1))
            || fits(two_before)
            || fits(rows.get(index + 2));
        if let Some(found) = found.get_mut(index) {
            *found = is_row;
        }
    }
    found
}
