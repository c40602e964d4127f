//! Page labels (ISO 32000-2, 12.4.2), title and other entries that describe the document.

use std::collections::BTreeMap;

use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, Name, Object, String as PdfString};

use crate::numerals::roman;

use super::strings::text_string;

/// Entries of a number tree looked at; broken trees may be circular.
const MOST_NODES: usize = 20_000;

/// Returns labels by page index from 0; empty when the document has no labels.
pub(super) fn page_labels(pdf: &Pdf, pages: usize) -> Vec<Option<String>> {
    let ranges = catalog(pdf)
        .and_then(|catalog| catalog.get::<Dict<'_>>(b"PageLabels"))
        .map(|tree| {
            let mut found = BTreeMap::new();
            let mut budget = MOST_NODES;
            collect(&tree, &mut found, &mut budget, 0);
            found
        })
        .unwrap_or_default();
    if ranges.is_empty() {
        return Vec::new();
    }
    let mut labels = Vec::with_capacity(pages);
    let mut current: Option<(usize, &Style)> = None;
    for page in 0..pages {
        if let Some(style) = ranges.get(&page) {
            current = Some((page, style));
        }
        labels.push(current.map(|(from, style)| style.label(page - from)).filter(|l| !l.trim().is_empty()));
    }
    labels
}

/// The document's title as its information dictionary states it.
pub(super) fn title(pdf: &Pdf) -> Option<String> {
    let title = text_string(pdf.metadata().title.as_deref()?);
    let title: String = title.chars().filter(|c| !c.is_control()).collect();
    let title = title.trim();
    (!title.is_empty()).then(|| title.to_owned())
}

/// Returns the entries of the information dictionary, except the title.
pub(super) fn information(pdf: &Pdf) -> BTreeMap<String, String> {
    let metadata = pdf.metadata();
    let mut out = BTreeMap::new();
    let mut put = |key: &str, value: Option<String>| {
        if let Some(value) = value.map(|v| v.trim().to_owned()).filter(|v| !v.is_empty()) {
            out.insert(key.to_owned(), value);
        }
    };
    put("author", metadata.author.as_deref().map(text_string));
    put("subject", metadata.subject.as_deref().map(text_string));
    put("keywords", metadata.keywords.as_deref().map(text_string));
    put("producer", metadata.producer.as_deref().map(text_string));
    let date = |d: hayro_syntax::object::DateTime| format!("{:04}-{:02}-{:02}", d.year, d.month, d.day);
    put("created", metadata.creation_date.map(date));
    put("modified", metadata.modification_date.map(date));
    out
}

pub(super) fn catalog(pdf: &Pdf) -> Option<Dict<'_>> {
    pdf.xref().get::<Dict<'_>>(pdf.xref().root_id())
}

struct Style {
    kind: Option<u8>,
    prefix: String,
    start: usize,
}

impl Style {
    fn label(&self, offset: usize) -> String {
        let number = self.start.saturating_add(offset);
        let number = match self.kind {
            Some(b'D') => number.to_string(),
            Some(b'R') => roman_label(number).to_uppercase(),
            Some(b'r') => roman_label(number),
            Some(b'A') => letters(number).to_uppercase(),
            Some(b'a') => letters(number),
            _ => String::new(),
        };
        format!("{}{number}", self.prefix)
    }
}

fn collect(node: &Dict<'_>, out: &mut BTreeMap<usize, Style>, budget: &mut usize, depth: usize) {
    if let Some(numbers) = node.get::<Array<'_>>(b"Nums") {
        let mut items = numbers.iter::<Object<'_>>();
        while let (Some(key), Some(value)) = (items.next(), items.next()) {
            let Some(left) = budget.checked_sub(1) else { return };
            *budget = left;
            let page = key.into_i32().and_then(|page| usize::try_from(page).ok());
            if let (Some(page), Some(style)) = (page, value.into_dict()) {
                out.insert(page, style_of(&style));
            }
        }
    }
    if depth < 16
        && let Some(kids) = node.get::<Array<'_>>(b"Kids")
    {
        for kid in kids.iter::<Dict<'_>>() {
            let Some(left) = budget.checked_sub(1) else { return };
            *budget = left;
            collect(&kid, out, budget, depth + 1);
        }
    }
}

fn style_of(dict: &Dict<'_>) -> Style {
    Style {
        kind: dict.get::<Name<'_>>(b"S").and_then(|name| name.as_str().bytes().next()),
        prefix: dict.get::<PdfString<'_>>(b"P").map(|p| text_string(p.as_bytes())).unwrap_or_default(),
        start: dict.get::<i32>(b"St").and_then(|start| usize::try_from(start).ok()).unwrap_or(1),
    }
}

/// Nothing for 0.
fn roman_label(number: usize) -> String {
    if number == 0 { String::new() } else { roman(u32::try_from(number).unwrap_or(u32::MAX)) }
}

/// a to z, then aa to zz, and so on.
fn letters(number: usize) -> String {
    let Some(zero_based) = number.checked_sub(1) else { return String::new() };
    let letter = char::from(b'a' + u8::try_from(zero_based % 26).unwrap_or(0));
    std::iter::repeat_n(letter, (zero_based / 26 + 1).min(100)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_styles() {
        for (kind, number, expected) in [
            (b'r', 4, "iv"),
            (b'R', 1994, "MCMXCIV"),
            (b'a', 27, "aa"),
            (b'A', 3, "C"),
            (b'D', 12, "12"),
            (b'r', 0, ""),
            (b'a', 0, ""),
        ] {
            let style = Style { kind: Some(kind), prefix: String::new(), start: number };
            assert_eq!(style.label(0), expected);
        }
    }
}
