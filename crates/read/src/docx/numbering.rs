//! Automatic numbers: the document names lists and levels, the printed number has to be counted.

use std::collections::HashMap;

use quick_xml::events::Event;

use crate::numerals::{letters, roman};

use super::xml::{attribute, lenient, local};

const LEVELS: usize = 9;

#[derive(Debug, Clone, Default)]
struct Level {
    start: Option<u32>,
    format: String,
    /// `%1.%2` and the like.
    text: String,
}

/// Lists, and how far each has been counted.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    forms: HashMap<String, Vec<Level>>,
    /// numId to abstract form.
    lists: HashMap<String, String>,
    /// numId to levels whose count starts anew.
    restarts: HashMap<String, HashMap<usize, u32>>,
    counts: HashMap<String, [Option<u32>; LEVELS]>,
    begun: std::collections::HashSet<String>,
}

impl Numbering {
    pub(super) fn parse(text: &str) -> Self {
        let mut numbering = Numbering::default();
        let mut reader = lenient(text);
        let (mut form, mut list, mut level) = (None::<String>, None::<String>, 0usize);
        loop {
            match reader.read_event() {
                Ok(Event::Start(e) | Event::Empty(e)) => {
                    let val = || attribute(&e, "val").unwrap_or_default();
                    match local(&e) {
                        "abstractNum" => (form, list) = (attribute(&e, "abstractNumId"), None),
                        "num" => (form, list) = (None, attribute(&e, "numId")),
                        "abstractNumId" => {
                            if let Some(list) = &list {
                                numbering.lists.insert(list.clone(), val());
                            }
                        }
                        "lvl" | "lvlOverride" => {
                            level = attribute(&e, "ilvl")
                                .and_then(|v| v.parse().ok())
                                .unwrap_or(0)
                                .min(LEVELS - 1);
                        }
                        "startOverride" => {
                            if let (Some(list), Ok(start)) = (&list, val().parse()) {
                                numbering.restarts.entry(list.clone()).or_default().insert(level, start);
                            }
                        }
                        name @ ("start" | "numFmt" | "lvlText") => {
                            if let Some(form) = &form {
                                let levels = numbering
                                    .forms
                                    .entry(form.clone())
                                    .or_insert_with(|| vec![Level::default(); LEVELS]);
                                if let Some(entry) = levels.get_mut(level) {
                                    match name {
                                        "start" => entry.start = val().parse().ok(),
                                        "numFmt" => entry.format = val(),
                                        _ => entry.text = val(),
                                    }
                                }
                            }
                        }
                        _ => {}
                    }
                }
                Ok(Event::Eof) | Err(_) => return numbering,
                Ok(_) => {}
            }
        }
    }

    /// The printed number of the next paragraph in a list; `None` for bullets and unknown lists.
    /// Lists that share a form go on counting together, as word processors do.
    pub(super) fn next(&mut self, list: &str, level: usize) -> Option<String> {
        let level = level.min(LEVELS - 1);
        let form = self.lists.get(list)?;
        let levels = self.forms.get(form)?;
        let counts = self.counts.entry(form.clone()).or_default();
        if self.begun.insert(list.to_owned()) {
            for (at, start) in self.restarts.get(list).into_iter().flatten() {
                if let Some(count) = counts.get_mut(*at) {
                    *count = Some(start.saturating_sub(1));
                }
            }
        }
        for (at, count) in counts.iter_mut().enumerate() {
            let start = levels.get(at).and_then(|l| l.start).unwrap_or(1);
            if at == level {
                *count = Some(count.map_or(start, |c| c.saturating_add(1)));
            } else if at < level && count.is_none() {
                *count = Some(start);
            } else if at > level {
                *count = None;
            }
        }
        let shape = levels.get(level)?;
        if matches!(shape.format.as_str(), "bullet" | "none" | "") {
            return None;
        }
        let mut out = String::new();
        let mut chars = shape.text.chars();
        while let Some(c) = chars.next() {
            let digit = if c == '%' { chars.clone().next().and_then(|d| d.to_digit(10)) } else { None };
            let Some(digit) = digit else {
                out.push(c);
                continue;
            };
            chars.next();
            let at = usize::try_from(digit).unwrap_or(1).saturating_sub(1);
            let count = counts.get(at).copied().flatten().unwrap_or(1);
            out.push_str(&print(count, levels.get(at).map_or("", |l| l.format.as_str())));
        }
        let out = out.trim().to_owned();
        (!out.is_empty()).then_some(out)
    }
}

fn print(count: u32, format: &str) -> String {
    match format {
        "lowerLetter" => letters(count),
        "upperLetter" => letters(count).to_uppercase(),
        "lowerRoman" => roman(count),
        "upperRoman" => roman(count).to_uppercase(),
        "decimalZero" => format!("{count:02}"),
        _ => count.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_levels() {
        let xml = r#"<w:numbering><w:abstractNum w:abstractNumId="0">
            <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="ARTICLE %1."/></w:lvl>
            <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl>
            </w:abstractNum><w:num w:numId="5"><w:abstractNumId w:val="0"/></w:num></w:numbering>"#;
        let mut numbering = Numbering::parse(xml);
        let got: Vec<_> = [0, 1, 1, 0, 1].iter().map(|l| numbering.next("5", *l).unwrap()).collect();
        assert_eq!(got, ["ARTICLE I.", "I.1", "I.2", "ARTICLE II.", "II.1"]);
        assert_eq!(numbering.next("9", 0), None);
    }
}
