//! Form fields: content controls (`w:sdt`), and fields with their instructions (`w:fldChar`).

use std::borrow::Cow;

use quick_xml::events::BytesStart;

use crate::scripts::fraction;

use super::math::FORMULA;
use super::symbols::{SymbolFont, shown};
use crate::xml_stream::{attribute, is_on, local};

/// A content control that is open.
#[derive(Debug, Default)]
struct Control {
    /// State of a check box.
    checked: Option<bool>,
    /// Its content is only a prompt.
    is_prompt: bool,
    /// Its box has gone out, or its prompt was counted.
    is_shown: bool,
}

impl Control {
    fn read(&mut self, e: &BytesStart<'_>) {
        match local(e) {
            "checkbox" => self.checked = Some(self.checked.unwrap_or(false)),
            "checked" => self.checked = Some(is_on(e)),
            "showingPlcHdr" => self.is_prompt = is_on(e),
            _ => {}
        }
    }
}

/// True for what Word shows in a control that nobody has filled in.
fn is_prompt(text: &str) -> bool {
    let text = text.trim_start().to_lowercase();
    ["click ", "tap ", "choose ", "select ", "enter ", "type "].iter().any(|verb| text.starts_with(verb))
}

/// The box of a state.
fn check_box(checked: bool) -> &'static str {
    if checked { "☒" } else { "☐" }
}

/// Returns the text of a check box's control without its box: a label, or nothing.
fn label_of(text: &str) -> &str {
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
struct Field {
    instruction: String,
    legacy: Legacy,
    /// Its instruction is over.
    in_result: bool,
    /// Its result was seen.
    has_result: bool,
    /// It is inside the instruction of another field, or its value was already output.
    is_silent: bool,
}

/// Longest instruction that is kept, in bytes.
const LONGEST_INSTRUCTION: usize = 400;

/// Most entries of a drop-down list that are kept.
const MOST_ENTRIES: usize = 500;

impl Field {
    fn read(&mut self, e: &BytesStart<'_>) {
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

    fn instruct(&mut self, text: &str) {
        if self.instruction.len() < LONGEST_INSTRUCTION {
            self.instruction.push_str(text);
        }
    }

    /// Returns the value of a legacy form field that shows no result of its own.
    fn value(&self) -> Option<String> {
        match &self.legacy {
            Legacy::CheckBox { default, checked } => Some(check_box(checked.unwrap_or(*default)).to_owned()),
            Legacy::DropDown { default, result, entries } => entries.get(result.unwrap_or(*default)).cloned(),
            _ => None,
        }
    }

    /// Returns what a field without a result shows.
    fn shows(&self) -> Option<String> {
        if let Legacy::Text { default } = &self.legacy {
            // A result that was emptied by hand stays empty.
            return Some(if self.in_result { String::new() } else { default.clone() });
        }
        let (name, rest) = self.instruction.trim().split_once(char::is_whitespace)?;
        match name.to_ascii_uppercase().as_str() {
            "EQ" => Some(equation(rest.trim())),
            "SYMBOL" => symbol(rest),
            _ => None,
        }
    }
}

/// Fields and controls that are open, innermost last.
#[derive(Debug, Default)]
pub(super) struct Forms {
    fields: Vec<Field>,
    controls: Vec<Control>,
    /// Fields and controls that nobody has filled in.
    pub(super) blanks: usize,
}

/// Fields and controls are followed this deep.
const DEEPEST: usize = 64;

impl Forms {
    pub(super) fn begin_control(&mut self) {
        if self.controls.len() < DEEPEST {
            self.controls.push(Control::default());
        }
    }

    /// Takes in a property of a control (`w:sdtPr`).
    pub(super) fn read_control(&mut self, e: &BytesStart<'_>) {
        if let Some(control) = self.controls.last_mut() {
            control.read(e);
        }
    }

    pub(super) fn end_control(&mut self) {
        self.controls.pop();
    }

    /// True in a check box.
    pub(super) fn is_check_box(&self) -> bool {
        self.controls.last().is_some_and(|c| c.checked.is_some())
    }

    /// True in a check box that has not been shown.
    pub(super) fn owes_box(&self) -> bool {
        self.controls.last().is_some_and(|c| c.checked.is_some() && !c.is_shown)
    }

    pub(super) fn begin_field(&mut self) {
        if self.fields.len() < DEEPEST {
            let is_silent = self.is_silent();
            self.fields.push(Field { is_silent, ..Field::default() });
        }
    }

    /// Ends the instruction of a field.
    pub(super) fn begin_result(&mut self) {
        if let Some(field) = self.fields.last_mut() {
            field.in_result = true;
        }
    }

    /// Ends a field; returns what it shows by itself.
    pub(super) fn end_field(&mut self) -> Option<String> {
        let field = self.fields.pop().filter(|f| !f.is_silent)?;
        let shows = if field.has_result { None } else { field.shows() };
        self.blanks += usize::from(shows.as_deref() == Some(""));
        if let Some(outer) = self.fields.last_mut() {
            outer.has_result |= field.has_result;
        }
        shows
    }

    /// Takes in an element of a legacy form field (`w:ffData`).
    pub(super) fn read_field(&mut self, e: &BytesStart<'_>) {
        if let Some(field) = self.fields.last_mut() {
            field.read(e);
        }
    }

    pub(super) fn instruct(&mut self, text: &str) {
        if let Some(field) = self.fields.last_mut() {
            field.instruct(text);
        }
    }

    /// Returns the value of a legacy form field, whose result would only repeat it.
    pub(super) fn legacy_value(&mut self) -> Option<String> {
        let field = self.fields.last_mut().filter(|f| !f.is_silent)?;
        let value = field.value()?;
        field.is_silent = true;
        Some(value)
    }

    /// Ends instructions at the end of their paragraph, or a broken field would silence the rest.
    pub(super) fn end_paragraph(&mut self) {
        self.fields.retain(|field| field.in_result);
    }

    /// True where a field keeps text out.
    pub(super) fn is_silent(&self) -> bool {
        self.fields.last().is_some_and(|f| f.is_silent || !f.in_result)
    }

    /// Returns what text in a field or control shows; `in_placeholder` is true for text in the style of prompts.
    pub(super) fn shown<'t>(&mut self, text: &'t str, in_placeholder: bool) -> Cow<'t, str> {
        if self.is_silent() {
            return Cow::Borrowed("");
        }
        if let Some(field) = self.fields.last_mut() {
            field.has_result |= !text.trim().is_empty();
        }
        match self.controls.last_mut() {
            Some(Control { checked: Some(checked), is_shown, .. }) => {
                let shown = if std::mem::replace(is_shown, true) { "" } else { check_box(*checked) };
                Cow::Owned(format!("{shown}{}", label_of(text)))
            }
            Some(control) if control.is_prompt && (in_placeholder || is_prompt(text)) => {
                self.blanks += usize::from(!std::mem::replace(&mut control.is_shown, true));
                Cow::Borrowed(" ")
            }
            _ => Cow::Borrowed(text),
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
