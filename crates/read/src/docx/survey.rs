//! A first look over a part: tables whose first row is in bold.

use std::collections::HashMap;

use quick_xml::events::Event;

use super::styles::Styles;
use crate::xml_stream::{Skip, attribute, is_on, lenient, local, local_end};

#[derive(Debug, Default)]
struct Table {
    /// Place of its start tag.
    at: u64,
    rows: usize,
    letters: usize,
    bold_letters: usize,
    filled: usize,
    /// The cell that is open has text.
    cell_filled: bool,
    /// A cell of the row begins with an amount.
    has_amount: bool,
    first_is_bold: bool,
    later_is_plain: bool,
}

impl Table {
    fn text(&mut self, text: &str, bold: bool) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        if !std::mem::replace(&mut self.cell_filled, true) {
            self.filled += 1;
            let amount = text.strip_prefix('$').map(str::trim_start);
            self.has_amount |= amount.is_some_and(|a| a.starts_with(|c: char| c.is_ascii_digit()));
        }
        let letters = text.chars().filter(|c| c.is_alphanumeric()).count();
        self.letters += letters;
        self.bold_letters += if bold { letters } else { 0 };
    }

    fn end_row(&mut self) {
        let bold = self.letters > 0 && self.letters == self.bold_letters;
        if self.rows == 0 {
            self.first_is_bold = bold && self.filled > 1 && !self.has_amount;
        } else if self.letters > 0 && !bold {
            self.later_is_plain = true;
        }
        (self.letters, self.bold_letters, self.filled, self.has_amount) = (0, 0, 0, false);
        self.rows += 1;
    }
}

/// Returns the places of tables with a first row in bold; true where bold sets it apart as a head, false where the
/// rows below it are bold too.
pub(super) fn bold_rows(xml: &str, styles: &Styles) -> HashMap<u64, bool> {
    let mut heads = HashMap::new();
    if !xml.contains("tbl>") {
        return heads;
    }
    let mut reader = lenient(xml);
    let mut tables: Vec<Table> = Vec::new();
    let mut skip = Skip::default();
    let (mut in_text, mut own) = (false, None);
    let (mut paragraph_bold, mut style_bold) = (None, None);
    loop {
        let event = reader.read_event();
        let at = reader.buffer_position();
        match event {
            Ok(Event::Start(e)) if skip.passes(local(&e)) => {}
            Ok(Event::Empty(_)) if skip.is_open() => {}
            Ok(Event::End(e)) if skip.ends(local_end(&e)) => {}
            Ok(Event::Start(e)) if is_left_out(local(&e)) => skip.begin(local(&e)),
            Ok(Event::Start(e) | Event::Empty(e)) => match local(&e) {
                "tbl" => tables.push(Table { at, ..Table::default() }),
                "p" => paragraph_bold = None,
                "r" => (own, style_bold) = (None, None),
                "pStyle" => paragraph_bold = styles.resolved(attribute(&e, "val").as_deref()).format.bold,
                "rStyle" => style_bold = styles.resolved(attribute(&e, "val").as_deref()).format.bold,
                "b" => own = Some(is_on(&e)),
                "tc" => {
                    if let Some(table) = tables.last_mut() {
                        table.cell_filled = false;
                    }
                }
                "t" => in_text = true,
                _ => {}
            },
            Ok(Event::End(e)) => match (local_end(&e), tables.last_mut()) {
                ("t", _) => in_text = false,
                ("tr", Some(table)) => table.end_row(),
                ("tbl", _) => {
                    let closed = tables.pop().filter(|t| t.first_is_bold);
                    heads.extend(closed.map(|t| (t.at, t.later_is_plain)));
                }
                _ => {}
            },
            Ok(Event::Text(t)) if in_text => {
                if let Some(table) = tables.last_mut() {
                    let bold = own.or(style_bold).or(paragraph_bold).unwrap_or(false);
                    table.text(&t.into_inner(), bold);
                }
            }
            Ok(Event::Eof) | Err(_) => return heads,
            Ok(_) => {}
        }
    }
}

fn is_left_out(name: &str) -> bool {
    matches!(name, "Fallback" | "del" | "moveFrom") || name.ends_with("Change")
}
