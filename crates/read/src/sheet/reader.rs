//! The face of the spreadsheet readers.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::container::WITHIN;
use crate::error::ReadError;
use crate::lines::{PageBuilder, clean, squeeze};
use crate::options::ReadOptions;
use crate::package::Package;
use crate::{Document, DocumentKind};

use super::grid::{Grid, MOST_COLUMNS, Workbook};
use super::lines::push_rows;

/// Reads a spreadsheet: a document for each sheet that a person sees and that holds something. Its lines have the
/// numbers of its rows.
pub(crate) fn read(bytes: &[u8], name: &str, options: &ReadOptions) -> Result<Vec<Document>, ReadError> {
    let Workbook { sheets, mut notes } = workbook(bytes, name, options)?;
    let count = sheets.iter().filter(|sheet| !sheet.rows.is_empty()).count();
    let mut room = options.limits.lines;
    let mut documents = Vec::new();
    for sheet in sheets.into_iter().filter(|sheet| count == 0 || !sheet.rows.is_empty()) {
        let title = title(name, &sheet.name, count);
        let mut document = document(sheet, title, room)?;
        room = room.saturating_sub(document.pages.iter().map(|page| page.lines.len()).sum());
        document.notes.splice(0..0, notes.drain(..));
        documents.push(document);
        if count == 0 {
            break;
        }
    }
    if documents.is_empty() {
        let reason = match notes.is_empty() {
            true => "it has no sheets".to_owned(),
            false => notes.join("; "),
        };
        documents.push(Document::unread(DocumentKind::Spreadsheet, file_words(name), reason));
    }
    Ok(documents)
}

fn workbook(bytes: &[u8], name: &str, options: &ReadOptions) -> Result<Workbook, ReadError> {
    // A library that fails on a file must not take the other files of an archive with it.
    let read = catch_unwind(AssertUnwindSafe(|| {
        if bytes.starts_with(b"\xd0\xcf\x11\xe0") {
            return super::xls::read(bytes);
        }
        if !bytes.starts_with(b"PK") {
            return super::csv::read(bytes, name);
        }
        let package = Package::open(bytes, DocumentKind::Spreadsheet, options.limits.part_bytes)?;
        match package.names().iter().any(|part| part == "content.xml") {
            true => super::ods::read(bytes, options),
            false => super::xlsx::read(bytes, options),
        }
    }));
    read.unwrap_or_else(|_| {
        Err(ReadError::Damaged {
            kind: DocumentKind::Spreadsheet,
            what: "the reader failed on what it holds".to_owned(),
        })
    })
}

fn document(mut grid: Grid, title: Option<String>, limit: usize) -> Result<Document, ReadError> {
    let mut notes = Vec::new();
    if grid.drop_hidden_columns() {
        notes.push(format!("hidden columns of sheet {} were not read", grid.name));
    }
    if grid.is_cut {
        notes.push(format!("columns of sheet {} after number {MOST_COLUMNS} were not read", grid.name));
    }
    let hidden = grid.rows.keys().filter(|row| grid.hidden_rows.contains(row)).count();
    if hidden > 0 {
        notes.push(format!(
            "{hidden} hidden rows of sheet {} are marked hidden and are not quoted",
            grid.name
        ));
    }
    let mut page = PageBuilder::new(0, limit);
    push_rows(&grid, &mut page)?;
    let mut meta = BTreeMap::new();
    if !grid.name.is_empty() {
        meta.insert("sheet".to_owned(), grid.name);
    }
    Ok(Document {
        kind: DocumentKind::Spreadsheet,
        title,
        pages: vec![page.finish("sheet")],
        meta,
        notes,
        law: None,
    })
}

/// Returns file and sheet as a title; nothing where the sheet's name says nothing.
fn title(file: &str, sheet: &str, sheets: usize) -> Option<String> {
    let says_nothing = sheet.is_empty()
        || (sheets < 2
            && sheet.trim_end_matches(|c: char| c.is_ascii_digit()) != sheet
            && !sheet.contains(' '));
    (!says_nothing).then(|| format!("{}{WITHIN}{sheet}", file_words(file)))
}

/// Returns the words of a file's name, without folder and ending.
fn file_words(name: &str) -> String {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    squeeze(&clean(&stem.replace(['_', '-'], " ")))
}
