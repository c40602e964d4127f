//! Blocks on their way to lines, and table rows that wait for their cells.

use crate::ReadError;
use crate::lines::{PageBuilder, clean, is_struck, squeeze};
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

/// Position of a table cell.
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

/// Rows that a cell covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rows {
    /// This many rows, from 1; 0 is the rest of the table.
    Count(usize),
    /// Every row until another cell starts in its column (`w:vMerge` with `restart`).
    Open,
    /// Goes on with the cell above (`w:vMerge` without `restart`).
    Continued,
}

#[derive(Debug, Default)]
struct Cell {
    /// Blocks and the source lines that they begin on.
    blocks: Vec<(u32, Block)>,
    span: Span,
}

impl Cell {
    fn shown(&self) -> impl Iterator<Item = &Block> {
        self.blocks.iter().map(|(_, block)| block).filter(|b| !b.flags.contains(LineFlags::HIDDEN))
    }

    fn is_empty(&self) -> bool {
        self.shown().next().is_none()
    }
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
    rows: RowKinds,
    /// A first row of one cell: the next row shows whether it is a label or a frame for layout.
    waiting: Vec<(u32, Block)>,
}

/// Tells the rows of one table apart: heads, labels and values.
#[derive(Debug, Default)]
pub(super) struct RowKinds {
    /// Most columns of a row so far.
    width: usize,
    /// A line of the table was already output.
    begun: bool,
    /// A row with values has gone out.
    has_values: bool,
    /// Texts of the head rows.
    heads: Vec<String>,
}

/// Most head rows that are known again further down.
const MOST_HEADS: usize = 8;

impl RowKinds {
    /// Creates the state before the first row of a table with this many columns.
    pub(super) fn of_width(width: usize) -> Self {
        RowKinds { width, ..RowKinds::default() }
    }

    /// Returns the text of the next row, and its flags. `is_head` is true where the format calls all its cells
    /// heads.
    pub(super) fn next(&mut self, grid: &[String], is_head: bool) -> Option<(String, LineFlags)> {
        self.width = self.width.max(grid.len());
        let filled = || grid.iter().enumerate().filter(|(_, cell)| !cell.is_empty());
        let text = grid.join("  ").trim_end().to_owned();
        filled().next()?;
        let mut flags = LineFlags::TABLE_ROW | self.start();
        let is_label = self.width > 1
            && filled().all(|(column, _)| column == 0)
            && text.chars().count() <= LONGEST_LABEL;
        if self.heads.contains(&text) {
            flags |= LineFlags::TABLE_HEAD;
        } else if is_label {
            flags |= LineFlags::TABLE_GROUP;
        } else if is_head && !self.has_values && !self.holds_amounts(grid) {
            flags |= LineFlags::TABLE_HEAD;
            if self.heads.len() < MOST_HEADS {
                self.heads.push(text.clone());
            }
        } else {
            self.has_values = true;
        }
        if is_struck(&text) {
            flags |= LineFlags::STRUCK;
        }
        Some((text, flags))
    }

    /// True once a head or a row with values has gone out.
    fn begun_with_rows(&self) -> bool {
        self.has_values || !self.heads.is_empty()
    }

    /// True for a row below the head with nothing but amounts after its first cell, which some pages set as heads.
    fn holds_amounts(&self, grid: &[String]) -> bool {
        let mut cells = grid.iter().skip(1).filter(|cell| !cell.is_empty()).peekable();
        !self.heads.is_empty() && cells.peek().is_some() && cells.all(|cell| is_amount(cell))
    }

    /// The flag of the table's first line.
    fn start(&mut self) -> LineFlags {
        if std::mem::replace(&mut self.begun, true) { LineFlags::empty() } else { LineFlags::TABLE_START }
    }
}

/// True for a sum, a share or a figure with separators; a bare number may be a head ("2024").
fn is_amount(cell: &str) -> bool {
    cell.contains(|c: char| c.is_ascii_digit())
        && cell.contains(['$', '.', ',', '%'])
        && !cell.contains(char::is_alphabetic)
}

/// True for text that reads as a sentence rather than as a label.
fn is_sentence(text: &str) -> bool {
    text.ends_with(['.', '!', '?', ';']) && text.split_whitespace().count() > 4
}

/// A row whose text is longer than this is layout, not a table: its cells go out as paragraphs.
const LONGEST_ROW: usize = 800;

/// Most columns of a table. Cells further right join the last one.
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
    /// Source line of what is pushed next.
    line: u32,
    /// Blocks with their source lines, where these are wanted instead of a page.
    by_line: Option<Vec<(u32, Block)>>,
}

impl Blocks {
    pub(super) fn new(page: PageBuilder, width: usize) -> Self {
        Blocks { page, width, tables: Vec::new(), failed: None, line: 1, by_line: None }
    }

    /// Builds a collector that keeps blocks with their source lines.
    pub(super) fn by_line() -> Self {
        Blocks { by_line: Some(Vec::new()), ..Blocks::new(PageBuilder::new(0, 0), 0) }
    }

    pub(super) fn set_line(&mut self, line: u32) {
        self.line = line;
    }

    pub(super) fn push(&mut self, block: Block) {
        if block.text.is_empty() {
            return;
        }
        let level = self.tables.len();
        self.push_at(self.line, block, level);
    }

    /// Pushes into the innermost open cell among the first `level` tables, or to the page.
    fn push_at(&mut self, line: u32, block: Block, level: usize) {
        let cell = self
            .tables
            .get_mut(..level)
            .and_then(|tables| tables.iter_mut().rev().find(|t| t.in_cell))
            .and_then(|t| t.row.as_mut())
            .and_then(|r| r.cells.last_mut());
        if let Some(cell) = cell {
            cell.blocks.push((line, block));
            return;
        }
        if let Some(blocks) = &mut self.by_line {
            blocks.push((line, block));
            return;
        }
        if self.failed.is_some() {
            return;
        }
        let result = if block.whole {
            let struck = if is_struck(&block.text) { LineFlags::STRUCK } else { LineFlags::empty() };
            self.page.push(block.text, block.flags | struck, block.heading)
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
        self.release_waiting(false);
        self.tables.pop();
    }

    pub(super) fn set_head(&mut self, in_head: bool) {
        if let Some(table) = self.tables.last_mut() {
            table.in_head = in_head;
        }
    }

    /// Begins or ends a group of rows, which no cell reaches out of.
    pub(super) fn open_group(&mut self, in_head: bool) {
        self.close_row();
        self.set_head(in_head);
        if let Some(table) = self.tables.last_mut() {
            table.carried.clear();
        }
    }

    /// Lets a waiting first row out: as a label of the table, or as paragraphs.
    /// Returns true where it was a label.
    fn release_waiting(&mut self, as_label: bool) -> bool {
        let level = self.tables.len();
        let Some(table) = self.tables.last_mut() else { return false };
        let mut blocks = std::mem::take(&mut table.waiting);
        let is_label = as_label && !blocks.is_empty();
        if is_label && let Some((line, _)) = blocks.first() {
            let line = *line;
            let text = text_of(blocks.iter().map(|(_, block)| block));
            let flags = LineFlags::TABLE_ROW | LineFlags::TABLE_GROUP | LineFlags::TABLE_START;
            blocks = vec![(line, Block { text, flags, heading: None, whole: true })];
        }
        for (line, block) in blocks {
            self.push_at(line, block, level.saturating_sub(1));
        }
        is_label
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

    /// Adds the caption of the table that is open: it labels all rows below it.
    pub(super) fn caption(&mut self, text: &str) {
        let text = squeeze(&clean(text));
        let level = self.tables.len();
        let Some(table) = self.tables.last_mut() else { return };
        if text.is_empty() {
            return;
        }
        let flags = LineFlags::TABLE_ROW | LineFlags::TABLE_GROUP | table.rows.start();
        self.push_at(self.line, Block { text, flags, heading: None, whole: true }, level.saturating_sub(1));
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
        if row.cells.is_empty() {
            return;
        }
        if table.may_be_label(&row) {
            table.waiting = row.cells.into_iter().flat_map(|c| c.blocks).collect();
            return;
        }
        let line = self.line;
        let blocks = table.blocks_of(row, line);
        let is_row = blocks.iter().any(|(_, b)| b.flags.contains(LineFlags::TABLE_ROW));
        // The label takes the mark of the table's first line from the row below it.
        let taken = if self.release_waiting(is_row) { LineFlags::TABLE_START } else { LineFlags::empty() };
        for (line, mut block) in blocks {
            block.flags -= taken;
            self.push_at(line, block, level.saturating_sub(1));
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

    /// Returns the blocks of [`by_line`](Blocks::by_line), in order.
    pub(super) fn finish_by_line(mut self) -> Vec<(u32, Block)> {
        while !self.tables.is_empty() {
            self.close_table();
        }
        self.by_line.unwrap_or_default()
    }
}

impl Table {
    /// True for a first row of one short cell, which may label the rows below it.
    fn may_be_label(&self, row: &Row) -> bool {
        let [cell] = row.cells.as_slice() else { return false };
        let text = text_of(cell.shown());
        !self.rows.begun
            && self.waiting.is_empty()
            && self.rows.width == 0
            && !text.is_empty()
            && text.chars().count() <= LONGEST_LABEL
            && !(cell.span.columns < 2 && is_sentence(&text))
            && cell.blocks.iter().all(|(_, b)| b.heading.is_none() && !b.flags.intersects(NO_LABEL))
    }

    /// Returns one row line when the cells hold short texts, else the blocks of the cells in order. `line` stands
    /// for a row without text.
    fn blocks_of(&mut self, row: Row, line: u32) -> Vec<(u32, Block)> {
        let blocks = || row.cells.iter().flat_map(|c| &c.blocks).map(|(_, block)| block);
        let is_structured = blocks().any(|b| b.heading.is_some() || b.flags.contains(LineFlags::TABLE_ROW));
        let length: usize = blocks().map(|b| b.text.len()).sum();
        let is_single = match row.cells.as_slice() {
            [cell] if self.carried.is_empty() => {
                let text = text_of(cell.shown());
                let columns = cell.span.columns.max(self.rows.width);
                columns < 2
                    || self.rows.width < 2
                    || text.chars().count() > LONGEST_LABEL
                    || cell.span.columns < 2 && is_sentence(&text)
            }
            cells => cells.len() < 2 && self.carried.is_empty(),
        };
        let bold_cell = |c: &Cell| c.shown().all(|b| b.flags.contains(LineFlags::BOLD));
        let filled = || row.cells.iter().filter(|c| !c.is_empty());
        let is_bold_head = !self.rows.begun_with_rows()
            && filled().nth(1).is_some()
            && filled().all(|c| bold_cell(c) && is_head_text(&text_of(c.shown())));
        let is_head = filled().all(|c| c.span.head) || is_bold_head;
        let line = row.cells.iter().flat_map(|c| &c.blocks).next().map_or(line, |(line, _)| *line);
        // A cell of a layout frame is not repeated in the rows beside it.
        let keeps_text = !is_structured && !is_single && length <= LONGEST_ROW;
        let grid = self.grid(&row, keeps_text);
        if !keeps_text {
            self.rows.has_values |= !is_single && length > LONGEST_ROW;
            return row.cells.into_iter().flat_map(|c| c.blocks).collect();
        }
        let mut out = Vec::new();
        if let Some((text, flags)) = self.rows.next(&grid, is_head) {
            out.push((line, Block { text, flags, heading: None, whole: true }));
        }
        let hidden = row.cells.into_iter().flat_map(|c| c.blocks);
        out.extend(hidden.filter(|(_, b)| b.flags.contains(LineFlags::HIDDEN)));
        out
    }

    /// Returns the row's texts by column. A cell over several columns leaves those after its first empty; one over
    /// several rows is repeated in each, as a person reads it there.
    fn grid(&mut self, row: &Row, keeps_text: bool) -> Vec<String> {
        let mut grid: Vec<String> = Vec::new();
        for cell in &row.cells {
            self.fill_carried(&mut grid);
            let mut text = if keeps_text { text_of(cell.shown()) } else { String::new() };
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

/// Blocks with these flags are no label.
const NO_LABEL: LineFlags = LineFlags::TABLE_ROW.union(LineFlags::LIST_ITEM).union(LineFlags::HIDDEN);

/// True for a text that a bold first row may have as a head: words, or a year.
fn is_head_text(text: &str) -> bool {
    let is_year = text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit());
    text.contains(char::is_alphabetic) && !text.contains('$') || is_year
}

fn text_of<'a>(blocks: impl Iterator<Item = &'a Block>) -> String {
    squeeze(&clean(&blocks.map(|b| b.text.as_str()).collect::<Vec<_>>().join(" ")))
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
            (
                "<caption>Fees (in thousands)<tr><th>Pass<th>Fee<tr><td>Dog<td>$5<tr><th>Pass<th>Fee<tr><th>Cat<th>$6",
                &[
                    ("Fees (in thousands)", GROUP.union(START)),
                    ("Pass  Fee", HEAD),
                    ("Dog  $5", ROW),
                    ("Pass  Fee", HEAD),
                    ("Cat  $6", ROW),
                ],
            ),
            (
                "<tr><td colspan=2>Residents<tr><td>Family<td>$1",
                &[("Residents", GROUP.union(START)), ("Family  $1", ROW)],
            ),
            (
                "<tr><td>A<td>B<tr><td>Parks<tr><td>Beach<td>$1",
                &[("A  B", START), ("Parks", GROUP), ("Beach  $1", ROW)],
            ),
            (
                "<thead><tr><th rowspan=9>Lot<th>Acres<tbody><tr><td>1<td>2.5",
                &[("Lot  Acres", HEAD.union(START)), ("1  2.5", ROW)],
            ),
            ("<tr><th>Lot<th>Acres<tr><th>1<th>2.5", &[("Lot  Acres", HEAD.union(START)), ("1  2.5", ROW)]),
            ("<tr><td>A<td>$1<tr><td>B<td>", &[("A  $1", START), ("B", GROUP)]),
            ("<tr><td><td>$1<td><td>$2", &[("  $1    $2", START)]),
            ("<tr><td rowspan=0>x<td>1<tr><td>2", &[("x  1", START), ("x  2", ROW)]),
        ] {
            let expected: Vec<_> = expected.iter().map(|(t, f)| ((*t).to_owned(), *f)).collect();
            assert_eq!(rows(&format!("<table>{html}</table>")), expected, "{html}");
        }
    }

    #[test]
    fn bold_first_row_is_a_head() {
        const BOLD: &str = "<tr><td><b>Lot</b><td><b>Acres</b><tr><td><b>2</b><td><b>2.5</b>";
        let heads: Vec<bool> = rows(&format!("<table>{BOLD}</table>"))
            .iter()
            .map(|(_, flags)| flags.contains(LineFlags::TABLE_HEAD))
            .collect();
        assert_eq!(heads, [true, false]);
    }

    #[test]
    fn frames_for_layout_are_no_labels() {
        let paragraph = LineFlags::PARAGRAPH_START;
        for html in [
            "<tr><td colspan=2>Office hours",
            "<tr><td>The office is open on Mondays and Fridays.<tr><td>a<td>b",
        ] {
            assert_eq!(rows(&format!("<table>{html}</table>"))[0].1, paragraph, "{html}");
        }
    }

    #[test]
    fn hidden_part_of_a_cell_hides_no_row() {
        let got = rows("<table><tr><td>Dog<td>$5<span style='display:none'>0005</span></table>");
        assert_eq!(got[0], ("Dog  $5".to_owned(), LineFlags::TABLE_START));
        assert!(got[1].0 == "0005" && got[1].1.contains(LineFlags::HIDDEN));
    }

    #[test]
    fn enormous_spans_cost_nothing() {
        let row = "<tr><td colspan=4000000000 rowspan=99999999>a<td rowspan=4000000000>b";
        let html = format!("<table>{}</table>", row.repeat(300));
        assert!(read_html(html.as_bytes(), &ReadOptions::default()).is_ok());
    }
}
