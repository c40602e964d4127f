//! Excel files before 2007 (XLS). Their formats of numbers are not known to the library: dates are shown in ISO form,
//! amounts without their sign.

use std::io::Cursor;

use calamine::{Data, Dimensions, Reader, SheetVisible, Xls, XlsError};

use crate::DocumentKind;
use crate::error::ReadError;

use super::grid::{Area, Cell, Grid, Room, Workbook};
use super::show::plain;
use super::xlsx::hidden_sheet;

pub(super) fn read(bytes: &[u8]) -> Result<Workbook, ReadError> {
    let mut book: Xls<_> = Xls::new(Cursor::new(bytes)).map_err(damaged)?;
    let mut out = Workbook::default();
    let mut room = Room::default();
    let mut has_numbers = false;
    for sheet in book.sheets_metadata().to_vec() {
        if sheet.visible != SheetVisible::Visible {
            out.notes.push(hidden_sheet(&sheet.name));
            continue;
        }
        let mut grid = Grid::new(&sheet.name);
        let range = match book.worksheet_range(&sheet.name) {
            Ok(range) => range,
            Err(error) => {
                out.notes.push(format!("sheet {} was not read: {error}", sheet.name));
                continue;
            }
        };
        let (top, left) = range.start().unwrap_or_default();
        for (row, column, value) in range.used_cells() {
            let place = |start: u32, at: usize| start.saturating_add(u32::try_from(at).unwrap_or(u32::MAX));
            has_numbers |= matches!(value, Data::Int(_) | Data::Float(_));
            grid.put(place(top, row), place(left, column), cell(value), &mut room)?;
        }
        for merged in book.merge_cells_by_sheet_name(&sheet.name).unwrap_or_default() {
            let Dimensions { start, end } = merged;
            grid.merge(Area { first: start, last: end }, &mut room)?;
        }
        out.sheets.push(grid);
    }
    if has_numbers {
        out.notes.push(
            "numbers of an old Excel file come without currency and percent signs; save it as XLSX to keep them"
                .to_owned(),
        );
    }
    if !out.sheets.is_empty() {
        out.notes.push(
            "hidden rows and columns of an old Excel file (XLS) were read like the others; save it as XLSX to keep them out of answers"
                .to_owned(),
        );
    }
    Ok(out)
}

fn cell(value: &Data) -> Cell {
    match value {
        Data::Int(value) => Cell::of_figure(&plain(*value as f64), false),
        Data::Float(value) => Cell::of_figure(&plain(*value), false),
        Data::DateTime(date) => {
            let (year, month, day, hour, minute, second, _) = date.to_ymd_hms_milli();
            let text = match (date.is_duration(), hour, minute, second) {
                (true, ..) => plain(date.as_f64() * 24.0) + " h",
                (false, 0, 0, 0) => format!("{year:04}-{month:02}-{day:02}"),
                _ if date.as_f64() < 1.0 => format!("{hour}:{minute:02}"),
                _ => format!("{year:04}-{month:02}-{day:02} {hour}:{minute:02}"),
            };
            Cell::of_figure(&text, false)
        }
        Data::String(text) => Cell::of_text(text, false),
        Data::Bool(value) => Cell::of_text(if *value { "TRUE" } else { "FALSE" }, false),
        Data::DateTimeIso(text) | Data::DurationIso(text) => Cell::of_figure(text, false),
        Data::Error(error) => Cell::of_text(&error.to_string(), false),
        Data::Empty => Cell::of_text("", false),
    }
}

fn damaged(error: XlsError) -> ReadError {
    match error {
        XlsError::Password => ReadError::UnknownFormat { what: "a spreadsheet with a password".to_owned() },
        error => ReadError::Damaged { kind: DocumentKind::Spreadsheet, what: error.to_string() },
    }
}
