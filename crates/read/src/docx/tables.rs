//! Tables that are open, with properties that their rows and cells state before their text.

use quick_xml::events::BytesStart;

use crate::blocks::{Blocks, Rows, Span};

use super::format::is_shaded;
use super::styles::Styles;
use crate::xml_stream::{attribute, local};

#[derive(Debug, Default)]
struct Table {
    has_rows: bool,
    /// Its first row is in bold; true where that makes it a head.
    bold_row: Option<bool>,
    /// Its style sets the first row apart, and it asks the style for that.
    style_has_head: bool,
    uses_head: bool,
    /// Its ground may be dark.
    is_shaded: bool,
    cell_shaded: Option<bool>,
    /// A cell that has begun and whose properties are not complete.
    cell: Option<Span>,
    /// Columns of the grid that the row leaves out before and after its cells.
    before: usize,
    after: usize,
}

/// The bit of `w:tblLook` for the format of the first row.
const FIRST_ROW: u32 = 0x20;

/// Tables that are open, outermost first.
#[derive(Debug, Default)]
pub(super) struct Tables(Vec<Table>);

impl Tables {
    pub(super) fn begin(&mut self, bold_row: Option<bool>) {
        self.0.push(Table { bold_row, ..Table::default() });
    }

    pub(super) fn end(&mut self) {
        self.0.pop();
    }

    /// Takes in a property of the table (`w:tblPr`).
    pub(super) fn read(&mut self, e: &BytesStart<'_>, styles: &Styles) {
        let Some(table) = self.0.last_mut() else { return };
        match local(e) {
            "tblStyle" => {
                // A style may shade single rows, whose letters it makes white.
                let style = attribute(e, "val");
                table.style_has_head = styles.resolved(style.as_deref()).has_head;
                table.is_shaded = !matches!(style.as_deref(), Some("TableGrid" | "TableNormal") | None);
            }
            "tblLook" => {
                let first_row = attribute(e, "firstRow").map(|v| matches!(v.as_str(), "1" | "true" | "on"));
                let bits = attribute(e, "val").and_then(|v| u32::from_str_radix(&v, 16).ok());
                table.uses_head = first_row.unwrap_or(bits.unwrap_or(0) & FIRST_ROW != 0);
            }
            "shd" => table.is_shaded |= is_shaded(e) == Some(true),
            _ => {}
        }
    }

    /// Takes in a property of the row (`w:trPr`).
    pub(super) fn read_row(&mut self, e: &BytesStart<'_>) {
        let Some(table) = self.0.last_mut() else { return };
        match local(e) {
            "gridBefore" => table.before = count(e),
            "gridAfter" => table.after = count(e),
            _ => {}
        }
    }

    /// Takes in a property of the cell (`w:tcPr`).
    pub(super) fn read_cell(&mut self, e: &BytesStart<'_>) {
        let Some(table) = self.0.last_mut() else { return };
        match (local(e), &mut table.cell) {
            ("shd", _) => table.cell_shaded = is_shaded(e),
            ("gridSpan", Some(cell)) => cell.columns = count(e),
            ("vMerge", Some(cell)) => {
                let begins = attribute(e, "val").as_deref() == Some("restart");
                cell.rows = if begins { Rows::Open } else { Rows::Continued };
            }
            _ => {}
        }
    }

    pub(super) fn begin_row(&mut self, blocks: &mut Blocks) {
        blocks.open_row();
        let Some(table) = self.0.last_mut() else { return };
        (table.before, table.after, table.cell) = (0, 0, None);
        if std::mem::replace(&mut table.has_rows, true) {
            table.bold_row = None;
        } else if table.bold_row == Some(true) || (table.style_has_head && table.uses_head) {
            blocks.set_head(true);
        }
    }

    pub(super) fn end_row(&mut self, blocks: &mut Blocks) {
        if let Some(table) = self.0.last_mut() {
            leave_out(std::mem::take(&mut table.after), blocks);
        }
        blocks.close_row();
        blocks.set_head(false);
    }

    /// Begins a cell; it opens once its properties are known.
    pub(super) fn announce_cell(&mut self) {
        if let Some(table) = self.0.last_mut() {
            table.cell = Some(Span::default());
            table.cell_shaded = None;
        }
    }

    pub(super) fn delete_cell(&mut self) {
        if let Some(table) = self.0.last_mut() {
            table.cell = None;
        }
    }

    /// Opens the cell that has begun.
    pub(super) fn begin_cell(&mut self, blocks: &mut Blocks) {
        let Some(table) = self.0.last_mut() else { return };
        let Some(span) = table.cell.take() else { return };
        leave_out(std::mem::take(&mut table.before), blocks);
        blocks.open_cell(span);
    }

    /// True in a cell whose ground may be dark.
    pub(super) fn is_shaded(&self) -> bool {
        self.0.last().is_some_and(|table| table.cell_shaded.unwrap_or(table.is_shaded))
    }

    /// True in a first row that is as bold as the rows below it.
    pub(super) fn is_bold_throughout(&self) -> bool {
        self.0.last().is_some_and(|table| table.bold_row == Some(false))
    }
}

fn count(e: &BytesStart<'_>) -> usize {
    attribute(e, "val").and_then(|v| v.parse().ok()).unwrap_or(1)
}

/// Keeps columns of the grid empty.
fn leave_out(columns: usize, blocks: &mut Blocks) {
    if columns > 0 {
        blocks.open_cell(Span { columns, ..Span::default() });
        blocks.close_cell();
    }
}
