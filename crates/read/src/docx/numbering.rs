//! Automatic numbers: the document names lists and levels, the printed number has to be counted.

use std::collections::{HashMap, HashSet};

use quick_xml::events::{BytesStart, Event};

use crate::numerals::{letters, roman};

use super::number_words::{cardinal, ordinal, ordinal_words};
use super::symbols::{SymbolFont, shown};
use crate::xml_stream::{attribute, is_on, lenient, local};

const LEVELS: usize = 9;

#[derive(Debug, Clone, Default)]
struct Level {
    start: Option<u32>,
    format: String,
    /// `%1.%2` and the like.
    text: String,
    /// All levels print in decimal.
    is_legal: bool,
    /// The count restarts only after this level, from 1, or one above it; 0 is never.
    restart_after: Option<usize>,
    font: Option<SymbolFont>,
}

impl Level {
    fn read(&mut self, e: &BytesStart<'_>) {
        let val = || attribute(e, "val").unwrap_or_default();
        match local(e) {
            "start" => self.start = val().parse().ok(),
            "numFmt" => self.format = val(),
            "lvlText" => self.text = val(),
            "isLgl" => self.is_legal = is_on(e),
            "lvlRestart" => self.restart_after = val().parse().ok(),
            "rFonts" => self.font = attribute(e, "ascii").and_then(|name| SymbolFont::named(&name)),
            _ => {}
        }
    }

    /// The check box that a bullet shows; `None` for other bullets.
    fn check_box(&self) -> Option<char> {
        let bullet = self.text.chars().next().map(|c| shown(c, self.font));
        bullet.filter(|c| self.format == "bullet" && matches!(c, '☐' | '☑' | '☒'))
    }
}

/// Settings of a list beyond its form.
#[derive(Debug, Default)]
struct List {
    form: String,
    /// Counts that restart, by level.
    restarts: HashMap<usize, u32>,
    /// Levels that the list has of its own.
    levels: HashMap<usize, Level>,
}

/// Lists, and how far each has been counted.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    forms: HashMap<String, Vec<Level>>,
    /// Lists by their numId.
    lists: HashMap<String, List>,
    /// Style that a form takes its levels from, and style that a form gives its levels to.
    linked: HashMap<String, String>,
    linking: HashMap<String, String>,
    counts: HashMap<String, [Option<u32>; LEVELS]>,
    begun: HashSet<String>,
    /// A bullet is a ticked box, so empty boxes say something too.
    has_ticked_boxes: bool,
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
                    match (local(&e), &form, &list) {
                        ("abstractNum", ..) => (form, list) = (attribute(&e, "abstractNumId"), None),
                        ("num", ..) => (form, list) = (None, attribute(&e, "numId")),
                        ("lvl" | "lvlOverride", ..) => {
                            level = attribute(&e, "ilvl")
                                .and_then(|v| v.parse().ok())
                                .unwrap_or(0)
                                .min(LEVELS - 1);
                        }
                        ("numStyleLink", Some(form), _) => {
                            numbering.linked.insert(form.clone(), val());
                        }
                        ("styleLink", Some(form), _) => {
                            numbering.linking.insert(val(), form.clone());
                        }
                        (_, Some(form), _) => {
                            let levels = numbering.forms.entry(form.clone());
                            let levels = levels.or_insert_with(|| vec![Level::default(); LEVELS]);
                            if let Some(level) = levels.get_mut(level) {
                                level.read(&e);
                            }
                        }
                        (name, None, Some(id)) => {
                            let list = numbering.lists.entry(id.clone()).or_default();
                            match name {
                                "abstractNumId" => list.form = val(),
                                "startOverride" => {
                                    if let Ok(start) = val().parse() {
                                        list.restarts.insert(level, start);
                                    }
                                }
                                _ => list.levels.entry(level).or_default().read(&e),
                            }
                        }
                        _ => {}
                    }
                }
                Ok(Event::Eof) | Err(_) => break,
                Ok(_) => {}
            }
        }
        let own = numbering.lists.values().flat_map(|list| list.levels.values());
        let mut levels = numbering.forms.values().flatten().chain(own);
        numbering.has_ticked_boxes = levels.any(|l| matches!(l.check_box(), Some('☑' | '☒')));
        numbering
    }

    /// The printed number of the next paragraph in a list; `None` for bullets and unknown lists.
    /// Lists that share a form go on counting together, as word processors do.
    pub(super) fn next(&mut self, list: &str, level: usize) -> Option<String> {
        let level = level.min(LEVELS - 1);
        let own = self.lists.get(list)?;
        let linked = self.linked.get(&own.form).and_then(|style| self.linking.get(style));
        let form = linked.unwrap_or(&own.form);
        let shared = self.forms.get(form)?;
        let at_level = |at: usize| {
            // An override without a format holds no level of its own.
            own.levels.get(&at).filter(|l| !l.format.is_empty()).or_else(|| shared.get(at))
        };
        let counts = self.counts.entry(form.clone()).or_default();
        if self.begun.insert(list.to_owned()) {
            for (at, start) in &own.restarts {
                if let Some(count) = counts.get_mut(*at) {
                    *count = Some(start.saturating_sub(1));
                }
            }
        }
        for (at, count) in counts.iter_mut().enumerate() {
            let start = at_level(at).and_then(|l| l.start).unwrap_or(1);
            if at == level {
                *count = Some(count.map_or(start, |c| c.saturating_add(1)));
            } else if at < level && count.is_none() {
                *count = Some(start);
            } else if at > level
                && at_level(at).and_then(|l| l.restart_after).is_none_or(|after| level < after)
            {
                *count = None;
            }
        }
        let shape = at_level(level)?;
        if let Some(check_box) = shape.check_box().filter(|_| self.has_ticked_boxes) {
            return Some(check_box.to_string());
        }
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
            let format = at_level(at).map_or("", |l| l.format.as_str());
            // Word keeps the zero of `Section 1.01` in legal numbering.
            out.push_str(&print(count, if shape.is_legal && format != "decimalZero" { "" } else { format }));
        }
        let out = out.trim().to_owned();
        (!out.is_empty()).then_some(out)
    }
}

/// Returns a number in a format of `w:numFmt`; decimal in a format that is not known.
pub(super) fn print(count: u32, format: &str) -> String {
    match format {
        "lowerLetter" => letters(count),
        "upperLetter" => letters(count).to_uppercase(),
        "lowerRoman" => roman(count),
        "upperRoman" => roman(count).to_uppercase(),
        "decimalZero" => format!("{count:02}"),
        "ordinal" => ordinal(count),
        "cardinalText" => cardinal(count),
        "ordinalText" => ordinal_words(count),
        "decimalEnclosedParen" => format!("({count})"),
        "decimalEnclosedFullstop" => format!("{count}."),
        "decimalEnclosedCircle" | "decimalEnclosedCircleChinese" => {
            let circled = char::from_u32(u32::from('①').saturating_add(count.saturating_sub(1)));
            circled.filter(|_| (1..=20).contains(&count)).map_or_else(|| format!("({count})"), String::from)
        }
        "numberInDash" => format!("- {count} -"),
        "hex" => format!("{count:X}"),
        "chicago" => {
            let marks = ["*", "†", "‡", "§"];
            let index = usize::try_from(count.saturating_sub(1)).unwrap_or(0);
            let times = (index / marks.len()).saturating_add(1).min(10);
            marks.get(index % marks.len()).map_or_else(String::new, |mark| mark.repeat(times))
        }
        "none" | "bullet" => String::new(),
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

    /// Numbers that paragraphs at these levels get, of one list with these levels.
    fn numbers(levels: &str, order: &[usize]) -> Vec<String> {
        let mut numbering = Numbering::parse(&format!(
            "<w:numbering><w:abstractNum w:abstractNumId='0'>{levels}</w:abstractNum>\
             <w:num w:numId='5'><w:abstractNumId w:val='0'/></w:num></w:numbering>"
        ));
        order.iter().map(|l| numbering.next("5", *l).unwrap_or_default()).collect()
    }

    fn level(at: usize, format: &str, text: &str, more: &str) -> String {
        format!(
            "<w:lvl w:ilvl='{at}'><w:start w:val='1'/><w:numFmt w:val='{format}'/>{more}<w:lvlText w:val='{text}'/></w:lvl>"
        )
    }

    #[test]
    fn legal_numbering_prints_decimals() {
        let article = level(0, "upperRoman", "Article %1.", "");
        for (second, more, expected) in [
            ("decimal", "<w:isLgl/>", "1.1"),
            ("decimalZero", "<w:isLgl/>", "1.01"),
            ("decimal", "<w:isLgl w:val='0'/>", "I.1"),
            ("decimal", "", "I.1"),
        ] {
            let levels = format!("{article}{}", level(1, second, "%1.%2", more));
            assert_eq!(numbers(&levels, &[0, 1]), ["Article I.", expected], "{second} {more}");
        }
    }

    #[test]
    fn levels_restart_as_stated() {
        for (more, expected) in [
            ("<w:lvlRestart w:val='0'/>", ["1", "(1)", "2", "(2)"]),
            ("<w:lvlRestart w:val='1'/>", ["1", "(1)", "2", "(1)"]),
            ("", ["1", "(1)", "2", "(1)"]),
        ] {
            let levels = format!("{}{}", level(0, "decimal", "%1", ""), level(1, "decimal", "(%2)", more));
            assert_eq!(numbers(&levels, &[0, 1, 0, 1]), expected, "{more}");
        }
        // A third level that only the first restarts goes on over the second.
        let levels = [
            level(0, "decimal", "%1", ""),
            level(1, "decimal", "%2", ""),
            level(2, "decimal", "(%3)", "<w:lvlRestart w:val='1'/>"),
        ];
        assert_eq!(
            numbers(&levels.concat(), &[0, 1, 2, 1, 2, 0, 2]),
            ["1", "1", "(1)", "2", "(2)", "2", "(1)"]
        );
    }

    #[test]
    fn formats_print_as_word_does() {
        for (format, expected) in [
            ("ordinal", ["1st", "2nd", "3rd"]),
            ("cardinalText", ["One", "Two", "Three"]),
            ("ordinalText", ["First", "Second", "Third"]),
            ("decimalZero", ["01", "02", "03"]),
            ("decimalEnclosedCircle", ["①", "②", "③"]),
            ("decimalEnclosedParen", ["(1)", "(2)", "(3)"]),
            ("chicago", ["*", "†", "‡"]),
            ("decimal", ["1", "2", "3"]),
            ("unheardOf", ["1", "2", "3"]),
        ] {
            assert_eq!(numbers(&level(0, format, "%1", ""), &[0, 0, 0]), expected, "{format}");
        }
    }

    #[test]
    fn check_boxes_are_bullets_that_count() {
        let wingdings = "<w:rPr><w:rFonts w:ascii='Wingdings'/></w:rPr>";
        let ticked = level(0, "bullet", "\u{f0fe}", wingdings);
        let empty = level(1, "bullet", "\u{f0a8}", wingdings);
        assert_eq!(numbers(&format!("{ticked}{empty}"), &[0, 1]), ["☑", "☐"]);
        assert_eq!(numbers(&empty, &[1]), [""]);
        assert_eq!(numbers(&level(0, "bullet", "\u{f0b7}", ""), &[0]), [""]);
    }

    #[test]
    fn lists_have_levels_of_their_own_and_linked_forms() {
        let xml = "<w:numbering><w:abstractNum w:abstractNumId='0'><w:styleLink w:val='Legal'/>\
            <w:lvl w:ilvl='0'><w:numFmt w:val='decimal'/><w:lvlText w:val='%1.'/></w:lvl></w:abstractNum>\
            <w:abstractNum w:abstractNumId='1'><w:numStyleLink w:val='Legal'/></w:abstractNum>\
            <w:num w:numId='3'><w:abstractNumId w:val='1'/></w:num>\
            <w:num w:numId='4'><w:abstractNumId w:val='0'/><w:lvlOverride w:ilvl='0'><w:startOverride w:val='4'/>\
            <w:lvl w:ilvl='0'><w:numFmt w:val='upperLetter'/><w:lvlText w:val='%1)'/></w:lvl></w:lvlOverride></w:num>\
            </w:numbering>";
        let mut numbering = Numbering::parse(xml);
        assert_eq!(numbering.next("3", 0).as_deref(), Some("1."));
        assert_eq!(numbering.next("4", 0).as_deref(), Some("D)"));
        assert_eq!(numbering.next("4", 0).as_deref(), Some("E)"));
    }
}
