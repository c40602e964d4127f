//! XLSX and XLSM: values as they were last computed, in the formats of their cells.

use std::io::Cursor;

use calamine::{DataRef, Reader, SheetType, SheetVisible, Xlsx, XlsxError};

use crate::error::ReadError;
use crate::options::ReadOptions;
use crate::package::Package;
use crate::{DocumentKind, first_look};

use super::grid::{Cell, Grid, Room, Workbook};
use super::hidden::{mark_hidden, sheet_paths};
use super::show::Formats;

pub(super) fn read(bytes: &[u8], options: &ReadOptions) -> Result<Workbook, ReadError> {
    let mut package = Package::open(bytes, DocumentKind::Spreadsheet, options.limits.part_bytes)?;
    // The library reads parts whole, whatever they unfold to.
    package.check_size()?;
    let paths = sheet_paths(&mut package)?;
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(damaged)?;
    let starts_1904 = book.has_1904_epoch();
    let sheets = book.sheets_metadata().to_vec();
    let mut out = Workbook::default();
    let mut room = Room::default();
    let mut formats = Formats::new(starts_1904);
    for sheet in sheets {
        if sheet.visible != SheetVisible::Visible {
            out.notes.push(hidden_sheet(&sheet.name));
            continue;
        }
        if sheet.typ != SheetType::WorkSheet {
            out.notes.push(format!("sheet {} is a chart or a macro and was not read", sheet.name));
            continue;
        }
        let mut grid = Grid::new(&sheet.name);
        match cells(&mut book, &sheet.name, &mut formats, &mut grid, &mut room) {
            Ok(()) => {}
            Err(Stop::Limit(error)) => return Err(error),
            // The cells before the damage are kept.
            Err(Stop::Damage(error)) => {
                let row = grid.rows.keys().next_back().map_or(0, |row| row.saturating_add(1));
                out.notes.push(format!("sheet {} breaks off after row {row}: {error}", sheet.name));
            }
        }
        if let Some((_, path)) = paths.iter().find(|(name, _)| *name == sheet.name)
            && let Some(xml) = package.text(path)?
        {
            mark_hidden(&xml, &mut grid, &mut room)?;
        }
        out.sheets.push(grid);
    }
    let counted = |prefix: &str| {
        first_look::member_names(bytes).iter().filter(|n| n.starts_with(prefix.as_bytes())).count()
    };
    match counted("xl/charts/chart") {
        0 => {}
        1 => out.notes.push("1 chart is not read".to_owned()),
        count => out.notes.push(format!("{count} charts are not read")),
    }
    Ok(out)
}

/// Returns the note on a sheet that a person does not see.
pub(super) fn hidden_sheet(name: &str) -> String {
    format!("sheet {name} is hidden and was not read; unhide it and ingest the file again")
}

enum Stop {
    Limit(ReadError),
    Damage(String),
}

fn cells(
    book: &mut Xlsx<Cursor<&[u8]>>,
    name: &str,
    formats: &mut Formats,
    grid: &mut Grid,
    room: &mut Room,
) -> Result<(), Stop> {
    let mut reader = book.worksheet_cells_reader(name).map_err(damage)?;
    while let Some((cell, style)) = reader.next_cell_with_style_id().map_err(damage)? {
        let style = reader.styles().get(style);
        let font = style.and_then(|style| style.font.as_ref());
        let is_bold = font.is_some_and(|font| font.is_bold());
        let is_struck = font.is_some_and(|font| font.has_strikethrough());
        let format = style.and_then(|style| style.number_format.as_ref());
        let code = format.map_or("General", |format| format.format_code.as_str());
        let id = format.and_then(|format| format.format_id);
        let mut number = |value: f64| Cell::of_figure(&formats.show(value, code, id), is_bold);
        let (row, column) = cell.get_position();
        let mut shown = match cell.get_value() {
            DataRef::Empty => continue,
            DataRef::Int(value) => number(*value as f64),
            DataRef::Float(value) => number(*value),
            DataRef::DateTime(date) => number(date.as_f64()),
            DataRef::String(text) => Cell::of_text(text, is_bold),
            DataRef::SharedString(text) => Cell::of_text(text, is_bold),
            DataRef::Bool(value) => Cell::of_text(if *value { "TRUE" } else { "FALSE" }, is_bold),
            DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => Cell::of_figure(text, is_bold),
            DataRef::Error(error) => Cell::of_text(&error.to_string(), is_bold),
        };
        if is_struck && !shown.text.is_empty() {
            shown.text = format!("~~{}~~", shown.text);
        }
        grid.put(row, column, shown, room).map_err(Stop::Limit)?;
    }
    Ok(())
}

fn damage(error: XlsxError) -> Stop {
    Stop::Damage(error.to_string())
}

fn damaged(error: XlsxError) -> ReadError {
    match error {
        XlsxError::Password => ReadError::UnknownFormat { what: "a spreadsheet with a password".to_owned() },
        error => ReadError::Damaged { kind: DocumentKind::Spreadsheet, what: error.to_string() },
    }
}
