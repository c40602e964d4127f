//! Blocks on their way to lines, and table rows that wait for their cells.

use crate::ReadError;
use crate::lines::{PageBuilder, clean, squeeze};
use twolane_text::LineFlags;

/// A paragraph, heading, item or row.
#[derive(Debug, Clone)]
pub(super) struct Block {
    pub(super) text: String,
    pub(super) flags: LineFlags,
    pub(super) heading: Option<u8>,
    /// Goes out as one line, not wrapped.
    pub(super) whole: bool,
}

/// Where a cell of a table stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    /// The format calls it a head cell.
    pub(super) head: bool,
    /// Columns that it covers, from 1.
    pub(super) columns: usize,
    /// Rows that it covers.
    pub(super) rows: Rows,
}

impl Default for Span {
    fn default() -> Self {
        Span { head: false, columns: 1, rows: Rows::Count(1) }
    }
}

/// How far down a cell reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rows {
    /// This many rows, from 1; 0 is the rest of the table.
    Count(usize),
    /// Until a later cell of its column begins anew (`w:vMerge` with `restart`).
    Open,
    /// Goes on with the cell above (`w:vMerge` without `restart`).
    Continued,
}

#[derive(Debug, Default)]
struct Cell {
    blocks: Vec<Block>,
    span: Span,
}

/// A cell that reaches into the rows below it.
#[derive(Debug, Clone)]
struct Carried {
    text: String,
    /// Rows that it still covers; `None` where each row names the cell again.
    left: Option<usize>,
}

#[derive(Debug, Default)]
struct Row {
    cells: Vec<Cell>,
}

/// A table that is open.
#[derive(Debug, Default)]
struct Table {
    row: Option<Row>,
    in_cell: bool,
    in_head: bool,
    /// Cells from above, by column.
    carried: Vec<Option<Carried>>,
    /// Most columns of a row so far.
    width: usize,
    /// A line of it has gone out.
    begun: bool,
    /// A row with values has gone out.
    has_values: bool,
}

/// A row whose text is longer than this is layout, not a table: its cells go out as paragraphs.
const LONGEST_ROW: usize = 800;

/// Most columns that are told apart; what stands further right joins the last one.
const MOST_COLUMNS: usize = 200;

/// Longest text of a single cell that labels the rows below it, in characters.
const LONGEST_LABEL: usize = 160;

/// Takes blocks in document order. Blocks inside a table wait until their row ends, since only
/// then is it known whether the row is one of a table or a frame for layout.
pub(super) struct Blocks {
    page: PageBuilder,
    width: usize,
    tables: Vec<Table>,
    failed: Option<ReadError>,
}

impl Blocks {
    pub(super) fn new(page: PageBuilder, width: usize) -> Self {
        Blocks { page, width, tables: Vec::new(), failed: None }
    }

    pub(super) fn push(&mut self, block: Block) {
        if block.text.is_empty() {
            return;
        }
        let level = self.tables.len();
        self.push_at(block, level);
    }

    /// Pushes into the innermost open cell among the first `level` tables, or to the page.
    fn push_at(&mut self, block: Block, level: usize) {
        let cell = self
            .tables
            .get_mut(..level)
            .and_then(|tables| tables.iter_mut().rev().find(|t| t.in_cell))
            .and_then(|t| t.row.as_mut())
            .and_then(|r| r.cells.last_mut());
        if let Some(cell) = cell {
            cell.blocks.push(block);
            return;
        }
        if self.failed.is_some() {
            return;
        }
        let result = if block.whole {
            self.page.push(block.text, block.flags, block.heading)
        } else {
            self.page.paragraph(&block.text, self.width, block.flags, block.heading)
        };
        if let Err(error) = result {
            self.failed = Some(error);
        }
    }

    pub(super) fn open_table(&mut self) {
        self.tables.push(Table::default());
    }

    pub(super) fn close_table(&mut self) {
        self.close_row();
        self.tables.pop();
    }

    pub(super) fn set_head(&mut self, in_head: bool) {
        if let Some(table) = self.tables.last_mut() {
            table.in_head = in_head;
        }
    }

    pub(super) fn open_row(&mut self) {
        self.close_row();
        if let Some(table) = self.tables.last_mut() {
            table.row = Some(Row::default());
        }
    }

    pub(super) fn open_cell(&mut self, span: Span) {
        if let Some(table) = self.tables.last_mut() {
            let head = span.head || table.in_head;
            let row = table.row.get_or_insert_with(Row::default);
            row.cells.push(Cell { blocks: Vec::new(), span: Span { head, ..span } });
            table.in_cell = true;
        }
    }

    /// Changes the span of the cell that is open, for formats that state it inside the cell.
    pub(super) fn set_span(&mut self, change: impl FnOnce(&mut Span)) {
        let cell = self.tables.last_mut().and_then(|t| t.row.as_mut()).and_then(|r| r.cells.last_mut());
        if let Some(cell) = cell {
            change(&mut cell.span);
        }
    }

    /// Adds the caption of the table that is open: it labels all rows below it.
    pub(super) fn caption(&mut self, text: &str) {
        let text = squeeze(&clean(text));
        let level = self.tables.len();
        let Some(table) = self.tables.last_mut() else { return };
        if text.is_empty() {
            return;
        }
        let flags = LineFlags::TABLE_ROW | LineFlags::TABLE_GROUP | table.start();
        self.push_at(Block { text, flags, heading: None, whole: true }, level.saturating_sub(1));
    }

    pub(super) fn close_cell(&mut self) {
        if let Some(table) = self.tables.last_mut() {
            table.in_cell = false;
        }
    }

    pub(super) fn close_row(&mut self) {
        let level = self.tables.len();
        let Some(table) = self.tables.last_mut() else { return };
        table.in_cell = false;
        let Some(row) = table.row.take() else { return };
        for block in table.blocks_of(row) {
            self.push_at(block, level.saturating_sub(1));
        }
    }

    pub(super) fn finish(mut self) -> Result<PageBuilder, ReadError> {
        while !self.tables.is_empty() {
            self.close_table();
        }
        match self.failed {
            Some(error) => Err(error),
            None => Ok(self.page),
        }
    }
}

impl Table {
    /// The flag of the table's first line.
    fn start(&mut self) -> LineFlags {
        if std::mem::replace(&mut self.begun, true) { LineFlags::empty() } else { LineFlags::TABLE_START }
    }

    /// Returns one row line when the cells hold short texts, else the blocks of the cells in order.
    fn blocks_of(&mut self, row: Row) -> Vec<Block> {
        let blocks = || row.cells.iter().flat_map(|c| &c.blocks);
        let structured = blocks().any(|b| b.heading.is_some() || b.flags.contains(LineFlags::TABLE_ROW));
        let length: usize = blocks().map(|b| b.text.len()).sum();
        let covered: usize = row.cells.iter().map(|c| c.span.columns).sum();
        let single = row.cells.len() < 2 && (covered < 2 || self.width < 2) && self.carried.is_empty();
        if single || structured || length > LONGEST_ROW {
            return row.cells.into_iter().flat_map(|c| c.blocks).collect();
        }
        let hidden = blocks().any(|b| b.flags.contains(LineFlags::HIDDEN));
        let shown = blocks().filter(|b| !b.flags.contains(LineFlags::HIDDEN));
        let struck = blocks().next().is_some() && shown.clone().all(|b| b.flags.contains(LineFlags::STRUCK));
        let all_head = row.cells.iter().filter(|c| !c.blocks.is_empty()).all(|c| c.span.head);
        let filled = row.cells.iter().filter(|c| !c.blocks.is_empty()).count();
        let grid = self.grid(row);
        self.width = self.width.max(grid.len());
        let text = grid.join("  ");
        let text = text.trim_end().to_owned();
        if text.trim().is_empty() {
            return Vec::new();
        }
        let mut flags = LineFlags::TABLE_ROW | self.start();
        let label = filled == 1
            && grid.iter().filter(|cell| !cell.is_empty()).count() == 1
            && grid.first().is_some_and(|cell| !cell.is_empty())
            && text.chars().count() <= LONGEST_LABEL;
        if label {
            flags |= LineFlags::TABLE_GROUP;
        } else if all_head && filled > 0 && !self.has_values {
            flags |= LineFlags::TABLE_HEAD;
        } else if filled > 0 {
            self.has_values = true;
        }
        if hidden {
            flags |= LineFlags::HIDDEN;
        }
        if struck {
            flags |= LineFlags::STRUCK;
        }
        vec![Block { text, flags, heading: None, whole: true }]
    }

    /// Returns the row's texts by column. A cell over several columns leaves those after its first empty; one over
    /// several rows is repeated in each, as a person reads it there.
    fn grid(&mut self, row: Row) -> Vec<String> {
        let mut grid: Vec<String> = Vec::new();
        for cell in row.cells {
            self.fill_carried(&mut grid);
            let mut text = text_of(&cell.blocks);
            let left = match cell.span.rows {
                Rows::Count(0) => Some(usize::MAX),
                Rows::Count(rows) => Some(rows.saturating_sub(1)),
                Rows::Open => None,
                Rows::Continued => {
                    let above = self.carried.get(grid.len()).and_then(Option::as_ref);
                    text = above.filter(|_| text.is_empty()).map_or(text, |above| above.text.clone());
                    None
                }
            };
            for column in 0..cell.span.columns.clamp(1, MOST_COLUMNS) {
                let text = if column == 0 { std::mem::take(&mut text) } else { String::new() };
                if grid.len() < MOST_COLUMNS {
                    self.carry(grid.len(), (left != Some(0)).then(|| Carried { text: text.clone(), left }));
                    grid.push(text);
                } else if let Some(last) = grid.last_mut().filter(|_| !text.is_empty()) {
                    last.push(' ');
                    last.push_str(&text);
                }
            }
        }
        self.fill_carried(&mut grid);
        grid
    }

    /// Puts cells from above where they cover the next columns.
    fn fill_carried(&mut self, grid: &mut Vec<String>) {
        while let Some(slot) = self.carried.get_mut(grid.len()) {
            let Some(Carried { text, left: Some(left) }) = slot else { return };
            grid.push(text.clone());
            *left = left.saturating_sub(1);
            if *left == 0 {
                *slot = None;
            }
        }
    }

    fn carry(&mut self, column: usize, carried: Option<Carried>) {
        if self.carried.len() <= column {
            if carried.is_none() {
                return;
            }
            self.carried.resize(column + 1, None);
        }
        if let Some(slot) = self.carried.get_mut(column) {
            *slot = carried;
        }
    }
}

fn text_of(blocks: &[Block]) -> String {
    squeeze(&clean(&blocks.iter().map(|b| b.text.as_str()).collect::<Vec<_>>().join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ReadOptions, read_html};

    fn rows(html: &str) -> Vec<(String, LineFlags)> {
        let document = read_html(html.as_bytes(), &ReadOptions::default()).unwrap();
        document.pages[0].lines.iter().map(|l| (l.text.clone(), l.flags - LineFlags::TABLE_ROW)).collect()
    }

    #[test]
    fn spans_keep_cells_in_their_columns() {
        const HEAD: LineFlags = LineFlags::TABLE_HEAD;
        const START: LineFlags = LineFlags::TABLE_START;
        const GROUP: LineFlags = LineFlags::TABLE_GROUP;
        const ROW: LineFlags = LineFlags::empty();
        for (html, expected) in [
            (
                "<tr><th>Pass<th>Fee<tr><td colspan=2>Residents<tr><td>Family<td>$120",
                &[("Pass  Fee", HEAD.union(START)), ("Residents", GROUP), ("Family  $120", ROW)][..],
            ),
            (
                "<tr><td rowspan=2>Residents<td>Family<td>$120<tr><td>Single<td>$60<tr><td>Others<td>Family<td>$260",
                &[
                    ("Residents  Family  $120", START),
                    ("Residents  Single  $60", ROW),
                    ("Others  Family  $260", ROW),
                ],
            ),
            (
                "<tr><th rowspan=2>Department<th colspan=2>2024<tr><th>Budget<th>Actual<tr><td>Police<td><td>$7",
                &[
                    ("Department  2024", HEAD.union(START)),
                    ("Department  Budget  Actual", HEAD),
                    ("Police    $7", ROW),
                ],
            ),
            (
                "<tr><td>A<td>B<tr><td>Parks<td><tr><td>Beach<td>$1",
                &[("A  B", START), ("Parks", GROUP), ("Beach  $1", ROW)],
            ),
            ("<tr><td rowspan=0>x<td>1<tr><td>2", &[("x  1", START), ("x  2", ROW)]),
        ] {
            let expected: Vec<_> = expected.iter().map(|(t, f)| ((*t).to_owned(), *f)).collect();
            assert_eq!(rows(&format!("<table>{html}</table>")), expected, "{html}");
        }
    }

    #[test]
    fn enormous_spans_cost_nothing() {
        let row = "<tr><td colspan=4000000000 rowspan=99999999>a<td rowspan=4000000000>b";
        let html = format!("<table>{}</table>", row.repeat(300));
        assert!(read_html(html.as_bytes(), &ReadOptions::default()).is_ok());
    }
}
