//! Blocks on their way to lines, and table rows that wait for their cells.

use crate::ingest::read::ReadError;
use crate::ingest::read::lines::{PageBuilder, clean, squeeze};
use crate::text::LineFlags;

/// A paragraph, heading, item or row.
#[derive(Debug, Clone)]
pub(super) struct Block {
    pub(super) text: String,
    pub(super) flags: LineFlags,
    pub(super) heading: Option<u8>,
    /// Goes out as one line, not wrapped.
    pub(super) whole: bool,
}

#[derive(Debug, Default)]
struct Cell {
    blocks: Vec<Block>,
    head: bool,
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
}

/// A row whose text is longer than this is layout, not a table: its cells go out as paragraphs.
const LONGEST_ROW: usize = 800;

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

    pub(super) fn open_cell(&mut self, head: bool) {
        if let Some(table) = self.tables.last_mut() {
            let in_head = table.in_head;
            let row = table.row.get_or_insert_with(Row::default);
            row.cells.push(Cell { blocks: Vec::new(), head: head || in_head });
            table.in_cell = true;
        }
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
        for block in row_blocks(row) {
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

/// One row line when the cells hold short texts, else the blocks of the cells in order.
fn row_blocks(row: Row) -> Vec<Block> {
    let structured = row
        .cells
        .iter()
        .flat_map(|c| &c.blocks)
        .any(|b| b.heading.is_some() || b.flags.contains(LineFlags::TABLE_ROW));
    let length: usize = row.cells.iter().flat_map(|c| &c.blocks).map(|b| b.text.len()).sum();
    if row.cells.len() < 2 || structured || length > LONGEST_ROW {
        return row.cells.into_iter().flat_map(|c| c.blocks).collect();
    }
    let mut flags = LineFlags::TABLE_ROW;
    let filled: Vec<&Cell> = row.cells.iter().filter(|c| !c.blocks.is_empty()).collect();
    if !filled.is_empty() && filled.iter().all(|c| c.head) {
        flags |= LineFlags::TABLE_HEAD;
    }
    if row.cells.iter().flat_map(|c| &c.blocks).any(|b| b.flags.contains(LineFlags::HIDDEN)) {
        flags |= LineFlags::HIDDEN;
    }
    let text = filled
        .iter()
        .map(|cell| {
            squeeze(&clean(&cell.blocks.iter().map(|b| b.text.as_str()).collect::<Vec<_>>().join(" ")))
        })
        .collect::<Vec<_>>()
        .join("  ");
    vec![Block { text: text.trim().to_owned(), flags, heading: None, whole: true }]
        .into_iter()
        .filter(|b| !b.text.is_empty())
        .collect()
}
