//! OpenDocument spreadsheets (ODS). The file has each value as it was shown, which is what is read.

use std::collections::BTreeSet;

use quick_xml::events::{BytesStart, Event};

use crate::DocumentKind;
use crate::error::ReadError;
use crate::options::ReadOptions;
use crate::package::Package;
use crate::xml_stream::{Skip, attribute, lenient, local, local_end, text_of};

use super::grid::{Area, Cell, Grid, MOST_COLUMNS, Room, Workbook};
use super::hidden::MOST_MERGED;
use super::xlsx::hidden_sheet;

/// Most times that one row with content is repeated.
const MOST_REPEATED_ROWS: u32 = 1_000;
/// Hidden rows of a sheet after which those without content are no longer noted.
const MOST_HIDDEN_ROWS: usize = 10_000;

pub(super) fn read(bytes: &[u8], options: &ReadOptions) -> Result<Workbook, ReadError> {
    let mut package = Package::open(bytes, DocumentKind::Spreadsheet, options.limits.part_bytes)?;
    let manifest = package.text("META-INF/manifest.xml")?.unwrap_or_default();
    if manifest.contains("encryption-data") {
        return Err(ReadError::UnknownFormat { what: "a spreadsheet with a password".to_owned() });
    }
    let content = package.text("content.xml")?.ok_or_else(|| ReadError::Damaged {
        kind: DocumentKind::Spreadsheet,
        what: "it has no content.xml".to_owned(),
    })?;
    let mut sheets = Sheets::default();
    sheets.walk(&content)?;
    Ok(sheets.out)
}

/// A cell that is open.
#[derive(Debug, Default)]
struct OpenCell {
    text: String,
    is_figure: bool,
    columns: u32,
    rows_spanned: u32,
}

#[derive(Default)]
struct Sheets {
    out: Workbook,
    room: Room,
    /// Styles of sheets that are not displayed.
    hidden_styles: BTreeSet<String>,
    style: String,
    sheet: Option<Grid>,
    is_hidden_sheet: bool,
    row: u32,
    repeated_rows: u32,
    is_hidden_row: bool,
    column: u32,
    declared_columns: u32,
    cell: Option<OpenCell>,
    merged: Vec<Area>,
    skip: Skip,
}

impl Sheets {
    fn walk(&mut self, xml: &str) -> Result<(), ReadError> {
        let mut reader = lenient(xml);
        loop {
            match reader.read_event() {
                Ok(Event::Start(e)) => {
                    let name = local(&e).to_owned();
                    if !self.skip.passes(&name) {
                        self.start(&e, &name, true);
                    }
                }
                Ok(Event::Empty(e)) if !self.skip.is_open() => {
                    let name = local(&e).to_owned();
                    self.start(&e, &name, false);
                    self.end(&name)?;
                }
                Ok(Event::End(e)) => {
                    let name = local_end(&e).to_owned();
                    if !self.skip.ends(&name) {
                        self.end(&name)?;
                    }
                }
                Ok(Event::Eof) => break,
                Ok(event) => {
                    if let (false, Some(cell), Some(text)) =
                        (self.skip.is_open(), &mut self.cell, text_of(&event))
                    {
                        cell.text.push_str(&text);
                    }
                }
                Err(_) => {
                    self.out.notes.push(format!(
                        "the file breaks off after byte {}; the text before it was read",
                        reader.buffer_position()
                    ));
                    break;
                }
            }
        }
        self.end("table")
    }

    fn start(&mut self, e: &BytesStart<'_>, name: &str, has_content: bool) {
        let count = |name: &str| attribute(e, name).and_then(|n| n.parse::<u32>().ok()).unwrap_or(1).max(1);
        match name {
            "style" => self.style = attribute(e, "name").unwrap_or_default(),
            "table-properties" if attribute(e, "display").as_deref() == Some("false") => {
                self.hidden_styles.insert(self.style.clone());
            }
            // Comments and drawings have text of their own.
            "annotation" | "shapes" | "tracked-changes" if has_content => self.skip.begin(name),
            "table" if self.sheet.is_none() => {
                self.sheet = Some(Grid::new(&attribute(e, "name").unwrap_or_default()));
                self.is_hidden_sheet =
                    attribute(e, "style-name").is_some_and(|style| self.hidden_styles.contains(&style));
                (self.row, self.declared_columns) = (0, 0);
            }
            "table-column" => {
                let end = self.declared_columns.saturating_add(count("number-columns-repeated"));
                if is_hidden(e)
                    && let Some(sheet) = &mut self.sheet
                {
                    sheet.hidden_columns.extend(self.declared_columns..end.min(MOST_COLUMNS));
                }
                self.declared_columns = end;
            }
            "table-row" => {
                self.repeated_rows = count("number-rows-repeated");
                self.column = 0;
                self.is_hidden_row = is_hidden(e);
                if self.is_hidden_row
                    && let Some(sheet) = &mut self.sheet
                    && sheet.hidden_rows.len() < MOST_HIDDEN_ROWS
                {
                    let end = self.row.saturating_add(self.repeated_rows.min(MOST_REPEATED_ROWS));
                    sheet.hidden_rows.extend(self.row..end);
                }
            }
            "table-cell" | "covered-table-cell" => {
                let is_figure = matches!(
                    attribute(e, "value-type").as_deref(),
                    Some("float" | "currency" | "percentage" | "date" | "time")
                );
                self.cell = Some(OpenCell {
                    text: String::new(),
                    is_figure,
                    columns: count("number-columns-repeated"),
                    rows_spanned: count("number-rows-spanned"),
                });
            }
            "p" | "s" | "tab" | "line-break" => {
                if let Some(cell) = &mut self.cell {
                    cell.text.push(' ');
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &str) -> Result<(), ReadError> {
        match name {
            "table-cell" | "covered-table-cell" => self.end_cell()?,
            "table-row" => self.row = self.row.saturating_add(self.repeated_rows),
            "table" => {
                let Some(mut sheet) = self.sheet.take() else { return Ok(()) };
                for area in self.merged.drain(..) {
                    sheet.merge(area, &mut self.room)?;
                }
                if self.is_hidden_sheet {
                    self.out.notes.push(hidden_sheet(&sheet.name));
                } else {
                    self.out.sheets.push(sheet);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn end_cell(&mut self) -> Result<(), ReadError> {
        let Some(open) = self.cell.take() else { return Ok(()) };
        let first = self.column;
        self.column = first.saturating_add(open.columns);
        let (Some(sheet), false) = (&mut self.sheet, open.text.trim().is_empty()) else { return Ok(()) };
        let cell = if open.is_figure {
            Cell::of_figure(&open.text, false)
        } else {
            Cell::of_text(&open.text, false)
        };
        sheet.is_cut |= self.column > MOST_COLUMNS;
        let columns = first..self.column.min(MOST_COLUMNS);
        if cell.text.is_empty() || columns.is_empty() {
            return Ok(());
        }
        for row in self.row..self.row.saturating_add(self.repeated_rows.min(MOST_REPEATED_ROWS)) {
            if self.is_hidden_row {
                sheet.hidden_rows.insert(row);
            }
            for column in columns.clone() {
                sheet.put(row, column, cell.clone(), &mut self.room)?;
            }
        }
        if open.rows_spanned > 1 && self.merged.len() < MOST_MERGED {
            let last = self.row.saturating_add(open.rows_spanned - 1);
            self.merged.push(Area { first: (self.row, first), last: (last, first) });
        }
        Ok(())
    }
}

/// True for a row or column that is hidden, or filtered out.
fn is_hidden(e: &BytesStart<'_>) -> bool {
    matches!(attribute(e, "visibility").as_deref(), Some("collapse" | "filter"))
}
