//! Rows and columns that an XLSX sheet hides, and its merged cells.

use quick_xml::events::{BytesStart, Event};

use crate::error::ReadError;
use crate::package::{Package, resolved};
use crate::xml_stream::{attribute, lenient, local};

use super::grid::{Area, Grid, MOST_COLUMNS, Room};

/// Most merged areas of a sheet that are looked at.
pub(super) const MOST_MERGED: usize = 20_000;

/// Returns the paths of a workbook's sheets by their names.
pub(super) fn sheet_paths(package: &mut Package<'_>) -> Result<Vec<(String, String)>, ReadError> {
    let book = package.text("xl/workbook.xml")?.unwrap_or_default();
    let relations = package.text("xl/_rels/workbook.xml.rels")?.unwrap_or_default();
    let targets =
        elements(&relations, "Relationship", |e| Some((attribute(e, "Id")?, attribute(e, "Target")?)));
    let path = |id: &str| {
        let (_, target) = targets.iter().find(|(known, _)| known == id)?;
        Some(resolved("xl", target))
    };
    let sheets = elements(&book, "sheet", |e| Some((attribute(e, "name")?, attribute(e, "id")?)));
    Ok(sheets.into_iter().filter_map(|(name, id)| Some((name, path(&id)?))).collect())
}

/// Notes hidden rows and columns of a sheet, and repeats merged cells in their rows.
pub(super) fn mark_hidden(xml: &str, grid: &mut Grid, room: &mut Room) -> Result<(), ReadError> {
    let mut merged = 0_usize;
    let mut reader = lenient(xml);
    let is_hidden = |e: &BytesStart<'_>| matches!(attribute(e, "hidden").as_deref(), Some("1" | "true"));
    let mut next_row = 0_u32;
    loop {
        let event = match reader.read_event() {
            Ok(Event::Eof) | Err(_) => return Ok(()),
            Ok(event) => event,
        };
        let (Event::Start(e) | Event::Empty(e)) = &event else { continue };
        let number = |name: &str| attribute(e, name)?.parse::<u32>().ok()?.checked_sub(1);
        match local(e) {
            "row" => {
                let row = number("r").unwrap_or(next_row);
                next_row = row.saturating_add(1);
                if is_hidden(e) {
                    grid.hidden_rows.insert(row);
                }
            }
            "col" if is_hidden(e) => {
                let (Some(first), Some(last)) = (number("min"), number("max")) else { continue };
                grid.hidden_columns.extend(first..=last.min(MOST_COLUMNS));
            }
            "mergeCell" if merged < MOST_MERGED => {
                merged = merged.saturating_add(1);
                if let Some(area) = attribute(e, "ref").and_then(|text| area(&text)) {
                    grid.merge(area, room)?;
                }
            }
            _ => {}
        }
    }
}

fn elements<T>(xml: &str, name: &str, take: impl Fn(&BytesStart<'_>) -> Option<T>) -> Vec<T> {
    let mut found = Vec::new();
    let mut reader = lenient(xml);
    loop {
        match reader.read_event() {
            Ok(Event::Start(e) | Event::Empty(e)) if local(&e) == name => found.extend(take(&e)),
            Ok(Event::Eof) | Err(_) => return found,
            Ok(_) => {}
        }
    }
}

/// Reads an area such as `A1:C2`.
fn area(text: &str) -> Option<Area> {
    let (first, last) = text.split_once(':')?;
    Some(Area { first: place(first)?, last: place(last)? })
}

fn place(text: &str) -> Option<(u32, u32)> {
    let digits = text.find(|c: char| c.is_ascii_digit())?;
    let (letters, digits) = text.split_at_checked(digits)?;
    let mut column = 0_u32;
    for letter in letters.chars() {
        let value = letter.to_digit(36)?.checked_sub(9)?;
        column = column.checked_mul(26)?.checked_add(value)?;
    }
    Some((digits.parse::<u32>().ok()?.checked_sub(1)?, column.checked_sub(1)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_areas() {
        assert_eq!(area("B1:AA3"), Some(Area { first: (0, 1), last: (2, 26) }));
        for broken in ["", "A1", "A0:B1", "1:2", "A1:99999999999", "ZZZZZZZZZ1:A1"] {
            assert_eq!(area(broken), None, "{broken}");
        }
    }
}
