//! Form fields: content controls (`w:sdt`), and fields with their instructions (`w:fldChar`).

use quick_xml::events::BytesStart;

use crate::scripts::fraction;

use super::math::FORMULA;
use super::symbols::{SymbolFont, shown};
use super::xml::{attribute, is_on, local};

/// A content control that is open.
#[derive(Debug, Default)]
pub(super) struct Control {
    /// State of a check box.
    pub(super) checked: Option<bool>,
    /// Its content is only a prompt.
    pub(super) is_prompt: bool,
    /// Its box has gone out, or its prompt was counted.
    pub(super) is_shown: bool,
}

impl Control {
    /// Takes in one property (`w:sdtPr`).
    pub(super) fn read(&mut self, e: &BytesStart<'_>) {
        match local(e) {
            "checkbox" => self.checked = Some(self.checked.unwrap_or(false)),
            "checked" => self.checked = Some(is_on(e)),
            "showingPlcHdr" => self.is_prompt = is_on(e),
            _ => {}
        }
    }
}

/// True for what Word shows in a control that nobody has filled in.
pub(super) fn is_prompt(text: &str) -> bool {
    let text = text.trim_start().to_lowercase();
    ["click ", "tap ", "choose ", "select ", "enter ", "type "].iter().any(|verb| text.starts_with(verb))
}

/// The box of a state.
pub(super) fn check_box(checked: bool) -> &'static str {
    if checked { "☒" } else { "☐" }
}

/// Returns the text of a check box's control without its box: a label, or nothing.
pub(super) fn label_of(text: &str) -> &str {
    let label = text.trim_matches(|c: char| c.is_whitespace() || is_box(c));
    if label.chars().count() > 1 { text.trim_start_matches(is_box) } else { "" }
}

fn is_box(c: char) -> bool {
    matches!(c, '☐' | '☑' | '☒' | '✓' | '✔' | '✗' | '✘' | '□' | '■' | '▢' | '⌧' | '\u{f000}'..='\u{f0ff}')
}

/// A legacy form field.
#[derive(Debug, Default)]
enum Legacy {
    #[default]
    None,
    CheckBox {
        default: bool,
        checked: Option<bool>,
    },
    DropDown {
        default: usize,
        result: Option<usize>,
        entries: Vec<String>,
    },
    Text {
        default: String,
    },
}

/// A field that is open, from its `begin` to its `end`.
#[derive(Debug, Default)]
pub(super) struct Field {
    instruction: String,
    legacy: Legacy,
    /// Its instruction is over.
    pub(super) in_result: bool,
    /// Its result was seen.
    pub(super) has_result: bool,
    /// It stands in the instruction of another field, or its value has gone out.
    pub(super) is_silent: bool,
}

/// Longest instruction that is kept, in bytes.
const LONGEST_INSTRUCTION: usize = 400;

/// Most entries of a drop-down list that are kept.
const MOST_ENTRIES: usize = 500;

impl Field {
    /// Takes in one element of a legacy form field (`w:ffData`).
    pub(super) fn read(&mut self, e: &BytesStart<'_>) {
        let value = || attribute(e, "val");
        let number = || value().and_then(|v| v.parse().ok());
        match (local(e), &mut self.legacy) {
            ("checkBox", legacy) => *legacy = Legacy::CheckBox { default: false, checked: None },
            ("ddList", legacy) => {
                *legacy = Legacy::DropDown { default: 0, result: None, entries: Vec::new() };
            }
            ("textInput", legacy) => *legacy = Legacy::Text { default: String::new() },
            ("default", Legacy::CheckBox { default, .. }) => *default = is_on(e),
            ("checked", Legacy::CheckBox { checked, .. }) => *checked = Some(is_on(e)),
            ("default", Legacy::DropDown { default, .. }) => *default = number().unwrap_or(0),
            ("result", Legacy::DropDown { result, .. }) => *result = number(),
            ("listEntry", Legacy::DropDown { entries, .. }) if entries.len() < MOST_ENTRIES => {
                entries.push(value().unwrap_or_default());
            }
            ("default", Legacy::Text { default }) => *default = value().unwrap_or_default(),
            _ => {}
        }
    }

    /// Opens a field; a `silent` one stands where nothing is shown.
    pub(super) fn new(is_silent: bool) -> Self {
        Field { is_silent, ..Field::default() }
    }

    pub(super) fn instruct(&mut self, text: &str) {
        if self.instruction.len() < LONGEST_INSTRUCTION {
            self.instruction.push_str(text);
        }
    }

    /// Returns the value of a legacy form field that shows no result of its own.
    pub(super) fn value(&self) -> Option<String> {
        match &self.legacy {
            Legacy::CheckBox { default, checked } => Some(check_box(checked.unwrap_or(*default)).to_owned()),
            Legacy::DropDown { default, result, entries } => entries.get(result.unwrap_or(*default)).cloned(),
            _ => None,
        }
    }

    /// Returns what a field without a result shows.
    pub(super) fn shows(&self) -> Option<String> {
        if let Legacy::Text { default } = &self.legacy {
            return Some(default.clone());
        }
        let (name, rest) = self.instruction.trim().split_once(char::is_whitespace)?;
        match name.to_ascii_uppercase().as_str() {
            "EQ" => Some(equation(rest.trim())),
            "SYMBOL" => symbol(rest),
            _ => None,
        }
    }
}

/// Returns the fraction of an `EQ \f(3,5)` field; other equations have no form in a line.
fn equation(rest: &str) -> String {
    let inner = rest.strip_prefix("\\f").or_else(|| rest.strip_prefix("\\F")).map(str::trim);
    let inner = inner.and_then(|i| i.strip_prefix('(')?.strip_suffix(')'));
    match inner.and_then(|i| i.split_once([',', ';'])) {
        Some((over, under)) if !rest.get(2..).unwrap_or("").contains('\\') => fraction(over, under),
        _ => FORMULA.to_owned(),
    }
}

/// Returns the character of a `SYMBOL 179 \f "Symbol"` field.
fn symbol(rest: &str) -> Option<String> {
    let code = rest.split_whitespace().next()?;
    let code = match code.strip_prefix("0x").or_else(|| code.strip_prefix("0X")) {
        Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok()?,
        None => code.parse().ok()?,
    };
    let font =
        rest.split_once("\\f").and_then(|(_, font)| font.trim_start().strip_prefix('"')?.split('"').next());
    Some(shown(char::from_u32(code)?, font.and_then(SymbolFont::named)).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_without_results_show_their_instruction() {
        for (instruction, expected) in [
            (" EQ \\f(3,5) ", Some("3/5")),
            ("EQ \\F(1;2)", Some("½")),
            ("EQ \\r(2,x)", Some("[formula]")),
            ("SYMBOL 163 \\f \"Symbol\" \\s 12", Some("≤")),
            ("SYMBOL 0xFE \\f \"Wingdings\"", Some("☑")),
            ("PAGE", None),
            ("TOC \\o", None),
        ] {
            let mut field = Field::default();
            field.instruct(instruction);
            assert_eq!(field.shows().as_deref(), expected, "{instruction}");
        }
    }
}
